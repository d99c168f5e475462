"""Every scheduled job over a history and over one four times as long, each with the same new play.

Two houses stand beside each other, in processes of their own. Both have as many rounds a day; the longer one
has four times as many days. In each turn both play the same number of new rounds, and then every task of the
schedule runs in the one and in the other, with a day of its own to work on where it works by days. The first
turns work off the history and are not counted.

Two ratios are printed for each job: of its time, and of the rows that it read. Rows are counted by PostgreSQL
and hardly vary, so that they show growth in a job that is too short to time.

`BOUNDED_ROUNDS=3000` is the length of the shorter history, `BOUNDED_TURNS=3` the number of turns.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Any, TextIO

from tests.bench import environment
from tests.bench.measure import detail, goal

ROUNDS = int(os.environ.get("BOUNDED_ROUNDS", "3000"))
TURNS = int(os.environ.get("BOUNDED_TURNS", "3"))
TIMES = 4
# About as long as the longest spans that jobs look at: the collusion analysis compares 90 days.
DAYS = 100
# Some tasks work off what another one has left them in the turn before.
WORKING_OFF = 2
PLAYERS = 40
NEW_ROUNDS = 5
MOST = 1.2
# The ratio of a shorter job says more about the machine, and that of fewer rows about small tables, which
# PostgreSQL reads whole.
SHORTEST, FEWEST = 0.010, 1_000
# Tasks of the schedule that are not measured, each with the reason.
NOT_MEASURED = {
    "odds": "computes from rule sheets, once for each, in minutes",
    "prove-complete": "the monthly check of the whole record",
    "record-check-complete": "the monthly check of the whole record",
    "record-statistics": "samples 30,000 rows of each month, and a history as short as here whole",
}
# What PostgreSQL counted of this connection, which it must first hand over.
ROWS_READ = """
SELECT pg_stat_force_next_flush();
SELECT pg_stat_clear_snapshot();
SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables
"""
# The past is simulated one table after the other. In a house the rows of all tables lie in the order of time,
# and an index by blocks finds those of an hour.
IN_ORDER_OF_TIME = (
    ("games_event_first", "at"),
    ("wallet_transfer_first", "at"),
    ("games_round", "ended"),
    ("games_stake", "at"),
    ("players_playsession", "started"),
)
# The tables that grow with each round, without their indexes, and the indexes.
SIZES = """
SELECT c.relname, CASE c.relkind WHEN 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END AS size
FROM pg_class AS c LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
WHERE coalesce(i.indrelid, c.oid) IN ('games_command'::regclass, 'games_round'::regclass,
    'games_stake'::regclass, 'players_playsession'::regclass)
OR coalesce(i.indrelid, c.oid) IN (SELECT inhrelid FROM pg_inherits
    WHERE inhparent IN ('games_event'::regclass, 'wallet_transfer'::regclass))
ORDER BY size DESC
"""
Task = Callable[[], Any]
Measured = list[tuple[float, int]]  # the seconds and the rows of each turn
ANSWERS: list[TextIO] = [sys.stdout]


class MeasuredHouse:
    """A house with a past, in a process of its own: that module's `serve` of so many times the history."""

    def __init__(self, module: str, times: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, str(times)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"a house of the bench ended with {self.process.wait()}")
        return json.loads(line)

    def order(self, *words: str) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def bounded() -> None:
    jobs = measure_in_turn("tests.bench.bounded")
    for name, reason in NOT_MEASURED.items():
        detail(f"{name}: not measured ({reason})")
    report("bounded", jobs)


