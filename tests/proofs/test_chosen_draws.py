"""The operator can choose a result without a beacon and cannot with one: a short run of the attacks."""

from __future__ import annotations

import pytest

from tests.proofs import chosen_draws
from tests.proofs.chosen_draws import ATTACKS, Attack, Outcome


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_attack_finds_the_weakness_without_a_beacon(attack: Attack) -> None:
    outcome = chosen_draws.run(attack, 60, with_beacon=False)
    assert outcome.has_advantage and outcome.successes > 50


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_with_a_beacon_it_has_no_advantage(attack: Attack) -> None:
    outcome = chosen_draws.run(attack, 250, with_beacon=True)
    assert not outcome.has_advantage


def test_an_advantage_of_one_in_a_hundred_would_be_seen_in_the_long_run() -> None:
    chance = 1 / 37
    seen = Outcome("planted", True, 100_000, round(100_000 * (chance + 0.01)), 0, chance, 0.0)
    unseen = Outcome("none", True, 100_000, round(100_000 * chance), 0, chance, 0.0)
    assert seen.has_advantage and not unseen.has_advantage
