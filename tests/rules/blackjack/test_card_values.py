"""Regulamento n.º 805/2015, blackjack: the values of cards (rule 8 as printed)."""

from __future__ import annotations

import pytest

from games.rules.blackjack.hands import total
from games.rules.shared.cards import cards
from tests.rules.blackjack.play import dealt


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AS 6H", 17),
        ("AS 6H 10D", 17),
        ("AS AH", 12),
        ("AS AH 9C", 21),
        ("AS AH AD AC 7S", 21),
        ("AS AH AD AC 7S 10H", 21),
        ("AS 10H", 21),
    ],
)
def test_BJ_8a_an_ace_is_1_or_11(hand: str, points: int) -> None:
    assert total(cards(hand)) == points


def test_BJ_8a_the_felt_says_whether_the_ace_still_counts_11() -> None:
    ace, none = dealt("AS 9D 6H 9C").hand(), dealt("10S 9D 6H 9C").hand()
    assert (ace["total"], ace["soft"]) == (17, True)
    assert "soft" not in none


@pytest.mark.parametrize("drawn", ["6H", "7H", "8H", "9H"])
def test_BJ_8a_i_the_bank_stands_on_a_total_of_17_to_21_with_an_ace_as_11(drawn: str) -> None:
    table = dealt(f"10S AD 10H {drawn}", insurance=False).stand()
    assert table.seen()["bank"]["cards"] == ["AD", drawn]
    assert table.seen()["bank"]["total"] == 11 + int(drawn[:-1])


def test_BJ_8a_i_the_banks_ace_is_1_where_11_would_pass_21() -> None:
    table = dealt("10S AD 10H 5H 10C 3C", insurance=False).stand()
    assert table.seen()["bank"]["cards"] == ["AD", "5H", "10C", "3C"]
    assert table.seen()["bank"]["total"] == 19


@pytest.mark.parametrize(("drawn", "points"), [("10D", 19), ("2D", 11), ("AD", 20), ("3D", 12)])
def test_BJ_8a_ii_the_ace_that_made_the_doubled_total_stays_1(drawn: str, points: int) -> None:
    table = dealt(f"AS 9D 8H 9C {drawn}").double()
    assert table.hand()["total"] == points
    assert table.hand()["low"] is True


def test_BJ_8a_ii_doubling_by_16_a_binds_no_ace_unless_the_sheet_says_so() -> None:
    assert dealt("AS 9D 8H 9C 2D", double_any=True).double().hand()["total"] == 21
    assert dealt("AS 9D 8H 9C 2D", double_any=True, double_any_low_ace=True).double().hand()["total"] == 11
    assert dealt("AS 9D 6H 9C 2D", double_any=True, double_any_low_ace=True).double().hand()["total"] == 19
    assert dealt("9S 9D 2H 9C AD").double().hand()["total"] == 12


@pytest.mark.parametrize("face", ["KS", "QS", "JS"])
def test_BJ_8b_figures_are_10(face: str) -> None:
    assert total(cards(f"{face} 5H")) == 15


@pytest.mark.parametrize("points", range(2, 11))
def test_BJ_8c_other_cards_are_what_is_printed_on_them(points: int) -> None:
    assert total(cards(f"{points}D")) == points
