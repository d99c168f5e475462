"""The record of live tables: how a table is read back from its journal, and how a transaction at it is written, as sets."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from django.db import connection
from msgspec import Struct, structs

import games.rules
from games.catalogue import GAMES
from games.draw import generator
from games.tables.domain.events import (
    BetsOpened,
    Held,
    Invited,
    Left,
    RoundEnded,
    RoundPrepared,
    Sat,
    SessionClosed,
    ShoeOpened,
    TableEvent,
    Warned,
)
from games.tables.domain.pending_changes import Entry, Stage
from games.tables.domain.state import Live, Rules, apply
from players.shared.bulk_copy import copy_rows
from players.wallet.ledger import account_open


class Row(Struct, frozen=True):
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


LOCK = """
SELECT t.version, t.chain, t.status, (extract(epoch FROM t.due) * 1000)::bigint, t.name, t.system, t.currency, t.setting_id,
       (SELECT s.id FROM games_rulesheet AS s WHERE s.system = t.system AND s.status = 'in-force')
FROM games_table AS t WHERE t.id = %s FOR NO KEY UPDATE OF t
"""
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
EVENTS = (
    "COPY games_event (table_id, seq, round_id, at, kind, data, player, command, digest, chain) FROM STDIN"
)
SINCE = """
SELECT kind, data, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, seq
FROM games_event WHERE table_id = %s AND seq > %s ORDER BY seq
"""
KNOWN = """
SELECT e.player, e.command, e.seq, e.digest FROM games_event AS e
JOIN unnest(%s::bigint[], %s::uuid[]) AS asked (player, command) ON asked.player = e.player AND asked.command = e.command
"""


class Secrets(Protocol):
    """What only the croupier can open: seeds, and the state that a table was put down in."""

    def seed(self, table: int, round: int, sealed: bytes) -> bytes: ...
    def lock_up(self, table: int, seq: int, state: bytes) -> bytes: ...
    def unlock(self, table: int, seq: int, state: bytes) -> bytes: ...


class Place(Struct, frozen=True):
    """A table as its journal tells it, and what belongs to it beside the game."""

    live: Live
    rules: Rules | None
    currency: str
    accounts: dict[str, int]
    done: dict[tuple[int, Any], tuple[int, int]]


@cache
def build() -> str:
    """The digest of the engines' own source: a round says under which it was played."""
    digest = hashlib.sha256()
    folder = Path(games.rules.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=4096)
def rules(system: str, sheet: int, setting: int) -> Rules:
    """A rule sheet and a table setting never change once written, so that they are read once."""
    engine = GAMES[system].engine
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM games_rulesheet WHERE id = %s", [sheet])
        sheet_data = cursor.fetchone()[0]
        cursor.execute("SELECT data FROM games_tablesetting WHERE id = %s", [setting])
        setting_data = cursor.fetchone()[0]
    return Rules(
        system=system,
        engine=engine,
        read=command_decoder(system).decode,
        sheet=msgspec.json.decode(sheet_data, type=engine.sheet_type),
        setting=msgspec.json.decode(setting_data, type=engine.setting_type),
        sheet_id=sheet,
        setting_id=setting,
        build=build(),
    )


@lru_cache(maxsize=4096)
def lawful(system: str, sheet: int, setting: int) -> bool:
    """Does the rule sheet allow the table's setting? Neither ever changes, so it is worked out once."""
    current = rules(system, sheet, setting)
    return not current.engine.check_setting(current.sheet, current.setting)


@cache
def command_decoder(system: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[system].engine.command_type)


