"""Readers of the cashier's payments."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Sum

from players.models import Player
from players.wallet.cashier.models import Payment
from players.wallet.ledger import IdReused


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
