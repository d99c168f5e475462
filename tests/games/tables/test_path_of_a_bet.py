"""The way of a bet through the transaction is the one that docs/architecture/path-of-a-bet.md draws: few
rooms, few returns, and downwards only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import grimp
import pytest

from games.catalogue import GAMES
from games.draw import hidden_events
from games.models import Event
from games.tables.croupier.transaction import TableTransaction, TransactionResult
from games.tables.domain.commands import CommandRequest
from games.tables.domain.pending_changes import AppliedEvent, JournalEntry, PendingChanges
from games.tables.transport.protocol import HoldTable, Play
from players.models import Player
from players.wallet.ledger import Move
from tests.games.tables.clocks import BETS
from tests.live_table import LiveTable, do, players_with

Open = Callable[..., LiveTable]

PROJECT = Path(__file__).resolve().parents[3]
PAGE = PROJECT / "docs/architecture/path-of-a-bet.md"
MAX_ROOMS, MAX_RETURNS = 9, 5
ENGINE = "games.rules"
# The rooms: the live tables, and what their transaction asks of the people and their money. The engine of the
# game is one room. What every package shares (clock, COPY) and the libraries are no rooms.
ROOMS = ("games.tables.", "players.wallet.", "players.protection.")
# The forms that the bet takes on its way: command, events, transfers, lines of the journal. `PendingChanges`
# holds it once something is recorded.
FORMS = (CommandRequest, Play, AppliedEvent, JournalEntry, Move)


class Way:
    """What `sys.setprofile` saw between the beginning of the transaction and its end."""

    def __init__(self, engine_forms: tuple[type, ...]) -> None:
        self.engine_forms = engine_forms
        self.entered: list[str] = []  # every room, in the order in which it is first entered
        self.stays: list[str] = []  # the rooms that the bet is handed to, one after the other
        self.calls: set[tuple[str, str]] = set()

    def follow(self, run: Callable[[], object]) -> None:
        committed = False

        def note(frame: FrameType, event: str, argument: object) -> None:
            nonlocal committed
            committed = committed or frame.f_code is TableTransaction.update_cache.__code__
            if event == "call" and not committed and (room := room_of(frame)):
                self._note(frame, room)

        sys.setprofile(note)
        try:
            run()
        finally:
            sys.setprofile(None)
        assert committed

    def _note(self, frame: FrameType, room: str) -> None:
        if room not in self.entered:
            self.entered.append(room)
        caller = frame.f_back
        while caller is not None and not room_of(caller):
            caller = caller.f_back
        if caller is not None and room_of(caller) != room:
            self.calls.add((room_of(caller), room))
        code = frame.f_code
        given = [
            frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        ]
        if any(map(self._holds_bet, given)) and self.stays[-1:] != [room]:
            self.stays.append(room)

    def _holds_bet(self, value: Any) -> bool:
        if isinstance(value, PendingChanges):
            return bool(getattr(value, "entries", None))  # none yet while it is made
        if isinstance(value, list | tuple):
            return any(map(self._holds_bet, value))
        return isinstance(value, FORMS + self.engine_forms)

    @property
    def returns(self) -> list[str]:
        """The rooms that the bet comes back to."""
        return [room for index, room in enumerate(self.stays) if room in self.stays[:index]]


@cache
def module_of(file: str) -> str:
    path = Path(file)
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts) if path.is_relative_to(PROJECT) else ""


def room_of(frame: FrameType | None) -> str:
    module = module_of(frame.f_code.co_filename) if frame is not None else ""
    if module.startswith(ENGINE):
        return ENGINE
    return module if module.startswith(ROOMS) else ""


def climbs(calls: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """The calls into a module that itself imports the caller: from a lower layer into a higher one."""
    graph = grimp.build_graph("games", "players", cache_dir=None)
    return [
        (caller, callee)
        for caller, callee in calls
        if ENGINE not in (caller, callee) and graph.chain_exists(importer=callee, imported=caller)
    ]


def documented() -> list[str]:
    """The rooms in the page's table, in its order."""
    rows = re.findall(r"^\| `([\w/]+)(?:\.py)?` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    return [row.replace("/", ".") for row in rows]


def bet_of(table: LiveTable, player: Player) -> Play:
    seat = str(table.live.players[player.pk])
    on = {place.format(seat=seat): cents for place, cents in BETS[table.table.system].items()}
    return do(table.round, {"t": "bet", "on": on})


@pytest.fixture(params=sorted(BETS))
def way(request: pytest.FixtureRequest, room: Open) -> Way:
    """The way of a bet that arrives alone at a table where another player sits."""
    table, players = room(request.param), players_with(100_000, 2)
    table.sit(players)
    table.until("bets-opened")
    engine: Any = GAMES[request.param].engine
    followed = Way((*get_args(engine.event_type), *get_args(engine.command_type)))
    bet = CommandRequest(players[0].pk, bet_of(table, players[0]), ("web", 1))
    outcome: list[TransactionResult] = []
    followed.follow(lambda: outcome.append(table.transaction.execute([bet])))
    assert [result.refused for result in outcome[0].results] == [None] and len(outcome[0].steps) == 1
    return followed


def test_a_bet_passes_the_documented_rooms_in_their_order(way: Way) -> None:
    assert way.entered == documented()
    assert len(way.entered) <= MAX_ROOMS


def test_a_bet_goes_its_way_with_few_returns(way: Way) -> None:
    assert set(way.stays) <= set(documented())
    assert way.stays[0].endswith(".transaction") and way.stays[-1].endswith(".journal")
    assert len(way.returns) <= MAX_RETURNS, way.stays


def test_a_bet_is_never_handed_upwards(way: Way) -> None:
    assert climbs(way.calls) == []


def test_nothing_is_handed_down_that_calls_back_up(room: Open) -> None:
    """Neither with a seat for money, nor with cards that are dealt face down, nor when the table is held."""
    table, players = room("caribbean-stud"), players_with(100_000, 2)
    followed = Way(())
    followed.follow(lambda: table.sit(players))
    table.until("bets-opened")
    table.send((players[0], bet_of(table, players[0])))
    events = Event.objects.filter(table=table.table)
    while not any(map(hidden_events.is_hidden, events.values_list("data", flat=True))):
        followed.follow(table.step)
    hold = CommandRequest(0, HoldTable("a fault"), ("house", 0))
    followed.follow(lambda: table.execute([hold]))
    assert table.live.held
    assert climbs(followed.calls) == []
