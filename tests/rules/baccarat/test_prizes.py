"""Regulamento n.º 812/2015, ponto e banca, in its order: prizes and commission (rules 22 to 26).

Tables as printed.
"""

from __future__ import annotations

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.sheet import Charged, Commission, Setting, Sheet
from games.rules.shared.money import AccountKind, TransferKind
from tests.rules.baccarat.play import (
    BANCO_0_6,
    BANCO_2_5,
    BANCO_3_7,
    BANCO_PAIR_8,
    ME,
    PUNTO_7_6,
    PUNTO_PAIR_9,
    TIE_6_6,
    YOU,
    bet,
    paid,
    played,
    steps,
    table,
)
from tests.rules.roulette.play import account_totals

# Prizes


def test_PB_22_the_side_with_the_higher_score_wins_and_the_other_loses() -> None:
    for shoe, winner, loser in ((PUNTO_7_6, "punto", "banco"), (BANCO_3_7, "banco", "punto")):
        state = played(bet(bet(table(), {winner: 500}), {loser: 700}, YOU), shoe)
        assert (BACCARAT.results(state)[ME].net, BACCARAT.results(state)[YOU].net) == (500, -700)
        assert "PB-22" in [line.rule for line in BACCARAT.explain(state, YOU) if line.code == "lost"]


def test_PB_23a_equal_scores_make_the_tie_win() -> None:
    result = paid(table(), {"tie": 100}, TIE_6_6)
    assert (result.prize, result.back, result.lost) == (800, 100, 0)
    assert paid(table(), {"tie": 100}, PUNTO_7_6).lost == 100


@pytest.mark.parametrize("place", ["punto", "banco"])
def test_PB_23b_equal_scores_neither_win_nor_lose_a_bet_on_a_side(place: str) -> None:
    state = played(bet(table(), {place: 500}), TIE_6_6)
    result = BACCARAT.results(state)[ME]
    assert (result.prize, result.back, result.lost, result.net) == (0, 500, 0, 0)
    assert [line.rule for line in BACCARAT.explain(state, ME) if line.code == "neither"] == ["PB-23b"]


# Rule 25 as printed: the chance, cards with which it wins, and the prize of one euro.
PRIZES = [
    ("PB-25a", "punto", PUNTO_7_6, 100),
    ("PB-25a", "banco", BANCO_3_7, 100),
    ("PB-25b", "tie", TIE_6_6, 800),
    ("PB-25c", "punto-pair", PUNTO_PAIR_9, 1_100),
    ("PB-25c", "banco-pair", BANCO_PAIR_8, 1_100),
]


