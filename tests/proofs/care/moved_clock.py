"""The clock of the database, moved by a test: what a case does in weeks is played in seconds.

The database's clock is the clock of the house: rows, limits, deadlines and laws take the time from it. So the
functions that say the time are replaced, in the transaction of the test alone, and nothing else is: every row
of the record is written and dated by the product itself.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

# Each reading is a little later than the one before. So time does not depend on the speed of the machine.
BEGIN = """
CREATE SEQUENCE public.readings_of_the_clock;
GRANT USAGE ON SEQUENCE public.readings_of_the_clock TO PUBLIC
"""
MOVED = """
CREATE OR REPLACE FUNCTION pg_catalog.{name}() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
SELECT pg_catalog.current_setting('feltro.moment')::timestamptz
    + pg_catalog.nextval('public.readings_of_the_clock') * interval '10 microseconds'
$$
"""
# PostgreSQL would call its own code for their numbers: it is the text that it writes into each statement.
FUNCTIONS = ("clock_timestamp", "statement_timestamp", "transaction_timestamp", "now")
MOVE = "SELECT setval('public.readings_of_the_clock', 1), set_config('feltro.moment', %s, false)"


class MovedClock:
    """Stands still but for its readings, until it is moved."""

    def __init__(self, moment: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(BEGIN)
            self._move(moment)
            for name in FUNCTIONS:
                cursor.execute(MOVED.format(name=name))
            # Functions of the house keep the plans of their statements, and no plan knows that it depends on
            # a function of PostgreSQL itself: those of an earlier test would go on with the real time.
            cursor.execute("DISCARD PLANS")

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
            cursor.execute(MOVE, [moment.isoformat()])
