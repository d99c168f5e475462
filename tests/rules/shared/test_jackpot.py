"""The progressive jackpot, article 10 of 61/2004: prizes, order, shares, and the new pot."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.shared.jackpot import (
    PAYING,
    FixedPrizes,
    Jackpot,
    JackpotSettlement,
    JackpotWin,
    check_jackpot,
    settle_jackpot,
)
from games.rules.shared.poker_hands import HandKind

FIXED = FixedPrizes(50_000, 15_000, 10_000, 5_000, 2_500)
MINIMUM = 20_000
ROYAL, STRAIGHT, FOUR, FULL, FLUSH = PAYING
NONE = None


def paid(pot: int, *hands: HandKind | None) -> tuple[list[int], int]:
    """What each hand is paid, from the dealer's left, and the pot after it."""
    payment = settle_jackpot(pot, MINIMUM, FIXED, hands)
    return [payment.paid_to(place) for place in range(len(hands))], payment.meter


@pytest.mark.parametrize("kind", HandKind)
def test_MS_10_2_a_flush_or_better_wins(kind: HandKind) -> None:
    (prize,), left = paid(100_000, kind)
    assert (prize > 0) is (kind in ("flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush"))
    assert (left == 100_000) is (prize == 0)


@pytest.mark.parametrize(("pot", "prize"), [(100_000, 100_000), (50_000, 50_000), (30_000, 50_000)])
def test_MS_10_2_1_a_royal_flush_wins_the_whole_pot_or_the_fixed_sum(pot: int, prize: int) -> None:
    assert paid(pot, ROYAL) == ([prize], MINIMUM)


@pytest.mark.parametrize(
    ("pot", "prize"), [(100_000, 15_000), (150_000, 15_000), (200_000, 20_000), (150_001, 15_001)]
)
def test_MS_10_2_2_a_straight_flush_wins_a_tenth_of_the_pot_or_the_fixed_sum(pot: int, prize: int) -> None:
    assert paid(pot, STRAIGHT) == ([prize], pot - prize)  # the odd cent goes to the player (A01)


@pytest.mark.parametrize("pot", [20_000, 100_000, 1_000_000])
def test_MS_10_2_3_four_of_a_kind_wins_its_fixed_sum(pot: int) -> None:
    assert paid(pot, FOUR) == ([10_000], pot - 10_000)


@pytest.mark.parametrize("pot", [20_000, 100_000, 1_000_000])
def test_MS_10_2_4_a_full_house_wins_its_fixed_sum(pot: int) -> None:
    assert paid(pot, FULL) == ([5_000], pot - 5_000)


@pytest.mark.parametrize("pot", [20_000, 100_000, 1_000_000])
def test_MS_10_2_5_a_flush_wins_its_fixed_sum(pot: int) -> None:
    assert paid(pot, FLUSH) == ([2_500], pot - 2_500)


def test_MS_10_3_the_five_sums_and_the_minimum_are_set_and_positive() -> None:
    assert check_jackpot(Jackpot(50, 40, MINIMUM, FIXED)) == []
    breaches = check_jackpot(Jackpot(0, 1, 0, FixedPrizes(0, 15_000, 10_000, 0, -1)))
    assert [(breach.rule, breach.field) for breach in breaches] == [
        ("MS-10.1", "jackpot.bet"),
        ("MS-10.8b", "jackpot.minimum"),
        ("MS-10.3", "jackpot.fixed.royal_flush"),
        ("MS-10.3", "jackpot.fixed.full_house"),
        ("MS-10.3", "jackpot.fixed.flush"),
        ("MS-10.1", "jackpot.contribution"),
    ]


def test_MS_10_4_payment_goes_from_left_to_right() -> None:
    payment = settle_jackpot(100_000, MINIMUM, FIXED, [FLUSH, NONE, FULL, HandKind.STRAIGHT, FOUR])
    assert [won.place for won in payment.won] == [0, 2, 4]
    assert [won.cents for won in payment.won] == [2_500, 5_000, 10_000]
    assert payment.left == 82_500


