"""The croupier's timer for steps that are due and frames that wait.

A reminder only; the database's clock decides.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable


class Timer:
    """One thread and a heap. Each entry calls back once, at its time or slightly later."""

    def __init__(self, callback: Callable[[int, bool], None]) -> None:
        self._callback = callback
        self._entries: list[tuple[float, int, bool]] = []
        self._change = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._watch, name="timer", daemon=True)
        self._thread.start()

    def set(self, when: float, table: int, *, step: bool) -> None:
        """Calls back for that table at that time of the monotonic clock: for its step or only its frame."""
        with self._change:
            heapq.heappush(self._entries, (when, table, step))
            if self._entries[0][0] == when:
                self._change.notify()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify()
        self._thread.join(timeout=1)

    def _watch(self) -> None:
        while True:
            with self._change:
                while not self._stopped and (not self._entries or self._entries[0][0] > time.monotonic()):
                    self._change.wait(self._entries[0][0] - time.monotonic() if self._entries else None)
                if self._stopped:
                    return
                _, table, step = heapq.heappop(self._entries)
            self._callback(table, step)
