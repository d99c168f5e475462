"""Who writes what is finished while the next sitting is played: in order, each whole, on a connection of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType

from django.db import connection

Job = Callable[[], None]
WAITING = 4  # so many may lie unwritten


class Clerk:
    """Takes jobs and returns at once. An error falls to whoever brings the next job, and nothing is written after it.

    Within a transaction of somebody else's there is no other connection that sees it, and everything is written at once.
    """

    def __init__(self) -> None:
        self.apart = not connection.in_atomic_block
        self.jobs: queue.Queue[Job | None] = queue.Queue(WAITING)
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._work, name="clerk", daemon=True)

    def __enter__(self) -> Clerk:
        if self.apart:
            self.thread.start()
            self(unhurried)
        return self

    def __call__(self, job: Job) -> None:
        if self.apart:
            self._told()
            self.jobs.put(job)
        else:
            job()

    def wait(self) -> None:
        """Until all that was brought is on the record."""
        if self.apart:
            self.jobs.join()
            self._told()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.apart:
            self.jobs.put(None)
            self.thread.join()
            if kind is None or kind is GeneratorExit:
                self._told()

    def _told(self) -> None:
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


def unhurried() -> None:
    """Nothing waits for the disk: were the machine to stop, the last moments of an invented past would be missing, each sitting whole."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
