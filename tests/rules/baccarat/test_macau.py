"""Regulamento n.º 812/2015, ponto e banca Macau, in its order: the same game with other limits (rules 39 to
43).
"""

from __future__ import annotations

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import Bet, Launch
from games.rules.baccarat.sheet import PairCap, Setting, Sheet, Times
from games.rules.bets import Clear, Undo
from games.rules.shared.refusals import Refusal
from tests.rules.baccarat.play import PUNTO_7_6, THEY, YOU, bet, did, macau, played, refused, table

CAP = 100_000  # a thousand euros


def breaches(**setting: object) -> list[tuple[str, str, str]]:
    all_breaches = BACCARAT.check_setting(Sheet(), Setting(**{"variant": "macau", "minimum": 100, **setting}))
    return [(breach.rule, breach.field, breach.code) for breach in all_breaches]


def test_PB_39_all_rules_hold_but_the_maxima_of_rule_15() -> None:
    on = {"punto": 5_000, "banco": 900, "tie": 100, "banco-pair": 200}
    assert BACCARAT.results(played(bet(macau(), on), PUNTO_7_6)) == BACCARAT.results(
        played(bet(table(), on), PUNTO_7_6)
    )
    for command, code in (
        (Bet({"tie": 90}), Refusal.BELOW_MINIMUM),
        (Bet({"tie": 105}), Refusal.WRONG_STEP),
        (Bet({"punto": 500, "banco": 450}), Refusal.BOTH_SIDES),  # rule 13 too (A42)
        (Bet({"six": 500}), Refusal.NO_SUCH_BET),
        (Launch(), Refusal.NOT_OFFERED),
    ):
        assert refused(macau(), command).code is refused(table(), command).code is code
    described = [BACCARAT.describe(state.sheet, state.setting) for state in (macau(), table())]
    differs = {name for name in described[0] if described[0][name] != described[1][name]}
    assert differs == {"variant", "kinds"}
    assert BACCARAT.check_setting(Sheet(variants=("punto-banco",)), Setting("macau", 100))[0].rule == "PB-39"


@pytest.mark.parametrize("place", ["punto", "banco", "tie", "punto-pair", "banco-pair"])
def test_PB_40_the_bet_of_a_player_on_a_chance_is_unlimited(place: str) -> None:
    state = bet(bet(macau(), {place: 5_000_000}), {place: 900_000_000_000})
    assert state.totals == {place: 900_005_000_000}
    kind = BACCARAT.describe(state.sheet, state.setting)["kinds"][place]
    assert kind["rules"]["max"] == "PB-40"
    assert not {"max", "times", "all"} & kind.keys()


def test_PB_40_a_macau_table_cannot_set_maxima_of_its_own() -> None:
    assert breaches(max_times=Times(side=70)) == [("PB-40", "max_times", "not-allowed")]
    assert breaches() == []


def test_PB_41_the_house_may_set_a_maximum_of_prizes_at_macau_tables_alone() -> None:
    assert breaches(prize_cap=CAP) == []
    assert breaches(prize_cap=CAP, variant="punto-banco") == [("PB-41", "prize_cap", "not-allowed")]
    without = BACCARAT.check_setting(Sheet(prize_cap=False), Setting("macau", 100, prize_cap=CAP))
    assert [(breach.rule, breach.field, breach.code, breach.details) for breach in without] == [
        ("PB-41", "prize_cap", "not-in-sheet", {"given": CAP})
    ]
    described = BACCARAT.describe(Sheet(), Setting("macau", 100, prize_cap=CAP))
    assert (described["prize_cap"], described["cap_rule"]) == (CAP, "PB-41")
    all_together = {place: (kind["all"], kind["rules"]["max"]) for place, kind in described["kinds"].items()}
    assert all_together == {
        "punto": (CAP, "PB-43a"),
        "banco": (CAP, "PB-43a"),
        "tie": (10_000, "PB-43b"),
        "punto-pair": (8_000, "PB-43c"),
        "banco-pair": (8_000, "PB-43c"),
    }


@pytest.mark.parametrize(("pairs", "least"), [(True, 1_250), (False, 1_000)])
def test_PB_41_under_the_maximum_there_is_room_for_the_minimum_on_every_chance(
    pairs: bool, least: int
) -> None:
    assert breaches(prize_cap=least, pairs=pairs) == []
    assert breaches(prize_cap=least - 1, pairs=pairs) == [("PB-41", "prize_cap", "too-low")]


def test_PB_42_balanced_bets_of_any_size_are_accepted() -> None:
    state = macau(CAP)
    for _ in range(60):
        state = bet(bet(state, {"punto": CAP}), {"banco": CAP}, YOU)
    assert state.totals == {"punto": 60 * CAP, "banco": 60 * CAP}
    assert BACCARAT.view(state, None)["room"]["punto"] == CAP
    # One bet on both sides counts by what it leaves between them.
    assert bet(macau(CAP), {"punto": 9 * CAP, "banco": 8 * CAP}).totals == {
        "punto": 9 * CAP,
        "banco": 8 * CAP,
    }


