"""What a sitting leaves on the record, kept as rows until the sitting is over, and then written as one page in one transaction.

It says what `games.tables.croupier.journal.project` says, statement by statement, as rows: a round that opened and ended within the sitting is
written once, as it ended. The laws of the database are on: every trigger looks at every set.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.db import connection, transaction
from msgspec import Struct

from games.models import Table
from games.tables.croupier import journal
from games.tables.domain.events import (
    BetsOpened,
    Held,
    Invited,
    Left,
    RoundEnded,
    RoundPrepared,
    Sat,
    ShoeOpened,
    Warned,
)
from games.tables.domain.pending_changes import Entry, Stage, Step
from players.shared.bulk_copy import copy_lines, copy_rows, escape
from players.wallet import ledger
from players.wallet.ledger import Move

MOVES = "COPY wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat, at) FROM STDIN"
ROUND = (
    "id", "table_id", "number", "status", "commitment", "sealed", "sheet_id", "setting_id", "engine", "seed", "nonces", "shoe", "root",
    "start", "opened", "ended", "outcome", "cause", "staked", "returned",
)  # fmt: skip
ROUNDS = f"COPY games_round ({', '.join(ROUND)}) FROM STDIN"
# What a round that lay prepared or open between two sittings became: never its number, its promise or its seed at rest.
LATER = tuple(name for name in ROUND if name not in ("id", "table_id", "number", "commitment", "sealed"))
ROUND_LATER = f"UPDATE games_round SET {', '.join(f'{name} = %s' for name in LATER)} WHERE id = %s"
STAY = (
    "id", "player_id", '"table"', "table_name", "system", "currency", "started", "ended", "cause", "invited", "warned", "rounds", "staked",
    "returned",
)  # fmt: skip
STAYS = f"COPY players_playsession ({', '.join(STAY)}) FROM STDIN"
INCIDENT = """
INSERT INTO games_incident (table_id, round, reason, opened, proposal, proposer_id, proposed, confirmer_id, closed, note)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


class RoundRow(Struct):
    id: int
    table_id: int
    number: int
    commitment: str
    sealed: bytes
    status: str = "prepared"
    sheet_id: int | None = None
    setting_id: int | None = None
    engine: str = ""
    seed: str = ""
    nonces: str = "{}"
    shoe: int = 0
    root: str = ""
    start: bytes = b""
    opened: str | None = None
    ended: str | None = None
    outcome: str = ""
    cause: str = ""
    staked: int = 0
    returned: int = 0


class StayRow(Struct):
    id: int
    player: int
    table: int
    name: str
    system: str
    currency: str
    started: str
    ended: str | None = None
    cause: str = ""
    invited: str | None = None
    warned: str | None = None
    rounds: int = 0
    staked: int = 0
    returned: int = 0


# What of all that happens is looked up by itself afterwards; a game's own events are not.
PROJECTED = frozenset((Sat, Left, Invited, Warned, RoundPrepared, BetsOpened, RoundEnded, ShoeOpened, Held))


class Elsewhere(Exception):
    """Somebody else has written this table meanwhile."""


def hour_of(at: int) -> str:
    minute, rest = divmod(at, 60_000)
    return f"{_minute(minute)}{rest // 1000:02}.{rest % 1000:03}+00:00"


@lru_cache(maxsize=1024)
def _minute(number: int) -> str:
    return f"{datetime.fromtimestamp(number * 60, UTC):%Y-%m-%dT%H:%M:}"


NONE = "\\N"


# The two longest lists are written as lines at once: so much of a simulated year is these.
def _event_line(table: int, hour: str, e: Entry) -> str:
    round, player = NONE if e.round is None else e.round, NONE if e.player is None else e.player
    asked = f"{NONE}\t{NONE}" if e.command is None else f"{e.command.int:032x}\t{e.digest}"
    return f"{table}\t{e.seq}\t{round}\t{hour}\t{e.kind}\t{escape(e.data.decode())}\t{player}\t{asked}\t\\\\x{e.chain.hex()}\n"


