"""From what was committed to what is said: each frame is made once per audience, at most ten a second for a table.

A frame is the difference between two views, so that whoever folds the frames holds exactly what a snapshot would say.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from games.rules.engine import Wait
from games.tables.croupier.journal import Place
from games.tables.croupier.transaction import Served
from games.tables.domain.events import (
    TABLE_TYPES,
    ConnectionBack,
    ConnectionLost,
    Invited,
    LeaveAsked,
    Left,
    Sat,
    Stayed,
    Warned,
)
from games.tables.domain.pending_changes import Step
from games.tables.domain.state import Live
from games.tables.domain.views import ended_view, seat_view, table_view
from games.tables.transport import protocol
from games.tables.transport.envelope import Frames
from players.wallet.ledger import Balance

EVERY = 0.1  # seconds between two frames of a table while people bet; a step of the round is told at once
FEW = 10  # seats at a table where each is told what the others change
QUIET = (
    Sat,
    Left,
    LeaveAsked,
    Stayed,
    Invited,
    Warned,
    ConnectionLost,
    ConnectionBack,
)  # told to the seat they concern, not to the room


class Told:
    """What one table has told so far, and what it still has to tell."""

    def __init__(self) -> None:
        self.version = -1
        self.seen = -1  # the last event of the table that this croupier knows of
        self.view: dict[str, Any] = {}
        self.seats: dict[int, tuple[int, dict[str, Any]]] = {}  # by player: version and view last told
        self.news: list[Any] = []
        self.seat_news: dict[int, list[Any]] = {}
        self.touched: set[int] = set()
        self.everybody = False
        self.gone: dict[int, dict[str, Any]] = {}
        self.came: set[int] = set()
        self.urgent = False

    def start(self, place: Place) -> None:
        """A croupier that takes over begins from what it finds; who holds less notices by the next beat."""
        self.version, self.view = place.live.seq, table_view(place.live, place.rules)
        self.seen = place.live.seq

    def went_on(self, version: int) -> None:
        """The table stands at that event. Where another croupier has told people of it, what each seat holds is no longer known."""
        if version != self.seen:
            self.seats, self.seen = {}, version
            self.everybody = True

    def note(self, served: Served) -> None:
        """Remembers what the next frames must say of a committed transaction."""
        if served.steps:
            self.went_on(served.steps[0].before.seq)
            self.seen = served.place.live.seq
        for step in served.steps:
            event, before = step.event, step.before
            seat = getattr(event, "seat", None)
            player = (
                step.after.seats[seat].player
                if seat in step.after.seats
                else before.seats[seat].player
                if seat in before.seats
                else 0
            )
            if isinstance(event, Sat):
                self.came.add(player)
                self.gone.pop(player, None)
            elif isinstance(event, Left):
                self.gone[player] = ended_view(before.seats[event.seat], event.cause, served.at)
                self.came.discard(player)
            if seat is not None:
                self.touched.add(player)
            if seat is None or _concerns_all(event, step, served.place):
                self.everybody = True
                self.urgent = self.urgent or not _betting(event, before, served.place)
            self._hear(event, served.place, seat, player)

    def _hear(self, event: Any, place: Place, seat: int | None, player: int) -> None:
        if type(event) in TABLE_TYPES:
            if isinstance(event, QUIET):
                self.seat_news.setdefault(player, []).append(_plain(event))
            else:
                self.news.append(_plain(event))
            return
        assert place.rules is not None
        told = place.rules.engine.event_for_seat
        public = told(event, None)
        if public is not None:
            self.news.append(public)
        elif seat is not None and (own := told(event, seat)) is not None:
            self.seat_news.setdefault(player, []).append(own)

    @property
    def dirty(self) -> bool:
        return bool(self.touched or self.everybody or self.came or self.gone)

    def frames(self, place: Place, now: int) -> Frames:
        """Everything still to be told, as one message for every web process."""
        live = place.live
        new = table_view(live, place.rules)
        public = protocol.table(self.version, live.seq, now, protocol.patch(self.view, new), self.news)
        self.version, self.view = live.seq, new
        players = {player: frame for player in self._owed(place) if (frame := self._own(place, player, now))}
        self.news, self.seat_news, self.touched, self.everybody, self.urgent = [], {}, set(), False, False
        self.gone, self.came = {}, set()
        return Frames(live.seq, public, players)

    def _owed(self, place: Place) -> set[int]:
        # Who came here may have left by another croupier before this one said anything.
        here = place.live.players.keys()
        owed = set(here) if self.everybody else (self.touched | self.came) & here
        return owed | self.gone.keys()

    def _own(self, place: Place, player: int, now: int) -> bytes:
        live = place.live
        if player in self.gone and player not in live.players:
            view = self.gone[player]
        else:
            view = seat_view(live, place.rules, live.players[player])
        was = self.seats.get(player)
        news = self.seat_news.get(player, [])
        if was is not None and was[1] == view and not news and player not in self.came:
            return b""  # nothing that this person does not know
        if player in live.players:
            self.seats[player] = (live.seq, view)
        else:
            self.seats.pop(player, None)
        if was is None or player in self.came:
            return protocol.snapshot(live.seq, now, self.view, view, None)
        return protocol.mine(was[0], live.seq, protocol.patch(was[1], view), news)

    def snapshot(self, place: Place, player: int, now: int, purse: Balance | None) -> bytes:
        """The whole, for somebody who asks. Frames owed were told before, so that both streams go on from here."""
        live, own = place.live, None
        if player in live.players:
            own = seat_view(live, place.rules, live.players[player])
            self.seats[player] = (live.seq, own)
        return protocol.snapshot(
            live.seq, now, table_view(live, place.rules), own, (purse.moves, purse.cents) if purse else None
        )


def _betting(event: Any, before: Live, place: Place) -> bool:
    """Is this a bet while people bet? Those are told together, at most so often; everything else at once."""
    if type(event) in TABLE_TYPES or not before.running:
        return False
    assert place.rules is not None
    return bool(place.rules.engine.waiting_for(before.game) is Wait.BETS)


def _concerns_all(event: Any, step: Step, place: Place) -> bool:
    """Does what one seat did change what the others may do? At a small table it may, and at a wheel for many a bet does not."""
    if type(event) in TABLE_TYPES:
        return False
    return not _betting(event, step.before, place) or len(step.after.seats) <= FEW


def _plain(event: Any) -> dict[str, Any]:
    """A table's event as news: what concerns a person's account or the record stays inside."""
    inside = ("t", "player", "wallet", "session", "id", "sheet", "setting", "build")
    said = {"t": event.__struct_config__.tag}
    return said | {key: value for key, value in structs.asdict(event).items() if key not in inside}
