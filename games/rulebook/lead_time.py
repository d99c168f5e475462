"""How long before it applies a change must have been asked for: prior approval always, and some changes so many working days.

A day counts when it is a working day in Portugal and, for the rules of Macau, in Macau too, public services included. The day of the
request does not count, and the change applies from the midnight in Lisbon after the last of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import holidays
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.catalogue.approval import Lead
from players.shared.clock import LISBON, midnight

# Where a rule counts working days, by country.
TIME_ZONES = {"PT": LISBON, "MO": ZoneInfo("Asia/Macau")}
PORTUGAL = ("PT",)
GENERATOR_DAYS = 5


@cache
def _holidays(country: str, year: int) -> frozenset[date]:
    # In Macau the days on which public services are shut are more than those on which nobody works.
    known = holidays.country_holidays(
        country, years=year, categories=("public", "government") if country == "MO" else ("public",)
    )
    return frozenset(known)


def is_working(day: date, countries: Collection[str] = PORTUGAL) -> bool:
    """Whether the day is a working day in every one of those countries."""
    return day.weekday() < 5 and not any(day in _holidays(country, day.year) for country in countries)


def leads(system: str, before: Any | None, after: Any, *, generator: bool = False) -> tuple[Lead, ...]:
    """What a change of this game must wait for. Approval comes first, and has no number of days.

    [AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3] [MS-13]

    `before` is what the regulator approved last; None where nothing was approved yet, so that every figure is a first
    determination (A70).
    """
    approval = GAMES[system].approval
    prior = Lead(0, _("The regulator approves it before it applies."), approval.rule)
    waits = [prior, *approval.leads(before, after)]
    if generator:
        sentence = _("The random generator changes: told five working days before it applies.")
        waits.append(Lead(GENERATOR_DAYS, sentence))
    return tuple(waits)


def earliest(requested: datetime, waits: Iterable[Lead], countries: Collection[str] = PORTUGAL) -> datetime:
    """The earliest moment at which a change that was requested then may apply."""
    days = max((lead.days for lead in waits), default=0)
    if not days:
        return requested
    # The request is of the later day where it is already tomorrow in one of the countries.
    day = max(requested.astimezone(TIME_ZONES[country]).date() for country in countries)
    while days:
        day += timedelta(days=1)
        days -= is_working(day, countries)
    return midnight(day + timedelta(days=1))
