"""The published totals beside what the bank says. Where the bank has not said it, nobody knows."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, TextChoices, When
from django.utils.translation import gettext_lazy as _

from casino.players_funds.models import DayTotal
from players.wallet.bank.models import FundsDay


class Cover(TextChoices):
    COVERED = "covered", _("covered")
    SHORT = "short", _("not covered")
    UNKNOWN = "unknown", _("unknown")


def beside_the_bank(totals: QuerySet[DayTotal]) -> QuerySet[Any]:
    """Each with `owed`, and `held` at the bank: None while it is unknown."""
    held = FundsDay.objects.filter(day=OuterRef("day")).values("held")
    # The accounts for players' money at the bank are in euros.
    return totals.annotate(
        owed=F("cents") + F("jackpots"), held=Case(When(currency="EUR", then=Subquery(held)))
    )


def cover_of(total: Any) -> Cover:
    if total.held is None:
        return Cover.UNKNOWN
    return Cover.COVERED if total.held >= total.owed else Cover.SHORT
