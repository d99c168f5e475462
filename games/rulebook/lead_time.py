"""How long before it applies a change must have been asked for: prior approval always, and some changes so many working days.

A day counts when it is a working day in Portugal and, for the rules of Macau, in Macau too, public services included. The day of the
request does not count, and the change applies from the midnight in Lisbon after the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import holidays
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.shared.clock import LISBON, midnight

MACAU = ZoneInfo("Asia/Macau")
MACAU_STUD = "macau-stud"
ROYAL_DAYS = 3  # [MS-13]
GENERATOR_DAYS = 5


class Lead(Struct, frozen=True):
    """One reason why a change must wait, with its rule where a game's regulation has one."""

    days: int
    why: Promise
    rule: str = ""


# Fixing or changing specific rules needs prior approval.  [AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3] [MS-13]
APPROVAL: Mapping[str, str] = {
    "american-roulette": "AR-P3",
    "french-roulette": "FR-P3",
    "blackjack": "BJ-P3",
    "baccarat": "PB-P3",
    "caribbean-stud": "CS-P3",
    "holdem": "HE-P3",
    "macau-stud": "MS-13",
}


@cache
def _holidays(country: str, year: int) -> frozenset[date]:
    # In Macau the days on which public services are shut are more than those on which nobody works.
    known = holidays.country_holidays(
        country, years=year, categories=("public", "government") if country == "MO" else ("public",)
    )
    return frozenset(known)


def is_working(day: date, *, macau: bool = False) -> bool:
    if day.weekday() >= 5 or day in _holidays("PT", day.year):
        return False
    return not (macau and day in _holidays("MO", day.year))


def leads(system: str, before: Any | None, after: Any, *, generator: bool = False) -> tuple[Lead, ...]:
    """What a change of this game must wait for. Approval comes first, and has no number of days.

    `before` is what the regulator approved last; None where nothing was approved yet, so that every figure is a first determination (A70).
    """
    found = [Lead(0, _("The regulator approves it before it applies."), APPROVAL[system])]
    if system == MACAU_STUD and (before is None or before.royal_times != after.royal_times):
        why = _(
            "The figure of a royal flush is determined: asked for three working days before it applies, in Portugal and in Macau."
        )
        found.append(Lead(ROYAL_DAYS, why, "MS-13"))  # [MS-13]
    if generator:
        found.append(
            Lead(GENERATOR_DAYS, _("The random generator changes: told five working days before it applies."))
        )
    return tuple(found)


def earliest(asked: datetime, wanted: tuple[Lead, ...], *, macau: bool) -> datetime:
    """The earliest moment at which a change that was asked for then may apply."""
    days = max((lead.days for lead in wanted), default=0)
    if not days:
        return asked
    # Where it is later already, the request is of that day.
    day = (
        max(asked.astimezone(LISBON).date(), asked.astimezone(MACAU).date())
        if macau
        else asked.astimezone(LISBON).date()
    )
    while days:
        day += timedelta(days=1)
        days -= is_working(day, macau=macau)
    return midnight(day + timedelta(days=1))
