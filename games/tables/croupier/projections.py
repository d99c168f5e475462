"""What other readers query: rounds, play sessions, stakes.

It follows from the events and is written in the same transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import connection

from games.rules.engine import AnyEngine
from games.tables.croupier.journal import TableRow, timestamp_of
from games.tables.domain.events import (
    BetsOpened,
    Held,
    Invited,
    Left,
    PackCommitted,
    RoundEnded,
    RoundPrepared,
    Sat,
    SessionClosed,
    Warned,
)
from games.tables.domain.pending_changes import AppliedEvent, PendingChanges
from games.tables.domain.state import Live
from games.tables.stored_states import compress_opening
from players.shared.bulk_copy import copy_rows

SESSION_OPEN = """
INSERT INTO players_playsession (id, player_id, "table", table_name, system, currency, started, cause, rounds,
    staked, returned)
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
    (id, table_id, number, status, commitment, sealed, engine, seed, nonces, shoe, root, start, outcome,
     cause, staked, returned)
VALUES (%s, %s, %s, 'prepared', %s, %s, '', '', '{}', 0, '', '', '', '', 0, 0)
"""
ROUND_OPENED = """
UPDATE games_round SET status = 'open', sheet_id = %s, setting_id = %s, engine = %s, nonces = %s, shoe = %s,
    root = %s, start = %s, opened = to_timestamp(%s / 1000.0)
WHERE id = %s
"""
INCIDENT = """
INSERT INTO games_incident (table_id, round, reason, opened, proposal, note)
VALUES (%s, %s, %s, to_timestamp(%s / 1000.0), '', '')
"""
ROUND_ENDED = """
UPDATE games_round
SET status = %s, ended = to_timestamp(%s / 1000.0), outcome = %s, cause = %s, staked = %s, returned = %s,
    seed = %s
WHERE id = %s
"""
STAKES = """
COPY games_stake (round_id, player_id, session, seat, staked, lost, back, prize, held, commission, at)
FROM STDIN
"""

LOBBY_RESULTS = 24  # four columns of a bead plate
LOBBY_LENGTH = 400  # characters of the column `recent`


def project(row: TableRow, changes: PendingChanges, seals: dict[int, bytes]) -> None:
    for step in changes.steps:
        match step.event:
            case Sat() | Left() | Invited() | Warned():
                _project_stay(row, changes, step)
            case RoundPrepared() | BetsOpened() | PackCommitted() | RoundEnded():
                _project_round(changes, step, seals)
            case SessionClosed():
                _execute("UPDATE games_tablesession SET status = 'closed' WHERE id = %s", [step.event.id])
            case Held():
                values = [changes.live.table, step.after.round or None, step.event.reason, changes.at]
                _execute(INCIDENT, values)
            case _:
                pass


def _project_stay(row: TableRow, changes: PendingChanges, step: AppliedEvent) -> None:
    event, table, at = step.event, changes.live.table, changes.at
    if isinstance(event, Sat):
        values = [event.session, event.player, table, row.name, row.system, row.currency, at]
        _execute(SESSION_OPEN, values)
        return
    session = step.before.seats[event.seat].session
    match event:
        case Left():
            values = [at, event.cause, event.rounds, event.staked, event.returned, session]
            _execute(SESSION_CLOSE, values)
        case Invited():
            _execute(SESSION_INVITED, [at, session])
        case Warned():
            _execute(SESSION_WARNED, [at, session])


def _project_round(changes: PendingChanges, step: AppliedEvent, seals: dict[int, bytes]) -> None:
    event, after, table = step.event, step.after, changes.live.table
    match event:
        case RoundPrepared():
            _execute(ROUND_PREPARED, [event.id, table, event.number, event.commitment, seals[event.id]])
        case BetsOpened():
            _open_round(event, after, changes.at)
        case PackCommitted():
            _execute("UPDATE games_round SET root = %s WHERE id = %s", [event.root, after.round_id])
        case RoundEnded():
            assert changes.rules is not None
            _close_round(changes.rules.engine, event, step.before, after, changes.at)


def _open_round(event: BetsOpened, after: Live, at: int) -> None:
    nonces = msgspec.json.encode(after.nonces).decode()
    start = compress_opening(after.game, event.sheet, event.setting)
    rules = [event.sheet, event.setting, event.build]
    _execute(ROUND_OPENED, [*rules, nonces, after.shoe, event.root, start, at, after.round_id])


def _close_round(engine: AnyEngine, event: RoundEnded, before: Live, after: Live, at: int) -> None:
    results = engine.results(after.game)
    outcome = None if event.void else engine.outcome(after.game)
    staked = sum(result.staked for result in results.values())
    returned = sum(result.back + result.prize - result.commission for result in results.values())
    status = "void" if event.void else "ended"
    _execute(
        ROUND_ENDED,
        [status, at, str(outcome or ""), event.void, staked, returned, event.seed, after.round_id],
    )
    _execute("UPDATE games_table SET recent = %s WHERE id = %s", [recent_results(after.history), after.table])
    timestamp = timestamp_of(at)
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
            timestamp,
        )
        for seat, r in results.items()
        for chair in (before.seats[seat],)
    ]
    if rows:
        copy_rows(STAKES, rows)


def recent_results(history: Sequence[str]) -> str:
    """The newest results that the lobby can draw, newest first: as many as the column holds."""
    text = "|".join(history[:LOBBY_RESULTS])
    return text if len(text) <= LOBBY_LENGTH else text[: LOBBY_LENGTH + 1].rpartition("|")[0]


def _execute(sql: str, values: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
