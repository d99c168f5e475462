"""Daily totals of past days, computed from the record.

Computing them again gives the same; days without totals are read live.
"""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection, transaction

from players.history.models import FoldedUntil
from players.play_records import play_records
from players.shared import clock

REPEATED_DAYS = 2  # days whose totals are computed again, because transactions may commit after midnight
LOCK = 0xF01D

MOVED = """
INSERT INTO history_moved (account_id, day, kind, play, moves, came, went)
SELECT a.id, (side.at AT TIME ZONE 'Europe/Lisbon')::date, side.kind, side.round IS NOT NULL, count(*),
       sum(side.came), sum(side.went)
FROM (
    SELECT target_id AS account, at, kind, round, cents AS came, 0 AS went FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s
    UNION ALL
    SELECT source_id, at, kind, round, 0, cents FROM wallet_transfer WHERE at >= %(since)s AND at < %(until)s
) AS side JOIN wallet_account AS a ON a.id = side.account AND a.kind = 'wallet' GROUP BY 1, 2, 3, 4
"""
OLDEST_TRANSFER = "SELECT min(at) FROM wallet_transfer"


def totals_until() -> date | None:
    return FoldedUntil.objects.values_list("upto", flat=True).first()


def update_totals() -> int:
    """Computes the totals of every past day that has no final totals yet. Returns how many days were read."""
    today = clock.day_of(clock.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        until = totals_until()
        if until == today:
            return 0
        if until is None:
            cursor.execute(OLDEST_TRANSFER)
            first_moments = (cursor.fetchone()[0], play_records().first_settlement())
            oldest = min((moment for moment in first_moments if moment), default=None)
            since = clock.day_of(oldest) if oldest else today
        else:
            since = until - timedelta(days=REPEATED_DAYS)
        for table in ("history_played", "history_moved"):
            cursor.execute(f"DELETE FROM {table} WHERE day >= %s", [since])
        bounds = clock.midnight(since), clock.midnight(today)
        play_records().write_daily_totals(*bounds)
        cursor.execute(MOVED, {"since": bounds[0], "until": bounds[1]})
        FoldedUntil.objects.all().delete()
        FoldedUntil.objects.create(upto=today)
    return (today - since).days
