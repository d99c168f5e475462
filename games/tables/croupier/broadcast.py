"""The frames of a table after its commits: each is made once per audience, at most ten a second for a table.

A frame is the difference between two views. A client that applies all frames holds exactly what a fresh
snapshot would say.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw, structs

from games.rules.engine import Wait
from games.tables.croupier.journal import LoadedTable
from games.tables.croupier.transaction import TransactionResult
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
from games.tables.domain.pending_changes import AppliedEvent
from games.tables.domain.state import Live, Rules
from games.tables.domain.views import ended_view, seat_view, shown_terms, table_view
from games.tables.transport import protocol
from games.tables.transport.envelope import Frames
from games.tables.transport.view_types import PublicTableView, SeatView
from players.wallet.ledger import Balance

FRAME_INTERVAL = (
    0.1  # seconds between two frames while bets are open; a step of the round is published at once
)
SMALL_TABLE = 10  # seats at a table where everybody sees every bet
# Published to the seat that they concern only.
PRIVATE_EVENTS = (
    Sat,
    Left,
    LeaveAsked,
    Stayed,
    Invited,
    Warned,
    ConnectionLost,
    ConnectionBack,
)


class TableBroadcast:
    """What one table has published, and what it still has to publish."""

    def __init__(self) -> None:
        self.version = -1
        self.last_seq = -1  # the last event that this croupier knows of
        self.view: PublicTableView = {}
        # Of the last snapshot, with the state and the rules that it shows.
        self.encoded_view: tuple[tuple[Live, Rules | None], Raw] | None = None
        self.seats: dict[
            int, tuple[int, SeatView]
        ] = {}  # by player: the version and view that were sent last
        self.news: list[Any] = []
        self.seat_news: dict[int, list[Any]] = {}
        self.changed_players: set[int] = set()
        self.all_changed = False
        self.departed: dict[int, SeatView] = {}
        self.arrived: set[int] = set()
        self.urgent = False
        self.terms_changed = False

    def start(self, loaded: LoadedTable) -> None:
        """A croupier that takes a table over starts from its current state.

        Clients with an older one notice at the next heartbeat.
        """
        self.version, self.view = loaded.live.seq, table_view(loaded.live, loaded.current)
        self.last_seq = loaded.live.seq

    def advance_to(self, version: int) -> None:
        """The table is at that event.

        If another croupier published it, the view that each seat has is no longer known.
        """
        if version != self.last_seq:
            self.seats, self.last_seq = {}, version
            self.all_changed = True

    def add(self, result: TransactionResult) -> None:
        """Collects what the next frames must say about a committed transaction."""
        if result.steps:
            self.advance_to(result.steps[0].before.seq)
            self.last_seq = result.loaded.live.seq
        for step in result.steps:
            event, before = step.event, step.before
            seat = getattr(event, "seat", None)
            chair = None if seat is None else step.after.seats.get(seat) or before.seats.get(seat)
            player = 0 if chair is None else chair.player
            if isinstance(event, Sat):
                self.arrived.add(player)
                self.departed.pop(player, None)
            elif isinstance(event, Left):
                self.departed[player] = ended_view(before.seats[event.seat], event.cause, result.at)
                self.arrived.discard(player)
            if seat is not None:
                self.changed_players.add(player)
            if seat is None or _affects_all(event, step, result.loaded):
                self.all_changed = True
                self.urgent = self.urgent or not _is_bet(event, before, result.loaded)
            self._add_news(event, result.loaded, seat, player)

    def note_terms(self, loaded: LoadedTable, *, is_new: bool) -> None:
        """A change of the terms is no event. Where people sit it comes with the frame that opens the first
        bets under it; an empty table has no next frame, and a croupier that is new to it (`is_new`) does not
        know what its open pages show.  [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
        """
        if loaded.live.seats:
            return
        shown = shown_terms(loaded.live, loaded.current).get("terms")
        self.terms_changed |= is_new or shown != self.view.get("terms")
        self.urgent |= self.terms_changed

    def _add_news(self, event: Any, loaded: LoadedTable, seat: int | None, player: int) -> None:
        if type(event) in TABLE_TYPES:
            if isinstance(event, PRIVATE_EVENTS):
                self.seat_news.setdefault(player, []).append(_public_fields(event))
            else:
                self.news.append(_public_fields(event))
            return
        assert loaded.rules is not None
        event_for_seat = loaded.rules.engine.event_for_seat
        public = event_for_seat(event, None)
        if public is not None:
            self.news.append(public)
        elif seat is not None and (own := event_for_seat(event, seat)) is not None:
            self.seat_news.setdefault(player, []).append(own)

    @property
    def has_changes(self) -> bool:
        return bool(
            self.changed_players or self.all_changed or self.arrived or self.departed or self.terms_changed
        )

    def frames(self, loaded: LoadedTable, now: int) -> Frames:
        """Everything that is still to be published, as one message for every web process."""
        live = loaded.live
        new = table_view(live, loaded.current)
        if self.terms_changed and (self.version == live.seq or not (live.seats or self.news)):
            # No event, no new version: only a snapshot replaces what a page has of this version, which it may
            # have from another croupier.
            public = protocol.snapshot_frame(live.seq, now, new, None, None)
        else:
            patch = protocol.merge_patch(self.view, new)
            public = protocol.table_frame(self.version, live.seq, now, patch, self.news)
        self.terms_changed = False
        self.version, self.view = live.seq, new
        players = {
            player: frame
            for player in self._players_to_update(loaded)
            if (frame := self._player_frame(loaded, player, now))
        }
        self.news, self.seat_news, self.changed_players, self.all_changed, self.urgent = (
            [],
            {},
            set(),
            False,
            False,
        )
        self.departed, self.arrived = {}, set()
        return Frames(live.seq, public, players)

    def _players_to_update(self, loaded: LoadedTable) -> set[int]:
        # A player who arrived may have left through another croupier before this one published anything.
        seated = loaded.live.players.keys()
        players = set(seated) if self.all_changed else (self.changed_players | self.arrived) & seated
        return players | self.departed.keys()

    def _player_frame(self, loaded: LoadedTable, player: int, now: int) -> bytes:
        live = loaded.live
        if player in self.departed and player not in live.players:
            view = self.departed[player]
        else:
            view = seat_view(live, live.players[player])
        sent = self.seats.get(player)
        news = self.seat_news.get(player, [])
        if sent is not None and sent[1] == view and not news and player not in self.arrived:
            return b""  # the player has this view already
        if player in live.players:
            self.seats[player] = (live.seq, view)
        else:
            self.seats.pop(player, None)
        if sent is None or player in self.arrived:
            return protocol.snapshot_frame(live.seq, now, self.view, view, None)
        return protocol.player_frame(sent[0], live.seq, protocol.merge_patch(sent[1], view), news)

    def snapshot(self, loaded: LoadedTable, player: int, now: int, balance: Balance | None) -> bytes:
        """The full view for one client.

        Pending frames were published before, so that later frames apply to it.
        """
        live, own = loaded.live, None
        if player in live.players:
            own = seat_view(live, live.players[player])
            self.seats[player] = (live.seq, own)
        return protocol.snapshot_frame(
            live.seq,
            now,
            self._encoded_view(loaded),
            own,
            (balance.moves, balance.cents) if balance else None,
        )

    def _encoded_view(self, loaded: LoadedTable) -> Raw:
        """The public part of a snapshot: made and encoded once for all who ask before the next event."""
        made_from = (loaded.live, loaded.current)
        known = self.encoded_view
        if known is None or any(one is not other for one, other in zip(known[0], made_from, strict=True)):
            known = self.encoded_view = (made_from, protocol.encode_view(table_view(*made_from)))
        return known[1]


def _is_bet(event: object, before: Live, loaded: LoadedTable) -> bool:
    """Whether this is a bet while bets are open.

    Those are published together at intervals; everything else at once.
    """
    if type(event) in TABLE_TYPES or not before.running:
        return False
    assert loaded.rules is not None
    return bool(loaded.rules.engine.waiting_for(before.game) is Wait.BETS)


def _affects_all(event: object, step: AppliedEvent, loaded: LoadedTable) -> bool:
    """Whether the event of one seat may change the options of others: at a small table, or when bets are
    closed.
    """
    if type(event) in TABLE_TYPES:
        return False
    return not _is_bet(event, step.before, loaded) or len(step.after.seats) <= SMALL_TABLE


def _public_fields(event: Any) -> dict[str, Any]:
    """A table's event as news, without what concerns a person's account or the record, or is in the proof."""
    private = ("t", "player", "wallet", "session", "id", "sheet", "setting", "build", "ending")
    fields = {key: value for key, value in structs.asdict(event).items() if key not in private}
    return {"t": event.__struct_config__.tag} | fields
