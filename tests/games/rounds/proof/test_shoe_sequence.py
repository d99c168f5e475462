"""The rounds of a kept shoe are checked as a chain from the full shoe, and every other list is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from tests.games.rounds.proof import shoe_chains

TRUE = dict(shoe_chains.true_chains())
WRONG = {name: (rounds, broken) for name, rounds, broken in shoe_chains.wrong_chains()}


@pytest.mark.parametrize("name", TRUE)
def test_rounds_of_a_shoe_follow_each_other_whatever_their_order_in_the_list(name: str) -> None:
    rounds = TRUE[name]
    assert all(verify_round(proof["game"], proof).good for proof in rounds)
    for order in (rounds, rounds[::-1], Random(name).sample(rounds, len(rounds))):
        assert check_shoe_sequence(order).good


@pytest.mark.parametrize("name", WRONG)
def test_a_list_that_is_no_chain_names_the_first_round_that_does_not_follow(name: str) -> None:
    rounds, broken = WRONG[name]
    for order in (rounds, rounds[::-1]):
        check = check_shoe_sequence(order)
        assert not check.good and check.details.get("broken", 0) == broken


def test_most_wrong_lists_are_of_rounds_that_agree_by_themselves() -> None:
    """So only the chain shows what is wrong."""
    alone = [
        name
        for name, (rounds, _) in WRONG.items()
        if all(verify_round(str(proof["game"]), proof).good for proof in rounds)
    ]
    assert len(alone) > len(WRONG) / 2


@pytest.mark.parametrize("junk", [{}, {"game": None}, {"game": "blackjack", "format": []}, {"shoe": 1}])
def test_any_list_gets_a_verdict(junk: dict[str, Any]) -> None:
    assert not check_shoe_sequence([junk]).good
    assert not check_shoe_sequence([*TRUE["with a beacon"], junk]).good
