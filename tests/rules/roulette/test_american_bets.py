"""Regulamento n.º 804/2015, American roulette, in its order: equipment, bets and limits (rules 1 to 12).

Tables as printed.
"""

from __future__ import annotations

import pytest

from games.rules.bets import MAX_UNDO, Clear, Undo
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import MAX_PLACES, Bet, PlaceCallBet
from games.rules.roulette.layout import PLACES, WHEELS, colour, find_place, neighbours
from games.rules.roulette.sheet import AMERICAN, PerChance, Setting, Sheet, Zero
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Mode
from tests.rules.roulette.play import ME, YOU, american, bet, did, played, refused, row

LAYOUTS = ("0", "00")
ALL_REDS = row("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36")


def numbers_of(place: str, layout: str = "0") -> list[str]:
    return list(PLACES[layout][place].numbers)


# Approval


def test_AR_P2_a_sheet_that_contradicts_a_base_rule_is_refused_by_the_rule_it_breaks() -> None:
    above = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), max_times=PerChance(straight=31))
    kept = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), max_times=PerChance(straight=30))
    assert [(breach.rule, breach.field) for breach in ROULETTE.check_sheet(above)] == [
        ("AR-11a-i", "max_times.straight")
    ]
    assert ROULETTE.check_sheet(kept) == []


def test_AR_P2_rule_7_knows_no_call_bets() -> None:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",), calls=("voisins",))
    assert [(breach.rule, breach.field, breach.code) for breach in ROULETTE.check_sheet(sheet)] == [
        ("AR-P2", "calls", "not-allowed")
    ]
    assert refused(american(), PlaceCallBet("voisins", 100)).code is Refusal.NOT_OFFERED


# Equipment


def test_AR_4_an_individual_wheel_has_one_seat() -> None:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",))
    alone = Setting("37", 100, mode=Mode.INDIVIDUAL, seats=1)
    assert ROULETTE.check_setting(sheet, alone) == []
    crowded = Setting("37", 100, mode=Mode.INDIVIDUAL, seats=2)
    assert [(breach.rule, breach.field) for breach in ROULETTE.check_setting(sheet, crowded)] == [
        ("AR-4", "seats")
    ]


def test_AR_5_one_number_binds_all_and_each_is_settled_alone() -> None:
    state = played(bet(bet(american(), {"red": 500}), {"black": 700}, YOU), "1")
    mine, yours = ROULETTE.results(state)[ME], ROULETTE.results(state)[YOU]
    assert (mine.prize, mine.lost) == (500, 0)
    assert (yours.prize, yours.lost) == (0, 700)


@pytest.mark.parametrize(("variant", "count"), [("37", 37), ("38", 38)])
def test_AR_6a_the_wheel_has_37_numbers_or_38_with_00(variant: str, count: int) -> None:
    numbers = {str(n) for n in range(37)} | ({"00"} if variant == "38" else set())
    assert len(WHEELS[variant]) == count
    assert set(WHEELS[variant]) == numbers


def test_AR_6a_a_wheel_that_the_system_does_not_have_is_refused() -> None:
    assert [breach.rule for breach in ROULETTE.check_sheet(Sheet(AMERICAN, Zero.LOSE_ALL, ("FR",)))] == [
        "AR-6a"
    ]
    assert [breach.rule for breach in ROULETTE.check_sheet(Sheet(AMERICAN, Zero.LOSE_ALL, ()))] == ["AR-6a"]
    only_37 = Sheet(AMERICAN, Zero.LOSE_ALL, ("37",))
    assert [breach.rule for breach in ROULETTE.check_setting(only_37, Setting("38", 100))] == ["AR-6a"]


def test_AR_6b_numbers_are_red_or_black_but_the_zeros_are_green() -> None:
    colours = {number: colour(number) for number in WHEELS["38"]}
    assert [number for number in colours if colours[number] == "green"] == ["0", "00"]
    assert sorted(number for number in colours if colours[number] == "red") == sorted(ALL_REDS)
    assert sum(colour_name == "black" for colour_name in colours.values()) == 18


def test_AR_6c_37_the_clockwise_order() -> None:
    printed = (
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    )
    assert ROULETTE.describe(american("37").sheet, american("37").setting)["wheel"] == printed.split("-")
    assert neighbours("37", "0") == ("2", "28")


