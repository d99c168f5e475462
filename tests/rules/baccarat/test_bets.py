"""Regulamento n.º 812/2015, ponto e banca, in its order: tables, bets and limits (rules 2, 4 to 6, 9, 10,
13 to 15).
"""

from __future__ import annotations

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import Bet, Launch, State
from games.rules.baccarat.sheet import Commission, Setting, Sheet, Shoe, Times
from games.rules.bets import Clear, Undo
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode
from tests.rules.baccarat.play import ME, PUNTO_7_6, THEY, YOU, bet, did, macau, played, refused, table

PUNTO_BANCO = "punto-banco"


# Approval


def test_PB_P2_a_sheet_that_contradicts_a_base_rule_is_refused_by_the_rule_it_breaks() -> None:
    assert BACCARAT.check_sheet(Sheet()) == []
    wrong = Sheet(
        variants=("macau", "macau"), decks=(6, 7), max_times=Times(71, 16, 9), commissions=(), resume_within=0
    )
    assert [(breach.rule, breach.field, breach.code) for breach in BACCARAT.check_sheet(wrong)] == [
        ("PB-39", "variants", "twice"),
        ("PB-6b", "decks", "unknown"),
        ("PB-26", "commissions", "missing"),
        ("PB-15a", "max_times.side", "above-legal"),
        ("PB-15b", "max_times.tie", "above-legal"),
        ("PB-15c", "max_times.pair", "above-legal"),
        ("PB-29", "resume_within", "out-of-range"),
    ]


def test_PB_P2_so_is_a_setting_with_what_is_lawful_in_its_place() -> None:
    sheet = Sheet(variants=("macau",), decks=(8,), pairs=False, commissions=(Commission.NONE,), demo=False)
    setting = Setting(
        PUNTO_BANCO,
        100,
        currency="DEMO",
        decks=6,
        betting_seconds=4,
        card_ms=99,
        rest_seconds=4,
        seats=10,
        languages=(),
        shoe=Shoe.KEPT,
        cut_card=5,
    )
    assert [
        (breach.rule, breach.field, breach.code, breach.details)
        for breach in BACCARAT.check_setting(sheet, setting)
    ] == [
        ("PB-39", "variant", "not-in-sheet", {"given": PUNTO_BANCO}),
        ("PB-6b", "decks", "not-in-sheet", {"given": 6}),
        ("PB-10", "pairs", "not-in-sheet", {"given": True}),
        ("PB-26", "commission", "not-in-sheet", {"given": "a"}),
        ("PB-37", "currency", "not-in-sheet", {"given": "DEMO"}),
        ("PB-6a", "seats", "out-of-range", {"least": 1, "most": 9, "given": 10}),
        ("PB-27a", "betting_seconds", "too-short", {"least": 5, "given": 4}),
        ("PB-3", "card_ms", "out-of-range", {"least": 100, "most": 5000, "given": 99}),
        ("PB-2c", "rest_seconds", "too-short", {"least": 5, "given": 4}),
        ("PB-27b", "languages", "missing", {}),
        ("PB-20", "cut_card", "out-of-range", {"least": 6, "most": 156, "given": 5}),
    ]
    foreign = BACCARAT.check_setting(Sheet(), Setting(PUNTO_BANCO, 100, currency="USD"))
    assert [(breach.rule, breach.field, breach.code) for breach in foreign] == [
        ("PB-14", "currency", "unknown")
    ]
    at_the_edges = {"betting_seconds": 5, "card_ms": 100, "rest_seconds": 5, "shoe": Shoe.KEPT, "cut_card": 6}
    assert BACCARAT.check_setting(Sheet(), Setting(PUNTO_BANCO, 100, **at_the_edges)) == []
    assert (
        BACCARAT.check_setting(
            Sheet(), Setting(PUNTO_BANCO, 100, card_ms=5_000, shoe=Shoe.KEPT, cut_card=208)
        )
        == []
    )


# Tables


