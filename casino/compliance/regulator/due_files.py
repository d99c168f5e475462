"""The files that are due for a day in Lisbon, by the pack in force, and by when they must be delivered."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from casino.compliance.regulator.facts.spans import Span
from casino.compliance.regulator.packs import pack_in_force
from players.shared import clock

ALARM_BEFORE = timedelta(minutes=30)  # the deadline: what has not left by then rings


def due_files(since: datetime, until: datetime) -> Iterator[tuple[str, Span]]:
    """The family and span of every file between two moments."""
    pack, day = pack_in_force(), clock.day_of(since)
    while clock.midnight(day) < until:
        for family in (*pack.hourly, *pack.daily):
            for span in pack.spans(family, day):
                if since <= span.since and span.until <= until:
                    yield family.code, span
        day += timedelta(days=1)


def deadline(after: datetime) -> datetime:
    """The hour of the next day by which the pack wants the files, local time in Lisbon."""
    tomorrow = clock.midnight(clock.day_of(after) + timedelta(days=1))
    # Wall-clock hours: also on a night when the clocks change.
    local = tomorrow.astimezone(clock.LISBON).replace(hour=pack_in_force().deadline, fold=0)
    return local.astimezone(tomorrow.tzinfo)
