"""Programs of the house at a demonstration table of hold'em: a player is told of them before buying in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.cards import MOUNTED, given, modules
from tests.pages.screen import run
from tests.pages.test_holdem_felt import table, terms

pytestmark = pytest.mark.journey


@pytest.mark.parametrize(("currency", "is_announced"), [("DEMO", True), ("EUR", False)])
def test_house_players_are_announced_before_the_buy_in(page: Page, currency: str, is_announced: bool) -> None:
    (step,) = table(mine=1)
    step["mine"]["game"] = {"options": {"buy_in": {"cost": 20_000, "commission": 0, "stack": 20_000}}}
    body = """
      facts.table.currency = given.currency;
      applyStep(given.step);
      return document.querySelector(".he-desk .decision-note").innerText;
    """
    facts = given("holdem", terms(), step=step, currency=currency)
    note = run(page, modules("holdem"), MOUNTED + body, facts)
    assert "200" in note and ("jogadores da casa" in note) == is_announced