@pytest.mark.parametrize(("rule", "place", "shoe", "prize"), PRIZES)
def test_PB_25_the_prize_of_each_chance(rule: str, place: str, shoe: str, prize: int) -> None:
    state = played(bet(table(), {place: 100}), shoe)
    result = BACCARAT.results(state)[ME]
    assert (result.prize, result.back, result.lost, result.net) == (prize, 100, 0, prize)
    (line,) = [line for line in BACCARAT.explain(state, ME) if line.code == "won"]
    assert (line.rule, line.details) == (rule, {"place": place, "stake": 100, "prize": prize, "back": 100})
    assert BACCARAT.describe(state.sheet, state.setting)["kinds"][place]["prize"] == [prize // 100, 1]


def test_PB_24_a_winning_stake_goes_back_besides_the_prize() -> None:
    state = bet(table(), {"punto": 300, "banco": 1_000, "punto-pair": 200})
    postings = [
        posting
        for events, _ in steps(state, PUNTO_PAIR_9)
        for event in events
        for posting in BACCARAT.postings(event)
    ]
    moved = [(posting.kind, posting.seat, posting.cents) for posting in postings]
    assert moved == [
        (TransferKind.STAKE_LOST, ME, 1_000),
        (TransferKind.STAKE_BACK, ME, 500),
        (TransferKind.PRIZE, ME, 2_500),
    ]


def test_PB_25c_a_pair_pays_whoever_wins_and_loses_without_one() -> None:
    for shoe, result in ((PUNTO_PAIR_9, (1_100, 100)), (BANCO_PAIR_8, (1_100, 100)), (PUNTO_7_6, (0, 200))):
        of_both = paid(table(), {"punto-pair": 100, "banco-pair": 100}, shoe)
        assert (of_both.prize, of_both.lost) == result
    lost = BACCARAT.explain(played(bet(table(), {"tie": 100, "banco-pair": 100}), PUNTO_PAIR_9), ME)[-3:-1]
    assert [(line.code, line.rule, line.details["place"]) for line in lost] == [
        ("lost", "PB-22", "tie"),
        ("lost", "PB-11", "banco-pair"),
    ]


# Commission


def test_PB_26_a_table_takes_one_of_the_ways_that_its_sheet_has_or_nothing() -> None:
    sheet = Sheet(commissions=(Commission.NONE, Commission.B))
    for mode, rules in ((Commission.NONE, []), (Commission.A, ["PB-26"]), (Commission.B, [])):
        breaches = BACCARAT.check_setting(sheet, Setting("punto-banco", 100, commission=mode))
        assert [breach.rule for breach in breaches] == rules
    assert BACCARAT.describe(sheet, Setting("punto-banco", 100, commission=Commission.NONE))[
        "commission"
    ] == {
        "mode": "none",
        "rule": "PB-26",
    }
    for place, shoe in (("punto", PUNTO_7_6), ("banco", BANCO_3_7), ("banco", BANCO_2_5)):
        assert paid(table(commission=Commission.NONE), {place: 1_000}, shoe).net == 1_000


@pytest.mark.parametrize(
    ("place", "shoe", "taken"),
    [("banco", BANCO_3_7, 50), ("banco", BANCO_2_5, 50), ("punto", PUNTO_7_6, 0), ("tie", TIE_6_6, 0)],
)
def test_PB_26a_five_per_cent_of_the_prizes_of_rounds_won_by_banco(place: str, shoe: str, taken: int) -> None:
    state = played(bet(table(commission=Commission.A), {place: 1_000}), shoe)
    result = BACCARAT.results(state)[ME]
    assert (result.commission, result.net) == (taken, result.prize - taken)
    lines = [(line.rule, line.details) for line in BACCARAT.explain(state, ME) if line.code == "commission"]
    assert lines == ([("PB-26a", {"percent": 5, "commission": 50})] if taken else [])


@pytest.mark.parametrize(
    ("place", "shoe", "taken"),
    [
        ("banco", BANCO_2_5, 500),
        ("banco", BANCO_0_6, 500),
        ("banco", BANCO_3_7, 0),
        ("banco", BANCO_PAIR_8, 0),
        ("punto", PUNTO_7_6, 0),
    ],
)
def test_PB_26b_half_of_the_prizes_of_rounds_won_by_banco_with_five_or_six(
    place: str, shoe: str, taken: int
) -> None:
    state = played(bet(table(commission=Commission.B), {place: 1_000}), shoe)
    result = BACCARAT.results(state)[ME]
    assert (result.prize, result.commission, result.net) == (1_000, taken, 1_000 - taken)
    described = BACCARAT.describe(state.sheet, state.setting)["commission"]
    assert described == {"mode": "b", "percent": 50, "of": "banco-bets", "rule": "PB-26b", "scores": [5, 6]}


def test_PB_26a_a_sheet_may_read_the_prizes_of_the_round_as_all_of_them() -> None:
    """The recommended reading charges bets on banco alone (A40)."""
    shoe, on = "KS 3H 4D 3C AS AH", {"banco": 1_000, "banco-pair": 100}  # 5 against 7, and a pair of threes
    for charged, taken in ((Charged.BANCO_BETS, 50), (Charged.ALL_PRIZES, 105)):
        result = paid(table(sheet=Sheet(charged=charged), commission=Commission.A), on, shoe)
        assert (result.prize, result.commission) == (2_100, taken)
    # A pair that wins in a round that banco does not win bears nothing under either.
    for charged in Charged:
        assert (
            paid(
                table(sheet=Sheet(charged=charged), commission=Commission.A),
                {"punto-pair": 100},
                PUNTO_PAIR_9,
            ).commission
            == 0
        )


@pytest.mark.parametrize(
    ("mode", "shoe", "stake", "taken"),
    [("a", BANCO_3_7, 130, 6), ("a", BANCO_3_7, 110, 5), ("b", BANCO_2_5, 101, 50)],
)
def test_PB_26_a_fraction_of_a_cent_stays_with_the_player(
    mode: str, shoe: str, stake: int, taken: int
) -> None:
    assert paid(table(commission=Commission(mode), step=1), {"banco": stake}, shoe).commission == taken


def test_PB_26_prize_commission_and_net_are_shown_and_moved() -> None:
    state = bet(table(commission=Commission.A), {"banco": 1_000})
    played_steps = steps(state, BANCO_3_7)
    after = played_steps[-1][1]
    assert BACCARAT.view(after, ME)["result"] == {
        "staked": 1_000,
        "lost": 0,
        "back": 1_000,
        "prize": 1_000,
        "commission": 50,
        "net": 950,
        "lines": [
            {"place": "banco", "code": "won", "rule": "PB-25a", "stake": 1_000, "prize": 1_000, "back": 1_000}
        ],
    }
    moved = [
        posting for events, _ in played_steps for event in events for posting in BACCARAT.postings(event)
    ]
    assert account_totals(moved) == {
        (AccountKind.STAKES, None): -1_000,
        (AccountKind.WALLET, ME): 1_950,
        (AccountKind.BANK, None): -1_000,
        (AccountKind.COMMISSION, None): 50,
    }
    assert BACCARAT.event_for_seat(played_steps[-1][0][-1], ME) == {
        "t": "prizes-paid",
        "paid": 1_000,
        "back": 1_000,
        "prize": 1_000,
        "commission": 50,
    }
    assert BACCARAT.event_for_seat(played_steps[-1][0][-1], YOU) == {"t": "prizes-paid", "paid": 1_000}
