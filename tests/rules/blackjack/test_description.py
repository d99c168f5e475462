"""The terms of blackjack that pages and scripts read by name."""

from __future__ import annotations

from games.rules.blackjack.engine import ENGINE
from tests.rules.test_sheets import UNDECIDED

TERMS = """
system mode currency places seats places_per_player shoe minimum maximum step times limit_rules
prizes rules betting_seconds decision_seconds extra_seconds rest_seconds languages
"""


def test_the_description_of_a_table_has_these_terms() -> None:
    sheet, setting = UNDECIDED["blackjack"]
    assert list(ENGINE.describe(sheet, setting)) == TERMS.split()
