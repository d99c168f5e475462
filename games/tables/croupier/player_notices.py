"""Notices for players who want to be called: it is their turn, or a seat is kept for them.

The threads that decide commands only look a player up in a set in memory. A separate thread reads who wants
to be called and has the notices written, which the worker sends. Without the optional app that sends them
nobody is called.
"""

from __future__ import annotations

from django.db import Error, connection

from games.tables.croupier.late_writer import LateWriter
from games.tables.croupier.transaction import TransactionResult
from games.tables.domain.events import SeatOffered
from players.inbox.browser_notifications import browser_notifications

Notice = tuple[int, str, int]  # player, kind, table


class PlayerNotices(LateWriter[Notice]):
    renewal_seconds = 5.0  # between two reads of who wants to be called

    def __init__(self) -> None:
        super().__init__("player-notices")
        self.turn: frozenset[int] = frozenset()  # replaced, never changed: other threads read them
        self.seat: frozenset[int] = frozenset()
        self._awaited: dict[int, tuple[int, ...]] = {}  # by table

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

    def renew(self) -> None:
        sender = browser_notifications()
        try:
            rows = sender.wanted_calls() if sender else []
        except Error:
            connection.close()
            return
        self.turn = frozenset(player for player, turn, _seat in rows if turn)
        self.seat = frozenset(player for player, _turn, seat in rows if seat)

    def write(self, item: Notice) -> None:
        if sender := browser_notifications():
            sender.note_call(*item)
