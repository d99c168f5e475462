"""A table remembers the commands of its round without work for Python's garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable

from games.tables.croupier.transaction import TableTransaction
from tests.live_table import LiveTable, bet, players_with


def test_the_collector_has_nothing_to_look_at_in_what_a_table_remembers(
    room: Callable[..., LiveTable],
) -> None:
    """Each full collection stops every table of the croupier: it must not grow with the bets of a round."""
    table, (player,) = room("american-roulette", betting_seconds=120), players_with(100_000, 1)
    table.sit([player])
    table.until("bets-opened")
    for _ in range(5):
        table.send(*((player, bet(table.round, {"red": 500})) for _ in range(4)))
    successor = TableTransaction(table.table.pk, table.transaction.key)
    for loaded in (table.transaction.loaded, successor.refresh()):
        assert loaded is not None and len(loaded.accepted) == 21
        gc.collect()
        assert not any(map(gc.is_tracked, loaded.accepted))
        assert not any(map(gc.is_tracked, loaded.accepted.values()))
