"""Macau stud, 61/2004: equipment, suits, combinations, prizes and authorisation, in article order."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import Result
from games.rules.shared.cards import cards
from games.rules.shared.jackpot import Jackpot
from games.rules.shared.poker_hands import best_five
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.settlement import bank_plays
from games.rules.stud.sheet import VARIANTS, Setting, Sheet
from games.rules.stud.variant import MACAU, Dealing
from tests.rules.stud.play import (
    DOES_NOT,
    FIXED,
    ME,
    NOTHING,
    PLAYS,
    TERMS,
    beats,
    bet,
    dealt,
    finished,
    macau,
    settled,
    went_on,
)

TABLE = macau()

# Article 8, from the highest: the combination, an example, what article 9 makes it earn, the paragraph there.
PRINTED = [
    ("royal-flush", "AD KD QD JD 10D", 100, "MS-9.5.9"),
    ("straight-flush", "9D 8D 7D 6D 5D", 50, "MS-9.5.8"),
    ("four-of-a-kind", "9D 9C 9H 9S 5D", 20, "MS-9.5.7"),
    ("full-house", "9D 9C 9H 5S 5D", 7, "MS-9.5.6"),
    ("flush", "QD 9D 7D 6D 2D", 5, "MS-9.5.5"),
    ("straight", "9D 8C 7H 6S 5D", 4, "MS-9.5.4"),
    ("three-of-a-kind", "9D 9C 9H 6S 5D", 3, "MS-9.5.3"),
    ("two-pairs", "9D 9C 6H 6S 5D", 2, "MS-9.5.2"),
    ("one-pair", "9D 9C 8H 6S 5D", 1, "MS-9.5.1"),
    ("five-odd-cards", "AD KC 9H 6S 5D", 1, "MS-9.5.1"),
]


def codes(*, sheet: dict[str, Any] | None = None, **setting: Any) -> list[tuple[str, str]]:
    """Breaches, as field and rule."""
    rules = Sheet(MACAU, **(sheet or {}))
    table = Setting(**{"minimum": 100, "maximum": 2_500, "jackpot": TERMS, **setting})
    return [
        (breach.field, breach.rule)
        for breach in (*STUD.check_sheet(rules), *STUD.check_setting(rules, table))
    ]


def test_MS_1_1_one_pack_of_52_cards() -> None:
    assert len(set(STUD.describe(TABLE.sheet, TABLE.setting)["cards"])) == 52
    assert not STUD.keeps_shoe(TABLE)


@pytest.mark.parametrize(("seats", "allowed"), [(1, True), (7, True), (8, False)])
def test_MS_2_1_seven_places_face_the_dealer(seats: int, allowed: bool) -> None:
    assert codes(seats=seats) == ([] if allowed else [("seats", "MS-2.1")])


def test_MS_2_2_three_spots_from_the_dealer_outwards() -> None:
    assert STUD.describe(TABLE.sheet, TABLE.setting)["boxes"] == ["jackpot", "ante", "bet"]
    plain = macau(jackpot=None)
    assert STUD.describe(plain.sheet, plain.setting)["boxes"] == ["ante", "bet"]


def test_MS_3_1_and_MS_3_2_the_sheet_says_which_ways_of_dealing_a_table_may_choose() -> None:
    assert codes(dealing=Dealing.SHUFFLER) == []
    assert codes(sheet={"dealings": (Dealing.SHOE,)}, dealing=Dealing.SHUFFLER) == [("dealing", "MS-7.1")]
    assert codes(sheet={"dealings": ()}) == [("dealings", "MS-7.1"), ("dealing", "MS-7.1")]


@pytest.mark.parametrize(("higher", "lower"), [("S", "H"), ("H", "C"), ("C", "D")])
def test_MS_4_1_spades_hearts_clubs_diamonds(higher: str, lower: str) -> None:
    royal = "A{0} K{0} Q{0} J{0} 10{0}"
    assert beats(TABLE, royal.format(higher), royal.format(lower)) == 1


def test_MS_4_2_from_the_ace_down_to_the_two() -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for higher, lower in zip(ranks, ranks[1:], strict=False):
        spare = [rank for rank in ("5", "7", "9", "J", "K", "2") if rank not in (higher, lower)][:3]
        rest = f"{spare[0]}C {spare[1]}H {spare[2]}D"
        assert beats(TABLE, f"{higher}D {higher}C {rest}", f"{lower}S {lower}H {rest}") == 1


def test_MS_4_3_the_ace_is_lowest_in_a_straight_with_a_five() -> None:
    assert beats(TABLE, "6D 5D 4D 3D 2D", "AS 2S 3S 4S 5S") == 1
    assert beats(TABLE, "6D 5C 4H 3S 2D", "AS 2H 3D 4C 5S") == 1


@pytest.mark.parametrize(("name", "example", "times", "rule"), PRINTED)
def test_MS_8_every_combination_has_its_name(name: str, example: str, times: int, rule: str) -> None:
    """[MS-8.1] [MS-8.2] [MS-8.3] [MS-8.4] [MS-8.5] [MS-8.6] [MS-8.7] [MS-8.8] [MS-8.9] [MS-8.10]"""
    state = dealt(bet(TABLE, ante=100), {ME: example}, DOES_NOT)
    assert STUD.view(state, ME)["kind"] == name


def test_MS_8_each_combination_beats_all_that_stand_below_it() -> None:
    assert STUD.describe(TABLE.sheet, TABLE.setting)["kinds"] == [name for name, *_ in PRINTED]
    for place, (_, higher, _, _) in enumerate(PRINTED):
        for _, lower, _, _ in PRINTED[place + 1 :]:
            assert beats(TABLE, higher, lower) == 1


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        ("MS-8.1", "AS KS QS JS 10S", "AH KH QH JH 10H"),
        ("MS-8.2", "KH QH JH 10H 9H", "QS JS 10S 9S 8S"),
        ("MS-8.2", "9C 8C 7C 6C 5C", "9D 8D 7D 6D 5D"),
        ("MS-8.3", "9D 9C 9H 9S 2D", "8D 8C 8H 8S AD"),
        ("MS-8.4", "4D 4C 4H 2S 2D", "3D 3C 3H AS AD"),
        ("MS-8.5", "KD 9D 7D 6D 2D", "QS JS 9S 8S 7S"),
        ("MS-8.5", "KS 10S 4S 3S 2S", "KD 9D 7D 6D 2D"),
        ("MS-8.5", "KH 10H 7H 6H 2H", "KC 10C 7C 6C 2C"),
        ("MS-8.6", "10D 9C 8H 7S 6D", "9S 8D 7D 6C 5H"),
        ("MS-8.6", "10S 9D 8D 7C 6H", "10H 9S 8S 7D 6C"),
        ("MS-8.6", "AD 2S 3S 4S 5H", "AS 2H 3D 4C 5D"),  # the five is its top card (A44)
        ("MS-8.7", "7D 7C 7H 3S 2D", "6D 6C 6H AS KD"),
        ("MS-8.8", "10D 10C 7H 7S 2D", "10S 10H 6D 6C 5S"),
        ("MS-8.8", "KD KC 3H 3S 9D", "KH KS 3D 3C 8D"),
        ("MS-8.8", "KH KS 3D 3C 9H", "KD KC 3H 3S 9D"),  # (A44)
        ("MS-8.8", "KS KD 3H 3C 9D", "KH KC 3S 3D 9H"),
        ("MS-8.9", "JD JC 4H 3S 2D", "10H 10S AD KC QD"),
        ("MS-8.9", "5D 5C KH 9S 2D", "5H 5S KD 8C 7D"),
        ("MS-8.9", "5S 5D KH 9S 2D", "5H 5C KD 9C 2S"),
        ("MS-8.10", "AD KC 9H 5S 2D", "AS KH 8D 7C 6S"),
        ("MS-8.10", "AS KC 9H 5S 2D", "AH KS 9S 5C 2S"),
    ],
)
def test_MS_8_between_two_hands_of_one_combination(rule: str, one: str, other: str) -> None:
    """[MS-8.1] [MS-8.2] [MS-8.3] [MS-8.4] [MS-8.5] [MS-8.6] [MS-8.7] [MS-8.8] [MS-8.9] [MS-8.10]"""
    assert beats(TABLE, one, other) == 1
    assert VARIANTS[MACAU].decided_by[best_five(cards(one)).kind] == rule


@pytest.mark.parametrize(
    ("dealer", "opens"),
    [
        ("AS KH 4D 3C 2S", True),
        ("2S 2H 3D 4C 6S", True),
        ("AS QH JC 10C 8S", False),
        ("KS QH JD 10C 8S", False),
    ],
)
def test_MS_9_1_the_dealer_opens_with_ace_and_king_or_better(dealer: str, opens: bool) -> None:
    assert bank_plays(best_five(cards(dealer))) is opens


@pytest.mark.parametrize("player", ["AD KD QD JD 10D", NOTHING.replace("JD 10D", "JH 9D")])
def test_MS_9_2_if_the_dealer_does_not_open_additional_bets_are_returned_and_antes_paid(player: str) -> None:
    assert settled(TABLE, player, DOES_NOT) == Result(staked=300, lost=0, back=300, prize=100)


def test_MS_9_3_if_the_dealer_opens_every_hand_with_an_additional_bet_is_shown() -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: NOTHING}, PLAYS)))
    assert STUD.view(state, None)["places"]["1"]["cards"] == NOTHING.split()
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: "9D 7H 6S 5D 4H"}, DOES_NOT)))
    assert STUD.view(state, None)["places"]["1"]["cards"] == [""] * 5


def test_MS_9_4_the_dealer_collects_both_bets_of_a_lower_hand() -> None:
    assert settled(TABLE, NOTHING, PLAYS) == Result(staked=300, lost=300, back=0, prize=0)


@pytest.mark.parametrize(("name", "example", "times", "rule"), PRINTED)
def test_MS_9_5_a_higher_hand_wins_the_ante_and_by_the_table(
    name: str, example: str, times: int, rule: str
) -> None:
    """[MS-9.5.1] [MS-9.5.2] [MS-9.5.3] [MS-9.5.4] [MS-9.5.5] [MS-9.5.6] [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]"""
    assert settled(TABLE, example, PLAYS).prize == 100 + times * 200
    (prize,) = (
        entry for entry in STUD.describe(TABLE.sheet, TABLE.setting)["prizes"] if entry["kind"] == name
    )
    assert (prize["times"], prize["rule"]) == (times, rule)


@pytest.mark.parametrize(("name", "example", "times", "rule"), PRINTED)
def test_MS_9_5_7_to_9_the_house_maximum_holds_for_the_three_highest(
    name: str, example: str, times: int, rule: str
) -> None:
    """[MS-9.5.7] [MS-9.5.8] [MS-9.5.9]"""
    table = macau(house_maximum=900)
    capped = name in ("four-of-a-kind", "straight-flush", "royal-flush")
    assert settled(table, example, PLAYS).prize == 100 + (900 if capped else times * 200)
    described = {
        entry["kind"]: entry["capped"] for entry in STUD.describe(table.sheet, table.setting)["prizes"]
    }
    assert described[name] is capped


def test_MS_9_5_9_the_cap_is_said_with_its_figure() -> None:
    state = finished(went_on(dealt(bet(macau(house_maximum=900), ante=100), {ME: "AD KD QD JD 10D"})))
    (line,) = (line for line in STUD.explain(state, ME) if line.rule == "MS-9.5.9")
    assert (line.details["prize"], line.details["maximum"], line.details["times"]) == (900, 900, 100)
    assert codes(house_maximum=199) == [("house_maximum", "MS-9.5.9")]
    assert codes(sheet={"house_maximum": False}, house_maximum=900) == [("house_maximum", "MS-P1")]


@pytest.mark.parametrize(
    ("multiple", "allowed"), [(49, False), (50, True), (75, True), (100, True), (101, False)]
)
def test_MS_9_5_9_the_royal_flush_earns_50_to_100(multiple: int, allowed: bool) -> None:
    assert codes(sheet={"royal_times": multiple}) == ([] if allowed else [("royal_times", "MS-9.5.9")])
    if allowed:
        assert (
            settled(macau(sheet={"royal_times": multiple}), "AD KD QD JD 10D", PLAYS).prize
            == 100 + 200 * multiple
        )


def test_MS_10_3_the_fixed_sums_stand_in_what_the_table_announces() -> None:
    jackpot = STUD.describe(TABLE.sheet, TABLE.setting)["jackpot"]
    assert [
        (entry["kind"], entry["fixed"], entry["percent"], entry["rule"]) for entry in jackpot["prizes"]
    ] == [
        ("royal-flush", 50_000, 100, "MS-10.2.1"),
        ("straight-flush", 15_000, 10, "MS-10.2.2"),
        ("four-of-a-kind", 10_000, 0, "MS-10.2.3"),
        ("full-house", 5_000, 0, "MS-10.2.4"),
        ("flush", 2_500, 0, "MS-10.2.5"),
    ]
    assert codes(jackpot=Jackpot(50, 60, 20_000, FIXED)) == [("jackpot.contribution", "MS-10.1")]
    assert codes(sheet={"jackpot": False}) == [("jackpot", "MS-P1")]
