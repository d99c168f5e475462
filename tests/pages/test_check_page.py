"""The page on which a draw is checked: its verdict first, and two ways to one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize

from games.models import Round
from tests.live_table import LiveTable, bet, players_with
from tests.pages.test_account_on_a_phone import DESKTOP, PHONE, shown
from tests.pages.test_back_office_axe import fetched

pytestmark = pytest.mark.journey

VERDICT = """async () => {
  const find = (selector) => document.querySelector(selector);
  for (let turn = 0; turn < 200 && !find(".verdict-all"); turn++) {
    await new Promise((next) => setTimeout(next, 25));
  }
  const topOf = (selector) => find(selector)?.getBoundingClientRect().top ?? 0;
  return [find(".verdict-all")?.dataset.agrees, topOf(".verdict-all") < topOf(".verify-facts"),
    topOf(".verdict-all") > 0 && topOf(".verdict-all") < innerHeight / 2];
}"""
SECTIONS = """() => [...document.querySelectorAll(".check-panel")]
  .map((node) => node.getBoundingClientRect().toJSON())"""


@pytest.fixture
def ended(room: Callable[..., LiveTable]) -> Round:
    table = room()
    (rui,) = players_with(10_000, 1)
    table.sit([rui])
    table.step()
    table.send((rui, bet(1, {"red": 500})))
    table.until("round-ended")
    return Round.objects.get(table=table.table, number=1)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_verdict_on_a_round_comes_first_and_without_a_press(ended: Round, size: ViewportSize) -> None:
    pages = fetched(Client(), [f"/verify/{ended.pk}/"])
    assert shown(pages, VERDICT, size) == {f"/verify/{ended.pk}/": ["true", True, True]}


def test_the_last_draws_and_the_data_of_a_round_stand_side_by_side(ended: Round) -> None:
    pages = fetched(Client(), ["/verify/"])
    assert f'href="/verify/{ended.pk}/"'.encode() in pages["/verify/"]
    (panels,) = shown(pages, SECTIONS, DESKTOP).values()
    first, second = panels
    assert first["right"] < second["left"]
    (panels,) = shown(pages, SECTIONS, PHONE).values()
    first, second = panels
    assert first["bottom"] < second["top"]
