"""The terms of ponto e banca that pages and scripts read by name."""

from __future__ import annotations

from games.rules.baccarat.engine import ENGINE
from tests.rules.test_sheets import UNDECIDED

TERMS = """
system variant mode currency seats decks shoe kinds both_sides commission thirds minimum step
betting_seconds card_ms rest_seconds languages
"""


def test_the_description_of_a_table_has_these_terms() -> None:
    sheet, setting = UNDECIDED["baccarat"]
    assert list(ENGINE.describe(sheet, setting)) == TERMS.split()