def test_MS_10_5_royal_flushes_share_the_prize() -> None:
    assert paid(100_000, ROYAL, ROYAL) == ([50_000, 50_000], MINIMUM)
    assert paid(30_000, ROYAL, NONE, ROYAL) == (
        [25_000, 0, 25_000],
        MINIMUM,
    )  # the fixed sum is shared as well
    assert paid(100_001, ROYAL, ROYAL) == ([50_001, 50_001], MINIMUM)  # (A01)


def test_MS_10_6_each_straight_flush_wins_a_tenth_of_the_pot_before_any_payment() -> None:
    assert paid(200_000, STRAIGHT, STRAIGHT) == ([20_000, 20_000], 160_000)  # (A46)
    assert paid(100_000, STRAIGHT, STRAIGHT) == ([15_000, 15_000], 70_000)


def test_MS_10_7_the_straight_flush_is_paid_first() -> None:
    payment = settle_jackpot(200_000, MINIMUM, FIXED, [ROYAL, FLUSH, STRAIGHT])
    assert [(won.place, won.cents, won.fill) for won in payment.won] == [
        (2, 20_000, 0),
        (0, 180_000, 0),  # all that the straight flush leaves (A46)
        (1, 2_500, 2_500),  # the house pays what the pot no longer has (A47)
    ]
    assert payment.meter == MINIMUM


def test_MS_10_7_fixed_sums_of_other_hands_are_not_deducted_from_a_royal_flush() -> None:
    assert paid(200_000, FLUSH, ROYAL) == ([2_500, 200_000], MINIMUM)
    payment = settle_jackpot(200_000, MINIMUM, FIXED, [FLUSH, ROYAL])
    assert [won.fill for won in payment.won] == [0, 2_500]


def test_MS_10_7_straight_flushes_that_take_all_leave_the_royal_flush_its_fixed_sum() -> None:
    assert paid(20_000, ROYAL, STRAIGHT, STRAIGHT) == ([50_000, 15_000, 15_000], MINIMUM)


def test_MS_10_8a_the_pot_falls_by_what_it_paid() -> None:
    assert paid(100_000, FLUSH, FOUR, STRAIGHT) == ([2_500, 10_000, 15_000], 72_500)
    assert paid(100_000, NONE) == ([0], 100_000)


def test_MS_10_8a_a_pot_below_its_minimum_is_not_topped_up() -> None:
    assert paid(20_000, FOUR) == ([10_000], 10_000)  # (A47)


def test_MS_10_8b_from_nothing_the_pot_begins_again_at_the_minimum() -> None:
    assert settle_jackpot(2_000, MINIMUM, FIXED, [FULL]) == JackpotSettlement(
        (JackpotWin(0, FULL, 5_000, 3_000),), 0, MINIMUM
    )
    assert settle_jackpot(5_000, MINIMUM, FIXED, [FULL]) == JackpotSettlement(
        (JackpotWin(0, FULL, 5_000, 0),), 0, MINIMUM
    )
    assert settle_jackpot(0, MINIMUM, FIXED, [NONE]).meter == 0


HANDS = st.lists(st.none() | st.sampled_from(HandKind), max_size=7)


@given(st.integers(0, 10_000_000), HANDS)
def test_every_cent_of_the_pot_is_accounted_for(pot: int, hands: Sequence[HandKind | None]) -> None:
    payment = settle_jackpot(pot, MINIMUM, FIXED, hands)
    assert pot + sum(won.fill for won in payment.won) == payment.left + sum(won.cents for won in payment.won)
    assert payment.left >= 0
    assert {won.place for won in payment.won} == {place for place, kind in enumerate(hands) if kind in PAYING}
    assert payment.restart in (0, MINIMUM)
    if ROYAL in hands:
        assert payment.meter == MINIMUM
    kinds = [won.kind for won in payment.won]
    if ROYAL in hands and STRAIGHT in hands:
        straights = hands.count(STRAIGHT)
        assert kinds[:straights] == [STRAIGHT] * straights
    else:
        assert [won.place for won in payment.won] == sorted(won.place for won in payment.won)
