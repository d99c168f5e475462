"""Regulamento n.º 807/2015, the rules of French roulette, in their order: equipment, bets and call bets
(rules 1 to 10), limits and prizes (R11 to R14, as reconstructed). Tables as printed.
"""

from __future__ import annotations

import pytest

from games.rules.roulette.calls import SERIES, call_bets, numbers_around
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import Bet, BetPlaced, PlaceCallBet
from games.rules.roulette.layout import PLACES, WHEELS, colour
from games.rules.roulette.sheet import FRENCH, PerChance, Setting, Sheet, Zero
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Mode
from tests.rules.roulette.play import (
    EVEN_CHANCES,
    EVERY_CALL,
    ME,
    YOU,
    bet,
    did,
    french,
    opened,
    played,
    refused,
)

# Approval and equipment


def test_FR_P2_a_sheet_that_contradicts_a_base_rule_is_refused_by_the_rule_it_breaks() -> None:
    above = Sheet(FRENCH, Zero.LA_PARTAGE, ("FR",), max_times=PerChance(even_chance=541, split=0))
    assert [(breach.rule, breach.field, breach.code) for breach in ROULETTE.check_sheet(above)] == [
        ("FR-R12a-ii", "max_times.split", "not-positive"),
        ("FR-R12b", "max_times.even_chance", "above-legal"),
    ]


def test_FR_4_an_individual_wheel_has_one_seat() -> None:
    sheet = Sheet(FRENCH, Zero.LOSE_ALL, ("FR",))
    crowded = Setting("FR", 100, mode=Mode.INDIVIDUAL, seats=2)
    assert [breach.rule for breach in ROULETTE.check_setting(sheet, crowded)] == ["FR-4"]


def test_FR_5_one_number_binds_all_and_each_is_settled_alone() -> None:
    state = played(bet(bet(french(), {"odd": 500}), {"even": 700}, YOU), "33")
    assert [ROULETTE.results(state)[seat].net for seat in (ME, YOU)] == [500, -700]


def test_FR_6a_37_numbers_and_never_a_00() -> None:
    assert sorted(WHEELS["FR"], key=int) == [str(n) for n in range(37)]
    assert [breach.rule for breach in ROULETTE.check_sheet(Sheet(FRENCH, Zero.LOSE_ALL, ("38",)))] == [
        "FR-6a"
    ]


def test_FR_6b_from_zero_round_the_wheel_red_and_black_alternate_without_exception() -> None:
    around = [colour(number) for number in WHEELS["FR"]]
    assert around == ["green", *["red", "black"] * 18]


def test_FR_6c_the_clockwise_order() -> None:
    printed = (
        "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
    )
    assert ROULETTE.describe(french().sheet, french().setting)["wheel"] == printed.split("-")


def test_FR_6d_the_layout_has_one_zero_and_three_columns_of_twelve() -> None:
    described = ROULETTE.describe(french().sheet, french().setting)
    assert described["zeros"] == ["0"]
    assert [column[-1] for column in described["columns"]] == ["34", "35", "36"]
    assert {
        *EVEN_CHANCES,
        "dozen:1-12",
        "dozen:13-24",
        "dozen:25-36",
        "column:34",
        "column:35",
        "column:36",
    } <= described["places"].keys()


def test_FR_6e_the_result_for_the_display_is_the_number() -> None:
    assert ROULETTE.outcome(played(french(), "26")) == "26"


# Bets


@pytest.mark.parametrize(
    ("rule", "place", "numbers"),
    [
        ("FR-7a-i", "straight:0", "0"),
        ("FR-7a-ii", "split:32-35", "32 35"),
        ("FR-7a-iii", "street:0-2-3", "0 2 3"),
        ("FR-7a-iv", "corner:0-1-2-3", "0 1 2 3"),
        ("FR-7a-v", "line:25-26-27-28-29-30", "25 26 27 28 29 30"),
        ("FR-7a-vi", "dozen:25-36", "25 26 27 28 29 30 31 32 33 34 35 36"),
        ("FR-7a-vii", "column:34", "1 4 7 10 13 16 19 22 25 28 31 34"),
        (
            "FR-7a-viii",
            "double-dozen:13-36",
            "13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36",
        ),
        (
            "FR-7a-ix",
            "double-column:34+35",
            "1 2 4 5 7 8 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 35",
        ),
        ("FR-7b-i", "even", "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36"),
        ("FR-7b-ii", "odd", "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35"),
        ("FR-7b-iii", "low", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18"),
        ("FR-7b-iv", "high", "19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"),
        ("FR-7b-v", "red", "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"),
        ("FR-7b-vi", "black", "2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35"),
    ],
)
def test_FR_7_each_chance_covers_its_numbers_and_wins_with_no_other(
    rule: str, place: str, numbers: str
) -> None:
    state = bet(french(), {place: 100})
    won = {number for number in WHEELS["FR"] if ROULETTE.results(played(state, number))[ME].prize}
    assert won == set(numbers.split()), rule


def test_FR_8_call_bets_are_offered_only_where_the_sheet_says_so() -> None:
    plain = opened(Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), calls=("tiers",)), "FR", 100)
    for name in set(EVERY_CALL) - {"tiers"}:
        refusal = refused(plain, PlaceCallBet(name, 100, "17" if name.startswith("neighbours") else ""))
        assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "FR-8")
    assert ROULETTE.describe(plain.sheet, plain.setting)["calls"].keys() == {"tiers"}
    assert did(plain, PlaceCallBet("tiers", 100)).bets_of(ME) is not None
    unknown = Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), calls=("jeu-zero", "tiers", "tiers"))
    assert [(breach.rule, breach.field, breach.code) for breach in ROULETTE.check_sheet(unknown)] == [
        ("FR-8", "calls", "unknown"),
        ("FR-8", "calls", "twice"),
    ]


