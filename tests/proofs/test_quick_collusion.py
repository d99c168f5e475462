"""A quick look in every run at whether planted rings and programs are found; `test_collusion.py` counts what is published."""

from __future__ import annotations

from tests.proofs.colluders import KINDS, pond
from tests.proofs.collusion import Score, scored

PONDS, HANDS, SEED = 3, 1200, "quick"


def quick_score() -> Score:
    return scored(pond(f"{SEED}-{number}", hands=HANDS, first=1000 * number) for number in range(PONDS))


def test_HE_11e_planted_rings_and_programs_are_found_and_honest_people_left_alone() -> None:
    """Every kind of ring is there, each is found, and next to nobody else is."""
    score = quick_score()
    (found, rings), (wrong, honest) = score.recall(), score.false()
    assert all(score.recall(kind)[1] for kind in KINDS), {kind: score.recall(kind) for kind in KINDS}
    assert found == rings, [(pair, kind) for pair, kind in score.rings.items() if pair not in score.pairs]
    assert wrong <= 0.005 * honest
    assert score.bots and score.programs == score.bots
