"""The people who want to sit down at a table, as the database knows them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from games.catalogue import GAMES
from games.tables.croupier import journal
from games.tables.croupier.journal import TableRow
from games.tables.domain.commands import Entrant
from players.wallet.ledger import open_ledger_account

ENTRANTS = """
SELECT p.id, a.id, p.alias FROM players_player AS p
JOIN wallet_account AS a ON a.player_id = p.id AND a.kind = 'wallet' AND a.currency = %s
WHERE p.id = ANY(%s)
"""
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


def active_aliases(players: Sequence[int]) -> dict[int, str]:
    """The aliases of the players who may still play."""
    with connection.cursor() as cursor:
        cursor.execute(ALIASES, [list(players)])
        return dict(cursor.fetchall())