def test_FR_8_a_call_that_names_no_number_or_a_wrong_one_is_refused() -> None:
    for call in (
        PlaceCallBet("neighbours-2", 100),
        PlaceCallBet("neighbours-2", 100, "37"),
        PlaceCallBet("finals", 100, "10"),
        PlaceCallBet("voisins", 100, "0"),
    ):
        assert refused(french(), call).code is Refusal.NO_SUCH_BET


def test_FR_8_a_call_is_laid_whole_or_not_at_all() -> None:
    state = bet(french(), {"straight:1": 3_000})
    refusal = refused(state, PlaceCallBet("orphelins", 100))
    assert (refusal.code, refusal.details["place"]) == (Refusal.ABOVE_MAXIMUM, "straight:1")
    (placed,) = ROULETTE.act(french(), ME, PlaceCallBet("finals", 100, "7"))
    assert placed == BetPlaced(ME, {"straight:7": 100, "straight:17": 100, "straight:27": 100}, "finals:7")


def test_FR_8a_voisins_du_zero_are_the_wheel_from_22_to_25() -> None:
    wheel = WHEELS["FR"]
    start, end = wheel.index("22"), wheel.index("25")
    assert SERIES["voisins"] == wheel[start:] + wheel[: end + 1]
    assert len(SERIES["voisins"]) == 17


def test_FR_8b_tiers_du_cylindre_is_the_wheel_from_27_to_33() -> None:
    wheel = WHEELS["FR"]
    assert SERIES["tiers"] == wheel[wheel.index("27") : wheel.index("33") + 1]
    assert len(SERIES["tiers"]) == 12


def test_FR_8c_orphans_are_in_neither_series_and_the_three_cover_every_number_once() -> None:
    assert sorted([*SERIES["voisins"], *SERIES["tiers"], *SERIES["orphelins"]], key=int) == [
        str(n) for n in range(37)
    ]


@pytest.mark.parametrize(
    ("rule", "name", "chips"), [("FR-8a", "voisins", 9), ("FR-8b", "tiers", 6), ("FR-8c", "orphelins", 5)]
)
def test_FR_8_the_chips_of_a_series_cover_its_numbers_and_no_other(rule: str, name: str, chips: int) -> None:
    state = did(french(), PlaceCallBet(name, 100))
    laid = ROULETTE.view(state, ME)["bets"]
    assert sum(laid.values()) == chips * 100, rule
    assert {number for place in laid for number in PLACES["0"][place].numbers} == set(SERIES[name]), rule


@pytest.mark.parametrize(
    ("rule", "total", "covered"),
    [("FR-8d-i", 2, "26 0 32"), ("FR-8d-ii", 4, "3 26 0 32 15"), ("FR-8d-iii", 6, "35 3 26 0 32 15 19")],
)
def test_FR_8d_neighbours_are_half_on_each_side(rule: str, total: int, covered: str) -> None:
    assert numbers_around("0", total) == tuple(covered.split()), rule
    state = did(french(), PlaceCallBet(f"neighbours-{total}", 100, "0"))
    assert ROULETTE.view(state, ME)["bets"] == {f"straight:{number}": 100 for number in covered.split()}


@pytest.mark.parametrize(("digit", "ending"), [("7", "7 17 27"), ("4", "4 14 24 34"), ("0", "0 10 20 30")])
def test_FR_8e_finals_end_in_the_same_digit(digit: str, ending: str) -> None:
    assert call_bets()["finals", digit].numbers == tuple(ending.split())
    assert ROULETTE.view(did(french(), PlaceCallBet("finals", 100, digit)), ME)["total"] == 100 * len(
        ending.split()
    )


