"""A processor many times slower, for tests: what computes within a transaction runs into the limits of
the production roles.

The database ends a session of the worker that pauses for ten seconds in a transaction. Here each pause is the
processor's time between two statements, multiplied; so neither the machine nor its load matters.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection

from casino.operation.doctor import LONGEST_PAUSES


class Paused(OperationalError):
    """As PostgreSQL's "terminating connection due to idle-in-transaction timeout"."""


@contextmanager
def slow_processor(times: float, *, process: str = "worker") -> Iterator[None]:
    """Inside, a transaction of the product must not pause. The test's own transactions do not count."""
    outer, ended = len(connection.savepoint_ids), time.thread_time()

    def watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        nonlocal ended
        # The statement that opens a transaction waits for nothing; its last one ends it.
        is_open = len(connection.savepoint_ids) > outer and not str(sql).startswith("SAVEPOINT")
        pause = (time.thread_time() - ended) * times
        if is_open and pause > LONGEST_PAUSES[process]:
            raise Paused(f"{pause:.0f} seconds before {str(sql).strip()[:80]}")
        try:
            return execute(sql, params, many, context)
        finally:
            ended = time.thread_time()

    gc.collect()
    gc.disable()  # what other tests have left is no work of the product
    try:
        with connection.execute_wrapper(watch):
            yield
    finally:
        gc.enable()


def compute(seconds: float) -> None:
    """Uses the processor for this long."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
