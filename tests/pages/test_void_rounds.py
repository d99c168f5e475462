"""A void round as drawn: every stake went back, so none is left on the cloth.

[AR-21] [BJ-28] [CS-33] [HE-72]
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import run

pytestmark = pytest.mark.journey

CHIPS = (
    MOUNTED
    + """
  return given.steps.map((step) => {
    applyStep(step);
    return [step.table.game?.phase ?? "", document.querySelectorAll(".pile").length];
  });
"""
)


@pytest.mark.parametrize(
    ("system", "name"),
    [
        ("american-roulette", "roulette-american-void"),
        ("blackjack", "blackjack-void"),
        ("caribbean-stud", "caribbean-stud-void"),
        ("holdem", "holdem-void"),
    ],
)
def test_a_void_round_leaves_no_stake_on_the_cloth(page: Page, system: str, name: str) -> None:
    file = golden(name)
    facts = given(system, described(file), steps=list(steps(file, file["seats"][0])))
    results = run(page, modules(system), CHIPS, facts)
    before = [count for phase, count in results if phase != "void"]
    after = [count for phase, count in results if phase == "void"]
    assert max(before) > 0 and after, results
    assert set(after) == {0}, results
