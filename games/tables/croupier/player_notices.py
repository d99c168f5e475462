"""Notices for players who want to be called: it is their turn, or a seat is kept for them.

The threads that decide commands only look a player up in a set in memory. A separate thread reads who wants
to be called and has the notices written, which the worker sends. Without the optional app that sends them
nobody is called.
"""

from __future__ import annotations

import queue
import threading
import time

import structlog
from django.db import Error, connection

from games.tables.croupier.transaction import TransactionResult
from games.tables.domain.events import SeatOffered
from players.inbox.browser_notifications import browser_notifications

log = structlog.get_logger("croupier")
RENEWAL_SECONDS = 5.0  # between two reads of who wants to be called
Notice = tuple[int, str, int]  # player, kind, table


class PlayerNotices(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="player-notices", daemon=True)
        self.turn: frozenset[int] = frozenset()  # replaced, never changed: other threads read them
        self.seat: frozenset[int] = frozenset()
        self._awaited: dict[int, tuple[int, ...]] = {}  # by table
        self._waiting: queue.SimpleQueue[Notice | None] = queue.SimpleQueue()

    def note(self, table: int, result: TransactionResult) -> None:
        """After a commit. One notice for each turn, not for each event during it."""
        if not self.turn and not self.seat:
            return
        for step in result.steps:
            if isinstance(step.event, SeatOffered) and step.event.player in self.seat:
                self._waiting.put((step.event.player, "seat", table))
        awaited = result.loaded.live.awaited_players
        before = self._awaited.get(table, ())
        if awaited != before:
            self._awaited[table] = awaited
            for player in awaited:
                if player not in before and player in self.turn:
                    self._waiting.put((player, "turn", table))

    def run(self) -> None:
        renewed = -RENEWAL_SECONDS
        while True:
            if time.monotonic() - renewed >= RENEWAL_SECONDS:
                self._renew()
                renewed = time.monotonic()
            try:
                notice = self._waiting.get(timeout=RENEWAL_SECONDS)
            except queue.Empty:
                continue
            if notice is None:
                connection.close()
                return
            self._write(notice)

    def stop(self) -> None:
        self._waiting.put(None)

    def _renew(self) -> None:
        sender = browser_notifications()
        try:
            rows = sender.wanted_calls() if sender else []
        except Error:
            connection.close()
            return
        self.turn = frozenset(player for player, turn, _seat in rows if turn)
        self.seat = frozenset(player for player, _turn, seat in rows if seat)

    def _write(self, notice: Notice) -> None:
        sender = browser_notifications()
        if sender is None:
            return
        try:
            sender.note_call(*notice)
        except Error as error:
            log.warning("notice not written", error=type(error).__name__)
            connection.close()
