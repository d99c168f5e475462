"""Which files a day of Lisbon owes, and what each is called. A day has 24 hours, 23 when the clocks go forward and 25 when they go back.

A name is `CCCC_YYYYMMDDHH_FAMILY`: the house's code, the day and hour as Lisbon's clocks show them, the family; without the hour for
the files of a day. The hour that comes a second time in October is called with a B: `2025102601` and then `2025102601B`. A file made
again ends with `_rp1`, `_rp2` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.conf import settings
from msgspec import Struct

from casino.compliance.regulator.models import DAILY, HOURLY
from players.shared import clock

HOUR = timedelta(hours=1)


class Span(Struct, frozen=True):
    """A time that one file of a family is about."""

    day: date
    hour: str
    since: datetime
    until: datetime


def hours_of(day: date) -> list[Span]:
    begins, ends = clock.midnight(day), clock.midnight(day + timedelta(days=1))
    spans: list[Span] = []
    while begins < ends:
        shown = begins.astimezone(clock.LISBON)
        label = f"{shown:%H}{'B' if shown.fold else ''}"
        spans.append(Span(day, label, begins, begins + HOUR))
        begins += HOUR
    return spans


def day_of(day: date) -> Span:
    return Span(day, "", clock.midnight(day), clock.midnight(day + timedelta(days=1)))


def owed(since: datetime, until: datetime) -> Iterator[tuple[str, Span]]:
    """Every file of a time that is over, of the days from the one on to the other."""
    day = clock.day_of(since)
    while clock.midnight(day) < until:
        for span in hours_of(day):
            if since <= span.since and span.until <= until:
                yield from ((family, span) for family in HOURLY)
        whole = day_of(day)
        if since <= whole.since and whole.until <= until:
            yield from ((family, whole) for family in DAILY)
        day += timedelta(days=1)


def named(family: str, span: Span, sequence: int = 0) -> str:
    again = f"_rp{sequence}" if sequence else ""
    return f"{settings.REGULATOR_CODE}_{span.day:%Y%m%d}{span.hour}_{family}{again}"


def deadline(after: datetime) -> datetime:
    """At that hour of the day after, by Lisbon's clocks."""
    tomorrow = clock.midnight(clock.day_of(after) + timedelta(days=1))
    # Hours of the clock and not of the sun: where the clocks change that night, one o'clock is one o'clock.
    local = tomorrow.astimezone(clock.LISBON).replace(hour=settings.REGULATOR_DEADLINE, fold=0)
    return local.astimezone(tomorrow.tzinfo)
