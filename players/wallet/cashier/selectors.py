"""Readers of the cashier's payments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Sum

from players.identity.verification.identifiers import parse_iban
from players.models import Player
from players.wallet.cashier.models import Notification, Payment
from players.wallet.ledger import IdReused
from players.wallet.methods.descriptions import CARD, FIRST_CHOICE, PAYING_BACK, Method
from players.wallet.methods.drivers import phone_text
from players.wallet.methods.routes import Source

LAST_DEPOSITS = 2
# Withdrawals whose money has left the wallet and has not come back.
GOING = (Payment.Status.HELD, Payment.Status.RELEASED, Payment.Status.SENT, Payment.Status.PAID)


def unsettled_payments(player: Player) -> tuple[list[Payment], int]:
    """The deposits that the player has begun and not paid, the newest first; and in cents what they asked to
    withdraw and the house has not released yet.
    """
    begun = Q(direction=Payment.Direction.DEPOSIT, status=Payment.Status.PENDING)
    held = Q(direction=Payment.Direction.WITHDRAWAL, status=Payment.Status.HELD)
    payments = list(Payment.objects.filter(begun | held, player=player).order_by("-made"))
    under_review = sum(payment.cents for payment in payments if not payment.incoming)
    return [payment for payment in payments if payment.incoming], under_review


def repeated_payment(payment_id: UUID, player: Player, direction: str, cents: int) -> Payment | None:
    """The stored payment of a repeated request, if there is one.

    An id that another payment has raises IdReused.
    """
    payment = Payment.objects.filter(pk=payment_id).first()
    if payment is not None and (payment.player_id, payment.direction, requested_cents(payment)) != (
        player.pk,
        direction,
        cents,
    ):
        raise IdReused(payment_id)
    return payment


def parts_of(payment: Payment) -> QuerySet[Payment]:
    """All parts of the withdrawal to which this one belongs: they are requested at one moment."""
    return Payment.objects.filter(
        player=payment.player_id, direction=Payment.Direction.WITHDRAWAL, made=payment.made
    )


def requested_cents(payment: Payment) -> int:
    """What was requested: a withdrawal may leave in parts."""
    if payment.incoming:
        return payment.cents
    return int(parts_of(payment).aggregate(cents=Sum("cents"))["cents"])


def open_sources(player: int, registered: str) -> list[Source]:
    """What the player paid with and can be paid back to, what was used last first.

    Deposits that a bank took back count no more, nor do accounts whose owner the provider did not name. The
    registered account is no source: what is left goes there anyway.
    """
    taken_back = Notification.objects.filter(payment=OuterRef("pk"), outcome=Notification.Outcome.CHARGEBACK)
    came = (
        Payment.objects.filter(
            player=player,
            direction=Payment.Direction.DEPOSIT,
            status=Payment.Status.PAID,
            method__in=PAYING_BACK,
        )
        .filter(~Q(token="") | ~Q(method=CARD) & ~Q(payer=""))
        .exclude(Exists(taken_back))
        .exclude(instrument__in=("", registered))
        .values("method", "instrument", "token")
        .annotate(total=Sum("cents"), last=Max("credited"))
        .order_by("-last")
    )
    went = {
        (row["instrument"], row["token"]): row["total"]
        for row in Payment.objects.filter(
            player=player, direction=Payment.Direction.WITHDRAWAL, status__in=GOING
        )
        .exclude(instrument="")
        .values("instrument", "token")
        .annotate(total=Sum("cents"))
    }
    sources = [
        Source(
            row["method"],
            row["instrument"],
            row["token"],
            row["total"] - went.get((row["instrument"], row["token"]), 0),
        )
        for row in came
        if row["method"] == CARD or parse_iban(row["instrument"]) == row["instrument"]
    ]
    return [source for source in sources if source.cents > 0]


def last_deposits(player: Player) -> list[Payment]:
    """The player's last paid deposits: their amounts, method and phone are offered again."""
    paid = Payment.objects.filter(
        player=player, direction=Payment.Direction.DEPOSIT, status=Payment.Status.PAID
    )
    return list(paid.order_by("-credited").only("cents", "method", "instrument")[:LAST_DEPOSITS])


def first_choice(methods: list[Method], last: list[Payment]) -> dict[str, Any]:
    """What the form of a deposit begins with: the method used last, if it is still offered."""
    codes = [method.code for method in methods]
    wanted = [deposit.method for deposit in last] + [FIRST_CHOICE] + codes
    phones = [phone_text(deposit.instrument) for deposit in last]
    return {
        "method": next((code for code in wanted if code in codes), ""),
        "phone": next((phone for phone in phones if phone), ""),
    }
