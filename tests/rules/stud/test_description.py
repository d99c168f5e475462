"""The terms of the studs that pages and scripts read by name."""

from __future__ import annotations

from games.rules.stud.engine import ENGINE
from tests.rules.stud.play import macau
from tests.rules.test_sheets import UNDECIDED

TERMS = """
system mode currency seats boxes cards kinds dealing dealing_rule discards_first limits minimum step
prizes betting_seconds decision_seconds extra_seconds rest_seconds languages
"""


def test_the_description_of_a_table_has_these_terms() -> None:
    sheet, setting = UNDECIDED["studs"]
    assert list(ENGINE.describe(sheet, setting)) == TERMS.split()


def test_macau_stud_has_a_jackpot_and_a_list_of_what_is_forbidden() -> None:
    table = macau()
    assert set(ENGINE.describe(table.sheet, table.setting)) - set(TERMS.split()) == {"jackpot", "forbidden"}
