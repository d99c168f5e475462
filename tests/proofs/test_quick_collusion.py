"""A quick check that planted rings and programs are detected; `test_collusion.py` measures the published
rates.
"""

from __future__ import annotations

from tests.proofs.colluders import KINDS, pond
from tests.proofs.collusion import Score, scored

PONDS, HANDS, SEED = 3, 1200, "quick"


def quick_score() -> Score:
    return scored(pond(f"{SEED}-{number}", hands=HANDS, first=1000 * number) for number in range(PONDS))


def test_HE_11e_planted_rings_and_programs_are_found_and_honest_people_left_alone() -> None:
    """Every kind of ring is simulated, every ring is detected, and there are almost no false alarms."""
    score = quick_score()
    (detected, rings), (wrong, honest) = score.recall(), score.false()
    assert all(score.recall(kind)[1] for kind in KINDS), {kind: score.recall(kind) for kind in KINDS}
    assert detected == rings, [(pair, kind) for pair, kind in score.rings.items() if pair not in score.pairs]
    assert wrong <= 0.005 * honest
    assert score.bots and score.programs == score.bots