def test_PB_3_what_stands_on_the_table_is_told_to_whoever_draws_it() -> None:
    described = BACCARAT.describe(
        Sheet(), Setting(PUNTO_BANCO, 100, decks=6, shoe=Shoe.KEPT, commission=Commission.NONE)
    )
    del described["kinds"], described["thirds"]
    assert described == {
        "system": "baccarat",
        "variant": PUNTO_BANCO,
        "mode": "multiple",
        "currency": "EUR",
        "seats": 9,
        "decks": 6,
        "shoe": {"mode": "kept", "cards": 312, "cut": 52},
        "both_sides": {"difference": 100, "rule": "PB-13"},
        "commission": {"mode": "none", "rule": "PB-26"},
        "minimum": 100,
        "step": 20,
        "betting_seconds": 20,
        "card_ms": 600,
        "rest_seconds": 10,
        "languages": ["pt-pt", "en"],
    }


def test_PB_2a_the_maximum_is_of_a_round_not_of_a_bet() -> None:
    state = bet(bet(table(), {"punto": 4_000}), {"punto": 3_000})
    assert refused(state, Bet({"punto": 100})).code is Refusal.ABOVE_MAXIMUM
    assert bet(state, {"punto": 7_000}, YOU).totals == {"punto": 14_000}


def test_PB_2b_nothing_under_the_minimum_lies_on_a_chance() -> None:
    for place in ("punto", "banco", "tie", "punto-pair", "banco-pair"):
        refusal = refused(table(), Bet({place: 90}))
        assert (refusal.code, refusal.rule, refusal.details) == (
            Refusal.BELOW_MINIMUM,
            "PB-14",
            {"place": place, "minimum": 100},
        )


def test_PB_4_an_individual_table_has_one_seat() -> None:
    alone = Setting(PUNTO_BANCO, 100, mode=Mode.INDIVIDUAL, seats=1)
    assert BACCARAT.check_setting(Sheet(), alone) == []
    crowded = Setting(PUNTO_BANCO, 100, mode=Mode.INDIVIDUAL, seats=2)
    assert [(breach.rule, breach.field) for breach in BACCARAT.check_setting(Sheet(), crowded)] == [
        ("PB-4", "seats")
    ]


def test_PB_5_each_bets_alone_and_the_same_two_hands_bind_all() -> None:
    state = played(bet(bet(table(), {"punto": 500}), {"banco": 700}, YOU), PUNTO_7_6)
    mine, yours = BACCARAT.results(state)[ME], BACCARAT.results(state)[YOU]
    assert (mine.prize, mine.back, mine.lost) == (500, 500, 0)
    assert (yours.prize, yours.back, yours.lost) == (0, 0, 700)


@pytest.mark.parametrize(("seats", "lawful"), [(0, False), (1, True), (5, True), (9, True), (10, False)])
def test_PB_6a_one_to_nine_seats(seats: int, lawful: bool) -> None:
    breaches = BACCARAT.check_setting(Sheet(), Setting(PUNTO_BANCO, 100, seats=seats))
    assert [breach.rule for breach in breaches] == ([] if lawful else ["PB-6a"])


def test_PB_6a_everybody_sees_what_lies_on_the_spots_of_every_seat() -> None:
    state = bet(bet(table(), {"tie": 100, "banco": 300}), {"punto": 500}, YOU)
    seen = BACCARAT.view(state, None)
    assert seen["bets"] == {"1": {"tie": 100, "banco": 300}, "2": {"punto": 500}}
    assert seen["totals"] == {"tie": 100, "banco": 300, "punto": 500}
    described = BACCARAT.describe(state.sheet, state.setting)
    assert (described["seats"], {"punto", "banco", "tie"} <= described["kinds"].keys()) == (9, True)


# Bets


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("PB-9a", "punto"),
        ("PB-9b", "banco"),
        ("PB-9c", "tie"),
        ("PB-10", "punto-pair"),
        ("PB-10", "banco-pair"),
    ],
)
def test_PB_9_what_may_be_bet_on(rule: str, place: str) -> None:
    state = table()
    assert place in BACCARAT.describe(state.sheet, state.setting)["kinds"], rule
    assert place in BACCARAT.options(state, ME)["bet"], rule
    assert bet(state, {place: 100}).totals == {place: 100}, rule


def test_PB_9_there_is_no_other_bet() -> None:
    for place in ("", "ponto", "egalité", "pair", "straight:17"):
        assert refused(table(), Bet({"punto": 100, place: 100})).code is Refusal.NO_SUCH_BET