@cache
def event_decoder(system: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(TableEvent | GAMES[system].engine.event_type)


def lock(table: int) -> Row | None:
    """The table's row, locked until the transaction ends: whoever holds it is the one writer of the table."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [table])
        row = cursor.fetchone()
    return Row(row[0], bytes(row[1]), *row[2:]) if row else None


def version(table: int) -> int | None:
    """The table's last event, read without a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM games_table WHERE id = %s", [table])
        row = cursor.fetchone()
    return int(row[0]) if row else None


LEASE = "SELECT EXISTS (SELECT FROM games_sessionlease WHERE until < clock_timestamp())"


def lease_over() -> bool:
    """Whether no new session for money begins any more: the house owes reports of those there were."""
    with connection.cursor() as cursor:
        cursor.execute(LEASE)
        return bool(cursor.fetchone()[0])


def hold(table: int, reason: str) -> None:
    """The table's row says that it is on hold, and why, for everybody who looks at tables."""
    _execute("UPDATE games_table SET status = 'held', reason = %s WHERE id = %s", [reason, table])


def close(table: int) -> None:
    _execute("UPDATE games_table SET status = 'closed' WHERE id = %s", [table])


def now() -> int:
    """The hour of the database in milliseconds, read after the lock: there is no other clock."""
    with connection.cursor() as cursor:
        cursor.execute(NOW)
        return int(cursor.fetchone()[0])


ACCOUNTS = ("stakes", "held", "bank", "commission", "jackpot")


def load(table: int, row: Row, secrets: Secrets) -> Place:
    """The table from its last snapshot and the events since."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT snapshot, snapshot_version FROM games_table WHERE id = %s", [table])
        snapshot, version = cursor.fetchone()
        cursor.execute(SINCE, [table, version])
        events = cursor.fetchall()
    state = secrets.unlock(table, version, bytes(snapshot)) if snapshot else b""
    live, game_rules = _thaw(table, row.system, state)
    done: dict[tuple[int, Any], tuple[int, int]] = {}
    decode = event_decoder(row.system).decode
    seeds: dict[int, bytes] = {}
    for _kind, data, at, player, command, digest, seq in events:
        if generator.concealed(data):
            if live.shoe_id not in seeds:
                seeds[live.shoe_id] = secrets.seed(table, live.shoe, sealed(live.shoe_id))
            data = generator.reveal(seeds[live.shoe_id], table, seq, data)
        event = decode(data)
        if isinstance(event, BetsOpened):
            game_rules = rules(row.system, event.sheet, event.setting)
        live = apply(live, game_rules, event, at, asked=command is not None)
        if command is not None:
            done[player, command] = (seq, digest)
    accounts = accounts_of(table, row.currency)
    if game_rules is None and row.sheet and row.setting:
        game_rules = rules(
            row.system, row.sheet, row.setting
        )  # no round yet: those that the first would have
    return Place(structs.replace(live, due=row.due), game_rules, row.currency, accounts, done)


def accounts_of(table: int, currency: str) -> dict[str, int]:
    """The table's own accounts, by kind."""
    return {kind: account_open(kind=kind, currency=currency, table=table) for kind in ACCOUNTS}


def freeze(live: Live) -> bytes:
    state = structs.replace(live, game=None)
    return zlib.compress(msgspec.json.encode((state, live.game)), 1)


def _thaw(table: int, system: str, snapshot: bytes) -> tuple[Live, Rules | None]:
    if not snapshot:
        return Live(table=table), None
    live, game = msgspec.json.decode(zlib.decompress(snapshot), type=tuple[Live, msgspec.Raw])
    if not live.setting_id:
        return live, None
    game_rules = rules(system, live.sheet_id, live.setting_id)
    return structs.replace(
        live, game=msgspec.json.decode(game, type=game_rules.engine.state_type)
    ), game_rules


def known(asked: list[tuple[int, Any]]) -> dict[tuple[int, Any], tuple[int, int]]:
    """Which of these wishes, named by player and id, stand in the record of any table already."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, [[player for player, _ in asked], [id for _, id in asked]])
        return {(player, command): (seq, digest) for player, command, seq, digest in cursor.fetchall()}


def append(table: int, at: int, entries: list[Entry]) -> None:
    """Writes the lines of one transaction, as one set."""
    hour = _hour(at)
    copy_rows(
        EVENTS,
        (
            (table, e.seq, e.round, hour, e.kind, e.data.decode(), e.player, e.command, e.digest, e.chain)
            for e in entries
        ),
    )


def _hour(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def move_on(table: int, stage: Stage, *, due: int | None, nudge: int | None) -> None:
    """The table's row after a transaction: its last event, and when it wants the house again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_table SET version = %s, chain = %s, due = to_timestamp(%s / 1000.0), nudge = to_timestamp(%s / 1000.0), "
            "seated = %s, waiting = %s, round = %s WHERE id = %s",
            [
                stage.live.seq,
                stage.chain,
                due,
                nudge,
                len(stage.live.seats),
                len(stage.live.queue),
                stage.live.round,
                table,
            ],
        )


def project(row: Row, stage: Stage, seals: dict[int, bytes]) -> None:
    """What other readers look up by itself: rounds, play sessions, stakes. It follows from the events, in the same transaction."""
    table, at = stage.live.table, stage.at
    for event, before, after in ((step.event, step.before, step.after) for step in stage.steps):
        match event:
            case Sat():
                _execute(
                    SESSION_OPEN, [event.session, event.player, table, row.name, row.system, row.currency, at]
                )
            case Left():
                session = before.seats[event.seat].session
                _execute(
                    SESSION_CLOSE, [at, event.cause, event.rounds, event.staked, event.returned, session]
                )
            case Invited() | Warned():
                session = before.seats[event.seat].session
                _execute(SESSION_INVITED if isinstance(event, Invited) else SESSION_WARNED, [at, session])
            case RoundPrepared():
                if not event.kept:  # whether a shoe is dealt from once more is sure only when bets open
                    _execute(
                        ROUND_PREPARED, [event.id, table, event.number, event.commitment, seals[event.id]]
                    )
            case BetsOpened():
                if event.kept:
                    _execute(ROUND_PREPARED, [after.round_id, table, event.number, after.commitment, b""])
                nonces = msgspec.json.encode(after.nonces).decode()
                start = zlib.compress(msgspec.json.encode(after.game), 1)
                values = [
                    event.sheet,
                    event.setting,
                    event.build,
                    nonces,
                    after.shoe,
                    event.root,
                    start,
                    at,
                    after.round_id,
                ]
                _execute(ROUND_OPENED, values)
            case RoundEnded():
                assert stage.rules is not None
                _round_close(stage.rules.engine, event, before, after, at)
                if event.seed:
                    _execute(SHOE_OPENED, [event.seed, table, after.shoe, after.round])
            case ShoeOpened():
                _execute(SHOE_OPENED, [event.seed, table, after.shoe, after.round])
            case SessionClosed():
                _execute("UPDATE games_tablesession SET status = 'closed' WHERE id = %s", [event.id])
            case Held():
                _execute(INCIDENT, [table, after.round or None, event.reason, at])
            case _:
                pass


