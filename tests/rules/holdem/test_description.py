"""The terms of hold'em that pages and scripts read by name."""

from __future__ import annotations

from games.rules.holdem.engine import ENGINE
from tests.rules.test_sheets import UNDECIDED

TERMS = """
system mode regime currency seats seats_per_player least_players minimum small_blind big_blind
buy_in rebuys limit limit_rule commission entry showdown rest_rounds forbidden kinds betting_seconds
decision_seconds extra_seconds rest_seconds languages
"""


def test_the_description_of_a_table_has_these_terms() -> None:
    sheet, setting = UNDECIDED["holdem"]
    assert list(ENGINE.describe(sheet, setting)) == TERMS.split()
