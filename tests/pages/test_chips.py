"""Chips: each carries its value, and together they are worth the amount that they stand for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from tests.pages.screen import run

MODULES = {"chips": "table/chips.js", "texts": "table/i18n.js"}
AMOUNTS = [1, 50, 100, 250, 2_500, 19_950, 20_000, 123_456, 1_000_000]


@pytest.mark.journey
def test_HE_13_HE_4d_chips_make_up_every_buy_in_rebuy_and_bet(page: Page) -> None:
    """[HE-4d] [HE-13]"""
    made = run(
        page,
        MODULES,
        "return given.map((cents) => chips.splitIntoChips(cents).map(([value]) => value))",
        AMOUNTS,
    )
    assert [sum(values) for values in made] == AMOUNTS
    assert all(values == sorted(values, reverse=True) for values in made)


@pytest.mark.journey
def test_HE_13_a_chip_carries_its_value_in_euros(page: Page) -> None:
    body = "const s = texts.createI18n(given, { language: 'pt', currency: 'EUR' }); "
    body += "return chips.CHIPS.map(([cents, name]) => [cents, chips.chipDrawing(cents, name, s.figure).querySelector('text').textContent]);"
    faces = run(page, MODULES, body, messages_for("pt"))
    assert dict(map(tuple, faces)) == {
        50: "0,50",
        100: "1",
        500: "5",
        2_500: "25",
        10_000: "100",
        50_000: "500",
        100_000: "1k",
    }
