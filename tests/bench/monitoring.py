"""The monitoring rules: how fast they catch up with history, and how long a replay takes.

`MONITORING_ROUNDS` sets the size of the past; each round leaves about three and a half transfers.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.bench import environment
from tests.bench.long_past import write_past
from tests.bench.measure import CLOCK, detail, goal
from tests.bench.office_pages import play_one_round, unlimited

ROUNDS = int(os.environ.get("MONITORING_ROUNDS", "100000"))
# Events a second while it catches up; seconds for a replay of one rule over a past of 600,000, and of all.
LEAST_EVENTS = 20_000
ONE_RULE, ALL_RULES = 10.0 * ROUNDS / 600_000, 60.0 * ROUNDS / 600_000


def monitoring() -> None:
    with environment.servers(as_administrator=True) as folder, unlimited():
        from django.db import connection

        play_one_round(Path(str(folder.path)))
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
        replay_rules()
        catch_up()


def processor_seconds() -> float:
    """What this process and the server's process of its connection have used so far. Both work in turn, so on
    an idle machine the clock says about the same.
    """
    return time.process_time() + environment.server_seconds()


def replay_rules() -> None:
    from casino.compliance.monitoring.replay import replay, replay_rules
    from casino.compliance.monitoring.rules import read_rule, shipped_rules

    times = []
    for name, source in shipped_rules().items():
        begun, used = time.perf_counter(), processor_seconds()
        replayed = replay(read_rule(source))
        times.append(time.perf_counter() - begun)
        used = processor_seconds() - used
        detail(
            f"{name}: {replayed.alerts:,} alerts about {replayed.flagged:,} in {times[-1]:.1f} s, "
            f"{used:.1f} s of the processor"
        )
    goal("monitoring.rule", max(times), most=ONE_RULE, beside="no peer", machine=CLOCK)
    begun, used = time.perf_counter(), processor_seconds()
    replay_rules({place: read_rule(source) for place, source in enumerate(shipped_rules().values())})
    taken, used = time.perf_counter() - begun, processor_seconds() - used
    detail(f"all {len(times)} together: {taken:.1f} s, {used:.1f} s of the processor")
    goal("monitoring.rules", taken, most=ALL_RULES, beside="no peer", machine=CLOCK)


def catch_up() -> None:
    """From the first row of the record to now, as after an outage that was as long as the house is old."""
    from django.db import connection

    from casino.compliance.monitoring import following, record
    from casino.compliance.monitoring.rules import EVENTS

    first, until = record.first_moment(), record.settled_until()
    assert first is not None and until is not None
    events = len(record.read_events(first, until, events=EVENTS))
    begun, used = time.perf_counter(), processor_seconds()
    raised = following.follow(seconds=3600, until=until)
    taken, used = time.perf_counter() - begun, processor_seconds() - used
    detail(
        f"{events:,} events and {raised:,} alerts in {taken:.1f} s; {events / used:,.0f} events in a second "
        "of the processor"
    )
    goal("monitoring.events", events / taken, least=LEAST_EVENTS, beside="no peer", machine=CLOCK)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), avg(pg_column_size(s.*)), pg_total_relation_size('monitoring_playerstate')"
            " FROM monitoring_playerstate AS s"
        )
        states, size, whole = cursor.fetchone()
    detail(f"{states:,} states of {size:.0f} bytes; the table has {whole / states:.0f} bytes for each")
