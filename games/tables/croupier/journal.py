"""The record of live tables: loads a table from its journal, and writes a transaction as sets of rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct, structs

from games.draw import hidden_events
from games.rules.shared.money import Posting
from games.tables import journal_reading
from games.tables.domain.apply import apply
from games.tables.domain.events import TABLE_TYPES, BetsOpened
from games.tables.domain.pending_changes import CommandKey, PendingChanges, command_key, count_stakes
from games.tables.domain.state import Live, Rules
from games.tables.stored_states import decode_state, encode_state
from players.shared.bulk_copy import array_literal, copy_rows


class TableRow(Struct, frozen=True):
    """The table's own row, read under its lock."""

    version: int
    chain: bytes
    status: str
    due: int | None
    name: str
    system: str
    currency: str
    setting: int
    sheet: int | None
    stopped: str = ""  # why no bets for money are taken: the reports to the regulator are interrupted


class RowUpdate(NamedTuple):
    """The columns of UPDATE."""

    id: int
    version: int
    chain: str
    due: int | None
    inactivity_due: int | None
    seated: int
    partners: int
    waiting: int
    round: int
    phase: str


LOCK = """
SELECT t.version, t.chain, t.status, (extract(epoch FROM t.due) * 1000)::bigint, t.name, t.system, t.currency,
       t.setting_id,
       (SELECT s.id FROM games_rulesheet AS s WHERE s.system = t.system AND s.status = 'in-force'),
       CASE WHEN t.currency = 'EUR' THEN
           coalesce((SELECT l.cause FROM games_sessionlease AS l WHERE l.until <= clock_timestamp()), '')
       ELSE '' END, t.id
FROM games_table AS t WHERE t.id = ANY(%s::bigint[]) ORDER BY t.id FOR NO KEY UPDATE OF t
"""
VERSIONS = """
SELECT t.id, t.version, t.system, t.setting_id,
       (SELECT s.id FROM games_rulesheet AS s WHERE s.system = t.system AND s.status = 'in-force')
FROM games_table AS t WHERE t.id = ANY(%s::bigint[])
"""
SNAPSHOTS = "SELECT id, snapshot, snapshot_version FROM games_table WHERE id = ANY(%s::bigint[])"
LOCK_FREE = LOCK.rstrip() + " SKIP LOCKED"
UPDATE = """
UPDATE games_table AS t
SET version = new.version, chain = decode(new.chain, 'hex'), due = to_timestamp(new.due / 1000.0),
    inactivity_due = to_timestamp(new.inactivity_due / 1000.0), seated = new.seated, partners = new.partners,
    waiting = new.waiting, round = new.round, phase = new.phase
FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::bigint[], %s::int[], %s::int[],
    %s::int[], %s::bigint[], %s::text[])
    AS new (id, version, chain, due, inactivity_due, seated, partners, waiting, round, phase)
WHERE t.id = new.id
"""
DATABASE_TIME = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
EVENTS = (
    "COPY games_event (table_id, seq, round_id, at, kind, data, player, command, digest, chain) FROM STDIN"
)
SINCE = """
SELECT e.table_id, e.kind, e.data, (extract(epoch FROM e.at) * 1000)::bigint, e.player, e.command, e.digest,
       e.seq, e.round_id
FROM unnest(%s::bigint[], %s::bigint[]) AS stored (table_id, version)
CROSS JOIN LATERAL (
    SELECT * FROM games_event WHERE table_id = stored.table_id AND seq > stored.version ORDER BY seq
) AS e
"""
KNOWN = """
SELECT c.player, c.command, c.seq, c.digest FROM games_command AS c
JOIN unnest(%s::bigint[], %s::uuid[]) AS asked (player, command)
    ON asked.player = c.player AND asked.command = c.command
"""


class SealedState(Protocol):
    """Seeds and snapshots, which only the croupier can open."""

    def seed(self, table: int, round_number: int, sealed_seed: bytes) -> bytes: ...
    def lock_up(self, table: int, seq: int, state: bytes) -> bytes: ...
    def unlock(self, table: int, seq: int, state: bytes) -> bytes: ...


class LoadedTable(Struct, frozen=True):
    """A table as its journal says, with its accounts and the commands of the round."""

    live: Live
    currency: str
    accounts: dict[str, int]
    accepted: dict[CommandKey, tuple[int, int]]  # the commands of this round
    round_stakes: dict[int, int] = {}  # by player, staked in this round
    current: Rules | None = None  # the rules of the next round, as far as is known

    @property
    def rules(self) -> Rules | None:
        """The rules of the round."""
        return self.live.rules


