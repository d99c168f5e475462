"""Collects what the play of a table adds to the record, and writes it in one transaction.

It writes the same rows as `games.tables.croupier.projections.project`, but a round that opened and
ended in the same play is written once. All triggers and constraints of the database apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.db import connection, transaction
from msgspec import Struct

from games.models import Table
from games.tables.croupier import journal, projections
from games.tables.domain.events import (
    BetsOpened,
    Held,
    Invited,
    Left,
    PackCommitted,
    RoundEnded,
    RoundPrepared,
    Sat,
    Warned,
)
from games.tables.domain.pending_changes import AppliedEvent, JournalEntry, PendingChanges
from games.tables.domain.state import Live
from games.tables.stored_states import compress_opening
from players.shared.bulk_copy import copy_lines, copy_rows, escape
from players.wallet import ledger
from players.wallet.ledger import Move

MOVES = "COPY wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat, at) FROM STDIN"
ROUND = (
    "id",
    "table_id",
    "number",
    "status",
    "commitment",
    "sealed",
    "sheet_id",
    "setting_id",
    "engine",
    "seed",
    "nonces",
    "shoe",
    "root",
    "start",
    "opened",
    "ended",
    "outcome",
    "cause",
    "staked",
    "returned",
)
ROUNDS = f"COPY games_round ({', '.join(ROUND)}) FROM STDIN"
# The columns to update of a round that was prepared or open before. Its number, commitment and sealed seed
# stay.
UPDATED = tuple(name for name in ROUND if name not in ("id", "table_id", "number", "commitment", "sealed"))
UPDATE_ROUND = f"UPDATE games_round SET {', '.join(f'{name} = %s' for name in UPDATED)} WHERE id = %s"
PLAY_SESSION = (
    "id",
    "player_id",
    '"table"',
    "table_name",
    "system",
    "currency",
    "started",
    "ended",
    "cause",
    "invited",
    "warned",
    "rounds",
    "staked",
    "returned",
)
PLAY_SESSIONS = f"COPY players_playsession ({', '.join(PLAY_SESSION)}) FROM STDIN"
INCIDENT = """
INSERT INTO games_incident
    (table_id, round, reason, opened, proposal, proposer_id, proposed, confirmer_id, closed, note)
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


class PlaySessionRow(Struct):
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


# The events that become rows of their own; the events of a game do not.
PROJECTED = frozenset(
    (Sat, Left, Invited, Warned, RoundPrepared, BetsOpened, PackCommitted, RoundEnded, Held)
)


class TableChangedMeanwhile(Exception):
    """Another process has written this table meanwhile."""


def timestamp_of(at: int) -> str:
    minute, rest = divmod(at, 60_000)
    return f"{_minute(minute)}{rest // 1000:02}.{rest % 1000:03}+00:00"


@lru_cache(maxsize=1024)
def _minute(number: int) -> str:
    return f"{datetime.fromtimestamp(number * 60, UTC):%Y-%m-%dT%H:%M:}"


NULL = "\\N"


# Most rows are events and transfers, so these are formatted as lines at once.
def _event_line(table_id: int, time: str, entry: JournalEntry, *, is_last: bool) -> str:
    round_id = NULL if entry.round is None else entry.round
    player = NULL if entry.player is None else entry.player
    command = f"{NULL}\t{NULL}"
    if entry.command is not None:
        command = f"{entry.command.int:032x}\t{entry.digest}"
    data = escape(entry.data.decode())
    chain = f"\\\\x{entry.chain.hex()}" if is_last else NULL
    return (
        f"{table_id}\t{entry.seq}\t{round_id}\t{time}\t{entry.kind}\t{data}\t{player}\t{command}\t{chain}\n"
    )


def _move_line(time: str, move: Move) -> str:
    round_id = NULL if move.round is None else move.round
    seat = NULL if move.seat is None else move.seat
    return (
        f"{move.id.int:032x}\t{move.kind}\t{move.source}\t{move.target}\t{move.currency}\t{move.cents}"
        f"\t{round_id}\t{seat}\t{time}\n"
    )


