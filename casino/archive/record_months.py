"""The months of the record: each month of transfers and of events is a partition of its own."""

from __future__ import annotations

from django.db import connection
from msgspec import Struct


class MonthsAhead(Struct, frozen=True):
    """How many of the next three months are ready, and whether rows lie after the last that is."""

    months: int
    is_beyond: bool


def months_ahead() -> MonthsAhead:
    with connection.cursor() as cursor:
        cursor.execute("SELECT months, is_beyond FROM record_months_ahead()")
        return MonthsAhead(*cursor.fetchone())


def add_months() -> int:
    """Adds the months that are missing. The next run adds those that a lock prevented."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT record_add_months()")
        return int(cursor.fetchone()[0])


def analyze() -> None:
    """Renews what the planner knows of both tables as a whole."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT record_analyze()")
