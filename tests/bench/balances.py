"""The total of players' money of a day with a million players: read, computed, stored, one file.

`BALANCES_PLAYERS=1000000` sets the size. Their accounts are there before; measured is the task of the worker.
"""

from __future__ import annotations

import os
import resource
import time
from datetime import UTC, datetime, timedelta
from unittest import mock

from tests.bench import environment
from tests.bench.measure import CLOCK, detail, goal
from tests.bench.monitoring import processor_seconds

PLAYERS = int(os.environ.get("BALANCES_PLAYERS", "1000000"))
MOST_SECONDS, MOST_MB, MOST_BYTES = 60, 900, 130
FILE_SECONDS = 0.5
# The laws of accounts are asked for each row; here a million rows are there at once, as after years.
ACCOUNTS = """
SET LOCAL session_replication_role = replica;
INSERT INTO wallet_account (kind, currency, player_id, balance, moves, latch)
SELECT 'wallet', 'EUR', 10000000 + n, (random() * random() * 100000)::bigint + 1, 1, 0
FROM generate_series(1, %s) AS n
"""
STORED = """
SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY[
    'players_funds_leaftile', 'players_funds_placetile', 'players_funds_daytree']) AS name
"""


def balances() -> None:
    with environment.servers(as_administrator=True):
        from django.db import connection, transaction

        from casino.players_funds import publishing
        from casino.players_funds.models import DayTotal
        from casino.players_funds.statements import statement_for

        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(ACCOUNTS, [PLAYERS])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        began, processor = time.monotonic(), processor_seconds()
        settled = datetime.now(UTC) + timedelta(seconds=1)
        with mock.patch.object(publishing, "settled_until", return_value=settled):
            published = publishing.publish_due()
        seconds, worked = time.monotonic() - began, processor_seconds() - processor
        total = DayTotal.objects.get()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        ((stored,),) = environment.query(STORED, [])
        began = time.monotonic()
        statement = statement_for(total, 10_000_000 + PLAYERS // 2)
        asked = time.monotonic() - began
        assert published == 1 and statement is not None and statement["parts"]
        detail(f"{PLAYERS:,} players, {total.leaves:,} leaves, {total.cents:,} cents")
        detail(f"{seconds:.1f} s, of which a processor worked {worked:.1f} s, PostgreSQL's included")
        detail(f"memory before {before:.0f} MB, at most {most:.0f} MB")
        detail(f"a file of {len(str(statement)):,} characters for one player in {asked * 1000:.0f} ms")
        goal("balances.seconds", seconds, most=MOST_SECONDS, beside="no peer", machine=CLOCK)
        goal("balances.memory-mb", most, most=MOST_MB, beside="no peer")
        goal("balances.bytes-a-player", int(stored) / PLAYERS, most=MOST_BYTES, beside="no peer")
        goal("balances.file-s", asked, most=FILE_SECONDS, beside="no peer", machine=CLOCK)
