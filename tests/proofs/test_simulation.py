"""Simulate tables of all seven games; `python -m tests.proofs.simulation` runs longer simulations."""

from __future__ import annotations

from random import Random

import pytest
from django.db import IntegrityError

from tests.proofs import planted_faults
from tests.proofs.random_decisions import SETTINGS
from tests.proofs.simulation import Simulation, simulated
from tests.proofs.simulation_checks import Broken

SEEDS = [seed if seed < 1 else pytest.param(seed, marks=pytest.mark.long) for seed in range(10)]
ACTIONS = 6_000
LONG = 2_000_000


def played(seed: int, actions: int) -> Simulation:
    with simulated(seed) as simulation:
        simulation.run(actions)
    return simulation


@pytest.mark.parametrize("seed", SEEDS)
def test_money_record_and_rounds_stay_consistent(seed: int) -> None:
    simulation = played(seed, ACTIONS)
    checks = simulation.checks
    assert simulation.actions >= ACTIONS and checks.ended > 100
    assert checks.accepted > ACTIONS / 10 and sum(checks.refusals.values()) > ACTIONS / 10
    assert (
        simulation.counted["killed in the middle"]
        and simulation.counted["void"]
        and simulation.counted["sheet"]
    )
    assert simulation.counted["beacon value"] > 50 and simulation.counted["no beacon"]
    assert {row["system"] for row in simulation.memory.tables.values()} == set(SETTINGS)


def test_a_seed_gives_the_same_history() -> None:
    assert played(41, 600).fingerprint() == played(41, 600).fingerprint() != played(42, 600).fingerprint()


# Two faults in every run, all of them in the long run.
PLANTED = [
    pytest.param(fault, marks=[] if place < 2 else pytest.mark.long)
    for place, fault in enumerate(planted_faults.FAULTS)
]


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_detected(fault: str) -> None:
    with pytest.raises((Broken, IntegrityError)) as failure:
        for seed in range(100, 104):
            with simulated(seed) as simulation, planted_faults.planted(fault, simulation):
                simulation.run(4_000)
    assert any(word in str(failure.value) for word in planted_faults.FAULTS[fault]), str(failure.value)


@pytest.mark.long
def test_millions_of_actions(capsys: pytest.CaptureFixture[str]) -> None:
    seed = first = Random().getrandbits(32)
    done = rounds = 0
    while done < LONG:
        simulation = played(seed, 20_000)
        done, rounds, seed = done + simulation.actions, rounds + simulation.checks.ended, seed + 1
        with capsys.disabled():
            print(
                f"\rsimulated from seed {first} on: {done:,} actions, {rounds:,} rounds", end="", flush=True
            )
