"""The croupier's bell: rings when a table's step is due or its next frame may go out. A reminder only; the database's clock decides."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable


class Bell:
    """One thread and a heap. What was set for an hour rings once, then or a little later."""

    def __init__(self, ring: Callable[[int, bool], None]) -> None:
        self._ring = ring
        self._set: list[tuple[float, int, bool]] = []
        self._change = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._watch, name="bell", daemon=True)
        self._thread.start()

    def at(self, when: float, table: int, *, step: bool) -> None:
        """Rings for that table at that time of the monotonic clock: for its step, or only for its frame."""
        with self._change:
            heapq.heappush(self._set, (when, table, step))
            if self._set[0][0] == when:
                self._change.notify()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify()
        self._thread.join(timeout=1)

    def _watch(self) -> None:
        while True:
            with self._change:
                while not self._stopped and (not self._set or self._set[0][0] > time.monotonic()):
                    self._change.wait(self._set[0][0] - time.monotonic() if self._set else None)
                if self._stopped:
                    return
                _, table, step = heapq.heappop(self._set)
            self._ring(table, step)