SESSION_OPEN = """
INSERT INTO players_playsession (id, player_id, "table", table_name, system, currency, started, cause, rounds, staked, returned)
VALUES (%s, %s, %s, %s, %s, %s, to_timestamp(%s / 1000.0), '', 0, 0, 0)
"""
SESSION_CLOSE = """
UPDATE players_playsession
SET ended = to_timestamp(%s / 1000.0), cause = %s, rounds = %s, staked = %s, returned = %s WHERE id = %s
"""
SESSION_INVITED = "UPDATE players_playsession SET invited = to_timestamp(%s / 1000.0) WHERE id = %s"
SESSION_WARNED = "UPDATE players_playsession SET warned = to_timestamp(%s / 1000.0) WHERE id = %s"
ROUND_PREPARED = """
INSERT INTO games_round
    (id, table_id, number, status, commitment, sealed, engine, seed, nonces, shoe, root, start, outcome, cause, staked, returned)
VALUES (%s, %s, %s, 'prepared', %s, %s, '', '', '{}', 0, '', '', '', '', 0, 0)
"""
ROUND_OPENED = """
UPDATE games_round SET status = 'open', sheet_id = %s, setting_id = %s, engine = %s, nonces = %s, shoe = %s, root = %s, start = %s,
    opened = to_timestamp(%s / 1000.0)
WHERE id = %s
"""
# One seed for all rounds that were dealt from the shoe, from the one in which it began.
SHOE_OPENED = """
UPDATE games_round SET seed = %s WHERE table_id = %s AND number >= %s AND number <= %s AND status <> 'prepared'
"""
INCIDENT = """
INSERT INTO games_incident (table_id, round, reason, opened, proposal, note) VALUES (%s, %s, %s, to_timestamp(%s / 1000.0), '', '')
"""
ROUND_ENDED = """
UPDATE games_round
SET status = %s, ended = to_timestamp(%s / 1000.0), outcome = %s, cause = %s, staked = %s, returned = %s WHERE id = %s
"""
STAKES = """
COPY games_stake (round_id, player_id, session, seat, staked, lost, back, prize, held, commission, at) FROM STDIN
"""


def _round_close(engine: Any, event: RoundEnded, before: Live, after: Live, at: int) -> None:
    results = engine.results(after.game)
    outcome = None if event.void else engine.outcome(after.game)
    staked = sum(result.staked for result in results.values())
    returned = sum(result.back + result.prize - result.commission for result in results.values())
    status = "void" if event.void else "ended"
    _execute(ROUND_ENDED, [status, at, str(outcome or ""), event.void, staked, returned, after.round_id])
    _execute("UPDATE games_table SET recent = %s WHERE id = %s", ["|".join(after.history[:10]), after.table])
    hour = _hour(at)
    rows = [
        (
            after.round_id,
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
        for seat, r in results.items()
        for chair in (before.seats[seat],)
    ]
    if rows:
        copy_rows(STAKES, rows)


def keep(table: int, live: Live, secrets: Secrets) -> None:
    """A snapshot: from here on the table is read back from this point. It lies sealed, because hands that were never shown are in it."""
    state = secrets.lock_up(table, live.seq, freeze(live))
    _execute(
        "UPDATE games_table SET snapshot = %s, snapshot_version = %s WHERE id = %s", [state, live.seq, table]
    )


def round_ids(count: int) -> list[int]:
    return _next("games_round_id_seq", count)


def session_ids(count: int) -> list[int]:
    return _next("players_playsession_id_seq", count)


def _next(sequence: str, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s) FROM generate_series(1, %s)", [sequence, count])
        return [int(row[0]) for row in cursor.fetchall()]


def _execute(sql: str, values: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


# A share that is stored already wins: it was answered as the one that counts.
STORE_SHARES = "UPDATE games_round SET shares = %s::jsonb || shares WHERE id = %s RETURNING shares::text"


def store_shares(round: int, given: Mapping[int, str]) -> dict[int, str]:
    """Adds the shares, by player, to a promised round; returns all that it has."""
    with connection.cursor() as cursor:
        cursor.execute(STORE_SHARES, [msgspec.json.encode(given).decode(), round])
        return _shares(cursor.fetchone())


def shares(round: int) -> dict[int, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT shares::text FROM games_round WHERE id = %s", [round])
        return _shares(cursor.fetchone())


def _shares(row: tuple[str]) -> dict[int, str]:
    return msgspec.json.decode(row[0], type=dict[int, str])


def sealed(round: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sealed FROM games_round WHERE id = %s", [round])
        return bytes(cursor.fetchone()[0])
