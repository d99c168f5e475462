"""Póquer sem descarte, 803/2015: its equipment, combinations and prizes, in the order of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import Result
from games.rules.shared.cards import CARDS, cards
from games.rules.shared.poker_hands import HandKind, best_five
from games.rules.shared.sessions import Inactivity, Mode
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import Bet
from games.rules.stud.settlement import bank_plays
from games.rules.stud.sheet import VARIANTS, Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, Cor
from tests.rules.stud.play import (
    DOES_NOT,
    ME,
    PLAYS,
    TERMS,
    beats,
    bet,
    caribbean,
    dealt,
    finished,
    refused,
    settled,
    went_on,
)

TABLE = caribbean()

# Rule 7, from the highest: the combination, an example, what rule 12 makes it earn for each cent of the
# second bet, its letter.
PRINTED = [
    ("royal-flush", "AD KD QD JD 10D", 100, "a"),
    ("straight-flush", "9D 8D 7D 6D 5D", 50, "b"),
    ("four-of-a-kind", "9D 9C 9H 9S 5D", 20, "c"),
    ("full-house", "9D 9C 9H 5S 5D", 7, "d"),
    ("flush", "QD 9D 7D 6D 2D", 5, "e"),
    ("straight", "9D 8C 7H 6S 5D", 4, "f"),
    ("three-of-a-kind", "9D 9C 9H 6S 5D", 3, "g"),
    ("two-pairs", "9D 9C 6H 6S 5D", 2, "h"),
    ("one-pair", "9D 9C 8H 6S 5D", 1, "i"),
    ("high-cards", "AD KC 9H 6S 5D", 1, "j"),
]


def codes(*, sheet: dict[str, Any] | None = None, **setting: Any) -> list[tuple[str, str]]:
    """Breaches, as field and rule."""
    rules = Sheet(CARIBBEAN, **(sheet or {}))
    table = Setting(**{"minimum": 100, "maximum": 2_500, **setting})
    return [
        (breach.field, breach.rule)
        for breach in (*STUD.check_sheet(rules), *STUD.check_setting(rules, table))
    ]


def test_CS_P2_specific_rules_that_contradict_a_base_rule_are_named() -> None:
    assert codes() == []
    assert codes(sheet={"max_times": 26}) == [("max_times", "CS-18")]
    assert codes(sheet={"royal_times": 99}) == [("royal_times", "CS-12a")]
    assert codes(house_maximum=100_000) == [("house_maximum", "CS-P2")]
    assert [breach.code for breach in STUD.check_sheet(Sheet("stud"))] == ["unknown"]


def test_CS_1_each_bet_is_settled_against_the_bank_alone() -> None:
    # The first player's pair of nines is below the second's three eights, and wins nevertheless.
    state = dealt(bet(bet(TABLE, ante=100), 2, ante=100), {1: "9D 9C 8H 6S 5D", 2: "8D 8C 8S 6H 5C"}, PLAYS)
    results = STUD.results(finished(went_on(went_on(state), 2)))
    assert (results[1].prize, results[2].prize) == (300, 700)


def test_CS_4_a_table_is_for_one_or_for_several() -> None:
    assert codes(mode=Mode.INDIVIDUAL, seats=1) == []
    assert codes(mode=Mode.INDIVIDUAL) == [("seats", "CS-4")]
    assert codes(sheet={"modes": (Mode.MULTIPLE,)}, mode=Mode.INDIVIDUAL, seats=1) == [("mode", "CS-4")]
    assert codes(sheet={"modes": ()}) == [("modes", "CS-4"), ("mode", "CS-4")]


@pytest.mark.parametrize(("seats", "allowed"), [(0, False), (1, True), (7, True), (8, False)])
def test_CS_6a_a_table_has_one_to_seven_places(seats: int, allowed: bool) -> None:
    assert codes(seats=seats) == ([] if allowed else [("seats", "CS-6a")])
    assert STUD.describe(TABLE.sheet, TABLE.setting)["boxes"] == ["ante", "bet"]
    assert codes(sheet={"most_seats": 5}, seats=6) == [("seats", "CS-6a")]
    assert codes(sheet={"most_seats": 1}, seats=1) == []
    for most in (0, 8):
        assert ("most_seats", "CS-6a") in codes(sheet={"most_seats": most}, seats=1)


def test_CS_6b_one_pack_of_four_suits_from_the_ace_to_the_two() -> None:
    described = STUD.describe(TABLE.sheet, TABLE.setting)["cards"]
    ranks = [*"23456789", "10", *"JQKA"]
    assert sorted(described) == sorted(rank + suit for rank in ranks for suit in "SHCD")
    assert [CARDS[rank + "S"] // 4 for rank in ranks] == list(range(13))


@pytest.mark.parametrize(("name", "example", "times", "letter"), PRINTED)
def test_CS_7_every_combination_has_its_name(name: str, example: str, times: int, letter: str) -> None:
    """[CS-7a] [CS-7b] [CS-7c] [CS-7d] [CS-7e] [CS-7f] [CS-7g] [CS-7h] [CS-7i] [CS-7j]"""
    state = dealt(bet(TABLE, ante=100), {ME: example}, DOES_NOT)
    assert STUD.view(state, ME)["kind"] == name


def test_CS_7_each_combination_beats_all_that_stand_below_it() -> None:
    for place, (_, higher, _, _) in enumerate(PRINTED):
        for _, lower, _, _ in PRINTED[place + 1 :]:
            assert beats(TABLE, higher, lower) == 1


def test_CS_7k_ace_and_king_are_the_qualifying_combination() -> None:
    assert bank_plays(best_five(cards("AS KH 4D 3C 2S")))


def test_CS_8_the_ace_is_low_below_a_two_and_high_above_a_king() -> None:
    assert best_five(cards("AS 2H 3D 4C 5S")).kind is HandKind.STRAIGHT
    assert best_five(cards("AS KH QD JC 10S")).kind is HandKind.STRAIGHT  # (A33)
    assert best_five(cards("QS KH AD 2C 3S")).kind is HandKind.HIGH_CARDS
    assert beats(TABLE, "6S 5H 4D 3C 2S", "AS 2H 3D 4C 5S") == 1
    assert beats(TABLE, "AS KH QD JC 10S", "KD QC JS 10H 9D") == 1


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("AD KC 9H 5S 2D", "AS KH 8D 7C 6S", 1),
        ("AD KC 9H 5S 2D", "AS KH 9D 6C 2S", -1),
        ("AD KC 9H 5S 3D", "AS KH 9D 5C 2S", 1),
    ],
)
def test_CS_9a_singles_are_compared_downwards(one: str, other: str, result: int) -> None:
    assert beats(TABLE, one, other) == result


@pytest.mark.parametrize(
    ("one", "other", "by_suit"),
    [
        ("AD KD 9D 5S 2C", "AS KH 9H 5C 2H", 0),  # both have three of a suit
        ("AD KD 9D 5S 2C", "AS KH 9H 5C 2S", 1),
        ("AD KC 9H 5S 2D", "AS KS 9S 5C 2H", -1),
        ("AD KC 9H 5S 2D", "AS KH 9D 5C 2S", 0),  # neither has
        ("AD KD 9D 5D 2C", "AS KH 9H 5C 2S", 1),  # four are three and more
    ],
)
def test_CS_9b_of_equal_singles_three_of_one_suit_win(one: str, other: str, by_suit: int) -> None:
    assert beats(TABLE, one, other) == by_suit
    assert (
        beats(caribbean(sheet={"cor": Cor.COLOUR}), one, other) == 0
    )  # the other way to read the rule (A31)


def test_CS_9b_the_rule_is_named_where_it_decides() -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: "AD KD 9D 5S 2C"}, "AS KH 9H 5C 2S")))
    assert ("same-kind", "CS-9b") in [(line.code, line.rule) for line in STUD.explain(state, ME)]
    assert STUD.results(state)[ME].prize == 300


def test_CS_9b_suits_decide_nothing_among_combinations() -> None:
    assert beats(TABLE, "KD KC 9D 5D 2D", "KH KS 9H 5C 2S") == 0


def test_CS_10_the_record_names_both_combinations_and_what_decided() -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: "9D 9C 8H 6S 5D"}, "10S 10H 4D 3C 2S")))
    lines = {line.code: line for line in STUD.explain(state, ME)}
    assert (lines["hand"].rule, lines["hand"].details["kind"]) == ("CS-10", "one-pair")
    assert lines["bank"].details == {"cards": ["10S", "10H", "4D", "3C", "2S"], "kind": "one-pair"}
    assert lines["same-kind"].rule == "CS-13g"


def test_CS_11a_a_higher_hand_wins() -> None:
    assert settled(TABLE, "9D 9C 8H 6S 5D", PLAYS).prize > 0


def test_CS_11b_a_lower_hand_loses_and_an_equal_one_neither_wins_nor_loses() -> None:
    assert settled(TABLE, "AD QC 9H 6S 5D", PLAYS).lost == 300
    tie = settled(TABLE, "9D 8C 7H 6S 5D", "9S 8H 7D 6C 5H")  # (A32)
    assert (tie.prize, tie.back, tie.lost) == (0, 300, 0)


@pytest.mark.parametrize(("name", "example", "times", "letter"), PRINTED)
def test_CS_12_what_the_second_bet_earns(name: str, example: str, times: int, letter: str) -> None:
    """[CS-12a] [CS-12b] [CS-12c] [CS-12d] [CS-12e] [CS-12f] [CS-12g] [CS-12h] [CS-12i] [CS-12j]"""
    result = settled(TABLE, example, PLAYS)
    assert result == Result(
        staked=300, lost=0, back=300, prize=100 + times * 200
    )  # the ante earns itself besides (A02, A34)
    (prize,) = (
        entry for entry in STUD.describe(TABLE.sheet, TABLE.setting)["prizes"] if entry["kind"] == name
    )
    assert (prize["times"], prize["rule"]) == (times, f"CS-12{letter}")


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        ("CS-13a", "KD QD JD 10D 9D", "QS JS 10S 9S 8S"),
        ("CS-13a", "6D 5C 4H 3S 2D", "AS 2H 3D 4C 5S"),
        ("CS-13b", "9D 9C 9H 9S 2D", "8D 8C 8H 8S AD"),
        ("CS-13c", "4D 4C 4H 2S 2D", "3D 3C 3H AS AD"),
        ("CS-13d", "KD 9D 7D 6D 2D", "QS JS 9S 8S 7S"),
        ("CS-13d", "KD 10D 4D 3D 2D", "KS 9S 7S 6S 2S"),  # (A35)
        ("CS-13e", "7D 7C 7H 3S 2D", "6D 6C 6H AS KD"),
        ("CS-13f", "KD KC 2H 2S 3D", "QD QC JH JS 10D"),
        ("CS-13f", "KD KC 4H 4S 2D", "KH KS 3D 3C AD"),
        ("CS-13f", "KD KC 3H 3S 9D", "KH KS 3D 3C 8D"),
        ("CS-13g", "6D 6C 4H 3S 2D", "5D 5C AH KS QD"),
        ("CS-13g", "5D 5C KH 3S 2D", "5H 5S QD JC 10D"),
        ("CS-13g", "5D 5C KH 9S 2D", "5H 5S KD 8C 7D"),  # (A35)
    ],
)
def test_CS_13_the_same_combination_is_decided_by_its_cards(rule: str, one: str, other: str) -> None:
    """[CS-13a] [CS-13b] [CS-13c] [CS-13d] [CS-13e] [CS-13f] [CS-13g]"""
    assert beats(TABLE, one, other) == 1
    assert VARIANTS[CARIBBEAN].decided_by[best_five(cards(one)).kind] == rule


def test_CS_13_what_all_cards_leave_equal_nobody_wins() -> None:
    assert beats(TABLE, "KD KC 3H 3S 9D", "KH KS 3D 3C 9H") == 0
    assert beats(TABLE, "AD KD QD JD 10D", "AS KS QS JS 10S") == 0


def test_CS_14a_the_operator_sets_the_time_for_bets() -> None:
    assert STUD.describe(TABLE.sheet, TABLE.setting)["betting_seconds"] == 20
    assert codes(betting_seconds=4) == [("betting_seconds", "CS-14a")]


def test_CS_17_a_table_opens_with_a_minimum_ante() -> None:
    assert STUD.describe(TABLE.sheet, TABLE.setting)["limits"]["ante"]["min"] == 100
    assert codes(minimum=0) == [("minimum", "CS-17")]
    assert codes(minimum=105, maximum=2_500) == [("minimum", "CS-17")]  # no multiple of the step of ten cents
    assert codes(step=0) == [("step", "CS-17")]


@pytest.mark.parametrize(
    ("maximum", "allowed"), [(100, True), (2_500, True), (2_501, False), (99, False), (2_600, False)]
)
def test_CS_18_the_maximum_is_up_to_25_times_the_minimum(maximum: int, allowed: bool) -> None:
    assert codes(maximum=maximum, step=1) == ([] if allowed else [("maximum", "CS-18")])
    assert codes(sheet={"max_times": 0}) == [("max_times", "CS-18"), ("maximum", "CS-18")]
    assert codes(sheet={"max_times": 10}, maximum=1_010) == [("maximum", "CS-18")]


def test_CS_21_and_CS_31_the_operator_sets_the_time_for_the_decision_and_the_extra_time() -> None:
    described = STUD.describe(TABLE.sheet, TABLE.setting)
    assert (described["decision_seconds"], described["extra_seconds"]) == (20, 10)
    assert codes(decision_seconds=4) == [("decision_seconds", "CS-21")]
    assert codes(extra_seconds=0) == [("extra_seconds", "CS-31")]


@pytest.mark.parametrize(
    ("bank", "plays"),
    [
        ("AS KH 4D 3C 2S", True),
        ("AS QH JD 10C 8S", False),
        ("KS QH JD 10C 8S", False),
        ("2S 2H 3D 4C 6S", True),
        ("AS 2H 3D 4C 5S", True),
        ("7S 6S 4S 3S 2S", True),
    ],
)
def test_CS_25_the_bank_plays_with_ace_and_king_or_better(bank: str, plays: bool) -> None:
    assert bank_plays(best_five(cards(bank))) is plays
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: "QD 9C 8D 5H 3H"}, bank)))
    assert ("no-game" in [line.code for line in STUD.explain(state, ME)]) is not plays


@pytest.mark.parametrize("player", ["AD KD QD JD 10D", "2D 3C 5H 7S 9D"])
def test_CS_26_if_the_bank_does_not_play_the_ante_earns_itself_whatever_the_hand(player: str) -> None:
    assert settled(TABLE, player, DOES_NOT) == Result(staked=300, lost=0, back=300, prize=100)  # (A37)


def test_CS_28a_and_CS_28b_both_bets_of_a_higher_hand_win() -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=250), {ME: "9D 9C 6H 6S 5D"})))
    lines = [
        (line.rule, line.details["box"], line.details["prize"])
        for line in STUD.explain(state, ME)
        if line.code == "won"
    ]
    assert lines == [("CS-28b", "ante", 250), ("CS-12h", "bet", 1_000)]


def test_CS_28a_the_second_bet_is_paid_by_the_table() -> None:
    assert settled(TABLE, "9D 9C 9H 6S 5D", PLAYS).prize == 100 + 3 * 200


def test_CS_28b_the_ante_earns_as_much_as_itself() -> None:
    assert settled(TABLE, "9D 9C 8H 6S 5D", PLAYS, ante=700).prize == 700 + 1_400


def test_CS_29_a_lower_hand_loses_both_bets() -> None:
    assert settled(TABLE, "9D 9C 8H 6S 5D", "10S 10H 4D 3C 2S") == Result(
        staked=300, lost=300, back=0, prize=0
    )


@pytest.mark.parametrize(
    ("field", "rule"), [("invited_after_seconds", "CS-41a"), ("invited_after_rounds", "CS-41b")]
)
def test_CS_41_nobody_is_invited_earlier_than_the_rule_allows(field: str, rule: str) -> None:
    """[CS-41a] [CS-41b]"""
    assert codes(sheet={"inactivity": Inactivity(**{field: 1})}) == [(f"inactivity.{field}", rule)]


def test_CS_42_nobody_is_warned_too_early() -> None:
    assert codes(sheet={"inactivity": Inactivity(warned_after_seconds=59)}) == [
        ("inactivity.warned_after_seconds", "CS-42")
    ]


def test_CS_43_demonstration_tables_need_the_sheet_and_play_the_same_game() -> None:
    assert codes(currency="DEMO") == []
    assert codes(sheet={"demo": False}, currency="DEMO") == [("currency", "CS-43")]
    assert codes(currency="USD") == [("currency", "CS-P2")]
    money = caribbean()
    demo = caribbean(currency="DEMO")
    assert settled(demo, "9D 9C 8H 6S 5D", PLAYS) == settled(money, "9D 9C 8H 6S 5D", PLAYS)


def test_a_table_needs_time_for_the_payment_a_language_and_a_way_to_be_void() -> None:
    assert codes(rest_seconds=2, languages=()) == [("rest_seconds", "CS-2e"), ("languages", "CS-14b")]
    assert codes(sheet={"resume_within": 0}) == [("resume_within", "CS-33")]
    assert codes(sheet={"dealings": ()}) == [("dealings", "CS-19b"), ("dealing", "CS-19b")]


def test_CS_15_an_individual_table_needs_a_player_who_may_start_the_deal() -> None:
    assert codes(sheet={"player_deals": False}) == []
    assert codes(sheet={"player_deals": False}, mode=Mode.INDIVIDUAL, seats=1) == [("mode", "CS-15")]


def test_jackpots_are_not_for_this_game() -> None:
    assert codes(jackpot=TERMS) == [("jackpot", "CS-P2")]
    assert refused(TABLE, Bet({"jackpot": 50})).code == "no-such-bet"
