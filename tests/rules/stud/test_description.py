"""The terms of the studs that pages and scripts read by name."""

from __future__ import annotations

import pytest

from games.rules.stud.engine import ENGINE
from games.rules.stud.sheet import Setting, Sheet, check_setting, check_sheet
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


@pytest.mark.parametrize("system", ["caribbean-stud", "macau-stud"])
def test_CS_21_no_table_gives_less_time_than_the_sheet(system: str) -> None:
    """[CS-21] [CS-31] (A50)"""
    sheet = Sheet(system=system, least_decision_seconds=15, least_extra_seconds=10)
    short = Setting(minimum=100, maximum=2_500, decision_seconds=14, extra_seconds=9)
    breaches = {
        breach.field: (breach.rule, breach.details["least"]) for breach in check_setting(sheet, short)
    }
    assert breaches == {"decision_seconds": ("CS-21", 15), "extra_seconds": ("CS-31", 10)}
    assert check_setting(sheet, Setting(minimum=100, maximum=2_500, decision_seconds=15)) == []
    for field in ("least_decision_seconds", "least_extra_seconds"):
        assert [breach.field for breach in check_sheet(Sheet(system=system, **{field: 4}))] == [field]
