"""Writes finished play, in order: in the background on a database connection of its own, or later."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType

from django.db import connection

Job = Callable[[], object]
MAX_PENDING = 4  # jobs


class BackgroundWriter:
    """Takes jobs and returns at once.

    After an error nothing more is written, and the next call raises the error.

    Inside a transaction, jobs run at once: another connection would not see its rows.
    """

    def __init__(self) -> None:
        self.in_background = not connection.in_atomic_block
        self.jobs: queue.Queue[Job | None] = queue.Queue(MAX_PENDING)
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._work, name="background-writer", daemon=True)

    def __enter__(self) -> BackgroundWriter:
        if self.in_background:
            self.thread.start()
            self(disable_synchronous_commit)
        return self

    def __call__(self, job: Job) -> None:
        if self.in_background:
            self._raise_error()
            self.jobs.put(job)
        else:
            job()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.in_background:
            self.jobs.put(None)
            self.thread.join()
            if kind is None or kind is GeneratorExit:
                self._raise_error()

    def _raise_error(self) -> None:
        if self.error is not None:
            raise self.error

    def _work(self) -> None:
        try:
            while (job := self.jobs.get()) is not None:
                try:
                    if self.error is None:
                        job()
                except Exception as error:
                    self.error = error
                finally:
                    self.jobs.task_done()
        finally:
            connection.close()


class LaterWriter:
    """Keeps the jobs until they are asked for: until then, what is simulated locks no row of others."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def __enter__(self) -> LaterWriter:
        return self

    def __call__(self, job: Job) -> None:
        self.jobs.append(job)

    def __exit__(self, *error: object) -> None:
        """Nothing is written yet."""

    def write_all(self) -> None:
        for job in self.jobs:
            job()
        self.jobs.clear()


def disable_synchronous_commit() -> None:
    """Do not wait for the disk. After a crash, only the last writes of the simulation would be missing."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