def test_PB_43a_one_side_may_pass_the_other_by_the_maximum_and_no_cent_more() -> None:
    for one, other in (("punto", "banco"), ("banco", "punto")):
        state = bet(macau(CAP, step=1), {other: 30_000})
        assert bet(state, {one: 130_000}, YOU).totals == {other: 30_000, one: 130_000}
        some = bet(state, {one: 100_000}, YOU)
        assert bet(some, {one: 30_000}, THEY).totals[one] == 130_000
        refusal = refused(some, Bet({one: 30_001}), THEY)
        details = {"place": one, "cap": CAP, "limit": 130_000, "room": 30_000}
        assert (refusal.code, refusal.rule, refusal.details) == (Refusal.ABOVE_TABLE_CAP, "PB-43a", details)
        assert BACCARAT.view(some, None)["room"][one] == 30_000


@pytest.mark.parametrize(
    ("rule", "place", "most"),
    [("PB-43b", "tie", 10_000), ("PB-43c", "punto-pair", 8_000), ("PB-43c", "banco-pair", 8_000)],
)
def test_PB_43_all_bets_on_the_tie_or_a_pair_keep_to_their_part_of_the_maximum(
    rule: str, place: str, most: int
) -> None:
    state = bet(macau(CAP, step=1), {place: most - 1_000})
    assert bet(state, {place: 1_000}, YOU).totals == {place: most}
    refusal = refused(state, Bet({place: 1_001}), YOU)
    details = {"place": place, "cap": CAP, "limit": most, "room": 1_000}
    assert (refusal.code, refusal.rule, refusal.details) == (Refusal.ABOVE_TABLE_CAP, rule, details)


def test_PB_43b_ties_do_not_depend_on_what_lies_on_the_sides() -> None:
    state = bet(macau(CAP), {"punto": 5 * CAP, "banco": 5 * CAP - 100})
    assert BACCARAT.view(state, None)["room"] == {
        "punto": CAP - 100,
        "banco": CAP + 100,
        "tie": 10_000,
        "punto-pair": 8_000,
        "banco-pair": 8_000,
    }


@pytest.mark.parametrize(("reading", "room"), [(PairCap.EACH, 8_000), (PairCap.TOGETHER, 3_000)])
def test_PB_43c_each_pair_by_itself_unless_the_sheet_says_both_together(reading: PairCap, room: int) -> None:
    state = bet(macau(CAP, sheet=Sheet(pair_cap=reading)), {"punto-pair": 5_000})
    assert BACCARAT.view(state, None)["room"]["banco-pair"] == room
    assert bet(state, {"banco-pair": room}, YOU).totals == {"punto-pair": 5_000, "banco-pair": room}
    assert refused(state, Bet({"banco-pair": room + 10}), YOU).rule == "PB-43c"
    at_once = refused(
        macau(CAP, sheet=Sheet(pair_cap=PairCap.TOGETHER)), Bet({"punto-pair": 5_000, "banco-pair": 5_000})
    )
    assert (at_once.code, at_once.rule) == (Refusal.ABOVE_TABLE_CAP, "PB-43c")


def test_PB_43c_a_part_of_the_maximum_that_breaks_a_cent_keeps_to_the_lower_side() -> None:
    state = macau(99_999, step=1)
    assert BACCARAT.view(state, None)["room"] == {
        "punto": 99_999,
        "banco": 99_999,
        "tie": 9_999,
        "punto-pair": 7_999,
        "banco-pair": 7_999,
    }


def test_PB_43a_a_bet_on_which_others_rest_is_not_taken_back() -> None:
    state = bet(bet(macau(CAP), {"banco": 30_000}), {"punto": 120_000}, YOU)
    for command in (Undo(), Clear()):
        refusal = refused(state, command)
        details = {"place": "banco", "against": "punto", "stays": 20_000}
        assert (refusal.code, refusal.rule, refusal.details) == (Refusal.COVERS_OTHERS, "PB-43a", details)
    # A removal that leaves enough is allowed; the other side may be taken back first.
    more = bet(state, {"banco": 10_000})
    assert did(more, Undo()).totals == {"banco": 30_000, "punto": 120_000}
    assert did(did(state, Undo(), YOU), Undo()) == macau(CAP)


def test_PB_43_room_is_told_only_where_there_is_a_maximum_and_while_bets_are_open() -> None:
    assert "room" not in BACCARAT.view(macau(), None)
    assert "room" not in BACCARAT.view(table(), None)
    assert "room" not in BACCARAT.view(played(macau(CAP), PUNTO_7_6), None)
    assert "punto-pair" not in BACCARAT.view(macau(CAP, pairs=False), None)["room"]
