"""Hold'em hands as PHH files: other programs read them, and they contain only what their player saw."""

from __future__ import annotations

from random import Random

import pytest

from games.extras.phh.hand_histories import write_phhs
from tests.proofs.hand_histories import check_pair, compare, play_hand, record_for, swap_hidden_cards


@pytest.mark.parametrize("seed", range(2))
def test_HE_65_another_program_reads_the_file_and_comes_to_the_same_stacks(seed: int) -> None:
    """10,000 hands and 20,000 pairs: `python -m tests.proofs.hand_histories`."""
    outcomes = compare(hands=50, pairs=50, seed=seed)
    assert outcomes["equal"] >= 40
    assert outcomes["pairs"] >= 25, "the pairs differ in unseen cards"


def test_HE_11d_a_card_that_was_seen_would_change_the_file() -> None:
    """The comparison of pairs can fail: with the player's own cards swapped, the files differ."""
    random = Random(1)
    for _ in range(20):
        played = play_hand(random)
        hero, other = played.state.players[:2]
        swapped = swap_hidden_cards(played, other, random)
        if record_for(played, hero).cards != record_for(played, hero, swapped).cards:
            return
    raise AssertionError("the player's own cards never changed")


def test_HE_65_several_hands_stand_in_one_file() -> None:
    random = Random(2)
    played = [play_hand(random) for _ in range(3)]
    hands = [record_for(one, one.state.players[0]) for one in played]
    assert [line for line in write_phhs(hands).splitlines() if line.startswith("[")] == ["[1]", "[2]", "[3]"]


def test_HE_11d_pairs_are_compared() -> None:
    random = Random(3)
    assert any(check_pair(played := play_hand(random), played.state.players[0], random) for _ in range(5))
