"""`python -m tests.bench.profiling`: where the microseconds of a bet go, at one table without its messages.

Two samplers watch the same work. A timer of processor time shows which of our modules runs. A second session
of PostgreSQL looks at the first one about a thousand times a second: which statement runs, or what it waits
for. Both cost some time themselves, so the shares count, and `make bench` has the speed.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.bench import environment
from tests.bench.bets import BATCH, CENTS, MONEY, PLAYERS, Turns

INTERVAL = 0.001  # seconds of processor time between two samples
SHOWN = 14  # lines of each table
ROOT = Path(__file__).resolve().parents[2]
SAMPLES = """
CREATE TEMPORARY TABLE sample (what text);
DO $$ BEGIN
    WHILE clock_timestamp() < timestamptz '{end}' LOOP
        PERFORM pg_stat_clear_snapshot();
        INSERT INTO sample SELECT CASE
            WHEN state <> 'active' OR wait_event = 'ClientRead' THEN 'waits for Python'
            WHEN wait_event IS NOT NULL THEN 'waits: ' || wait_event
            ELSE 'runs: ' || left(regexp_replace(query, '[\\s\\d]+', ' ', 'g'), 44) END
        FROM pg_stat_activity WHERE pid = {pid};
        PERFORM pg_sleep(0.001);
    END LOOP;
END $$;
"""


class ProcessorTime:
    """Samples of the running Python function: the module of ours that is innermost, and the function."""

    def __init__(self) -> None:
        self.modules: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.is_on = False

    def take(self, _signal: int, frame: FrameType | None) -> None:
        if frame is None or not self.is_on:
            return
        self.functions[f"{short(frame.f_code.co_filename)}: {frame.f_code.co_name}"] += 1
        while frame is not None and not is_ours(frame.f_code.co_filename):
            frame = frame.f_back
        self.modules[short(frame.f_code.co_filename) if frame else "elsewhere"] += 1

    @contextmanager
    def taken(self) -> Iterator[None]:
        before = signal.signal(signal.SIGPROF, self.take)
        signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def is_ours(path: str) -> bool:
    return path.startswith(f"{ROOT}/") and "site-packages" not in path


def short(path: str) -> str:
    name = path.rpartition("site-packages/")[2]
    return name.removeprefix(f"{ROOT}/").removeprefix(".venv/")


def sample_session(pid: int, seconds: float, into: Counter[str]) -> None:
    """Runs in PostgreSQL; this thread only waits for it."""
    import psycopg
    from django.db import connection

    address = connection.get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold"):
        address.pop(name, None)
    with psycopg.connect(autocommit=True, **address) as watching:
        (end,) = watching.execute("SELECT clock_timestamp() + %s * interval '1 s'", [seconds]).fetchone()
        watching.execute("SET statement_timeout = 0")
        watching.execute(SAMPLES.format(pid=pid, end=end.isoformat()))
        into.update(dict(watching.execute("SELECT what, count(*) FROM sample GROUP BY 1")))


def profile(own: Any, batch: int, seconds: float) -> None:
    turns, statements, processor = Turns(own.players), Counter[str](), ProcessorTime()
    ((pid,),) = environment.query("SELECT pg_backend_pid()")
    watcher = threading.Thread(target=sample_session, args=(pid, seconds, statements))
    watcher.start()
    spent, cpu, commands, begun = 0.0, 0.0, 0, time.perf_counter()
    with processor.taken():
        while time.perf_counter() - begun < seconds:
            requests = own.bets([turns.next() for _ in range(batch)])
            processor.is_on, wall, used = True, time.perf_counter(), time.process_time()
            own.accepted(requests)
            processor.is_on = False
            spent += time.perf_counter() - wall
            cpu += time.process_time() - used
            commands += batch
    watcher.join()
    microseconds, python = spent / commands * 1e6, cpu / commands * 1e6
    print(f"\n{batch} commands to a transaction: {microseconds:,.0f} µs each, {python:,.0f} of them Python")
    _print("module of ours that runs, with the libraries it calls", processor.modules, python)
    _print("function", processor.functions, python)
    _print("session of PostgreSQL", statements, microseconds)


def _print(title: str, samples: Counter[str], whole: float) -> None:
    total = sum(samples.values()) or 1
    print(f"\n| {title} | share | µs a command |\n| --- | ---: | ---: |")
    for what, count in samples.most_common(SHOWN):
        print(f"| {what} | {count / total:.1%} | {count / total * whole:,.1f} |")
    sys.stdout.flush()


def tables_that_come(folder: Path, people: list[Any]) -> None:
    """What reading a table that another croupier served takes of a processor, alone and with others: a player
    with three bets at each, whose lost time is given back.
    """
    from games.tables.croupier import common_turn, journal
    from games.tables.croupier.worker import TableWorker
    from tests.bench.own_table import OwnTable

    tables: list[Any] = []
    for person in people:
        own = OwnTable(folder, [person], CENTS)
        own.until("bets-opened")
        for _ in range(3):
            own.accepted(own.bets([Turns(own.players).next()]))
        tables.append(own)
    print("\n| tables in a turn | ms a table | processor time of Python | of PostgreSQL |")
    print("| --- | ---: | ---: | ---: |")
    for together in (1, 1, common_turn.MAX_TABLES, common_turn.MAX_TABLES):
        since = journal.now() - 3_000
        workers = [TableWorker(own.table, own.transaction.key, lambda _out: None) for own in tables]
        for worker in workers:
            worker.transaction.note_fault(since)
            worker.step_due = True
        before = time.perf_counter(), time.process_time(), environment.server_seconds()
        for first in range(0, len(workers), together):
            common_turn.work(workers[first : first + together], lambda _out: None)
        after = time.perf_counter(), time.process_time(), environment.server_seconds()
        assert not any(worker.transaction.comes_new for worker in workers)
        spent = (1000 * (late - early) / len(workers) for early, late in zip(before, after, strict=True))
        print(f"| {together} | " + " | ".join(f"{each:.2f}" for each in spent) + " |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.profiling", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="for each of both sizes")
    parser.add_argument("--tables", type=int, default=0, help="only what so many tables take that come new")
    options = parser.parse_args()
    with environment.servers() as folder:
        from tests.bench.own_table import OwnTable
        from tests.live_table import limit_stakes, players_with

        if options.tables:
            tables_that_come(folder.path, players_with(MONEY, options.tables))
            return 0
        people = players_with(MONEY, PLAYERS)
        limit_stakes(people, PLAYERS * MONEY)
        own = OwnTable(folder.path, people, CENTS)
        own.until("bets-opened")
        for batch in (1, BATCH):
            profile(own, batch, options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
