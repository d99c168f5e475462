"""The people who want to sit down at a table, as the database knows them."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import connection

from games.catalogue import GAMES
from games.tables.croupier import journal
from games.tables.croupier.journal import TableRow
from games.tables.domain.commands import Entrant
from players.audit import note
from players.wallet.ledger import open_ledger_account

ENTRANTS = """
SELECT p.id, a.id, p.alias FROM players_player AS p
JOIN wallet_account AS a ON a.player_id = p.id AND a.kind = 'wallet' AND a.currency = %s
WHERE p.id = ANY(%s)
"""
# Players whose present device has the same address and the same name as that of one who enters: the device of
# the session that sends the command, and otherwise of the open sign-in that was used last.  [903-B 6.6.1.3]
SAME_DEVICE = """
WITH used AS (
    SELECT player.id, entry.address, entry.device
    FROM players_player AS player CROSS JOIN LATERAL (
        SELECT s.address, s.device FROM identity_signin AS s
        WHERE s.person_id = player.person_id AND s.ended IS NULL
        ORDER BY (s.session = ANY(%(sessions)s)) DESC, s.seen DESC, s.id DESC LIMIT 1
    ) AS entry
    WHERE player.id = ANY(%(players)s) AND entry.address IS NOT NULL AND entry.device <> ''
)
SELECT one.id, other.id FROM used AS one
JOIN used AS other ON other.address = one.address AND other.device = one.device AND other.id <> one.id
WHERE one.id = ANY(%(entering)s)
"""
DEVICE_SHARED = "tables.device-shared"
# A player who presses again is not noted again. The set is lost with the process, which costs one line.
NOTED_AGAIN_AFTER = 600.0  # seconds
noted_devices: dict[tuple[int, int, tuple[int, ...]], float] = {}
ALIASES = "SELECT id, alias FROM players_player WHERE id = ANY(%s) AND status = 'active'"


def load_entrants(
    row: TableRow, table: int, players: list[int], *, partner: bool = False
) -> dict[int, Entrant]:
    """Each player with a wallet in the table's currency, an id for the stay, and a stack where the game needs
    one.
    """
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(ENTRANTS, [row.currency, players])
        rows = cursor.fetchall()
    ids, stacks = journal.session_ids(len(rows)), dict.fromkeys(players, 0)
    if GAMES[row.system].engine.between_players:
        stacks = {
            player: open_ledger_account(kind="stack", currency=row.currency, player=player, table=table)
            for player, *_ in rows
        }
    return {
        player: Entrant(player, wallet, alias, session, stacks[player], partner)
        for (player, wallet, alias), session in zip(rows, ids, strict=True)
    }


def players_on_same_device(
    entering: Mapping[int, str | None], seated: Collection[int]
) -> dict[int, frozenset[int]]:
    """Of each player who enters, by the sessions that ask: who at the table, or entering with them, uses the
    same device.
    """
    parameters: dict[str, Any] = {
        "entering": list(entering),
        "players": [*entering, *seated],
        "sessions": [session for session in entering.values() if session],
    }
    same: dict[int, set[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(SAME_DEVICE, parameters)
        for player, other in cursor.fetchall():
            same.setdefault(player, set()).add(other)
    return {player: frozenset(others) for player, others in same.items()}


def note_shared_device(table: int, player: int, others: Sequence[int], *, refused: bool) -> None:
    """Tells the officers that two players of one device met at a table between players.  [903-B 6.6.1.3]

    The audit line is written in the transaction that refuses or accepts the seat. `collusion` makes a case of
    it.
    """
    now, key = time.monotonic(), (table, player, tuple(others))
    for old in [old for old, at in noted_devices.items() if now - at >= NOTED_AGAIN_AFTER]:
        del noted_devices[old]
    if key in noted_devices:
        return
    noted_devices[key] = now
    note(DEVICE_SHARED, player=player, about=f"table:{table}", players=list(others), refused=refused)


def active_aliases(players: Sequence[int]) -> dict[int, str]:
    """The aliases of the players who may still play."""
    with connection.cursor() as cursor:
        cursor.execute(ALIASES, [list(players)])
        return dict(cursor.fetchall())
