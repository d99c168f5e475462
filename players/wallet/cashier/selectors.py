"""Readers of the cashier's payments."""

from __future__ import annotations

from django.db.models import Sum

from players.models import Player
from players.wallet.cashier.models import Payment


def money_under_review(player: Player) -> int:
    """What the player asked to withdraw and the house has not released yet, in cents."""
    held = Payment.objects.filter(
        player=player, direction=Payment.Direction.WITHDRAWAL, status=Payment.Status.HELD
    )
    return int(held.aggregate(cents=Sum("cents"))["cents"] or 0)
