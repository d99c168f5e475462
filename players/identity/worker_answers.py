"""Waiting for the worker, which verifies what a web process could not be believed about."""

from __future__ import annotations

import time
from typing import Any

from players.shared.bound_queries import call

WAIT = 10.0  # seconds for the worker's answer
POLL_INTERVAL = 0.05  # seconds


def worker_answer(sql: str, values: list[Any]) -> tuple[bool, Any]:
    """Whether the worker has answered in time, and its answer. The statement returns what it waits for."""
    end = time.monotonic() + WAIT
    while True:
        is_waiting, answer = call(sql, values)
        if not is_waiting or time.monotonic() > end:
            return not is_waiting, answer
        time.sleep(POLL_INTERVAL)