def test_PB_10_pair_bets_only_where_the_specific_rules_allow_them() -> None:
    without = Sheet(pairs=False)
    breaches = BACCARAT.check_setting(without, Setting(PUNTO_BANCO, 100))
    assert [(breach.rule, breach.field, breach.code) for breach in breaches] == [
        ("PB-10", "pairs", "not-in-sheet")
    ]
    for state in (table(sheet=without, pairs=False), table(pairs=False)):
        assert list(BACCARAT.options(state, ME)["bet"]) == ["punto", "banco", "tie"]
        assert list(BACCARAT.describe(state.sheet, state.setting)["kinds"]) == ["punto", "banco", "tie"]
        refusal = refused(state, Bet({"punto": 100, "banco-pair": 100}))
        assert (refusal.code, refusal.rule, refusal.details) == (
            Refusal.NOT_OFFERED,
            "PB-10",
            {"place": "banco-pair"},
        )


# The examples of rule 13 with a minimum of one euro, and their mirrors.
BOTH_SIDES = [
    (500, 400, True),
    (500, 401, False),
    (500, 500, False),
    (400, 500, True),
    (401, 500, False),
    (1_000, 900, True),
    (200, 100, True),
    (100, 7_000, True),
    (6_910, 7_000, False),
]


@pytest.mark.parametrize(("punto", "banco", "lawful"), BOTH_SIDES)
def test_PB_13_bets_on_both_sides_differ_by_the_minimum_at_least(
    punto: int, banco: int, lawful: bool
) -> None:
    state = table(step=1)
    ways = (
        [{"punto": punto, "banco": banco}],
        [{"punto": punto}, {"banco": banco}],
        [{"banco": banco}, {"punto": punto}],
    )
    for *before, last in ways:
        for on in before:
            state = bet(table(step=1), on)
        if lawful:
            assert bet(state, last).totals == {"punto": punto, "banco": banco}
            continue
        refusal = refused(state, Bet(last))
        details = {"difference": abs(punto - banco), "minimum": 100, "punto": punto, "banco": banco}
        assert (refusal.code, refusal.rule, refusal.details) == (Refusal.BOTH_SIDES, "PB-13", details)


def test_PB_13_holds_for_each_player_alone() -> None:
    state = bet(bet(table(), {"punto": 500}), {"banco": 500}, YOU)
    assert state.totals == {"punto": 500, "banco": 500}


def test_PB_13_what_is_bet_and_what_is_taken_back_never_leave_the_sides_too_near() -> None:
    state = bet(bet(bet(table(), {"punto": 500}), {"banco": 400}), {"banco": 300})
    state = did(state, Undo())
    assert state.bets[ME].on == {"punto": 500, "banco": 400}
    assert did(did(state, Undo()), Undo()).bets == {}


def test_PB_14_the_minimum_is_the_tables_and_is_told() -> None:
    for field, setting in (("minimum", Setting(PUNTO_BANCO, 0)), ("step", Setting(PUNTO_BANCO, 100, step=0))):
        breaches = [
            (breach.rule, breach.field, breach.details) for breach in BACCARAT.check_setting(Sheet(), setting)
        ]
        assert breaches == [("PB-14", field, {"given": 0})]
    uneven = BACCARAT.check_setting(Sheet(), Setting(PUNTO_BANCO, 110, step=20))
    assert [(breach.rule, breach.field, breach.code) for breach in uneven] == [
        ("PB-14", "minimum", "not-a-step")
    ]
    state = table(minimum=250)
    described = BACCARAT.describe(state.sheet, state.setting)
    assert described["minimum"] == described["kinds"]["tie"]["min"] == 250
    assert refused(state, Bet({"punto": 255})).code is Refusal.WRONG_STEP


# Rule 15 as printed, with a minimum of one euro.
MAXIMA = [
    ("PB-15a", "punto", 7_000),
    ("PB-15a", "banco", 7_000),
    ("PB-15b", "tie", 1_500),
    ("PB-15c", "punto-pair", 800),
    ("PB-15c", "banco-pair", 800),
]


