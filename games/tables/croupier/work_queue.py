"""The tables that wait for a thread of the croupier."""

from __future__ import annotations

import threading
from collections import deque

from games.tables.croupier.common_turn import MAX_TABLES
from games.tables.croupier.worker import TableWorker

TURNS_OF_ALL = 4  # of so many turns one is for those behind, however many stand before them


class WorkQueue:
    """In the order in which they came. Tables that were taken over, or at which people only look, stand
    behind all others: after a fault everybody asks for a snapshot, and a bet would wait for all of them.
    """

    def __init__(self) -> None:
        self._first: deque[TableWorker] = deque()
        self._behind: dict[int, TableWorker] = {}
        self._change = threading.Condition()
        self._turns, self._closed = 0, False

    def __len__(self) -> int:
        return len(self._first) + len(self._behind)

    def put(self, worker: TableWorker, *, behind: bool = False) -> None:
        with self._change:
            if behind:
                self._behind[worker.table] = worker
            else:
                self._first.append(worker)
            self._change.notify()

    def hasten(self, worker: TableWorker) -> None:
        """Somebody waits at the table now."""
        with self._change:
            if self._behind.pop(worker.table, None) is not None:
                self._first.append(worker)

    def close(self) -> None:
        """What waits at the front is still taken."""
        with self._change:
            self._closed = True
            self._behind.clear()
            self._change.notify_all()

    def take(self) -> list[TableWorker]:
        """The tables of the next turn: one with a step that is due, or several, because a turn of several
        costs little more. Waits for them; none once the queue is closed and empty.
        """
        with self._change:
            self._change.wait_for(lambda: self._first or self._behind or self._closed)
            self._turns += 1
            if self._behind and (not self._first or self._turns % TURNS_OF_ALL == 0):
                return [self._behind.pop(table) for table in list(self._behind)[:MAX_TABLES]]
            together: list[TableWorker] = []
            while self._first and len(together) < MAX_TABLES:
                if together and (together[0].needs_own_turn or self._first[0].needs_own_turn):
                    break
                together.append(self._first.popleft())
            return together