class PlayRecorder:
    def __init__(self, table_id: int, row: journal.TableRow, seals: dict[int, bytes]) -> None:
        self.table_id, self.row, self.seals = table_id, row, seals
        self.unfinished: dict[int, RoundRow] = {}  # prepared or open at the end of the last play
        self._clear()

    def _clear(self) -> None:
        self.events: list[str] = []
        self.moves: list[str] = []
        self.stakes: list[tuple[object, ...]] = []
        self.rounds: dict[int, RoundRow] = dict(self.unfinished)
        self.sessions: dict[int, PlaySessionRow] = {}
        self.incidents: list[list[object]] = []
        self.ended = 0

    def record(self, pending: PendingChanges) -> None:
        """Add what happened in one turn."""
        if not pending.entries:
            return
        time = timestamp_of(pending.at)
        last = pending.entries[-1]
        self.events += [
            _event_line(self.table_id, time, entry, is_last=entry is last) for entry in pending.entries
        ]
        self.moves += [_move_line(time, move) for move in pending.moves]
        for step in pending.steps:
            if type(step.event) in PROJECTED:
                self._project(step, pending, time)
        pending.entries.clear()
        pending.moves.clear()
        pending.steps.clear()
        pending.accepted.clear()

    def _project(self, step: AppliedEvent, pending: PendingChanges, time: str) -> None:
        event, before, after, row = step.event, step.before, step.after, self.row
        match event:
            case Sat():
                self.sessions[event.session] = PlaySessionRow(
                    event.session, event.player, self.table_id, row.name, row.system, row.currency, time
                )
            case Left():
                session = self.sessions[before.seats[event.seat].session]
                session.ended, session.cause = time, event.cause
                session.rounds, session.staked, session.returned = event.rounds, event.staked, event.returned
            case Invited():
                self.sessions[before.seats[event.seat].session].invited = time
            case Warned():
                self.sessions[before.seats[event.seat].session].warned = time
            case RoundPrepared():
                self._round_prepared(event)
            case BetsOpened():
                self._opened(event, after, time)
            case PackCommitted():
                self.rounds[after.round_id].root = event.root
            case RoundEnded():
                self._ended(event, step, pending, time)
            case Held():
                self.incidents.append(
                    [self.table_id, after.round or None, event.reason, time, "", None, None, None, None, ""]
                )
            case _:
                pass

    def _round_prepared(self, event: RoundPrepared) -> None:
        sealed = self.seals.pop(event.id)
        self.rounds[event.id] = RoundRow(event.id, self.table_id, event.number, event.commitment, sealed)

    def _opened(self, event: BetsOpened, live: Live, time: str) -> None:
        row = self.rounds[live.round_id]
        row.status, row.sheet_id, row.setting_id = "open", event.sheet, event.setting
        row.engine, row.root, row.shoe = event.build, event.root, live.shoe
        row.nonces = msgspec.json.encode(live.nonces).decode()
        row.start, row.opened = compress_opening(live.game, event.sheet, event.setting), time

    def _ended(self, event: RoundEnded, step: AppliedEvent, pending: PendingChanges, time: str) -> None:
        assert pending.rules is not None
        after, row, engine = step.after, self.rounds[step.after.round_id], pending.rules.engine
        results = engine.results(after.game)
        row.status, row.ended, row.cause = "void" if event.void else "ended", time, event.void
        row.seed = event.seed
        row.outcome = "" if event.void else str(engine.outcome(after.game) or "")
        row.staked = sum(result.staked for result in results.values())
        row.returned = sum(result.back + result.prize - result.commission for result in results.values())
        for seat, result in results.items():
            occupant = step.before.seats[seat]
            self.stakes.append(
                (
                    row.id,
                    occupant.player,
                    occupant.session,
                    seat,
                    result.staked,
                    result.lost,
                    result.back,
                    result.prize,
                    result.held,
                    result.commission,
                    time,
                )
            )
        self.ended += 1

    def pending_writer(self, pending: PendingChanges, key: Any) -> Callable[[], None]:
        """A function that writes everything recorded so far. The recorder is empty afterwards."""
        batch = PlayBatch(
            pending,
            key,
            self.row,
            self.moves,
            self.events,
            [_values(row, ROUND) for round_id, row in self.rounds.items() if round_id not in self.unfinished],
            [msgspec.structs.astuple(session) for session in self.sessions.values()],
            [[*_values(row, UPDATED), round_id] for round_id, row in self.unfinished.items()],
            self.incidents,
            self.stakes,
        )
        self.row = msgspec.structs.replace(self.row, version=pending.live.seq, chain=pending.chain)
        self.unfinished = {
            round_id: row for round_id, row in self.rounds.items() if row.status in ("prepared", "open")
        }
        self._clear()
        return batch.write


def _values(row: RoundRow, names: Iterable[str]) -> list[object]:
    return [getattr(row, name) for name in names]


class PlayBatch(Struct):
    """The rows of one play: new rounds, and updates of rounds that were unfinished before."""

    pending: PendingChanges
    key: Any
    row: journal.TableRow  # the table before the play
    moves: list[str]
    events: list[str]
    rounds: list[list[Any]]
    sessions: list[tuple[Any, ...]]
    updates: list[list[Any]]
    incidents: list[list[Any]]
    stakes: list[tuple[Any, ...]]

    @transaction.atomic
    def write(self) -> None:
        live = self.pending.live
        locked = journal.lock_row(live.table)
        if locked is None or locked.version != self.row.version:
            raise TableChangedMeanwhile(self.row.name)
        ledger.lock(self.pending.balances.keys() | self.pending.accounts.values())
        for sql, lines in ((MOVES, self.moves), (journal.EVENTS, self.events)):
            if lines:
                copy_lines(sql, lines)
        for sql, rows in ((ROUNDS, self.rounds), (PLAY_SESSIONS, self.sessions)):
            if rows:
                copy_rows(sql, rows)
        with connection.cursor() as cursor:
            for sql, value_lists in ((UPDATE_ROUND, self.updates), (INCIDENT, self.incidents)):
                for values in value_lists:
                    cursor.execute(sql, values)
        if self.stakes:  # after their rounds, which decide how they count
            copy_rows(projections.STAKES, self.stakes)
        journal.update_rows([journal.row_update(self.pending, live.due)._replace(inactivity_due=None)])
        journal.save_snapshot(live.table, live, self.key)
        Table.objects.filter(pk=live.table).update(recent="|".join(live.history[:10]))