def test_FR_9_a_bet_lies_where_it_was_laid() -> None:
    state = bet(french(), {"corner:25-26-28-29": 300})
    assert (
        ROULETTE.view(state, ME)["bets"]
        == ROULETTE.view(state, None)["totals"]
        == {"corner:25-26-28-29": 300}
    )


def test_FR_10_every_possible_combination_is_accepted_and_no_other() -> None:
    state = french()
    places = ROULETTE.describe(state.sheet, state.setting)["places"]
    assert len(places) == 37 + 60 + 14 + 23 + 11 + 3 + 3 + 2 + 2 + 6
    for place in places:
        assert bet(state, {place: 100}).bets_of(ME) is not None
    refusal = refused(state, Bet({"straight:00": 100}))
    assert (refusal.code, refusal.rule) == (Refusal.NO_SUCH_BET, "FR-10")


# Limits and prizes


def test_FR_R11_less_than_the_minimum_may_not_lie_on_a_chance() -> None:
    refusal = refused(french(minimum=100), Bet({"tiers": 1, "straight:5": 90}))
    assert refusal.code is Refusal.NO_SUCH_BET
    refusal = refused(french(minimum=100), Bet({"straight:4": 100, "straight:5": 90}))
    assert (refusal.code, refusal.rule, refusal.details["place"]) == (
        Refusal.BELOW_MINIMUM,
        "FR-R11",
        "straight:5",
    )


@pytest.mark.parametrize(
    ("rule", "place", "times"),
    [
        ("FR-R12a-i", "straight:0", 30),
        ("FR-R12a-ii", "split:0-1", 60),
        ("FR-R12a-iii", "street:0-1-2", 90),
        ("FR-R12a-iv", "corner:0-1-2-3", 120),
        ("FR-R12a-v", "line:1-2-3-4-5-6", 180),
        ("FR-R12a-vi", "dozen:1-12", 360),
        ("FR-R12a-vii", "column:34", 360),
        ("FR-R12a-viii", "double-dozen:1-24", 720),
        ("FR-R12a-ix", "double-column:34+35", 720),
        *(("FR-R12b", chance, 540) for chance in EVEN_CHANCES),
    ],
)
def test_FR_R12_the_maximum_is_so_many_times_the_minimum(rule: str, place: str, times: int) -> None:
    state = french(minimum=50)
    assert bet(state, {place: times * 50})
    refusal = refused(state, Bet({place: times * 50 + 10}))
    assert (refusal.code, refusal.rule, refusal.details["limit"]) == (Refusal.ABOVE_MAXIMUM, rule, times * 50)


def test_FR_R13a_double_bets_may_be_left_out() -> None:
    state = french(doubles=False)
    refusal = refused(state, Bet({"double-dozen:1-24": 100}))
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "FR-R13a")
    assert bet(state, {"dozen:1-12": 100, "column:34": 100})  # the single ones stay


def test_FR_R13b_a_cap_over_all_chances_of_one_player() -> None:
    refusal = refused(french(cap=800), PlaceCallBet("voisins", 100))
    assert (refusal.code, refusal.rule, refusal.details) == (
        Refusal.ABOVE_CAP,
        "FR-R13b",
        {"limit": 800, "room": 800},
    )
    forbidden = Sheet(FRENCH, Zero.LOSE_ALL, ("FR",), player_cap=False)
    assert [breach.rule for breach in ROULETTE.check_setting(forbidden, Setting("FR", 100, cap=800))] == [
        "FR-R13b"
    ]


@pytest.mark.parametrize(
    ("rule", "place", "number", "prize"),
    [
        ("FR-R14a-i", "straight:32", "32", 3_500),
        ("FR-R14a-ii", "split:32-35", "35", 1_700),
        ("FR-R14a-iii", "street:0-1-2", "2", 1_100),
        ("FR-R14a-iv", "corner:25-26-28-29", "29", 800),
        ("FR-R14a-v", "line:25-26-27-28-29-30", "30", 500),
        ("FR-R14a-vi", "dozen:1-12", "12", 200),
        ("FR-R14a-vii", "column:36", "3", 200),
        ("FR-R14a-viii", "double-dozen:13-36", "13", 50),
        ("FR-R14a-ix", "double-column:34+35", "34", 50),
        *(
            ("FR-R14b", chance, number, 100)
            for chance, number in zip(EVEN_CHANCES, ("2", "3", "7", "36", "5", "4"), strict=True)
        ),
    ],
)
def test_FR_R14_a_winning_stake_stays_and_earns_its_prize(
    rule: str, place: str, number: str, prize: int
) -> None:
    state = played(bet(french(), {place: 100}), number)
    result = ROULETTE.results(state)[ME]
    assert (result.prize, result.back, result.lost) == (prize, 100, 0)
    assert [line.rule for line in ROULETTE.explain(state, ME) if line.code == "won"] == [rule]
