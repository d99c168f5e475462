"""Chips show their value, and a stack of chips is worth the stake that it stands for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from tests.pages.screen import run

MODULES = {"chips": "table/chips.js", "texts": "table/i18n.js"}


@pytest.mark.journey
def test_HE_13_a_chip_carries_its_value_in_euros(page: Page) -> None:
    body = "const s = texts.createI18n(given, { language: 'pt-PT', currency: 'EUR' }); "
    body += (
        "return chips.CHIPS.map(([cents, name]) => "
        "[cents, chips.chipDrawing(cents, name, s.figure).querySelector('text').textContent]);"
    )
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
