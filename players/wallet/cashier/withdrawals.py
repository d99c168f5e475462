"""Withdrawals: the money leaves the wallet at once, waits where staff's rule says so, and goes to the one account of the player.

It is on the way until the gateway has paid it; whatever ends it otherwise brings it back.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Decision, Errand, Payment
from players.wallet.cashier.posting import Kind, Purse, post, purse_lock
from players.wallet.ledger import IdReused

Status = Payment.Status
CANCELLABLE = (Status.HELD, Status.RELEASED)


class NotHeld(Exception):
    """Somebody decides of a withdrawal that is on hold no more, or a second time."""


class AccountWaits(NotHeld):
    """Nobody releases money to a payment account before it is usable; the house goes on by itself then."""


def destination(player: int) -> tuple[str, str] | None:
    """The verified account in the player's own name, and that name; nothing where the identity is not verified."""
    if not Identity.objects.filter(player=player, state="verified").exists():
        return None
    return PaymentAccount.objects.filter(player=player, until=None).values_list("iban", "holder").first()


@transaction.atomic
def withdrawal_ask(
    player: Player, id: UUID, cents: int, request: Any = None, *, cause: str = Payment.Cause.PLAYER
) -> Payment:
    """The wish to withdraw. Excluded, paused, at a limit: a withdrawal stays possible. The same id is the same wish."""
    purse = purse_lock(player.pk)
    if (known := Payment.objects.filter(pk=id).first()) is not None:
        if (known.player_id, known.direction, known.cents) != (
            player.pk,
            Payment.Direction.WITHDRAWAL,
            cents,
        ):
            raise IdReused(id)
        return known
    now, to = clock.now(), destination(player.pk)
    refused = _refusal(to, purse, cents, cause)
    reason = refused or ("new-account" if account_waits(player.pk, now) else held_for(player, cents, now))
    iban, holder = to or ("", "")
    payment = Payment.objects.create(
        id=id,
        player=player,
        direction=Payment.Direction.WITHDRAWAL,
        cents=cents,
        status=Status.REFUSED if refused else Status.HELD if reason else Status.RELEASED,
        cause=cause,
        reason=reason,
        held="" if refused else reason,
        iban=iban,
        holder=holder,
        made=now,
        changed=now,
        before=None if refused else purse.cents,
        after=None if refused else purse.cents - cents,
    )
    note(
        "withdrawals.refused" if refused else "withdrawals.asked",
        player=player, request=request, about=f"payment:{id}", cents=cents, reason=reason, cause=cause,
    )  # fmt: skip
    if not refused:
        post(Kind.WITHDRAWAL, id)
        if payment.status == Status.RELEASED:
            Errand.objects.create(payment=payment, kind=Errand.Kind.PAY_OUT)
        tell(
            player, "withdrawal-asked", cents=cents, iban=iban[-4:], held=bool(reason), balance=payment.after
        )
    return payment


def _refusal(to: tuple[str, str] | None, purse: Purse, cents: int, cause: str) -> str:
    if to is None:
        return "unverified"
    if cents > purse.cents:
        return "not-enough"
    # What is left in the wallet can always be taken out, however little.
    if cents < settings.WITHDRAWAL_MINIMUM and cents != purse.cents and cause == Payment.Cause.PLAYER:
        return "below-minimum"
    return ""


def account_waits(player: int, now: datetime) -> bool:
    """Whether the payment account was added or changed so lately that nothing goes out to it yet."""
    return PaymentAccount.objects.filter(player=player, until=None, usable__gt=now).exists()


def held_for(player: Player, cents: int, now: datetime, but: UUID | None = None) -> str:
    """Why staff look at a withdrawal before it goes out; nothing if it goes by itself."""
    if player.status != Player.Status.ACTIVE:
        return "state"
    if cents >= settings.WITHDRAWAL_TWO_FROM:
        return "two-people"
    if cents >= settings.WITHDRAWAL_HELD_FROM:
        return "large"
    mine = Payment.objects.filter(player=player, direction=Payment.Direction.WITHDRAWAL)
    if not mine.filter(status=Status.PAID).exists():
        return "first"
    today = (
        mine.exclude(status=Status.REFUSED)
        .exclude(pk__in=[but] if but else [])
        .filter(made__gt=now - timedelta(hours=24))
        .values_list("cents", flat=True)
    )
    if sum(today) + cents >= settings.WITHDRAWAL_HELD_FROM:
        return "many"
    return ""


def people_needed(payment: Payment) -> int:
    return 2 if payment.cents >= settings.WITHDRAWAL_TWO_FROM else 1


