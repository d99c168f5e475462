"""The clock of the database, moved by a test: what a case does in weeks is played in seconds.

The database's clock is the clock of the house: rows, limits, deadlines and laws take the time from it. So the
functions that say the time are replaced, in the transaction of the test alone, and nothing else is: every row
of the record is written and dated by the product itself.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

REAL = """
CREATE FUNCTION pg_catalog.unmoved_clock() RETURNS timestamptz LANGUAGE internal VOLATILE AS 'clock_timestamp'
"""
MOVED = """
CREATE OR REPLACE FUNCTION pg_catalog.{name}() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
SELECT pg_catalog.unmoved_clock()
    + coalesce(nullif(pg_catalog.current_setting('feltro.moved', true), ''), '0')::interval
$$
"""
# PostgreSQL would call its own code for their numbers: it is the text that it writes into each statement.
FUNCTIONS = ("clock_timestamp", "statement_timestamp", "transaction_timestamp", "now")
MOVE = "SELECT set_config('feltro.moved', (%s - pg_catalog.unmoved_clock())::text, false)"


class MovedClock:
    """Goes on by itself from wherever it was moved."""

    def __init__(self, moment: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(REAL)
            for name in FUNCTIONS:
                cursor.execute(MOVED.format(name=name))
        self._move(moment)

    def move_to(self, moment: datetime) -> None:
        """Never back: a moment that has passed is now."""
        if moment > self.now():
            self._move(moment)

    def now(self) -> datetime:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
        return moment

    @staticmethod
    def _move(moment: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(MOVE, [moment])
