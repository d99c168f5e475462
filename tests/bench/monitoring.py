"""The rules over what people do: how fast they catch up with history, and how long a replay takes.

`MONITORING_ROUNDS` sets the size of the past; each round leaves about three and a half transfers.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.bench import environment
from tests.bench.measure import detail, goal

ROUNDS = int(os.environ.get("MONITORING_ROUNDS", "600000"))
# Events a second while it catches up; seconds for a replay of one rule over the whole past, and of all.
LEAST_EVENTS, ONE_RULE, ALL_RULES = 20_000, 10.0, 60.0


def monitoring() -> None:
    with environment.servers(as_administrator=True) as folder:
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection, transaction
        from django.test import override_settings

        from casino.compliance.monitoring import following, record
        from casino.compliance.monitoring.models import Alert
        from casino.compliance.monitoring.replay import replay
        from casino.compliance.monitoring.rules import EVENTS, read_rule, shipped_rules
        from games.models import Table
        from players.models import Player
        from tests.bench.long_past import write_past
        from tests.live_table import LiveTable, bet

        plain = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }
        with override_settings(HOUSE_DEMO=True, STORAGES=plain):
            call_command("seed_demo", verbosity=0)
            ana, table = Player.objects.get(alias="Ana"), Table.objects.get(name="Lisboa")
            room = LiveTable(Path(str(folder.path)), table)
            room.sit([ana])
            room.until("bets-opened")
            room.send((ana, bet(room.round, {"red": 1000})))
            room.until("round-ended")
            begun = time.perf_counter()
            past = write_past(ROUNDS)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
                cursor.execute("SELECT count(*) FROM wallet_transfer")
                transfers = cursor.fetchone()[0]
            detail(
                f"{past.rounds:,} rounds of {past.players:,} players, {transfers:,} transfers, written in "
                f"{time.perf_counter() - begun:.0f} s"
            )
            slowest, total = 0.0, 0.0
            for name, source in shipped_rules().items():
                begun = time.perf_counter()
                with transaction.atomic():
                    replayed = replay(read_rule(source))
                taken = time.perf_counter() - begun
                detail(f"{name}: {replayed.alerts:,} alerts about {replayed.flagged:,} in {taken:.1f} s")
                slowest, total = max(slowest, taken), total + taken
            goal("monitoring.rule", slowest, most=ONE_RULE)
            goal("monitoring.rules", total, most=ALL_RULES)
            first, until = record.first_moment(), record.settled_until()
            assert first is not None and until is not None
            with transaction.atomic():
                happened = record.events_by_player(first, until, events=EVENTS)
                events = sum(len(of_player) for _, of_player in happened)
            begun = time.perf_counter()
            raised = following.follow(seconds=3600, until=until)
            taken = time.perf_counter() - begun
            detail(f"{events:,} events, {raised:,} alerts in {taken:.1f} s; {Alert.objects.count():,} stored")
            goal("monitoring.events", events / taken, least=LEAST_EVENTS)
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT avg(pg_column_size(s.*)), pg_table_size('monitoring_playerstate') / count(*),"
                    " count(*) FROM monitoring_playerstate AS s"
                )
                row, table_share, states = cursor.fetchone()
            detail(f"{states:,} states of {row:.0f} bytes, {table_share:.0f} bytes of the table for each")
