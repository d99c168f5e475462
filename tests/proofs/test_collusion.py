"""The published figures of the collusion analysis are those that the command counts, and other seeds
confirm them.
"""

from __future__ import annotations

import os

import pytest

from casino.compliance.collusion.detection_rates import PUBLISHED
from tests.proofs.colluders import KINDS, pond
from tests.proofs.collusion import FALSE, RECALL, Score, scored

pytestmark = pytest.mark.long
# How many ponds of 36 people another seed is asked about: as many as there is time for.
PONDS = int(os.environ.get("COLLUSION_PONDS", "4"))
SEED = os.environ.get("COLLUSION_SEED", "another")


def counted(seed: str, ponds: int, hands: int) -> Score:
    return scored(pond(f"{seed}-{number}", hands=hands, first=1000 * number) for number in range(ponds))


def test_HE_11c_what_is_published_is_what_was_counted() -> None:
    score = counted(PUBLISHED["seed"], PUBLISHED["ponds"], PUBLISHED["each"])
    assert score.seen.hands == PUBLISHED["hands"]
    assert {kind: score.recall(kind) for kind in KINDS} == PUBLISHED["kinds"]
    assert (score.recall(), score.false()) == (PUBLISHED["rings"], PUBLISHED["false"])
    assert (score.recall()[0], len(score.pairs)) == PUBLISHED["flagged"]
    assert (len(score.programs & score.bots), len(score.bots)) == PUBLISHED["programs"]
    assert (len(score.programs - score.bots), score.people - len(score.bots)) == PUBLISHED["mistaken"]


def test_HE_11e_rings_of_another_seed_are_found_and_the_honest_left_alone() -> None:
    score = counted(SEED, PONDS, PUBLISHED["each"])
    (detected, rings), (wrong, honest) = score.recall(), score.false()
    assert detected >= RECALL * rings, (
        f"COLLUSION_SEED={SEED}: {[pair for pair in score.rings if pair not in score.pairs]}"
    )
    assert wrong <= FALSE * honest, f"COLLUSION_SEED={SEED}"


def test_what_is_published_keeps_what_was_promised() -> None:
    (detected, rings), (wrong, honest) = PUBLISHED["rings"], PUBLISHED["false"]
    assert detected >= RECALL * rings
    assert wrong <= FALSE * honest
