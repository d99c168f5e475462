"""The last results of a table, as its display shows them."""

from __future__ import annotations

from games.catalogue import GAMES
from games.catalogue.description import LastResult


def last_results(system: str, recent: str) -> tuple[LastResult, ...]:
    """The results of a table, newest first. `recent` is the column of the table.  [AR-6e] [FR-6e] [BJ-4c]"""
    rounds = GAMES[system].rounds
    if not recent or not rounds.shows_last_results:
        return ()
    return tuple(rounds.last_result(outcome) for outcome in recent.split("|"))