def lock_rows(tables: Collection[int], *, only_free: bool = False) -> dict[int, TableRow]:
    """The rows of these tables, locked in the order of their ids until the transaction ends: the holder of
    the lock is the only writer of a table. With `only_free`, those that nobody else has locked.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK_FREE if only_free else LOCK, [array_literal(tables)])
        return {row[-1]: TableRow(row[0], bytes(row[1]), *row[2:-1]) for row in cursor.fetchall()}


def lock_row(table: int) -> TableRow | None:
    return lock_rows([table]).get(table)


class TableVersion(NamedTuple):
    """What a snapshot of the table depends on: its last event, its setting and the sheet in force."""

    version: int
    system: str
    setting: int | None
    sheet: int | None


def versions(tables: Collection[int]) -> dict[int, TableVersion]:
    """By table, read without a lock."""
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [array_literal(tables)])
        return {table: TableVersion(*row) for table, *row in cursor.fetchall()}


def lawful_rules(row: TableRow | TableVersion) -> Rules | None:
    """The rules of the next round: the sheet in force and the setting, if the sheet allows the setting."""
    if (
        not row.sheet
        or not row.setting
        or not journal_reading.is_setting_allowed(row.system, row.sheet, row.setting)
    ):
        return None
    return journal_reading.rules_of(row.system, row.sheet, row.setting)


def current_rules(row: TableRow) -> Rules | None:
    """The sheet in force with the table's setting, whether or not the sheet allows it."""
    if not row.sheet or not row.setting:
        return None
    return journal_reading.rules_of(row.system, row.sheet, row.setting)


def hold(table: int, reason: str) -> None:
    """Marks the table's row as on hold, with the reason."""
    _execute("UPDATE games_table SET status = 'held', reason = %s WHERE id = %s", [reason, table])


def close(table: int) -> None:
    _execute("UPDATE games_table SET status = 'closed' WHERE id = %s", [table])


def now() -> int:
    """The database's time in milliseconds, read after the lock: the only clock of a table."""
    with connection.cursor() as cursor:
        cursor.execute(DATABASE_TIME)
        return int(cursor.fetchone()[0])


class _Event(NamedTuple):
    """A row of SINCE, after its table."""

    kind: str
    data: str
    at: int
    player: int | None
    command: UUID | None
    digest: int
    seq: int
    round_id: int | None


def load(rows: Mapping[int, TableRow], secrets: SealedState) -> dict[int, LoadedTable]:
    """Each of these tables from its last snapshot and the events since, with one question of each kind."""
    if not rows:
        return {}
    events: dict[int, list[_Event]] = {table: [] for table in rows}
    with connection.cursor() as cursor:
        cursor.execute(SNAPSHOTS, [array_literal(rows)])
        snapshots = {table: (bytes(state or b""), version) for table, state, version in cursor.fetchall()}
        since = [snapshots[table][1] for table in rows]
        cursor.execute(SINCE, [array_literal(rows), array_literal(since)])
        for table, *event in cursor.fetchall():
            events[table].append(_Event(*event))
    with_seeds = {
        e.round_id for own in events.values() for e in own if e.round_id and hidden_events.is_hidden(e.data)
    }
    seals = journal_reading.sealed_seeds(with_seeds)
    accounts = journal_reading.open_accounts_of({table: row.currency for table, row in rows.items()})
    loaded: dict[int, LoadedTable] = {}
    for table, row in rows.items():
        state, version = snapshots[table]
        opened = secrets.unlock(table, version, state) if state else b""
        live = decode_state(table, row.system, opened)
        loaded[table] = _fold(live, row, events[table], accounts[table], seals, secrets)
    return loaded


def _fold(
    live: Live,
    row: TableRow,
    events: Sequence[_Event],
    accounts: dict[str, int],
    seals: Mapping[int, bytes],
    secrets: SealedState,
) -> LoadedTable:
    """The table after these events."""
    table, accepted = live.table, dict[CommandKey, tuple[int, int]]()
    decode = journal_reading.event_decoder(row.system).decode
    seeds: dict[int, bytes] = {}
    round_stakes: dict[int, int] = {}
    for kind, stored, at, player, command, digest, seq, round_id in events:
        data: str | bytes = stored
        if round_id is not None and hidden_events.is_hidden(stored):
            if round_id not in seeds:
                seeds[round_id] = secrets.seed(table, live.round, seals[round_id])
            data = hidden_events.reveal(seeds[round_id], table, seq, stored)
        event = decode(kind, data)
        if isinstance(event, BetsOpened):
            rules = journal_reading.rules_of(row.system, event.sheet, event.setting)
            live = structs.replace(live, rules=rules)
        count_stakes(round_stakes, event, _postings(event, live.rules), live)
        live = apply(live, event, at, by_command=command is not None)
        if player is not None and command is not None:
            accepted[command_key(player, command)] = (seq, digest)
    # Before the first round: the rules that it would have.
    live = structs.replace(live, due=row.due, rules=live.rules or current_rules(row))
    return LoadedTable(live, row.currency, accounts, accepted, round_stakes, lawful_rules(row))


