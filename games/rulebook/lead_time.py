"""The lead time of a rule change: prior approval always, and a number of working days for some changes.

A day counts if it is a working day in Portugal and, for the rules of Macau, also in Macau, public services
included. The day of the request does not count. The change applies from the midnight in Lisbon after the last
working day.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.catalogue.approval import Lead
from players.shared.clock import LISBON, midnight

# The countries in which a rule counts working days.
TIME_ZONES = {"PT": LISBON, "MO": ZoneInfo("Asia/Macau")}
PORTUGAL = ("PT",)
GENERATOR_DAYS = 5


@cache
def _holidays(country: str, year: int) -> frozenset[date]:
    import holidays  # a tenth of the time in which a process loads, and few ask

    # In Macau, public services have more holidays than other employers.
    known = holidays.country_holidays(
        country, years=year, categories=("public", "government") if country == "MO" else ("public",)
    )
    return frozenset(known)


def is_working(day: date, countries: Collection[str] = PORTUGAL) -> bool:
    """Whether the day is a working day in every one of those countries."""
    return day.weekday() < 5 and not any(day in _holidays(country, day.year) for country in countries)


def changes_draw(before: Any, after: Any) -> bool:
    """Whether the new sheet changes what decides results."""
    return before is not None and before.draw != after.draw


def leads(system: str, before: object | None, after: object, *, generator: bool = False) -> tuple[Lead, ...]:
    """The requirements before a change of this game applies. Approval comes first and has no number of days.

    [AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3] [MS-13]

    `before` is the sheet that the regulator approved last. It is None if none was approved yet: then every
    figure is determined for the first time (A70).
    """
    approval = GAMES[system].approval
    prior = Lead(0, _("The regulator approves it before it applies."), approval.rule)
    requirements = [prior, *approval.leads(before, after)]
    if generator or changes_draw(before, after):
        sentence = _(
            "The random generator changes: the regulator is notified five working days before it applies."
        )
        requirements.append(Lead(GENERATOR_DAYS, sentence))
    return tuple(requirements)


def earliest(
    requested: datetime, requirements: Iterable[Lead], countries: Collection[str] = PORTUGAL
) -> datetime:
    """The earliest moment at which a change requested at that time may apply."""
    days = max((lead.days for lead in requirements), default=0)
    if not days:
        return requested
    # If it is already tomorrow in one of the countries, the request counts from the later day.
    day = max(requested.astimezone(TIME_ZONES[country]).date() for country in countries)
    while days:
        day += timedelta(days=1)
        days -= is_working(day, countries)
    return midnight(day + timedelta(days=1))
