"""The texts that a table's page carries: those of its own game, and no others."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES
from games.tables.messages.table import MESSAGES, messages_for
from games.tables.messages.verification import PACK_CODES, SHOE_CODES


@pytest.mark.parametrize("system", GAMES)
def test_only_a_table_with_promised_cards_carries_the_texts_of_their_check(system: str) -> None:
    assert set(MESSAGES) >= PACK_CODES
    assert (set(messages_for("pt", system)) >= PACK_CODES) == (system == "holdem")
    assert {"verify.good", "verify.good.part", "verify.unturned"} <= set(messages_for("pt", system))


@pytest.mark.parametrize("system", GAMES)
def test_only_a_table_that_may_keep_its_shoe_carries_the_texts_of_its_chain(system: str) -> None:
    assert set(MESSAGES) >= SHOE_CODES
    kept = system in ("blackjack", "baccarat")
    assert set(messages_for("pt", system)) & SHOE_CODES == (SHOE_CODES if kept else set())


def test_the_page_that_checks_any_round_carries_all() -> None:
    assert set(messages_for("en")) >= set(MESSAGES)