def measure_in_turn(module: str) -> dict[str, list[Measured]]:
    """What each job took over the history of that module and over one that is longer."""
    begun = time.monotonic()
    houses = [MeasuredHouse(module, 1), MeasuredHouse(module, TIMES)]
    jobs: dict[str, list[Measured]] = {}
    try:
        for house in houses:
            written, *sizes = house.answer()
            detail(written)
        for line in sizes:
            detail(line)
        names = houses[0].order("names")
        for turn in range(WORKING_OFF + TURNS):
            for house in houses:
                house.order("play")
            for name in names:
                pair = jobs.setdefault(name, [[], []])
                # In turn, so that other load affects both alike.
                for house, measured in zip(houses, pair, strict=True):
                    seconds, rows = house.order("run", name)
                    if turn >= WORKING_OFF:
                        measured.append((seconds, rows))
            if turn == WORKING_OFF - 1:
                detail(f"the history is worked off after {time.monotonic() - begun:.0f} s")
    finally:
        for house in houses:
            house.end()
    detail(f"{time.monotonic() - begun:.0f} s in all, load {os.getloadavg()[0]:.1f}")
    return jobs


def report(line: str, jobs: dict[str, list[Measured]]) -> None:
    worst_time = worst_rows = 0.0
    for name, pair in sorted(jobs.items()):
        (few, few_rows), (many, many_rows) = map(medians, pair)
        time_ratio, rows_ratio = many / few, many_rows / max(1, few_rows)
        counted = [many >= SHORTEST, max(few_rows, many_rows) >= FEWEST]
        worst_time = max(worst_time, time_ratio * counted[0])
        worst_rows = max(worst_rows, rows_ratio * counted[1])
        remarks = ["" if is_counted else " (too few to count)" for is_counted in counted]
        detail(
            f"{name}: {few * 1000:,.1f} ms, over {TIMES} times the history {many * 1000:,.1f}: "
            f"{time_ratio:.2f}{remarks[0]}; rows {few_rows:,.0f} and {many_rows:,.0f}: "
            f"{rows_ratio:.2f}{remarks[1]}"
        )
    shorter = "a history of a quarter, in the same turns"
    goal(f"{line}.rows", worst_rows, most=MOST, beside=shorter)
    goal(f"{line}.ratio", worst_time, most=MOST, beside=shorter)


def medians(measured: Measured) -> tuple[float, float]:
    return median(seconds for seconds, _ in measured), median(rows for _, rows in measured)


def serve(times: int) -> None:
    """The process of one house: reads orders, and answers each with one line of JSON."""
    with environment.servers() as folder:
        set_places(folder.path)
        begun = time.monotonic()
        simulate(times)
        written = f"{ROUNDS * times:,} rounds of {DAYS * times} days, in {time.monotonic() - begun:.0f} s"
        answer([written, *sizes(ROUNDS * times)])
        obey(NewPlay(folder.path), scheduled_tasks())


def set_places(folder: Path) -> None:
    """Where the jobs of a house read its key and write their files."""
    from django.conf import settings

    from tests.live_table import seal_key

    settings.SEAL_KEY_FILE = str(seal_key(folder))
    settings.ANCHOR_DIR = str(folder / "anchors")
    settings.REGULATOR_FILES = str(folder / "files")
    settings.REGULATOR_OUTBOX = str(folder / "outbox")


def obey(table: NewPlay, tasks: dict[str, Task]) -> None:
    """Reads orders until their end."""
    for line in sys.stdin:
        match json.loads(line):
            case ["play"]:
                table.play(NEW_ROUNDS)
                answer(None)
            case ["names"]:
                answer(list(tasks))
            case ["run", str(name)]:
                prepare(name)
                answer(measure(tasks[name]))


def measure(task: Task) -> tuple[float, int]:
    before = rows_read()
    started = time.perf_counter()
    task()
    seconds = time.perf_counter() - started
    return seconds, rows_read() - before


def rows_read() -> int:
    rows = 0
    for statement in ROWS_READ.strip().split(";\n"):
        ((rows,),) = environment.query(statement)
    return int(rows or 0)


def keep_output_for_answers() -> None:
    """Log lines go to standard error: standard output has the answers alone."""
    ANSWERS[:] = [os.fdopen(os.dup(sys.stdout.fileno()), "w")]
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def answer(value: Any) -> None:
    print(json.dumps(value), file=ANSWERS[0], flush=True)