def test_AR_6c_38_the_clockwise_order_with_00_between_1_and_27() -> None:
    printed = (
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-"
        "00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    )
    assert ROULETTE.describe(american("38").sheet, american("38").setting)["wheel"] == printed.split("-")
    assert neighbours("38", "00") == ("1", "27")


@pytest.mark.parametrize(("variant", "zeros"), [("37", ["0"]), ("38", ["0", "00"])])
def test_AR_6d_the_layout_has_its_zeros_and_three_columns_of_twelve(variant: str, zeros: list[str]) -> None:
    state = american(variant)
    described = ROULETTE.describe(state.sheet, state.setting)
    assert described["zeros"] == zeros
    assert [column[-1] for column in described["columns"]] == ["34", "35", "36"]
    assert [len(column) for column in described["columns"]] == [12, 12, 12]
    outside = {"dozen:1-12", "dozen:13-24", "dozen:25-36", "column:34", "column:35", "column:36"}
    assert outside | {"even", "odd", "low", "high", "red", "black"} <= described["places"].keys()


def test_AR_6e_the_result_for_the_display_is_the_number() -> None:
    assert ROULETTE.outcome(american()) is None
    assert ROULETTE.outcome(played(american("38"), "00")) == "00"


# Bets of rule 7


@pytest.mark.parametrize(
    ("rule", "kind", "numbers", "on_0", "on_00"),
    [
        ("AR-7a-i", "straight", 1, 37, 38),
        ("AR-7a-ii", "split", 2, 60, 62),
        ("AR-7a-iii", "street", 3, 14, 15),
        ("AR-7a-iv", "corner", 4, 23, 22),
        ("AR-7a-v", "line", 6, 11, 11),
        ("AR-7a-vi", "dozen", 12, 3, 3),
        ("AR-7a-vii", "column", 12, 3, 3),
        ("AR-7a-viii", "double-dozen", 24, 2, 2),
        ("AR-7a-ix", "double-column", 24, 2, 2),
        ("AR-7b-i", "even", 18, 1, 1),
        ("AR-7b-ii", "odd", 18, 1, 1),
        ("AR-7b-iii", "low", 18, 1, 1),
        ("AR-7b-iv", "high", 18, 1, 1),
        ("AR-7b-v", "red", 18, 1, 1),
        ("AR-7b-vi", "black", 18, 1, 1),
    ],
)
def test_AR_7_every_chance_covers_its_count_and_lies_in_every_possible_spot(
    rule: str, kind: str, numbers: int, on_0: int, on_00: int
) -> None:
    for layout, count in (("0", on_0), ("00", on_00)):
        places = [place for place in PLACES[layout].values() if place.kind == kind]
        assert len(places) == count, rule
        assert {len(set(place.numbers)) for place in places} == {numbers}, rule


@pytest.mark.parametrize("layout", LAYOUTS)
def test_AR_7a_ii_a_split_joins_numbers_that_touch(layout: str) -> None:
    at = {str(n): divmod(n - 1, 3) for n in range(1, 37)}  # row and column of each number
    touching = {
        frozenset((a, b))
        for a, (row, col) in at.items()
        for b, (row2, col2) in at.items()
        if abs(row - row2) + abs(col - col2) == 1
    }
    splits = {frozenset(place.numbers) for place in PLACES[layout].values() if place.kind == "split"}
    assert {pair for pair in splits if not pair & {"0", "00"}} == touching


def test_AR_7a_the_zeros_share_only_what_touches_them() -> None:
    def with_zero(layout: str, kind: str) -> list[str]:
        spots = PLACES[layout].items()
        return [
            place.partition(":")[2]
            for place, spot in spots
            if spot.kind == kind and {"0", "00"} & set(spot.numbers)
        ]

    assert with_zero("0", "split") == ["0-1", "0-2", "0-3"]
    assert with_zero("0", "street") == ["0-1-2", "0-2-3"]
    assert with_zero("0", "corner") == ["0-1-2-3"]
    assert with_zero("00", "split") == ["0-00", "0-1", "0-2", "00-2", "00-3"]
    assert with_zero("00", "street") == ["0-1-2", "0-00-2", "00-2-3"]
    assert with_zero("00", "corner") == []
    assert with_zero("0", "line") == with_zero("00", "line") == []


def test_AR_7a_vi_dozens() -> None:
    assert numbers_of("dozen:1-12") == [str(n) for n in range(1, 13)]
    assert numbers_of("dozen:13-24") == [str(n) for n in range(13, 25)]
    assert numbers_of("dozen:25-36") == [str(n) for n in range(25, 37)]


def test_AR_7a_vii_columns_are_named_by_their_last_number() -> None:
    assert numbers_of("column:34") == row("1 4 7 10 13 16 19 22 25 28 31 34")
    assert numbers_of("column:35") == row("2 5 8 11 14 17 20 23 26 29 32 35")
    assert numbers_of("column:36") == row("3 6 9 12 15 18 21 24 27 30 33 36")


def test_AR_7a_viii_double_dozens_join_neighbours() -> None:
    assert numbers_of("double-dozen:1-24") == numbers_of("dozen:1-12") + numbers_of("dozen:13-24")
    assert numbers_of("double-dozen:13-36") == numbers_of("dozen:13-24") + numbers_of("dozen:25-36")


def test_AR_7a_ix_double_columns_join_neighbours() -> None:
    assert set(numbers_of("double-column:34+35")) == {*numbers_of("column:34"), *numbers_of("column:35")}
    assert set(numbers_of("double-column:35+36")) == {*numbers_of("column:35"), *numbers_of("column:36")}


def test_AR_7b_i_even() -> None:
    assert numbers_of("even", "00") == [str(n) for n in range(2, 37, 2)]


def test_AR_7b_ii_odd() -> None:
    assert numbers_of("odd", "00") == [str(n) for n in range(1, 37, 2)]


def test_AR_7b_iii_low() -> None:
    assert numbers_of("low", "00") == [str(n) for n in range(1, 19)]


def test_AR_7b_iv_high() -> None:
    assert numbers_of("high", "00") == [str(n) for n in range(19, 37)]


def test_AR_7b_v_red() -> None:
    assert numbers_of("red", "00") == ALL_REDS


def test_AR_7b_vi_black() -> None:
    assert numbers_of("black", "00") == [str(n) for n in range(1, 37) if str(n) not in ALL_REDS]


def test_AR_8_a_bet_lies_where_it_was_laid() -> None:
    state = bet(american(), {"split:17-20": 300})
    assert ROULETTE.view(state, ME)["bets"] == {"split:17-20": 300}
    assert ROULETTE.view(state, None)["totals"] == {"split:17-20": 300}
    assert ROULETTE.view(state, YOU)["bets"] == {}


@pytest.mark.parametrize("variant", ["37", "38"])
def test_AR_9_every_possible_combination_is_accepted_and_no_other(variant: str) -> None:
    state = american(variant)
    for place in ROULETTE.describe(state.sheet, state.setting)["places"]:
        assert bet(state, {place: 100}).bets_of(ME) is not None
    for place in (
        "five:0-00-1-2-3",
        "split:3-4",
        "split:20-17",
        "straight:37",
        "line:0-1-2-3-4-5",
        "dozen",
        "Red",
        "",
    ):
        refusal = refused(state, Bet({place: 100}))
        assert (refusal.code, refusal.rule) == (Refusal.NO_SUCH_BET, "AR-9")


def test_AR_9_a_place_is_found_by_its_numbers_in_any_order() -> None:
    assert find_place("0", "corner", ["3", "0", "2", "1"]) == "corner:0-1-2-3"
    assert find_place("0", "split", ["12", "12"]) is None
    assert find_place("0", "straight", ["00"]) is None


def test_AR_3d_until_the_close_bets_are_taken_back_one_by_one_the_last_first() -> None:
    one = bet(american(), {"red": 100})
    two = bet(one, {"red": 200, "odd": 100})
    assert did(two, Undo()) == one
    assert did(did(two, Undo()), Undo()).bets_of(ME) is None
    assert refused(did(did(two, Undo()), Undo()), Undo()).code is Refusal.NOTHING_TO_UNDO
    assert did(two, Clear()).bets_of(ME) is None
    assert refused(two, Undo(), YOU).code is refused(two, Clear(), YOU).code is Refusal.NOTHING_TO_UNDO
    many = american()
    for _ in range(MAX_UNDO + 10):
        many = bet(many, {"red": 100})
    for _ in range(MAX_UNDO):
        many = did(many, Undo())
    assert ROULETTE.view(many, ME)["bets"] == {"red": 1_000}
    assert refused(many, Undo()).code is Refusal.NOTHING_TO_UNDO
    assert did(many, Clear()).bets_of(ME) is None


def test_one_command_names_some_places_and_not_too_many() -> None:
    state = american()
    places = list(ROULETTE.describe(state.sheet, state.setting)["places"])
    assert bet(state, dict.fromkeys(places[:MAX_PLACES], 100))
    assert refused(state, Bet(dict.fromkeys(places[: MAX_PLACES + 1], 100))).code is Refusal.UNREADABLE
    assert refused(state, Bet({})).code is Refusal.NOTHING_BET


def test_of_several_reasons_the_first_in_order_is_said() -> None:
    state = american(doubles=False, cap=1_000)
    wrong = {"red": 60_000, "odd": 105, "even": 90, "nowhere": 100, "double-dozen:1-24": 100}
    codes = []
    while wrong:
        refusal = refused(state, Bet(dict(wrong)))
        codes.append(refusal.code)
        wrong.pop(refusal.details["place"])
    assert codes == [
        Refusal.NOT_OFFERED,
        Refusal.NO_SUCH_BET,
        Refusal.BELOW_MINIMUM,
        Refusal.WRONG_STEP,
        Refusal.ABOVE_MAXIMUM,
    ]
    assert refused(state, Bet({"red": 1_010})).code is Refusal.ABOVE_CAP
    order = list(Refusal)
    assert [order.index(code) for code in codes] == sorted(order.index(code) for code in codes)


# Limits


def test_AR_10_less_than_the_minimum_may_not_lie_on_a_chance() -> None:
    refusal = refused(american(minimum=100), Bet({"red": 90}))
    assert (refusal.code, refusal.rule) == (Refusal.BELOW_MINIMUM, "AR-10")
    assert refusal.details == {"place": "red", "kind": "red", "minimum": 100}
    more = bet(bet(american(minimum=100), {"red": 100}), {"red": 10})
    assert ROULETTE.view(more, ME)["bets"] == {"red": 110}


@pytest.mark.parametrize("cents", [0, -10, -100, -500])
def test_AR_10_a_bet_never_takes_chips_off_a_chance(cents: int) -> None:
    state = bet(american(minimum=100), {"red": 500})
    assert refused(state, Bet({"red": cents})).code is Refusal.BELOW_MINIMUM


def test_AR_10_a_chance_may_have_a_higher_minimum_which_does_not_raise_its_maximum() -> None:
    state = american(minimum=100, minimums=PerChance(even_chance=500))
    assert refused(state, Bet({"red": 490})).details["minimum"] == 500
    assert bet(state, {"red": 54_000})
    assert refused(state, Bet({"red": 54_010})).details["limit"] == 54_000
    assert bet(state, {"dozen:1-12": 100})


# Rule 11 as printed: the chance, and how many times the minimum it may be at most.
PROPORTIONS = [
    ("AR-11a-i", "straight:17", 30),
    ("AR-11a-ii", "split:17-20", 60),
    ("AR-11a-iii", "street:16-17-18", 90),
    ("AR-11a-iv", "corner:17-18-20-21", 120),
    ("AR-11a-v", "line:16-17-18-19-20-21", 180),
    ("AR-11a-vi", "dozen:13-24", 360),
    ("AR-11a-vii", "column:35", 360),
    ("AR-11a-viii", "double-dozen:1-24", 720),
    ("AR-11a-ix", "double-column:35+36", 720),
    *(("AR-11b", chance, 540) for chance in ("even", "odd", "low", "high", "red", "black")),
]


@pytest.mark.parametrize("minimum", [20, 50, 100])
@pytest.mark.parametrize(("rule", "place", "times"), PROPORTIONS)
def test_AR_11_the_maximum_is_so_many_times_the_minimum(
    rule: str, place: str, times: int, minimum: int
) -> None:
    state = american(minimum=minimum)
    assert bet(state, {place: times * minimum})
    refusal = refused(state, Bet({place: times * minimum + 10}))
    assert (refusal.code, refusal.rule) == (Refusal.ABOVE_MAXIMUM, rule)
    assert (refusal.details["times"], refusal.details["minimum"], refusal.details["limit"]) == (
        times,
        minimum,
        times * minimum,
    )


def test_AR_11_the_maximum_is_by_place_and_player_over_all_bets_of_the_round() -> None:
    state = bet(american(), {"straight:17": 2_000})
    assert refused(state, Bet({"straight:17": 1_010})).details["room"] == 1_000
    state = bet(state, {"straight:17": 1_000, "straight:18": 3_000})
    assert bet(state, {"straight:17": 3_000}, YOU)


def test_AR_11_the_operator_may_set_less() -> None:
    state = american(minimum=100, max_times=PerChance(straight=10))
    assert refused(state, Bet({"straight:17": 1_010})).details["times"] == 10


def test_AR_12a_double_bets_may_be_left_out() -> None:
    state = american(doubles=False)
    for place in ("double-dozen:1-24", "double-column:34+35"):
        refusal = refused(state, Bet({place: 100}))
        assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "AR-12a")
        assert place not in ROULETTE.describe(state.sheet, state.setting)["places"]
    assert bet(state, {"dozen:1-12": 100, "column:34": 100})  # the single ones stay


def test_AR_12b_a_cap_over_all_chances_of_one_player() -> None:
    state = bet(american(cap=50_000), {"red": 48_000})
    refusal = refused(state, Bet({"straight:17": 2_010}))
    assert (refusal.code, refusal.rule) == (Refusal.ABOVE_CAP, "AR-12b")
    assert refusal.details == {"limit": 50_000, "room": 2_000}
    assert ROULETTE.options(state, ME)["room"] == 2_000
    assert bet(bet(state, {"straight:17": 2_000}), {"red": 50_000}, YOU)
