"""The periods that files cover: hours, some hours, or a day of Lisbon, which has 24 hours, or 23 or 25 when
the clocks change.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from msgspec import Struct

from players.shared import clock

HOUR = timedelta(hours=1)
WHOLE_DAY = 24  # hours of a period that is the day, however long that is


class Span(Struct, frozen=True):
    """The period that a file covers. `hour` is when it begins, with a B in the repeated hour; empty for a
    day.
    """

    day: date
    hour: str
    since: datetime
    until: datetime


def hours_of(day: date) -> list[Span]:
    return spans_of(day, 1)


def spans_of(day: date, hours: int) -> list[Span]:
    """The day in periods of so many hours. The last may be shorter or longer when the clocks change."""
    if hours == WHOLE_DAY:
        return [whole_day(day)]
    begins, ends = clock.midnight(day), clock.midnight(day + timedelta(days=1))
    spans: list[Span] = []
    while begins < ends:
        shown = begins.astimezone(clock.LISBON)
        label = f"{shown:%H}{'B' if shown.fold else ''}"
        spans.append(Span(day, label, begins, min(begins + hours * HOUR, ends)))
        begins += hours * HOUR
    return spans


def whole_day(day: date) -> Span:
    return Span(day, "", clock.midnight(day), clock.midnight(day + timedelta(days=1)))
