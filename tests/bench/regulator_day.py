"""The regulator's files of one day of 10,000 rounds: the time from due to delivered, and the memory.

`REGULATOR_ROUNDS=100000` is the busy day that the goals refer to. The seconds of the wall say what a busy
machine does; those of the processor say what the work takes.
"""

from __future__ import annotations

import os
import resource
import time
from collections import Counter
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path

from tests.bench import environment
from tests.bench.bounded import IN_ORDER_OF_TIME
from tests.bench.measure import CLOCK, PROCESSOR, detail, goal

ROUNDS = int(os.environ.get("REGULATOR_ROUNDS", "10000"))
AT_ONCE, PLAYERS = 8_600, 250  # of one part of the past, whose tables are then full
LEAST = 1_000  # of one part: so few that they miss the day would look like full tables
MOST_SECONDS, MOST_MB = 300 * ROUNDS // 100_000, 500
# Of the worker's processor: half of the time, which a busy machine does not excuse.
MOST_PROCESSOR = 150 * ROUNDS // 100_000
PLAYED = "SELECT count(*) FROM games_round WHERE ended >= %s AND ended < %s"


def regulator_day() -> None:
    with environment.servers(as_administrator=True) as folder:
        from django.test import override_settings

        from players.audit import seals
        from players.shared import clock

        day = clock.day_of(clock.now()) - timedelta(days=1)
        since, until = clock.midnight(day), clock.midnight(day + timedelta(days=1))
        rounds = _play(since, until)
        while not seals.seal(margin=timedelta(seconds=-5)):
            time.sleep(0.05)
        place = Path(folder.path)
        settings = {
            "REGULATOR_VAULT": "2AA", "REGULATOR_ENTITY": 2, "REGULATOR_LICENCE": "004",
            "REGULATOR_FILES": str(place / "files"), "REGULATOR_OUTBOX": str(place / "outbox"),
            "REGULATOR_DELIVERY": "casino.compliance.regulator.delivery.FolderDelivery",
        }  # fmt: skip
        with override_settings(**settings):
            _measure(day, since, until, rounds)


def _play(since: datetime, until: datetime) -> int:
    """Parts of a past, until the day has so many rounds, in the order of time as a house writes them."""
    from django.core.management import call_command

    rounds, seed = 0, 0
    while rounds < ROUNDS:
        seed += 1
        quiet = {"stdout": StringIO(), "stderr": StringIO()}
        more = min(AT_ONCE, max(LEAST, ROUNDS - rounds))
        call_command("simulate_house", rounds=more, players=PLAYERS, seed=seed, days=1, jobs=1, **quiet)
        (played,) = environment.query(PLAYED, [since, until])[0]
        if played == rounds:
            raise RuntimeError(f"the tables of this day are full: {rounds:,} rounds of {ROUNDS:,}")
        rounds = int(played)
    for table, column in IN_ORDER_OF_TIME:
        environment.execute(f"CREATE INDEX in_order_of_time ON {table} ({column})")
        environment.execute(f"CLUSTER {table} USING in_order_of_time")
        environment.execute("DROP INDEX in_order_of_time")
    environment.execute("VACUUM ANALYZE")
    return rounds


def _measure(day: date, since: datetime, until: datetime, rounds: int) -> None:
    from casino.compliance.regulator.models import RegulatorFile
    from casino.compliance.regulator.production import make_files

    wall, processor = time.monotonic(), time.process_time()
    while make_files(seconds=MOST_SECONDS, since=since, until=until):
        pass
    took, worked = time.monotonic() - wall, time.process_time() - processor
    files = RegulatorFile.objects.filter(day=day)
    states = Counter(files.values_list("state", flat=True))
    assert set(states) == {"delivered"}, states
    size = sum(files.values_list("size", flat=True))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    detail(
        f"{rounds:,} rounds of {day}: {len(files)} files, {size / 1e6:,.0f} MB, in {took:.0f} s; "
        f"{worked:.0f} s of this process's processor"
    )
    goal("regulator-day.seconds", took, most=MOST_SECONDS, beside="no peer", machine=CLOCK)
    goal("regulator-day.processor", worked, most=MOST_PROCESSOR, beside="no peer", machine=PROCESSOR)
    goal("regulator-day.MB", memory, most=MOST_MB, beside="no peer")
