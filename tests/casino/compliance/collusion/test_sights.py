"""What stands out and what does not: on planted rings, on friends, and on figures that can be reckoned by hand."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import numpy as np
import pytest

from casino.compliance.collusion import collusion_statistics
from casino.compliance.collusion.collusion_statistics import (
    Finding,
    Limits,
    deviation,
    discoveries,
    tail,
    tail_of_permutation,
)
from casino.compliance.collusion.hand_statistics import empty
from casino.compliance.collusion.hands import Decision, Hand, read
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


def told(*events: object) -> Hand:
    hand = read([(event, 1000 * place) for place, event in enumerate([*BLINDS, *events])], SEATED, 200)
    assert hand is not None
    return hand


def won(seat: int, cents: int) -> PotsPaid:
    return PotsPaid((PaidPot(cents, (seat,), (Share(seat, cents, 0),)),))


@pytest.fixture(scope="module")
def score() -> Score:
    """Two ponds of which the desk knows nothing."""
    return scored(pond(f"in the suite {number}", hands=900, first=1000 * number) for number in range(2))


def test_HE_11c_what_is_decided_against_a_partner_is_read_from_the_open_events() -> None:
    hand = told(
        Raised(3, 600, 600), Folded(1), Called(2, 400), CommonTurned((0, 5, 10)), Checked(2), Raised(3, 800, 800), Folded(2),
        ExcessReturned(3, 800), won(3, 1300),
    )  # fmt: skip
    assert Decision(11, 33, "yield-pre-1", True) in hand.decisions
    assert Decision(11, 33, "squeeze-pre-1", False) in hand.decisions
    assert Decision(22, 33, "lead-1", False) in hand.decisions
    assert Decision(33, 22, "lead-1", True) in hand.decisions
    assert Decision(22, 33, "press-1", False) in hand.decisions
    assert Decision(22, 33, "yield-alone", True) in hand.decisions
    assert Decision(22, 33, "join", True) in hand.decisions
    assert Decision(11, 33, "join", False) in hand.decisions
    assert dict(zip(hand.players, hand.nets, strict=True)) == {11: -100, 22: -600, 33: 700}


def test_what_the_clock_decided_says_nothing_about_a_player() -> None:
    hand = told(Raised(3, 600, 600), Folded(1, Why.TIME), Folded(2), ExcessReturned(3, 400), won(3, 500))
    assert {each.player for each in hand.decisions if each.moment.startswith("yield")} == {22}
    assert [player for player, _ms in hand.paces] == [33, 22]


def test_a_void_round_is_no_hand() -> None:
    assert (
        read([(event, 0) for event in (*BLINDS, RoundVoided("fault", {1: 100, 2: 200}))], SEATED, 200) is None
    )


def test_who_was_dealt_in_and_left_no_name_is_left_out() -> None:
    events = [
        (event, 0) for event in (*BLINDS, Folded(3, Why.TIME), Folded(1), ExcessReturned(2, 100), won(2, 200))
    ]
    hand = read(events, {1: 11, 2: 22}, 200)
    assert hand is not None and hand.players == (11, 22) and hand.nets == (-100, 100)


def test_the_tail_of_the_permutation_is_what_every_permutation_together_says() -> None:
    """Counted out over all of 4,096 ways, and found from the cumulants without one of them."""
    chips = np.array([3.0, 7, 1, 9, 4, 12, 2, 6, 5, 8, 11, 10])
    share = np.array([0.2, 0.3, 0.25, 0.2, 0.15, 0.2, 0.3, 0.2, 0.25, 0.2, 0.2, 0.3])
    for reached in (30.0, 40.0, 50.0):
        exact = 0.0
        for way in product((0, 1), repeat=len(chips)):
            if float(np.dot(way, chips)) >= reached:
                exact += float(np.prod(np.where(np.array(way) == 1, share, 1 - share)))
        assert math.log(tail_of_permutation(chips, share, reached)) == pytest.approx(
            math.log(exact), abs=0.35
        )


def test_how_far_a_count_is_off_is_close_to_what_the_binomial_says() -> None:
    def exact(n: int, k: int, p: float) -> float:
        return sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))

    for n, k, p in ((12, 0, 0.47), (40, 8, 0.45), (200, 60, 0.42), (26, 1, 0.48)):
        assert tail(-deviation(k, n, n * p, n * p * (1 - p))) == pytest.approx(exact(n, k, p), rel=0.5)


def test_the_more_pairs_are_looked_at_the_less_likely_a_finding_must_be() -> None:
    asked = [Finding(1, two, "soft", chance, {}) for two, chance in enumerate((1e-6, 0.0004, 0.03), 2)]
    assert len(discoveries(asked, 10, 0.05)) == 2
    assert len(discoveries(asked, 100, 0.05)) == 2
    assert len(discoveries(asked, 1000, 0.05)) == 1
    assert discoveries(asked, 10**6, 0.05) == []


def test_chance_alone_makes_hardly_a_finding() -> None:
    """A house in which everybody decides by the same coin."""
    chance, book = Random(5), empty()
    for number in range(4000):
        players = tuple(chance.sample(range(1, 25), 6))
        winner = chance.randrange(6)
        nets = [-chance.choice((1, 3, 10, 40)) * 200 for _ in players]
        nets[winner] = -sum(net for place, net in enumerate(nets) if place != winner)
        deciding = tuple(
            Decision(one, two, moment, chance.random() < 0.3)
            for one, two in zip(players, players[1:], strict=False)
            for moment in ("lead-1", "yield-post", "squeeze-pre-1", "join")
        )
        book.note(
            number // 100,
            1,
            Hand(
                players,
                tuple(nets),
                200,
                deciding,
                tuple((player, chance.randrange(400, 9000)) for player in players),
            ),
        )
    seen = collusion_statistics.weigh(book, Limits())
    assert seen.pairs == 276
    assert len(seen.findings) <= 2


def test_HE_11e_chips_that_are_passed_are_found_and_nobody_else_is_accused(score: Score) -> None:
    found, of = score.recall("dump")
    assert of >= 1 and found == of
    for pair, kind in score.rings.items():
        if kind == "dump":
            assert {"flow", "squeeze"} & {each.kind for each in score.pairs[pair]}


def test_HE_11c_raising_around_a_third_player_is_found(score: Score) -> None:
    found, of = score.recall("whipsaw")
    assert of >= 1 and found == of


def test_HE_11f_programs_are_found_by_their_pace_and_quick_people_are_not(score: Score) -> None:
    assert score.programs == score.bots


def test_of_hundreds_of_honest_pairs_friends_among_them_hardly_one_is_flagged(score: Score) -> None:
    wrong, honest = score.false()
    assert honest > 700
    assert wrong <= 0.005 * honest
