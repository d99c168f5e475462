"""No frame depends on a card that its viewer may not see; `python -m tests.proofs.interference` plays more
pairs.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES
from games.rules.shared.cards import NAMES
from games.tables.croupier import broadcast
from tests.proofs import interference
from tests.proofs.interference import CARD_GAMES, Differs

PAIRS = 40  # of each game


@pytest.mark.parametrize("system", CARD_GAMES)
def test_pairs_that_differ_in_hidden_cards_have_equal_frames(system: str) -> None:
    exchanged = sum(
        interference.pair(system, 1_000 * CARD_GAMES.index(system) + 10 * number) for number in range(PAIRS)
    )
    assert exchanged > PAIRS / 4, "too few pairs exchanged dealt cards"


@pytest.mark.parametrize("system", ["caribbean-stud", "holdem"])
def test_a_view_that_reveals_a_hidden_card_is_detected(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = broadcast.table_view

    def careless(live: Any, rules: Any, *more: Any) -> dict[str, Any]:
        dealt = GAMES[system].engine.draw_record(live.game).given if live.running else ()
        return {
            **shown(live, rules, *more),
            "dealt": sum(NAMES.index(name) for name in dealt if name in NAMES) % 7,
        }

    monkeypatch.setattr(broadcast, "table_view", careless)
    with pytest.raises(Differs):
        for number in range(40):
            interference.pair(system, 10 * number)


@pytest.mark.long
def test_twenty_thousand_pairs() -> None:
    seed = Random().getrandbits(32)
    print(f"pairs, seed {seed}")
    assert interference.pairs(20_000, seed) > 5_000
