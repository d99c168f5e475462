"""Days that are over, folded from the record into sums. Folding again gives the same; a day that was never folded is read live."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection, transaction

from players.history.models import Folded
from players.play_records import play_records
from players.shared import clock

AGAIN = 2  # days that are folded once more: whatever committed around midnight is in by then
LOCK = 0xF01D

MOVED = """
INSERT INTO history_moved (account_id, day, kind, play, moves, came, went)
SELECT a.id, (side.at AT TIME ZONE 'Europe/Lisbon')::date, side.kind, side.round IS NOT NULL, count(*), sum(side.came), sum(side.went)
FROM (
    SELECT target_id AS account, at, kind, round, cents AS came, 0 AS went FROM wallet_transfer WHERE at >= %(since)s AND at < %(until)s
    UNION ALL
    SELECT source_id, at, kind, round, 0, cents FROM wallet_transfer WHERE at >= %(since)s AND at < %(until)s
) AS side JOIN wallet_account AS a ON a.id = side.account AND a.kind = 'wallet' GROUP BY 1, 2, 3, 4
"""
OLDEST = "SELECT min(at) FROM wallet_transfer"


def folded_upto() -> date | None:
    return Folded.objects.values_list("upto", flat=True).first()


def fold() -> int:
    """Folds every day that is over and was not folded for good yet; how many days were read."""
    today = clock.day_of(clock.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        upto = folded_upto()
        if upto == today:
            return 0
        if upto is None:
            cursor.execute(OLDEST)
            firsts = (cursor.fetchone()[0], play_records().first_settlement())
            oldest = min((moment for moment in firsts if moment), default=None)
            since = clock.day_of(oldest) if oldest else today
        else:
            since = upto - timedelta(days=AGAIN)
        for table in ("history_played", "history_moved"):
            cursor.execute(f"DELETE FROM {table} WHERE day >= %s", [since])
        bounds = clock.midnight(since), clock.midnight(today)
        play_records().write_daily_totals(*bounds)
        cursor.execute(MOVED, {"since": bounds[0], "until": bounds[1]})
        Folded.objects.all().delete()
        Folded.objects.create(upto=today)
    return (today - since).days
