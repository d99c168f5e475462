"""The days on which banks settle: the calendar of TARGET, which the European Central Bank publishes."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache


@cache
def next_business_day(day: date) -> date:
    """The first day after this one on which money moves between banks."""
    import holidays  # a tenth of the time in which a process loads, and few ask

    closed = holidays.ECB(years=[day.year, day.year + 1])  # type: ignore[attr-defined]
    following = day + timedelta(days=1)
    while following.weekday() >= 5 or following in closed:
        following += timedelta(days=1)
    return following
