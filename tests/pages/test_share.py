"""Whose share of a draw counts: a window checks the draw by the share that the house said would count, and accuses only a broken word."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from tests.pages.screen import run

pytestmark = pytest.mark.journey

MINE, OTHER, THIRD = "0a" * 16, "0b" * 16, "0c" * 16
MODULES = {"verify": "table/verification/verify.js"}


@pytest.mark.parametrize(
    ("saw", "agrees"),
    [
        ({"nonce": OTHER, "counted": OTHER, "seat": 1}, True),
        ({"nonce": MINE, "counted": OTHER, "seat": 1}, "other"),  # the house said so before the bets
        ({"nonce": MINE, "seat": 1}, "other"),  # its word was lost on the way
        ({"nonce": MINE, "counted": MINE, "seat": 1}, False),  # the house took it, and published another
        ({"nonce": MINE, "counted": THIRD, "seat": 1}, False),
        ({"nonce": MINE, "counted": MINE, "seat": 2}, None),  # nobody at that seat gave a share
        ({"nonce": MINE}, None),  # not played from any seat
        ({"seat": 1}, None),  # sat down too late to give one
    ],
)
def test_only_a_broken_word_is_called_one(page: Page, saw: dict[str, object], agrees: object) -> None:
    body = "return verify.shareAgrees(given.saw, given.nonces) ?? null;"
    assert run(page, MODULES, body, {"saw": saw, "nonces": {"1": OTHER}}) == agrees


def test_a_window_gives_the_share_that_counts_and_keeps_it_over_a_reload(page: Page) -> None:
    body = """
      const saw = verify.witness(7);
      const first = saw.share(3);
      saw.counted(3, given.other); saw.counted(3, "f".repeat(32)); saw.counted(4, given.other);
      saw.seated(3, 2); saw.seated(3, 5); saw.seated(9, 5);
      const again = verify.witness(7);
      return [first === again.of(3).nonce, again.share(3), again.of(3).seat, again.of(4), again.of(9)];
    """
    assert run(page, MODULES, body, {"other": OTHER}) == [True, OTHER, 2, {}, {}]


def test_the_sentence_says_what_to_do_in_both_languages() -> None:
    for language in ("pt", "en"):
        assert messages_for(language)["verify.share.other"] != messages_for(language)["verify.share"]
    assert "reclamação" in messages_for("pt")["verify.share.other"]
