"""The statistics: on simulated rings, on honest players, and on figures that can be computed by hand."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import numpy as np
import pytest

from casino.compliance.collusion import collusion_statistics
from casino.compliance.collusion.chip_flows import tail_of_permutation
from casino.compliance.collusion.collusion_statistics import deviation, discoveries
from casino.compliance.collusion.findings import Finding, Thresholds, tail
from casino.compliance.collusion.hand_statistics import empty_statistics
from casino.compliance.collusion.hands import HandOutcome, WatchedDecision, read_hand
from games.rules.holdem.events import (
    Blind,
    BlindPosted,
    ButtonPlaced,
    Called,
    Checked,
    CommonTurned,
    ExcessReturned,
    Folded,
    PaidPot,
    PotsPaid,
    Raised,
    RoundVoided,
    Why,
)
from games.rules.shared.pots import Share
from tests.proofs.colluders import pond
from tests.proofs.collusion import Score, scored

pytestmark = pytest.mark.long  # minutes, on two cores

BLINDS = [
    ButtonPlaced(3, (1, 2, 3)),
    BlindPosted(1, 100, Blind.SMALL),
    BlindPosted(2, 200, Blind.BIG),
]
SEATED = {1: 11, 2: 22, 3: 33}


def hand_with(*events: object) -> HandOutcome:
    hand = read_hand([(event, 1000 * index) for index, event in enumerate([*BLINDS, *events])], SEATED, 200)
    assert hand is not None
    return hand


def won(seat: int, cents: int) -> PotsPaid:
    return PotsPaid((PaidPot(cents, (seat,), (Share(seat, cents, 0),)),))


@pytest.fixture(scope="module")
def score() -> Score:
    """The analysis of two simulated groups of players."""
    return scored(pond(f"in the suite {number}", hands=900, first=1000 * number) for number in range(2))


def test_HE_11c_decisions_against_a_partner_are_read_from_the_public_events() -> None:
    hand = hand_with(
        Raised(3, 600, 600),
        Folded(1),
        Called(2, 400),
        CommonTurned((0, 5, 10)),
        Checked(2),
        Raised(3, 800, 800),
        Folded(2),
        ExcessReturned(3, 800),
        won(3, 1300),
    )
    assert WatchedDecision(11, 33, "yield-pre-1", True) in hand.decisions
    assert WatchedDecision(11, 33, "squeeze-pre-1", False) in hand.decisions
    assert WatchedDecision(22, 33, "lead-1", False) in hand.decisions
    assert WatchedDecision(33, 22, "lead-1", True) in hand.decisions
    assert WatchedDecision(22, 33, "press-1", False) in hand.decisions
    assert WatchedDecision(22, 33, "yield-alone", True) in hand.decisions
    assert WatchedDecision(22, 33, "join", True) in hand.decisions
    assert WatchedDecision(11, 33, "join", False) in hand.decisions
    assert dict(zip(hand.players, hand.nets, strict=True)) == {11: -100, 22: -600, 33: 700}


def test_decisions_of_the_clock_do_not_count() -> None:
    hand = hand_with(Raised(3, 600, 600), Folded(1, Why.TIME), Folded(2), ExcessReturned(3, 400), won(3, 500))
    assert {decision.player for decision in hand.decisions if decision.moment.startswith("yield")} == {22}
    assert [player for player, _ms in hand.decision_times] == [33, 22]


def test_a_void_round_is_no_hand() -> None:
    assert (
        read_hand([(event, 0) for event in (*BLINDS, RoundVoided("fault", {1: 100, 2: 200}))], SEATED, 200)
        is None
    )


def test_players_that_the_events_do_not_name_are_left_out() -> None:
    events = [
        (event, 0) for event in (*BLINDS, Folded(3, Why.TIME), Folded(1), ExcessReturned(2, 100), won(2, 200))
    ]
    hand = read_hand(events, {1: 11, 2: 22}, 200)
    assert hand is not None and hand.players == (11, 22) and hand.nets == (-100, 100)


def test_the_tail_of_the_permutation_matches_the_exact_count() -> None:
    """Compare the approximation with the sum over all 4,096 outcomes."""
    chips = np.array([3.0, 7, 1, 9, 4, 12, 2, 6, 5, 8, 11, 10])
    share = np.array([0.2, 0.3, 0.25, 0.2, 0.15, 0.2, 0.3, 0.2, 0.25, 0.2, 0.2, 0.3])
    for reached in (30.0, 40.0, 50.0):
        exact = 0.0
        for outcome in product((0, 1), repeat=len(chips)):
            if float(np.dot(outcome, chips)) >= reached:
                exact += float(np.prod(np.where(np.array(outcome) == 1, share, 1 - share)))
        assert math.log(tail_of_permutation(chips, share, reached)) == pytest.approx(
            math.log(exact), abs=0.35
        )


def test_the_deviation_is_close_to_the_binomial() -> None:
    def exact(n: int, k: int, p: float) -> float:
        return sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))

    for n, k, p in ((12, 0, 0.47), (40, 8, 0.45), (200, 60, 0.42), (26, 1, 0.48)):
        assert tail(-deviation(k, n, n * p, n * p * (1 - p))) == pytest.approx(exact(n, k, p), rel=0.5)


def test_more_comparisons_need_less_likely_findings() -> None:
    candidates = [Finding(1, two, "soft", chance, {}) for two, chance in enumerate((1e-6, 0.0004, 0.03), 2)]
    assert len(discoveries(candidates, 10, 0.05)) == 2
    assert len(discoveries(candidates, 100, 0.05)) == 2
    assert len(discoveries(candidates, 1000, 0.05)) == 1
    assert discoveries(candidates, 10**6, 0.05) == []


def test_chance_alone_makes_almost_no_findings() -> None:
    """Everyone decides at random, at the same rates."""
    random, statistics = Random(5), empty_statistics()
    for number in range(4000):
        players = tuple(random.sample(range(1, 25), 6))
        winner = random.randrange(6)
        nets = [-random.choice((1, 3, 10, 40)) * 200 for _ in players]
        nets[winner] = -sum(net for index, net in enumerate(nets) if index != winner)
        decisions = tuple(
            WatchedDecision(one, two, moment, random.random() < 0.3)
            for one, two in zip(players, players[1:], strict=False)
            for moment in ("lead-1", "yield-post", "squeeze-pre-1", "join")
        )
        statistics.add_hand(
            number // 100,
            1,
            HandOutcome(
                players,
                tuple(nets),
                200,
                decisions,
                tuple((player, random.randrange(400, 9000)) for player in players),
            ),
        )
    result = collusion_statistics.analyse(statistics, Thresholds())
    assert result.pairs == 276
    assert len(result.findings) <= 2


def test_HE_11e_chip_dumping_is_detected(score: Score) -> None:
    detected, total = score.recall("dump")
    assert total >= 1 and detected == total
    for pair, kind in score.rings.items():
        if kind == "dump":
            assert {"flow", "squeeze"} & {finding.kind for finding in score.pairs[pair]}


def test_HE_11c_raising_around_a_third_player_is_detected(score: Score) -> None:
    detected, total = score.recall("whipsaw")
    assert total >= 1 and detected == total


def test_HE_11f_programs_are_detected_by_their_pace_and_quick_people_are_not(score: Score) -> None:
    assert score.programs == score.bots


def test_almost_no_honest_pair_is_flagged(score: Score) -> None:
    flagged, honest = score.false()
    assert honest > 700
    assert flagged <= 0.005 * honest