def _move_line(hour: str, m: Move) -> str:
    round, seat = NONE if m.round is None else m.round, NONE if m.seat is None else m.seat
    return f"{m.id.int:032x}\t{m.kind}\t{m.source}\t{m.target}\t{m.currency}\t{m.cents}\t{round}\t{seat}\t{hour}\n"


@lru_cache(maxsize=64)
def _packed(game: bytes) -> bytes:
    """A game as a round opens it. It is short, and at many tables it opens alike: no room is made for more than it is."""
    packing = zlib.compressobj(1, zlib.DEFLATED, 12, 5)
    return packing.compress(game) + packing.flush()


class Pen:
    def __init__(self, table: int, row: journal.Row, seals: dict[int, bytes]) -> None:
        self.table, self.row, self.seals = table, row, seals
        self.waiting: dict[int, RoundRow] = {}  # prepared or open when the last sitting was written
        self._clear()

    def _clear(self) -> None:
        self.events: list[str] = []
        self.moves: list[str] = []
        self.stakes: list[tuple[Any, ...]] = []
        self.rounds: dict[int, RoundRow] = dict(self.waiting)
        self.numbers: dict[int, RoundRow] = {row.number: row for row in self.waiting.values()}
        self.stays: dict[int, StayRow] = {}
        self.shoes: list[tuple[Any, ...]] = []
        self.incidents: list[list[Any]] = []
        self.ended = 0

    def take(self, stage: Stage) -> None:
        """What happened in one turn, under its hour."""
        if not stage.entries:
            return
        hour, table = hour_of(stage.at), self.table
        self.events += [_event_line(table, hour, entry) for entry in stage.entries]
        self.moves += [_move_line(hour, move) for move in stage.moves]
        for step in stage.steps:
            if type(step.event) in PROJECTED:
                self._project(step, stage, hour)
        stage.entries.clear()
        stage.moves.clear()
        stage.steps.clear()
        stage.accepted.clear()

    def _project(self, step: Step, stage: Stage, hour: str) -> None:
        event, before, after, row = step.event, step.before, step.after, self.row
        match event:
            case Sat():
                self.stays[event.session] = StayRow(
                    event.session, event.player, self.table, row.name, row.system, row.currency, hour
                )
            case Left():
                stay = self.stays[before.seats[event.seat].session]
                stay.ended, stay.cause = hour, event.cause
                stay.rounds, stay.staked, stay.returned = event.rounds, event.staked, event.returned
            case Invited():
                self.stays[before.seats[event.seat].session].invited = hour
            case Warned():
                self.stays[before.seats[event.seat].session].warned = hour
            case RoundPrepared():
                if not event.kept:
                    self._prepared(
                        RoundRow(
                            event.id, self.table, event.number, event.commitment, self.seals.pop(event.id)
                        )
                    )
            case BetsOpened():
                if event.kept:
                    self._prepared(RoundRow(after.round_id, self.table, event.number, after.commitment, b""))
                round = self.rounds[after.round_id]
                round.status, round.sheet_id, round.setting_id, round.engine = (
                    "open",
                    event.sheet,
                    event.setting,
                    event.build,
                )
                round.nonces, round.shoe, round.root = (
                    msgspec.json.encode(after.nonces).decode(),
                    after.shoe,
                    event.root,
                )
                round.start, round.opened = _packed(msgspec.json.encode(after.game)), hour
            case RoundEnded():
                self._ended(event, step, stage, hour)
                if event.seed:
                    self._shoe(event.seed, after.shoe, after.round)
            case ShoeOpened():
                self._shoe(event.seed, after.shoe, after.round)
            case Held():
                self.incidents.append(
                    [self.table, after.round or None, event.reason, hour, "", None, None, None, None, ""]
                )
            case _:
                pass

    def _prepared(self, row: RoundRow) -> None:
        self.rounds[row.id] = self.numbers[row.number] = row

    def _ended(self, event: RoundEnded, step: Step, stage: Stage, hour: str) -> None:
        assert stage.rules is not None
        after, round, engine = step.after, self.rounds[step.after.round_id], stage.rules.engine
        results = engine.results(after.game)
        round.status, round.ended, round.cause = "void" if event.void else "ended", hour, event.void
        round.outcome = "" if event.void else str(engine.outcome(after.game) or "")
        round.staked = sum(result.staked for result in results.values())
        round.returned = sum(result.back + result.prize - result.commission for result in results.values())
        for seat, r in results.items():
            chair = step.before.seats[seat]
            self.stakes.append(
                (
                    round.id,
                    chair.player,
                    chair.session,
                    seat,
                    r.staked,
                    r.lost,
                    r.back,
                    r.prize,
                    r.held,
                    r.commission,
                    hour,
                )
            )
        self.ended += 1

    def _shoe(self, seed: str, first: int, last: int) -> None:
        """One seed for all rounds that were dealt from the shoe; those that are written already are told by a statement."""
        for number in range(first, last + 1):
            row = self.numbers.get(number)
            if row is None:
                self.shoes.append((seed, self.table, first, last))
            elif row.status != "prepared":
                row.seed = seed

    def page(self, stage: Stage, key: Any) -> Callable[[], None]:
        """The whole sitting as it stands now, to be written whenever; afterwards the pen is empty."""
        page = Page(
            stage,
            key,
            self.row,
            self.moves,
            self.events,
            [
                [getattr(row, name) for name in ROUND]
                for id, row in self.rounds.items()
                if id not in self.waiting
            ],
            [msgspec.structs.astuple(stay) for stay in self.stays.values()],
            [[*(getattr(row, name) for name in LATER), id] for id, row in self.waiting.items()],
            list(dict.fromkeys(self.shoes)),
            self.incidents,
            self.stakes,
        )
        self.row = msgspec.structs.replace(self.row, version=stage.live.seq, chain=stage.chain)
        self.waiting = {id: row for id, row in self.rounds.items() if row.status in ("prepared", "open")}
        self._clear()
        return page.write


