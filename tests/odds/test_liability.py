"""The greatest cost of a round, computed by hand for one table of each game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.catalogue import GAMES

ROULETTE = {"variant": "37", "minimum": 50, "mode": "individual", "seats": 1}
BACCARAT = {"variant": "punto-banco", "minimum": 100, "seats": 1}


def cost(system: str, setting: dict[str, Any], sheet: dict[str, Any]) -> int | None:
    engine = GAMES[system].engine
    return GAMES[system].odds.greatest_cost(
        msgspec.convert(sheet, engine.sheet_type, strict=False),
        msgspec.convert(setting, engine.setting_type, strict=False),
    )


AMERICAN = {"system": "american-roulette", "zero_option": "lose-all", "variants": ["37", "38"]}
# A number of the middle column and the middle dozen, in euros: straight, four splits, street, four corners,
# two lines, dozen, column,
# two double dozens, two double columns, three even chances.
BY_HAND = 525 + 4 * 510 + 495 + 4 * 480 + 2 * 450 + 360 + 360 + 2 * 180 + 2 * 180 + 3 * 270


def test_a_roulette_pays_the_most_on_a_number_in_the_middle() -> None:
    assert cost("american-roulette", ROULETTE, AMERICAN) == BY_HAND * 100
    assert (
        cost("american-roulette", {**ROULETTE, "mode": "multiple", "seats": 40}, AMERICAN)
        == 40 * BY_HAND * 100
    )


def test_a_limit_of_all_chances_goes_where_it_pays_most() -> None:
    # 15 euros on the number at 35 to one, the other 15 on splits at 17 to one.
    assert cost("american-roulette", {**ROULETTE, "cap": 3_000}, AMERICAN) == (15 * 35 + 15 * 17) * 100


@pytest.mark.parametrize(
    ("changes", "euros"),
    [
        ({}, 15 * 8 + 2 * 8 * 11),  # a tie with two pairs costs more than a side with two pairs
        ({"pairs": False}, 15 * 8),
        ({"max_times": {"tie": 5}}, 70 + 2 * 8 * 11),
        ({"variant": "macau", "prize_cap": 200_000}, 2_000 + 2 * 160 * 11),
    ],
)
def test_ponto_e_banca_pays_the_greater_of_side_and_tie_and_both_pairs(
    changes: dict[str, Any], euros: int
) -> None:
    assert cost("baccarat", {**BACCARAT, **changes}, {}) == euros * 100


def test_a_macau_table_without_a_maximum_of_prizes_has_no_bound() -> None:
    assert cost("baccarat", {**BACCARAT, "variant": "macau"}, {}) is None


def test_a_stud_pays_the_ante_and_a_royal_flush_or_what_the_house_pays_at_most() -> None:
    stud = {"minimum": 100, "maximum": 2_500, "step": 50, "seats": 7}
    assert cost("caribbean-stud", stud, {"system": "caribbean-stud"}) == 7 * (25 + 50 * 100) * 100
    assert (
        cost("macau-stud", {**stud, "house_maximum": 100_000}, {"system": "macau-stud"})
        == 7 * (25 + 1_000) * 100
    )


def test_blackjack_pays_every_split_hand_doubled_and_special() -> None:
    setting = {"minimum": 500, "maximum": 20_000, "places": 2, "seats": 2}
    assert cost("blackjack", setting, {"split_limit": 1, "special_prizes": False}) == 2 * (2 * 2 * 200) * 100
    assert (
        cost("blackjack", setting, {"split_limit": 1, "special_prizes": True}) == 2 * (2 * 2 * 200 * 4) * 100
    )


def test_where_players_bet_against_each_other_the_bank_has_no_cost() -> None:
    assert (
        cost(
            "holdem",
            {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [5_000]},
            {"system": "holdem"},
        )
        == 0
    )


def open_cost(
    system: str, on: dict[str, int], staked: int = 0, *, sheet: dict[str, Any] | None = None, **changes: Any
) -> int:
    setting, rules = CASES[system]
    engine = GAMES[system].engine
    return GAMES[system].odds.open_cost(
        msgspec.convert({**rules, **(sheet or {})}, engine.sheet_type, strict=False),
        msgspec.convert({**setting, **changes}, engine.setting_type, strict=False),
        on,
        staked,
    )


STUD = {"minimum": 100, "maximum": 2_500, "step": 50, "seats": 7}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "american-roulette": (ROULETTE, AMERICAN),
    "baccarat": (BACCARAT, {}),
    "blackjack": ({"minimum": 500, "maximum": 20_000}, {"special_prizes": False}),
    "caribbean-stud": (STUD, {"system": "caribbean-stud"}),
    "macau-stud": (STUD, {"system": "macau-stud"}),
    "holdem": (
        {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [5_000]},
        {"system": "holdem"},
    ),
}


@pytest.mark.parametrize(
    ("on", "cents"),
    [
        ({"straight:17": 500}, 500 * 35),
        ({"straight:17": 500, "straight:18": 400}, 500 * 35),
        ({"red": 1_000, "black": 700}, 1_000),
        ({"straight:17": 100, "black": 700, "odd": 200, "red": 10_000}, 10_000 + 200),
        ({"straight:0": 100, "red": 200}, 100 * 35),
        ({}, 0),
    ],
)
def test_the_bets_on_a_wheel_cost_most_at_one_number(on: dict[str, int], cents: int) -> None:
    assert open_cost("american-roulette", on) == cents


@pytest.mark.parametrize(
    ("on", "cents"),
    [
        ({"punto": 1_000, "banco": 700}, 1_000),
        ({"punto": 1_000, "tie": 200}, 1_600),
        ({"punto": 1_000, "punto-pair": 100, "banco-pair": 50}, 1_000 + 150 * 11),
    ],
)
def test_the_bets_on_ponto_e_banca_cost_most_at_one_result(on: dict[str, int], cents: int) -> None:
    assert open_cost("baccarat", on) == cents


def test_where_players_decide_each_stake_counts_with_its_greatest_prize() -> None:
    assert open_cost("blackjack", {"1": 1_000}, 1_000) == 1_500
    assert open_cost("blackjack", {"1": 1_000}, 1_000, sheet={"special_prizes": True}) == 4_000  # [BJ-16e]
    assert open_cost("caribbean-stud", {"ante": 300}, 900) == 300 + 600 * 100
    assert open_cost("macau-stud", {"ante": 300}, 900, house_maximum=1_000) == 300 + 7 * 1_000
    assert open_cost("holdem", {}, 5_000) == 0
