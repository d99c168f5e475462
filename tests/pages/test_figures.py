"""The browser writes amounts as the server does, in every language of the house."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from players.languages import HOUSE_LANGUAGES, Language
from players.shared.money import format_money
from tests.pages.screen import run

CENTS = [0, 5, -5, 99_99, 1234_56, -12_345_67, 1_234_567_89]
BODY = """
  return ["EUR", "DEMO"].map((currency) => {
    const { money } = texts.createI18n(given.words, { language: given.tag, currency });
    return given.cents.map(money);
  });
"""


@pytest.mark.journey
@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
def test_an_amount_is_the_same_on_both_sides(page: Page, language: Language) -> None:
    euros, credits_shown = run(
        page,
        {"texts": "table/i18n.js"},
        BODY,
        {"words": messages_for(language.code), "tag": language.tag, "cents": CENTS},
    )
    assert euros == [format_money(cents, "EUR", language=language.code) for cents in CENTS]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in credits_shown] == [
        format_money(cents, "DEMO", language=language.code).replace("\N{NO-BREAK SPACE}", " ")
        for cents in CENTS
    ]
