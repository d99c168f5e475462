"""The database's clock in Lisbon time.

Limits, pauses and exclusions take the time from here and from nowhere else.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import connection

LISBON = ZoneInfo("Europe/Lisbon")
PERIODS = ("day", "week", "month")


class _Override:
    """The time that `at` has set, if any."""

    moment: datetime | None = None


def now() -> datetime:
    """The database's time at this moment, not at the beginning of the transaction."""
    if _Override.moment is not None:
        return _Override.moment
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        current: datetime = cursor.fetchone()[0]
    return current


def override() -> datetime | None:
    """The time that `at` has set, for SQL that reads the clock itself: `coalesce(%s, clock_timestamp())`."""
    return _Override.moment


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Everything inside the block sees this time."""
    before, _Override.moment = _Override.moment, moment.astimezone(UTC)
    try:
        yield
    finally:
        _Override.moment = before


def day_of(moment: datetime) -> date:
    """The day in Lisbon."""
    return moment.astimezone(LISBON).date()


def first_day(moment: datetime, period: str) -> date:
    """The first day of the day, week (from Monday) or month that contains a moment."""
    today = day_of(moment)
    match period:
        case "day":
            return today
        case "week":
            return today - timedelta(days=today.weekday())
        case "month":
            return today.replace(day=1)
    raise ValueError(period)


def start_of(moment: datetime, period: str) -> datetime:
    """The midnight in Lisbon at which the period that contains a moment began."""
    return midnight(first_day(moment, period))


def end_of(moment: datetime, period: str) -> datetime:
    """The midnight in Lisbon at which the next period begins. A day may have 23 or 25 hours."""
    first = first_day(moment, period)
    match period:
        case "day":
            return midnight(first + timedelta(days=1))
        case "week":
            return midnight(first + timedelta(days=7))
    return midnight(months_after(first, 1))


def midnight(day: date) -> datetime:
    return _moment(day, time())


def _moment(day: date, local_time: time) -> datetime:
    """A local time as UTC: arithmetic on local times would ignore the changes of the clocks."""
    return datetime.combine(day, local_time, LISBON).astimezone(UTC)


def months_after(day: date, months: int) -> date:
    """The same day some months later, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def later_by_months(moment: datetime, months: int) -> datetime:
    """The same local time in Lisbon some months later."""
    local = moment.astimezone(LISBON)
    return _moment(months_after(local.date(), months), local.time())


def later_by_days(moment: datetime, days: int) -> datetime:
    """The same local time in Lisbon some days later."""
    local = moment.astimezone(LISBON)
    return _moment(local.date() + timedelta(days=days), local.time())
