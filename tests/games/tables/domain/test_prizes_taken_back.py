"""What a void round takes back of a prize that was paid early and is partly spent (A66).  [BJ-28]"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.rules.blackjack.events import RoundVoided
from games.tables.domain.commands import limit_prize_back

WALLET = 71


def taken(*, held: int, prize: int, back: int = 0, lost_back: int = 0) -> dict[int, int]:
    changes = SimpleNamespace(
        available={WALLET: held}, live=SimpleNamespace(seats={3: SimpleNamespace(wallet=WALLET)})
    )
    event = RoundVoided(
        "system",
        back={3: back} if back else {},
        lost_back={3: lost_back} if lost_back else {},
        prize_back={3: prize},
    )
    capped = limit_prize_back(cast("Any", changes), event)
    return dict(capped.prize_back)


@pytest.mark.parametrize(("held", "cents"), [(2_000, 2_000), (1_199, 1_999), (100, 900), (0, 800)])
def test_BJ_28_a_prize_goes_back_as_far_as_the_wallet_and_what_it_receives_reach(
    held: int, cents: int
) -> None:
    """The stakes that come back, lost ones too, are there before the prize is taken."""
    assert taken(held=held, prize=2_000, back=500, lost_back=300) == {3: cents}


def test_BJ_28_nothing_is_taken_from_an_empty_wallet_that_receives_nothing() -> None:
    assert taken(held=0, prize=2_000) == {}
