"""Which chips stand on a place, and in which state: also while one is on its way, is refused, goes to prison or is only looked at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey

MODULES = {"piles": "games/roulette/piles.js"}


def piles(
    page: Page, mine: dict[str, Any], *, step: str = "live", phase: str = "betting", **given: Any
) -> dict[str, list[tuple[str, int]]]:
    """By place, the state and the cents of each pile."""
    shown = {
        "mine": {"game": mine},
        "table": {"phase": phase, "game": {"totals": given.pop("totals", {})}},
        "step": step,
    }
    asked = {"shown": shown, "sending": {}, "refused": [], "preview": None, **given}
    made = run(page, MODULES, "return piles.pilesOf(given);", asked)
    return {place: [(pile["as"], pile["cents"]) for pile in found] for place, found in made.items()}


def test_a_chip_on_its_way_is_shown_as_such_beside_what_lies(page: Page) -> None:
    assert piles(page, {}, sending={"red": 50}) == {"red": [("sending", 50)]}
    found = piles(page, {"bets": {"red": 100}}, sending={"red": 50, "odd": 200})
    assert found == {"red": [("accepted", 100), ("sending", 50)], "odd": [("sending", 200)]}


def test_a_chip_on_its_way_does_not_cover_the_one_that_lies(page: Page) -> None:
    asked = {
        "shown": {"mine": {"game": {"bets": {"red": 100}}}, "table": {"phase": "betting"}, "step": "live"},
        "sending": {"red": 50},
    }
    made = run(page, MODULES, "return piles.pilesOf(given);", asked | {"refused": [], "preview": None})["red"]
    assert len({(pile.get("dx", 0), pile.get("dy", 0)) for pile in made}) == 2


def test_refused_and_previewed_chips_are_neither_laid_nor_on_their_way(page: Page) -> None:
    found = piles(page, {"bets": {"red": 100}}, refused=[{"ask": {"on": {"red": 50}}}], preview={"odd": 200})
    assert found == {"red": [("accepted", 100), ("refused", 50)], "odd": [("preview", 200)]}


def test_others_are_what_lies_besides_ones_own(page: Page) -> None:
    assert piles(page, {"bets": {"red": 100}}, totals={"red": 100, "odd": 300}) == {
        "odd": [("others", 300)],
        "red": [("accepted", 100)],
    }


def test_what_was_won_lost_halved_and_imprisoned_is_told_in_its_order(page: Page) -> None:
    """First the losing chips go, then prizes come.  [AR-17] [FR-R18] [FR-R20b] [FR-R20c]"""
    lines = [
        {"place": "straight:17", "back": 50, "prize": 1_750},
        {"place": "black", "lost": 100},
        {"place": "odd", "lost": 25, "back": 25},
        {"place": "low", "held": 300},
    ]
    collect = {
        "straight:17": [("won", 50)],
        "black": [("lost", 100)],
        "odd": [("lost", 25), ("accepted", 25)],
        "low": [("prison", 300)],
    }
    pay = {
        "straight:17": [("won", 50), ("prize", 1_750)],
        "odd": [("accepted", 25)],
        "low": [("prison", 300)],
    }
    assert piles(page, {"result": {"lines": lines}}, step="collect", phase="closed") == collect
    assert piles(page, {"result": {"lines": lines}}, step="pay", phase="closed") == pay


def test_a_stake_in_prison_stands_beside_the_bets_of_the_next_round(page: Page) -> None:
    assert piles(page, {"bets": {"low": 100}, "prison": {"low": 300}}) == {
        "low": [("accepted", 100), ("prison", 300)]
    }
