"""What of a player's money lies at tables: stakes that no result has decided yet, and chips.

It is not part of the balance, so pages and the API show it apart.  [903-B 6.3.2.3]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from players.models import Player
from players.play_records import UnfinishedRound, play_records
from players.wallet import selectors


class AtTables(Struct, frozen=True):
    """Of one currency, in cents."""

    currency: str
    stakes: int
    chips: int


def at_tables(player: Player, unfinished: Iterable[UnfinishedRound]) -> dict[str, AtTables]:
    """By currency, money first. A currency of which nothing lies at a table is left out."""
    chips = selectors.chips_of(player)
    stakes: dict[str, int] = {}
    for open_round in unfinished:
        stakes[open_round.currency] = stakes.get(open_round.currency, 0) + open_round.cents
    return {
        currency: AtTables(currency, stakes.get(currency, 0), chips.get(currency, 0))
        for currency in ("EUR", "DEMO")
        if currency in stakes or currency in chips
    }


def money_at_tables(player: Player, currency: str = "") -> dict[str, Any]:
    """What the templates `at_tables.html` and `unfinished.html` show: of one currency, or of both."""
    unfinished = [
        open_round
        for open_round in play_records().unfinished_rounds(player.pk)
        if currency in ("", open_round.currency)
    ]
    lying = at_tables(player, unfinished)
    return {
        "unfinished": unfinished,
        "at_tables": [sums for sums in lying.values() if currency in ("", sums.currency)],
    }
