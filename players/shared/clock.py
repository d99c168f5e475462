"""The hour of people: the database's own, on Lisbon's calendar. Every limit, pause and exclusion asks here and nowhere else."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import connection

LISBON = ZoneInfo("Europe/Lisbon")
PERIODS = ("day", "week", "month")

_held: datetime | None = None


def now() -> datetime:
    """The hour of the database, of this very moment and not of the beginning of the transaction."""
    if _held is not None:
        return _held
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found


def held() -> datetime | None:
    """The hour that was set, for a statement that reads the database's clock by itself: `coalesce(%s, clock_timestamp())`."""
    return _held


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """What is asked meanwhile is answered as of that moment."""
    global _held
    before, _held = _held, moment.astimezone(UTC)
    try:
        yield
    finally:
        _held = before


def day_of(moment: datetime) -> date:
    """The day in Lisbon."""
    return moment.astimezone(LISBON).date()


def first_day(moment: datetime, period: str) -> date:
    """The first day of the day, week (from Monday) or month around a moment."""
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
    """When the period around a moment began: midnight in Lisbon."""
    return midnight(first_day(moment, period))


def end_of(moment: datetime, period: str) -> datetime:
    """When the next period begins. A day may last 23 or 25 hours."""
    first = first_day(moment, period)
    match period:
        case "day":
            return midnight(first + timedelta(days=1))
        case "week":
            return midnight(first + timedelta(days=7))
    return midnight(months_after(first, 1))


def midnight(day: date) -> datetime:
    return _moment(day, time())


def _moment(day: date, hour: time) -> datetime:
    """What Lisbon's clocks show, as a moment that can be reckoned with: in local time a sum would ignore that they change."""
    return datetime.combine(day, hour, LISBON).astimezone(UTC)


def months_after(day: date, months: int) -> date:
    """The same day so many months later; the last of the month where there is no such day."""
    whole, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(whole, month + 1, min(day.day, calendar.monthrange(whole, month + 1)[1]))


def later_by_months(moment: datetime, months: int) -> datetime:
    """The same hour of Lisbon's clocks so many months later."""
    local = moment.astimezone(LISBON)
    return _moment(months_after(local.date(), months), local.time())


def later_by_days(moment: datetime, days: int) -> datetime:
    """The same hour of Lisbon's clocks so many days later."""
    local = moment.astimezone(LISBON)
    return _moment(local.date() + timedelta(days=days), local.time())


def after(moment: datetime, seconds: float) -> datetime:
    return moment + timedelta(seconds=seconds)
