"""Wakes the tables whose round waits for a value, as soon as it is stored.

A reminder only: without it a table looks for its value once a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import structlog
from django.db import Error, connection

from games.tables.domain.round_beacon import RoundBeacon

log = structlog.get_logger("croupier")
LOOK_EVERY = 0.04  # seconds, only while a table waits for a value that is due
RETRY_AFTER_ERROR = 1.0
STORED = """
SELECT w.at FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS w (chain, number, at)
WHERE EXISTS (SELECT FROM games_beaconvalue AS v WHERE v.chain_id = w.chain AND v.number = w.number)
"""


class BeaconWaits:
    """One query for all waiting tables of this process."""

    def __init__(self, wake: Callable[[int, bool], None]) -> None:
        self._wake = wake
        self._waiting: dict[int, tuple[str, int]] = {}  # by table, the beacon's name and the number
        self._change = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="beacon-waits", daemon=True)
        self._thread.start()

    def note(self, table: int, awaited: RoundBeacon | None) -> None:
        """The value that a table waits for, if any. It is woken once when the value is stored."""
        if awaited is None and table not in self._waiting:
            return
        with self._change:
            if awaited is None:
                self._waiting.pop(table, None)
            else:
                self._waiting[table] = (awaited.rule.chain.name, awaited.number)
                self._change.notify()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify()
        self._thread.join(timeout=1)

    def _run(self) -> None:
        pause = 0.0
        while self._wait(pause):
            try:
                self.wake_tables()
                pause = LOOK_EVERY
            except Error:
                log.warning("database unavailable")
                connection.close()
                pause = RETRY_AFTER_ERROR
        connection.close()

    def _wait(self, pause: float) -> bool:
        """Until a table waits, and for a pause between two looks. False when this process stops."""
        with self._change:
            if not self._stopped and pause:
                self._change.wait_for(lambda: self._stopped, pause)
            self._change.wait_for(lambda: self._stopped or self._waiting)
            return not self._stopped

    def wake_tables(self) -> None:
        """Wakes the tables whose value is there."""
        with self._change:
            waiting = list(self._waiting.items())
        chains, numbers = [chain for _, (chain, _) in waiting], [number for _, (_, number) in waiting]
        with connection.cursor() as cursor:
            cursor.execute(STORED, [chains, numbers])
            stored = [waiting[at - 1] for (at,) in cursor.fetchall()]
        with self._change:
            for table, value in stored:
                if self._waiting.get(table) == value:
                    del self._waiting[table]
        for table, _ in stored:
            self._wake(table, True)