class Page(Struct):
    """A sitting as rows: of rounds those that are new, and those that lay waiting before it."""

    stage: Stage
    key: Any
    row: journal.Row  # the table as the sitting found it
    moves: list[str]
    events: list[str]
    rounds: list[list[Any]]
    stays: list[tuple[Any, ...]]
    later: list[list[Any]]
    shoes: list[tuple[Any, ...]]
    incidents: list[list[Any]]
    stakes: list[tuple[Any, ...]]

    @transaction.atomic
    def write(self) -> None:
        live = self.stage.live
        found = journal.lock(live.table)
        if found is None or found.version != self.row.version:
            raise Elsewhere(self.row.name)
        ledger.lock(self.stage.purses.keys() | self.stage.accounts.values())
        for sql, lines in ((MOVES, self.moves), (journal.EVENTS, self.events)):
            if lines:
                copy_lines(sql, lines)
        for sql, rows in ((ROUNDS, self.rounds), (STAYS, self.stays)):
            if rows:
                copy_rows(sql, rows)
        with connection.cursor() as cursor:
            for sql, each in (
                (ROUND_LATER, self.later),
                (journal.SHOE_OPENED, self.shoes),
                (INCIDENT, self.incidents),
            ):
                for values in each:
                    cursor.execute(sql, values)
        if self.stakes:  # after their rounds, which say what they count for
            copy_rows(journal.STAKES, self.stakes)
        journal.move_on(live.table, self.stage, due=live.due, nudge=None)
        journal.keep(live.table, live, self.key)
        Table.objects.filter(pk=live.table).update(recent="|".join(live.history[:10]))