@transaction.atomic
def withdrawal_decide(id: UUID, person: Person, verb: str, reason: str) -> Payment:
    """Staff release or refuse what is on hold; above a sum two people release it, and one is enough to refuse."""
    payment, _ = lock(id)
    if payment.status != Status.HELD or not reason.strip():
        raise NotHeld
    if verb == Decision.Verb.RELEASE and payment.reason == "new-account":
        raise AccountWaits
    try:
        with transaction.atomic():
            Decision.objects.create(payment=payment, person=person, verb=verb, reason=reason.strip())
    except IntegrityError as error:
        raise NotHeld from error
    note(
        f"withdrawals.{verb}d",
        person=person,
        player=payment.player_id,
        about=f"payment:{id}",
        reason=reason,
        cents=payment.cents,
    )
    if verb == Decision.Verb.REFUSE:
        _back(payment, Status.CANCELLED, "refused-by-house")
        tell(payment.player, "withdrawal-refused", cents=payment.cents, reason=reason.strip())
    elif payment.decisions.filter(verb=Decision.Verb.RELEASE).count() >= people_needed(payment):
        _change(payment, Status.RELEASED, "")
        Errand.objects.create(payment=payment, kind=Errand.Kind.PAY_OUT)
        tell(payment.player, "withdrawal-released", cents=payment.cents)
    return payment


@transaction.atomic
def withdrawal_ripen(id: UUID) -> bool:
    """What waited for its payment account goes on as if it were asked now, or back if the account is another by now."""
    payment, _ = lock(id)
    now = clock.now()
    if payment.status != Status.HELD or payment.reason != "new-account":
        return False
    if destination(payment.player_id) != (payment.iban, payment.holder):
        _back(payment, Status.CANCELLED, "account-changed")
        note(
            "withdrawals.cancelled",
            player=payment.player_id,
            about=f"payment:{id}",
            cents=payment.cents,
            reason="account-changed",
        )
        tell(payment.player, "withdrawal-failed", cents=payment.cents)
        return True
    if account_waits(payment.player_id, now):
        return False
    reason = held_for(payment.player, payment.cents, now, but=id)
    _change(payment, Status.HELD if reason else Status.RELEASED, reason)
    if not reason:
        Errand.objects.create(payment=payment, kind=Errand.Kind.PAY_OUT)
        tell(payment.player, "withdrawal-released", cents=payment.cents)
    return True


@transaction.atomic
def withdrawal_cancel(player: Player, id: UUID, request: Any = None) -> bool:
    """As long as the gateway has not been told, the player can take it back."""
    if not Payment.objects.filter(
        pk=id, player=player, direction=Payment.Direction.WITHDRAWAL, cause=Payment.Cause.PLAYER
    ).exists():
        return False
    payment, _ = lock(id)
    if payment.status not in CANCELLABLE:
        return False
    Errand.objects.filter(payment=payment, kind=Errand.Kind.PAY_OUT, done=None).update(done=clock.now())
    _back(payment, Status.CANCELLED, "")
    note("withdrawals.cancelled", player=player, request=request, about=f"payment:{id}", cents=payment.cents)
    return True


def withdrawal_sending(id: UUID) -> Payment | None:
    """From now on it cannot be taken back: the gateway is about to be told."""
    with transaction.atomic():
        payment, _ = lock(id)
        if payment.status == Status.RELEASED:
            payment.look = clock.now() + timedelta(seconds=60)
            _change(payment, Status.SENT, "", "look")
        return payment if payment.status == Status.SENT else None


def withdrawal_paid(payment: Payment) -> None:
    """Paid out, and gone from the house. The payment is locked."""
    payment.credited, payment.look = clock.now(), None
    _change(payment, Status.PAID, "", "credited", "look")
    post(Kind.WITHDRAWAL_PAID, payment.pk)
    note("withdrawals.paid", player=payment.player_id, about=f"payment:{payment.pk}", cents=payment.cents)
    tell(payment.player, "withdrawal-paid", cents=payment.cents, iban=payment.iban[-4:])


def withdrawal_failed(payment: Payment) -> None:
    """Not paid: the money is back in the wallet. The payment is locked."""
    payment.look = None
    _back(payment, Status.FAILED, "failed-at-gateway", "look")
    note("withdrawals.failed", player=payment.player_id, about=f"payment:{payment.pk}", cents=payment.cents)
    tell(payment.player, "withdrawal-failed", cents=payment.cents)


def lock(id: UUID) -> tuple[Payment, Purse]:
    """The accounts first, then the payment: everybody takes them in this order."""
    purse = purse_lock(Payment.objects.values_list("player_id", flat=True).get(pk=id))
    return Payment.objects.select_for_update(of=("self",)).select_related("player").get(pk=id), purse


def _back(payment: Payment, status: str, reason: str, *fields: str) -> None:
    _change(payment, status, reason, *fields)
    post(Kind.WITHDRAWAL_BACK, payment.pk)


def _change(payment: Payment, status: str, reason: str, *fields: str) -> None:
    payment.status, payment.reason, payment.changed = status, reason, clock.now()
    payment.save(update_fields=["status", "reason", "changed", *fields])
