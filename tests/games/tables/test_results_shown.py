"""The number of results that a table shows: twenty on a display, and a whole shoe where scoreboards are
drawn.

[AR-6e] [FR-6e]
"""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import GAMES
from games.tables.domain.apply import KEPT_RESULTS
from games.tables.domain.state import Live, Rules
from games.tables.domain.views import SHOWN_RESULTS, table_view

OUTCOMES = tuple(f"P{number % 10}-0" for number in range(KEPT_RESULTS))


def rules_of(system: str) -> Rules:
    engine: Any = GAMES[system].engine
    return Rules(system, engine, None, None, None, sheet_id=1, setting_id=1, build="")


@pytest.mark.parametrize(
    ("system", "count"),
    [("baccarat", KEPT_RESULTS), ("blackjack", SHOWN_RESULTS), ("american-roulette", SHOWN_RESULTS)],
)
def test_a_table_shows_as_many_results_as_its_display_has_room_for(system: str, count: int) -> None:
    assert table_view(Live(1, history=OUTCOMES, rules=rules_of(system)))["history"] == list(OUTCOMES[:count])


def test_the_display_of_twenty_and_the_roads_hold_what_their_names_say() -> None:
    assert (SHOWN_RESULTS, KEPT_RESULTS) == (20, 72)