def _postings(event: Any, rules: Rules | None) -> Sequence[Posting]:
    if rules is None or type(event) in TABLE_TYPES:
        return ()
    postings: Sequence[Posting] = rules.engine.postings(event)
    return postings


def find_accepted(commands: list[tuple[int, UUID]]) -> dict[CommandKey, tuple[int, int]]:
    """Which of these commands, each a player and an id, the record of any table has accepted."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, [[player for player, _ in commands], [command for _, command in commands]])
        rows = cursor.fetchall()
    return {command_key(player, command): (seq, digest) for player, command, seq, digest in rows}


def write(changed: Sequence[PendingChanges], dues: Sequence[int | None]) -> None:
    """Writes what was decided at these tables, as sets: their events, and their rows with the time at which
    the next step is due.
    """
    append(changed)
    update_rows([row_update(changes, due) for changes, due in zip(changed, dues, strict=True)])


def append(changed: Sequence[PendingChanges]) -> None:
    """Writes the events of one transaction as one set. The last of each table stores the link of its chain.

    The database adds their commands to the accepted ones, and refuses one that it has already.
    """
    copy_rows(EVENTS, (row for changes in changed for row in _event_rows(changes)))


def _event_rows(changes: PendingChanges) -> Iterator[tuple[object, ...]]:
    table, last, timestamp = changes.live.table, changes.entries[-1], timestamp_of(changes.at)
    for e in changes.entries:
        chain = e.chain if e is last else None
        yield table, e.seq, e.round, timestamp, e.kind, e.data.decode(), e.player, e.command, e.digest, chain


def timestamp_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def update_rows(updates: Sequence[RowUpdate]) -> None:
    """Updates the rows of the tables after a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(UPDATE, [array_literal(column) for column in zip(*updates, strict=True)])


def row_update(changes: PendingChanges, due: int | None) -> RowUpdate:
    """The new values of a table's row: its last event, and when its next step and check are due."""
    live = changes.live
    return RowUpdate(
        live.table,
        live.seq,
        changes.chain.hex(),
        due,
        live.inactivity_check_due(changes.at),
        len(live.seats),
        len(live.partners),
        len(live.queue),
        live.round,
        live.lobby_phase,
    )


def set_due(table: int, due: int | None) -> None:
    """Moves the next step, or forgets a time at which nothing is left to do."""
    _execute("UPDATE games_table SET due = to_timestamp(%s / 1000.0) WHERE id = %s", [due, table])


def save_snapshot(table: int, live: Live, secrets: SealedState) -> None:
    """Stores a snapshot, from which the table is loaded later.

    It is sealed, because it contains hands that were never shown.
    """
    state = secrets.lock_up(table, live.seq, encode_state(live))
    _execute(
        "UPDATE games_table SET snapshot = %s, snapshot_version = %s WHERE id = %s", [state, live.seq, table]
    )


def round_ids(count: int) -> list[int]:
    return _next_ids("games_round_id_seq", count)


def session_ids(count: int) -> list[int]:
    return _next_ids("players_playsession_id_seq", count)


def _next_ids(sequence: str, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s) FROM generate_series(1, %s)", [sequence, count])
        return [int(row[0]) for row in cursor.fetchall()]


def _execute(sql: str, values: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


# A share that is stored already wins: its player was told that it counts.
STORE_SHARES = "UPDATE games_round SET shares = %s::jsonb || shares WHERE id = %s RETURNING shares::text"


def store_shares(round_id: int, given: Mapping[int, str]) -> dict[int, str]:
    """Adds shares, by player, to a promised round. Returns all its shares."""
    with connection.cursor() as cursor:
        cursor.execute(STORE_SHARES, [msgspec.json.encode(given).decode(), round_id])
        return _shares(cursor.fetchone())


def stored_shares(round_id: int) -> dict[int, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT shares::text FROM games_round WHERE id = %s", [round_id])
        return _shares(cursor.fetchone())


def _shares(row: tuple[str]) -> dict[int, str]:
    return msgspec.json.decode(row[0], type=dict[int, str])
