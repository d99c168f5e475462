"""Pots, side pots and how they are shared: rules 19, 33, 40 to 42, 62 and 63."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.shared.pots import Pot, award, commission, excess, pots, split


def paid(
    put: dict[str, int], ranking: list[list[str]], rate: int = 500, folded: tuple[str, ...] = ()
) -> dict[str, int]:
    """What each is paid net, the unmatched chips among it."""
    shares: dict[str, int] = {}
    back = excess(put, folded)
    if back:
        put = {**put, back[0]: put[back[0]] - back[1]}
        shares[back[0]] = back[1]
    order = [name for tied in ranking for name in tied]
    for pot in pots(put, folded):
        for share in award(pot, ranking, order, rate):
            shares[share.name] = shares.get(share.name, 0) + share.net
    return shares


def test_HE_40_what_nobody_matched_goes_back_and_pays_no_commission() -> None:
    assert excess({"A": 500, "B": 2_000}) == ("B", 1_500)
    assert excess({"A": 500, "B": 2_000, "C": 1_000}, ("C",)) == ("B", 1_000)
    assert excess({"A": 500, "B": 500}) is None
    assert excess({}) is None
    assert excess({"A": 500}) is None
    assert paid({"A": 500, "B": 2_000}, [["A"], ["B"]]) == {"A": 950, "B": 1_500}


def test_HE_35_what_somebody_bet_and_left_is_lost_even_where_nobody_matched_it() -> None:
    assert excess({"A": 500, "B": 2_000, "C": 300}, ("B",)) is None
    assert pots({"A": 500, "B": 2_000, "C": 500}, ("B",)) == [Pot(3_000, ("A", "C"))]
    assert pots({"A": 100, "B": 50, "C": 0}, ("A", "B")) == [Pot(150, ("C",))]


def test_HE_41_an_all_in_parts_the_pot() -> None:
    assert pots({"A": 500, "B": 2_000, "C": 2_000}) == [Pot(1_500, ("A", "B", "C")), Pot(3_000, ("B", "C"))]


def test_HE_42_there_are_as_many_side_pots_as_different_all_ins() -> None:
    side_pots = pots({"A": 100, "B": 300, "C": 600, "D": 1_000, "E": 1_000})
    assert [pot.amount for pot in side_pots] == [500, 800, 900, 800]
    assert [len(pot.contenders) for pot in side_pots] == [5, 4, 3, 2]
    assert len(pots({"A": 300, "B": 300, "C": 900, "D": 900})) == 2  # equal all-ins share one


@pytest.mark.parametrize(
    ("rule", "ranking", "net"),
    [
        ("HE-63a", [["D"], ["A"], ["B"], ["C"]], {"D": 5_415}),
        ("HE-63b", [["A"], ["D"], ["B"], ["C"]], {"A": 1_900, "D": 3_515}),
        ("HE-63c", [["A"], ["B"], ["C"], ["D"]], {"A": 1_900, "B": 1_995, "C": 1_520}),
        ("HE-63c", [["B"], ["A"], ["D"], ["C"]], {"B": 3_895, "D": 1_520}),
        ("HE-33", [["A", "B"], ["C"], ["D"]], {"A": 950, "B": 2_945, "C": 1_520}),
    ],
)
def test_HE_63_each_pot_goes_to_the_best_of_those_who_paid_into_it(
    rule: str, ranking: list[list[str]], net: dict[str, int]
) -> None:
    assert paid({"A": 500, "B": 1_200, "C": 2_000, "D": 2_000}, ranking) == net


def test_HE_33_equal_hands_share_equally_and_HE_62_down_to_the_cent() -> None:
    assert split(1_000, ["P2", "P5"]) == {"P2": 500, "P5": 500}
    assert split(1_000, ["P2", "P5", "P7"]) == {"P2": 334, "P5": 333, "P7": 333}
    assert split(1_001, ["P2", "P5", "P7"]) == {"P2": 334, "P5": 334, "P7": 333}


def test_HE_62_odd_cents_go_one_each_from_the_left_of_the_button() -> None:
    shares = award(Pot(1_001, (1, 4, 9)), [{1, 4, 9}], (9, 1, 4), 0)
    assert [(share.name, share.gross) for share in shares] == [(9, 334), (1, 334), (4, 333)]


def test_HE_19_the_commission_is_taken_from_each_payment_and_a_part_of_a_cent_never() -> None:
    assert (commission(999, 500), commission(1_332, 500), commission(19, 500)) == (49, 66, 0)
    assert paid({"A": 333, "B": 999, "C": 999}, [["A"], ["B"], ["C"]]) == {"A": 950, "B": 1_266}


def test_a_pot_needs_a_player_who_may_win_it() -> None:
    with pytest.raises(ValueError, match="none of the ranked"):
        award(Pot(100, ("A",)), [["B"]], ["B"], 0)


NAMES = st.sampled_from("ABCDEFGHIJ")


@given(st.dictionaries(NAMES, st.integers(0, 5_000), min_size=2), st.data())
def test_no_cent_is_lost_or_made(put: dict[str, int], data: st.DataObject) -> None:
    folded = tuple(data.draw(st.sets(st.sampled_from(sorted(put)), max_size=len(put) - 1)))
    ranking = [[name] for name in put if name not in folded]
    back = excess(put, folded)
    left = {**put, back[0]: put[back[0]] - back[1]} if back else put
    lie = pots(left, folded)
    assert sum(pot.amount for pot in lie) == sum(left.values())
    assert sum(paid(put, ranking, 0, folded).values()) == sum(put.values())
    assert all(pot.contenders for pot in lie)
    # A contender for a pot is a contender for every earlier one.
    assert all(
        set(above.contenders) <= set(below.contenders) for below, above in zip(lie, lie[1:], strict=False)
    )