def simulate(times: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from players.audit import seals

    options = {"rounds": ROUNDS * times, "players": PLAYERS, "seed": 1, "days": DAYS * times, "jobs": 1}
    call_command("simulate_house", **options, stdout=StringIO(), stderr=StringIO())
    for _ in range(2):  # a horizon, and the seal up to it
        seals.seal()
    with connection.cursor() as cursor:
        for table, column in IN_ORDER_OF_TIME:
            cursor.execute(f"CREATE INDEX in_order_of_time ON {table} ({column})")
            cursor.execute(f"CLUSTER {table} USING in_order_of_time")
            cursor.execute("DROP INDEX in_order_of_time")
        cursor.execute("VACUUM ANALYZE")


def sizes(rounds: int) -> list[str]:
    """How much a round takes, by table and index."""
    rows = environment.query(SIZES)
    lines = [f"{size / rounds:,.0f} bytes a round: {name}" for name, size in rows if size >= 20 * rounds]
    return [*lines, f"{sum(size for _, size in rows) / rounds:,.0f} bytes a round in all"]


class NewPlay:
    """Two players at a table of their own, who bet on red and black."""

    def __init__(self, folder: Path) -> None:
        from tests.bench.own_table import OwnTable
        from tests.live_table import players_with

        self.table = OwnTable(folder, players_with(1_000_000, 2), 100)

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.table.until("bets-opened")
            self.table.accepted(
                self.table.bets(
                    [
                        (player, {colour: 500})
                        for player, colour in zip(self.table.players, ("red", "black"), strict=True)
                    ]
                )
            )
            self.table.until("round-ended")


def scheduled_tasks() -> dict[str, Task]:
    """Each task of the schedule by its name, and a day of the regulator's files."""
    from django.conf import settings

    tasks: dict[str, Task] = {}
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if name not in NOT_MEASURED:
            module, _, function = str(entry["task"]).rpartition(".")
            arguments: Any = entry.get("args", ())
            tasks[name] = partial(getattr(import_module(module), function), *arguments)
    tasks["prove"] = prove  # the task asks the croupier's process to start this command
    tasks["regulator-files of a day"] = RegulatorDays().make
    return tasks


def prove() -> None:
    from django.core.management import call_command

    call_command("prove", jobs=1, stdout=StringIO(), stderr=StringIO())


class RegulatorDays:
    """All files of one day of the past, a later day each time."""

    def __init__(self) -> None:
        from players.shared import clock

        self.day = clock.day_of(clock.now()) - timedelta(days=DAYS // 2)

    def make(self) -> None:
        from casino.compliance.regulator import production
        from players.shared import clock

        since, self.day = self.day, self.day + timedelta(days=1)
        production.make_files(seconds=600, since=clock.midnight(since), until=clock.midnight(self.day))


def prepare(name: str) -> None:
    """Leaves yesterday to work on to a task that has done it already."""
    from casino.compliance.reports.models import ReportsFoldedUntil
    from casino.compliance.rtp_monitoring.models import REFOLDED_DAYS, ReturnsFoldedUntil
    from players.history.models import FoldedUntil
    from players.shared import clock

    yesterday = clock.day_of(clock.now()) - timedelta(days=1)
    match name:
        case "fold-days":
            FoldedUntil.objects.update(upto=yesterday)
        case "report-days":
            ReportsFoldedUntil.objects.update(day=yesterday)
        case "returns" if ReturnsFoldedUntil.objects.exists():
            reached = ReturnsFoldedUntil.objects.get().reached
            reached["day"] = (yesterday - timedelta(days=REFOLDED_DAYS)).isoformat()
            ReturnsFoldedUntil.objects.update(day=yesterday, reached=reached)


if __name__ == "__main__":
    keep_output_for_answers()
    serve(int(sys.argv[1]))
