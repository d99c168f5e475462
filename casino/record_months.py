"""The months of the record: each month of transfers and of events is a partition of its own."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from msgspec import Struct

from casino.problems import Problem

MIN_MONTHS_AHEAD = 2


class MonthsAhead(Struct, frozen=True):
    """How many of the next three months are ready, and whether rows lie after the last that is."""

    months: int
    is_beyond: bool


def months_ahead() -> MonthsAhead:
    with connection.cursor() as cursor:
        cursor.execute("SELECT months, is_beyond FROM record_months_ahead()")
        return MonthsAhead(*cursor.fetchone())


def add_months() -> int:
    """Adds the months that are missing. The next look tries again what somebody's lock prevented."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT record_add_months()")
        return int(cursor.fetchone()[0])


def analyze() -> None:
    """Renews what the planner knows of both tables as a whole."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT record_analyze()")


def check_months(process: str) -> Iterator[Problem]:
    """Whether months to come have a place of their own. Rows without one are kept in a last place for all."""
    if process != "operator":
        return
    ahead = months_ahead()
    if ahead.is_beyond:
        yield Problem(
            "Transfers or events are dated after the last month that is ready.",
            "Look at the clock of the database server, then see docs/operating/records.md.",
        )
    elif ahead.months < MIN_MONTHS_AHEAD:
        yield Problem(
            f"Only {ahead.months} months of the record are ready.",
            "Look why the worker's task record-months fails; SELECT record_add_months() adds them at once.",
        )
