"""The terms of roulette that pages and scripts read by name."""

from __future__ import annotations

from games.rules.roulette.engine import ENGINE
from tests.rules.test_sheets import UNDECIDED

TERMS = """
system variant layout mode currency wheel colours zeros columns places kinds calls zero_option
zero_rule second_zero minimum step betting_seconds rest_seconds seats languages
"""


def test_the_description_of_a_table_has_these_terms() -> None:
    sheet, setting = UNDECIDED["roulette"]
    assert list(ENGINE.describe(sheet, setting)) == TERMS.split()
