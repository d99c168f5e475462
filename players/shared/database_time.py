"""The database's time without a query, for what processes compare among each other: the age of a message, a
sign of life, the start of an outage.

Each process measures how far the database's clock is from its own monotonic clock whenever it renews its key.
A host whose clock is wrong, or is set while the system runs, changes nothing. What decides a deadline is read
from the database itself.
"""

from __future__ import annotations

import time

LONGEST_QUERY = 1.0  # seconds: the answer of a slower query says too little about the time


class _Measured:
    """The database's time at zero of this machine's monotonic clock, which forked processes share."""

    zero: float | None = None


def measure(database_time: float, *, queried_at: float) -> None:
    """Note the database's time, in seconds, that a query returned just now; `queried_at` is the monotonic
    time at which the query began.
    """
    answered = time.monotonic()
    if answered - queried_at <= LONGEST_QUERY:
        _Measured.zero = database_time - (queried_at + answered) / 2


def now_seconds() -> float:
    """In seconds. Before the first measurement it is the time of this host."""
    return time.time() if _Measured.zero is None else time.monotonic() + _Measured.zero


def now_ms() -> int:
    return int(now_seconds() * 1000)
