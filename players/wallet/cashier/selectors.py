"""Readers of the cashier's payments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Sum

from players.models import Player
from players.wallet.cashier.models import Payment
from players.wallet.ledger import IdReused
from players.wallet.methods.descriptions import FIRST_CHOICE, Method
from players.wallet.methods.drivers import phone_text

LAST_DEPOSITS = 2


def money_under_review(player: Player) -> int:
    """What the player asked to withdraw and the house has not released yet, in cents."""
    held = Payment.objects.filter(
        player=player, direction=Payment.Direction.WITHDRAWAL, status=Payment.Status.HELD
    )
    return int(held.aggregate(cents=Sum("cents"))["cents"] or 0)


def repeated_payment(payment_id: UUID, player: Player, direction: str, cents: int) -> Payment | None:
    """The stored payment of a repeated request, if there is one.

    An id that another payment has raises IdReused.
    """
    payment = Payment.objects.filter(pk=payment_id).first()
    if payment is not None and (payment.player_id, payment.direction, payment.cents) != (
        player.pk,
        direction,
        cents,
    ):
        raise IdReused(payment_id)
    return payment


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