@pytest.mark.parametrize(("rule", "place", "most"), MAXIMA)
def test_PB_15_the_most_on_each_chance(rule: str, place: str, most: int) -> None:
    state = table()
    assert bet(state, {place: most}).totals == {place: most}
    refusal = refused(bet(state, {place: most - 100}), Bet({place: 110}))
    details = {"place": place, "times": most // 100, "minimum": 100, "limit": most, "room": 100}
    assert (refusal.code, refusal.rule, refusal.details) == (Refusal.ABOVE_MAXIMUM, rule, details)
    described = BACCARAT.describe(state.sheet, state.setting)["kinds"][place]
    assert (described["max"], described["times"], described["rules"]["max"]) == (most, most // 100, rule)


def test_PB_15_a_sheet_and_a_table_may_be_tighter_never_wider() -> None:
    sheet = Sheet(max_times=Times(side=50, tie=10, pair=5))
    assert BACCARAT.check_sheet(sheet) == []
    tight = Setting(PUNTO_BANCO, 100, max_times=Times(side=20))
    assert BACCARAT.check_setting(sheet, tight) == []
    kinds = BACCARAT.describe(sheet, tight)["kinds"]
    assert {place: kind["max"] for place, kind in kinds.items()} == {
        "punto": 2_000,
        "banco": 2_000,
        "tie": 1_000,
        "punto-pair": 500,
        "banco-pair": 500,
    }
    wide = Setting(PUNTO_BANCO, 100, max_times=Times(side=51, tie=0))
    breaches = BACCARAT.check_setting(sheet, wide)
    assert [(breach.rule, breach.field, breach.code) for breach in breaches] == [
        ("PB-15a", "max_times.side", "above-sheet"),
        ("PB-15b", "max_times.tie", "not-positive"),
    ]


# What is refused, and in which order


def test_several_faults_are_refused_by_the_first_in_order_and_nothing_is_laid() -> None:
    state = table(pairs=False)
    for on, code in (
        ({}, Refusal.NOTHING_BET),
        ({"tie": 5, "six": 5, "punto-pair": 100}, Refusal.NOT_OFFERED),
        ({"tie": 5, "six": 5}, Refusal.NO_SUCH_BET),
        ({"punto": 99_995, "tie": 5}, Refusal.BELOW_MINIMUM),
        ({"punto": 99_995}, Refusal.WRONG_STEP),
        ({"punto": 9_000, "banco": 9_000}, Refusal.ABOVE_MAXIMUM),
        ({"punto": 500, "banco": 500}, Refusal.BOTH_SIDES),
        ({"punto": -100}, Refusal.BELOW_MINIMUM),
    ):
        assert refused(state, Bet(on)).code is code
    assert state == table(pairs=False)


def test_bets_are_taken_back_one_by_one_or_all_at_once() -> None:
    state = bet(bet(table(), {"punto": 500, "tie": 100}), {"punto": 200})
    assert did(state, Undo()).totals == {"punto": 500, "tie": 100}
    assert did(did(state, Undo()), Undo()) == table()
    assert did(state, Clear()) == table()
    for command in (Undo(), Clear()):
        assert refused(state, command, THEY).code is Refusal.NOTHING_TO_UNDO
    assert refused(state, Launch()).code is Refusal.NOT_OFFERED


@pytest.mark.parametrize(
    "on", [{}, {"punto": 500}, {"punto": 100}, {"banco": 6_950}, {"punto": 200, "banco": 100}, {"tie": 1_450}]
)
@pytest.mark.parametrize("step", [10, 50])
def test_the_options_are_exactly_what_is_accepted(on: dict[str, int], step: int) -> None:
    state = table(step=step) if not on else bet(table(step=step), on)
    for place in ("punto", "banco", "tie", "punto-pair"):
        may = BACCARAT.options(state, ME)["bet"].get(place)
        accepted = [cents for cents in range(10, 7_200, 10) if accepts(state, place, cents)]
        expected = (
            []
            if may is None
            else [
                cents
                for cents in range(may["min"], may["max"] + 1, step)
                if not within(cents, may.get("not"))
            ]
        )
        assert accepted == expected, place


def test_the_options_of_a_table_without_maxima_have_no_most() -> None:
    assert BACCARAT.options(macau(), ME)["bet"]["punto"] == {"min": 100}
    assert BACCARAT.options(bet(macau(), {"banco": 1_000}), ME)["bet"]["punto"] == {
        "min": 100,
        "not": [910, 1_090],
    }


def accepts(state: State, place: str, cents: int) -> bool:
    try:
        return bool(BACCARAT.act(state, ME, Bet({place: cents})))
    except Refused:
        return False


def within(cents: int, span: list[int] | None) -> bool:
    return span is not None and span[0] <= cents <= span[1]
