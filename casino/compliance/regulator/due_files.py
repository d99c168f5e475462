"""The files that are due for a day in Lisbon, and their names.

A day has 24 hours, 23 or 25 when the clocks change.

A name is `CCCC_YYYYMMDDHH_FAMILY`: the operator's code, the local day and hour, and the family; daily files
have no hour. The repeated hour in October has a B: `2025102601`, then `2025102601B`. A reprocessed file ends
with `_rp1`, `_rp2` and so on.
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
    """The hour or day that a file covers."""

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


def whole_day(day: date) -> Span:
    return Span(day, "", clock.midnight(day), clock.midnight(day + timedelta(days=1)))


def due_files(since: datetime, until: datetime) -> Iterator[tuple[str, Span]]:
    """The family and span of every file between two moments."""
    day = clock.day_of(since)
    while clock.midnight(day) < until:
        for span in hours_of(day):
            if since <= span.since and span.until <= until:
                yield from ((family, span) for family in HOURLY)
        whole = whole_day(day)
        if since <= whole.since and whole.until <= until:
            yield from ((family, whole) for family in DAILY)
        day += timedelta(days=1)


def file_name(family: str, span: Span, sequence: int = 0) -> str:
    suffix = f"_rp{sequence}" if sequence else ""
    return f"{settings.REGULATOR_CODE}_{span.day:%Y%m%d}{span.hour}_{family}{suffix}"


def deadline(after: datetime) -> datetime:
    """The hour REGULATOR_DEADLINE of the next day, local time in Lisbon."""
    tomorrow = clock.midnight(clock.day_of(after) + timedelta(days=1))
    # Wall-clock hours: also on a night when the clocks change.
    local = tomorrow.astimezone(clock.LISBON).replace(hour=settings.REGULATOR_DEADLINE, fold=0)
    return local.astimezone(tomorrow.tzinfo)
