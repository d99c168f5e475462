"""Plays the parts of a simulated past, in one process or in several."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import queue
import signal
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.db import connection

from casino.demo.simulated_past.background_writer import disable_synchronous_commit
from casino.demo.simulated_past.simulation import SimulationPart
from games.tables.croupier import journal


class WorkerCrashed(Exception):
    """A simulation worker crashed; saved data is consistent."""


class RoundIds:
    """Ids of rounds, reserved by the hundred."""

    def __init__(self) -> None:
        self.reserved: list[int] = []

    def __call__(self) -> int:
        if not self.reserved:
            self.reserved = journal.round_ids(100)[::-1]
        return self.reserved.pop()


class StopOnSignal:
    """On SIGINT or SIGTERM, the simulation ends after the plays that are under way."""

    def __enter__(self) -> Any:
        self.event = multiprocessing.get_context("fork").Event()
        self.before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number in self.before:
                signal.signal(number, lambda *_: self.event.set())
        except ValueError:  # not in the main thread, which alone receives signals
            self.before = {}
        return self.event

    def __exit__(self, *error: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)


def play_parts(
    parts: list[SimulationPart], rounds: int, first: date, days: int, now: datetime, jobs: int, stop: Any
) -> Iterator[int]:
    """Play the rounds, divided evenly over the parts. Yields the number of rounds of each play."""
    shares = [rounds * (part.number + 1) // len(parts) - rounds * part.number // len(parts) for part in parts]
    if jobs < 2 or len(parts) < 2:
        with _fast_writes():
            for part, share in zip(parts, shares, strict=True):
                with contextlib.closing(part.play(share, first, days, now)) as playing:
                    for played in playing:
                        yield played
                        if stop.is_set():
                            return
        return
    connection.close()  # each process has its own
    context = multiprocessing.get_context("fork")
    progress: Any = context.Queue()
    next_index = context.Value("i", 0)
    jobs_of_parts = list(zip(parts, shares, strict=True))
    workers = [
        context.Process(target=_work, args=(jobs_of_parts, next_index, first, days, now, stop, progress))
        for _ in range(min(jobs, len(parts)))
    ]
    for worker in workers:
        worker.start()
    yield from _progress_of(workers, progress)


@contextlib.contextmanager
def _fast_writes() -> Iterator[None]:
    """Collect garbage rarely, since rounds create no cycles, and do not wait for the disk."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    disable_synchronous_commit()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        if not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("RESET synchronous_commit")


def _work(
    jobs: list[tuple[SimulationPart, int]],
    next_index: Any,
    first: date,
    days: int,
    now: datetime,
    stop: Any,
    progress: Any,
) -> None:
    """Play one part after another until none is left."""
    try:
        with _fast_writes():
            while (job := _next_job(jobs, next_index)) is not None:
                part, share = job
                with contextlib.closing(part.play(share, first, days, now)) as playing:
                    for played in playing:
                        progress.put(played)
                        if stop.is_set():
                            return
    finally:
        connection.close()


def _next_job(jobs: list[tuple[SimulationPart, int]], next_index: Any) -> tuple[SimulationPart, int] | None:
    with next_index.get_lock():
        index, next_index.value = next_index.value, next_index.value + 1
    return jobs[index] if index < len(jobs) else None


def _progress_of(workers: list[Any], progress: Any) -> Iterator[int]:
    while True:
        try:
            yield progress.get(timeout=0.5)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                break
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise WorkerCrashed("A simulation worker crashed; saved data is consistent.")
