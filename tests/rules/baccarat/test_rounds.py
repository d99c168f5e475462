"""Regulamento n.º 812/2015, ponto e banca, in its order: rounds, faults, sessions (rules 2, 27 to 38); then
shoes.
"""

from __future__ import annotations

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import (
    Bet,
    BetsClosed,
    CardDealt,
    HandTurned,
    Launch,
    PrizesPaid,
    ScoresCounted,
    StakesCollected,
    State,
)
from games.rules.baccarat.sheet import Commission, Setting, Sheet, Shoe
from games.rules.bets import Clear, Undo
from games.rules.engine import Wait
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite, may_warn, voids_round
from tests.rules.baccarat.play import (
    BANCO_3_7,
    BANCO_PAIR_8,
    ME,
    PUNTO_7_6,
    PUNTO_PAIR_9,
    TIE_6_6,
    YOU,
    Dealt,
    bet,
    did,
    folded,
    next_round,
    played,
    refused,
    steps,
    table,
)


def test_PB_2c_a_round_runs_from_the_bets_over_the_deal_to_collection_and_payment() -> None:
    state = bet(table(), {"punto": 500, "tie": 100})
    played_steps = steps(state, PUNTO_7_6)
    assert [[type(event).__struct_config__.tag for event in events] for events, _ in played_steps] == [
        ["bets-closed"],
        ["card-dealt"] * 4,
        ["hand-turned"],
        ["hand-turned", "scores-counted", "stakes-collected", "prizes-paid"],
    ]
    assert [str(after.phase) for _, after in played_steps] == ["dealing", "dealing", "dealing", "settled"]
    assert played_steps[-1][0][1:] == (
        ScoresCounted(7, 6, "punto", ()),
        StakesCollected({ME: 100}),
        PrizesPaid({ME: 500}, {ME: 500}, {}),
    )
    kinds = [posting.kind for event in played_steps[-1][0] for posting in BACCARAT.postings(event)]
    assert kinds == [TransferKind.STAKE_LOST, TransferKind.STAKE_BACK, TransferKind.PRIZE]


# The time for betting


def test_PB_27a_bets_of_all_close_at_the_same_instant() -> None:
    state = bet(bet(table(), {"punto": 100}), {"banco": 100}, YOU)
    assert BACCARAT.waiting_for(state) is Wait.BETS
    closed = folded(state, BACCARAT.advance(state, Dealt("")))
    for seat in (ME, YOU, 3):
        assert refused(closed, Bet({"punto": 100}), seat).code is Refusal.BETS_CLOSED
    hasty = Setting("punto-banco", 100, betting_seconds=4)
    assert [breach.rule for breach in BACCARAT.check_setting(Sheet(), hasty)] == ["PB-27a"]
    refusal = refused(state, Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "PB-27a")


def test_PB_27b_after_the_announcement_nothing_is_taken_or_given_back() -> None:
    closed = folded(bet(table(), {"punto": 100}), [BetsClosed()])
    for command in (Bet({"punto": 100}), Undo(), Clear()):
        refusal = refused(closed, command)
        assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "PB-27b")
    assert BACCARAT.event_for_seat(BetsClosed(), None) == {"t": "bets-closed"}
    assert BACCARAT.options(closed, ME) == {"bet": {}, "undo": False, "clear": False, "launch": False}
    assert [
        breach.rule for breach in BACCARAT.check_setting(Sheet(), Setting("punto-banco", 100, languages=()))
    ] == ["PB-27b"]


def test_PB_28_the_player_of_an_individual_table_starts_the_deal_after_betting() -> None:
    state = table(individual=True)
    refusal = refused(state, Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "PB-28")
    assert not BACCARAT.options(state, ME)["launch"]
    state = bet(state, {"tie": 100})
    assert BACCARAT.options(state, ME)["launch"]
    assert BACCARAT.act(state, ME, Launch()) == (BetsClosed(),)
    refusal = refused(did(state, Launch()), Launch())
    assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "PB-16")


# Void rounds and lost connections


def test_PB_29_a_round_whose_scores_cannot_be_determined_is_void_and_every_stake_goes_back() -> None:
    state = bet(bet(bet(table(), {"punto": 300}), {"tie": 100}), {"banco": 1_000}, YOU)
    broken_off = [state, *(after for _, after in steps(state, "2S 3H KD KC 2C 2D")[:-1])]
    assert len(broken_off) == 6
    for phase in broken_off:
        for cause in ("system", "not-resumed", "check-failed"):
            assert voids_round(cause)
            (event,) = BACCARAT.void(phase, cause)
            moved = [(posting.kind, posting.seat, posting.cents) for posting in BACCARAT.postings(event)]
            assert moved == [(TransferKind.STAKE_BACK, ME, 400), (TransferKind.STAKE_BACK, YOU, 1_000)]
            ended = folded(phase, [event])
            assert BACCARAT.results(ended)[ME].net == 0
            assert BACCARAT.view(ended, None)["cause"] == cause
            why, back = BACCARAT.explain(ended, ME)
            assert (why.code, why.rule, why.details) == ("void", "PB-29", {"cause": cause})
            assert (back.code, back.rule, back.details) == ("returned", "PB-29", {"back": 400})
            assert BACCARAT.event_for_seat(event, ME) == {"t": "round-voided", "cause": cause, "back": 400}
            assert BACCARAT.event_for_seat(event, None) == {"t": "round-voided", "cause": cause}
            assert BACCARAT.outcome(ended) is None


def test_PB_29_scores_that_can_be_determined_are_settled_in_the_same_step() -> None:
    for shoe in (PUNTO_7_6, BANCO_3_7, TIE_6_6, "2S 3H KD KC 2C 2D", "7S 2H KD KC 5S"):
        for events, after in steps(bet(table(), {"punto": 100}), shoe):
            counted = any(isinstance(event, ScoresCounted) for event in events)
            assert counted is (BACCARAT.waiting_for(after) is Wait.OVER)
    with pytest.raises(ValueError, match="cannot void a round"):
        BACCARAT.void(played(table(), PUNTO_7_6), "system")
    with pytest.raises(ValueError, match="cannot advance a round"):
        BACCARAT.advance(played(table(), PUNTO_7_6), Dealt(""))


def test_PB_30a_the_players_own_network_or_equipment_voids_nothing() -> None:
    state = bet(table(), {"punto": 100})
    for cause in ("player-network", "player-equipment"):
        assert not voids_round(cause)
        assert BACCARAT.void(state, cause) == ()


def test_PB_30b_the_bet_of_a_player_who_is_gone_is_paid_or_lost_by_its_cards() -> None:
    state = bet(table(), {"punto": 100})
    assert BACCARAT.default_action(state, ME) == ()
    assert BACCARAT.withdraw(state, ME) == ()
    assert BACCARAT.results(played(state, PUNTO_7_6))[ME].prize == 100
    assert BACCARAT.results(played(state, BANCO_3_7))[ME].lost == 100
    alone = bet(table(individual=True), {"punto": 100})
    assert BACCARAT.default_action(alone, ME) == (BetsClosed(),)
    assert BACCARAT.default_action(table(individual=True), ME) == ()


# The last round and the session


def test_PB_31_a_settled_round_tells_each_seat_result_bets_and_amounts() -> None:
    state = played(bet(table(), {"punto": 300, "tie": 100}), PUNTO_7_6)
    assert BACCARAT.outcome(state) == "P7-6"
    assert {
        shoe: BACCARAT.outcome(played(table(), shoe)) for shoe in (TIE_6_6, PUNTO_PAIR_9, BANCO_PAIR_8)
    } == {
        TIE_6_6: "T6-6",
        PUNTO_PAIR_9: "P9-7p",
        BANCO_PAIR_8: "B3-8b",
    }
    assert BACCARAT.outcome(table()) is None
    assert BACCARAT.view(state, ME)["bets"] == {"punto": 300, "tie": 100}
    result = BACCARAT.view(state, ME)["result"]
    assert {name: result[name] for name in ("staked", "lost", "back", "prize", "net")} == {
        "staked": 400,
        "lost": 100,
        "back": 300,
        "prize": 300,
        "net": 200,
    }
    assert "result" not in BACCARAT.view(state, YOU)


def test_PB_31_every_line_of_the_explanation_has_its_rule_and_its_figures() -> None:
    state = played(bet(table(), {"banco": 1_000}), "2S 3H KD KC 2C 2D")
    assert [(line.code, line.rule, line.details) for line in BACCARAT.explain(state, ME)] == [
        ("hand", "PB-8", {"hand": "punto", "cards": ["2S", "KD", "2C"], "values": [2, 0, 2], "score": 4}),
        ("hand", "PB-8", {"hand": "banco", "cards": ["3H", "KC", "2D"], "values": [3, 0, 2], "score": 5}),
        ("draws", "PB-20-ponto-0-5", {"hand": "punto", "on": 2}),
        ("draws", "PB-20-banca-3", {"hand": "banco", "on": 3, "against": "2C"}),
        ("winner", "PB-22", {"winner": "banco", "punto": 4, "banco": 5, "pairs": []}),
        ("won", "PB-25a", {"place": "banco", "stake": 1_000, "prize": 1_000, "back": 1_000}),
        (
            "total",
            "PB-2c",
            {"staked": 1_000, "lost": 0, "back": 1_000, "prize": 1_000, "commission": 0, "net": 1_000},
        ),
    ]
    assert BACCARAT.explain(state, YOU) == ()


def test_PB_32_limits_and_prizes_are_told_before_betting() -> None:
    state = table(minimum=50, commission=Commission.A)
    described = BACCARAT.describe(state.sheet, state.setting)
    assert described["kinds"]["tie"] == {
        "min": 50,
        "max": 750,
        "times": 15,
        "prize": [8, 1],
        "rules": {"min": "PB-14", "max": "PB-15b", "prize": "PB-25b"},
    }
    assert described["commission"] == {"mode": "a", "percent": 5, "of": "banco-bets", "rule": "PB-26a"}
    assert described["both_sides"] == {"difference": 50, "rule": "PB-13"}
    assert described["thirds"]["banco"] == {
        "3": [0, 1, 2, 3, 4, 5, 6, 7, 9],
        "4": [2, 3, 4, 5, 6, 7],
        "5": [4, 5, 6, 7],
        "6": [6, 7],
    }


def test_PB_34_who_ends_the_session_before_the_deal_takes_the_bet_along() -> None:
    state = bet(bet(table(individual=True), {"punto": 100}), {"tie": 200})
    (taken,) = BACCARAT.withdraw(state, ME)
    assert [(posting.kind, posting.cents) for posting in BACCARAT.postings(taken)] == [
        (TransferKind.STAKE_BACK, 300)
    ]
    assert BACCARAT.stakes(folded(state, [taken])) == {}
    assert BACCARAT.withdraw(did(state, Launch()), ME) == ()


@pytest.mark.parametrize(("idle", "invited"), [(0, False), (180, False), (181, True)])
def test_PB_35a_invited_after_more_than_three_minutes_without_a_bet(idle: int, invited: bool) -> None:
    assert (
        may_invite(Sheet().inactivity, Mode.INDIVIDUAL, idle_seconds=idle, rounds_without_bet=99) is invited
    )
    hasty = Sheet(inactivity=Inactivity(invited_after_seconds=179))
    assert [breach.rule for breach in BACCARAT.check_sheet(hasty)] == ["PB-35a"]


@pytest.mark.parametrize(("rounds", "invited"), [(0, False), (5, False), (6, True)])
def test_PB_35b_invited_after_more_than_five_rounds_without_a_bet(rounds: int, invited: bool) -> None:
    assert (
        may_invite(Sheet().inactivity, Mode.MULTIPLE, idle_seconds=9_999, rounds_without_bet=rounds)
        is invited
    )
    hasty = Sheet(inactivity=Inactivity(invited_after_rounds=4))
    assert [breach.rule for breach in BACCARAT.check_sheet(hasty)] == ["PB-35b"]


def test_PB_36_warned_then_ended_unless_a_bet_comes() -> None:
    terms = Sheet().inactivity
    assert not may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=59)
    assert may_warn(terms, Mode.MULTIPLE, rounds_since_invitation=1)
    assert may_end(Mode.INDIVIDUAL, warned=True, bet_since_warning=False, seconds_since_warning=60)
    assert not may_end(Mode.MULTIPLE, warned=True, bet_since_warning=True, rounds_since_warning=9)
    assert not may_end(Mode.INDIVIDUAL, warned=False, bet_since_warning=False, seconds_since_warning=9_999)
    hasty = Sheet(inactivity=Inactivity(warned_after_seconds=59, warned_after_rounds=0))
    assert [breach.rule for breach in BACCARAT.check_sheet(hasty)] == ["PB-36", "PB-36"]


def test_PB_37_a_demonstration_table_has_the_same_rules_odds_and_limits() -> None:
    for_money, for_credits = Setting("punto-banco", 100), Setting("punto-banco", 100, currency="DEMO")
    assert BACCARAT.check_setting(Sheet(), for_credits) == []
    descriptions = [BACCARAT.describe(Sheet(), setting) for setting in (for_money, for_credits)]
    assert [description.pop("currency") for description in descriptions] == ["EUR", "DEMO"]
    assert descriptions[0] == descriptions[1]
    assert [breach.rule for breach in BACCARAT.check_setting(Sheet(demo=False), for_credits)] == ["PB-37"]
    assert [
        breach.rule for breach in BACCARAT.check_setting(Sheet(), Setting("punto-banco", 100, currency="USD"))
    ] == ["PB-14"]


# Shoes, and the pace of a round


def test_a_fresh_shoe_is_dealt_from_its_first_card_in_every_round() -> None:
    state = played(table(), PUNTO_7_6)
    assert not BACCARAT.keeps_shoe(state)
    assert next_round(state) == table()


def test_a_kept_shoe_is_dealt_on_until_its_cut_card_comes_out() -> None:
    state = table(shoe=Shoe.KEPT, decks=6, cut_card=156)
    dealt = [0]
    while True:
        state = played(state, "2S 3H KD KC 2C 2D")
        dealt.append(state.dealt)
        if not BACCARAT.keeps_shoe(state):
            break
        state = next_round(state)
        assert [event.place for event in dealing(state)] == list(range(dealt[-1], dealt[-1] + 4))
    assert dealt == list(range(0, 157, 6))
    assert next_round(state).dealt == 0


def test_after_a_void_round_a_kept_shoe_is_as_it_was_before_it() -> None:
    state = next_round(played(table(shoe=Shoe.KEPT), PUNTO_7_6))
    running = [state, *(after for _, after in steps(state, PUNTO_7_6)[:-1])]
    assert any(after.down for after in running)
    for stopped in running:
        void = folded(stopped, BACCARAT.void(stopped, "system"))
        assert BACCARAT.keeps_shoe(void) and next_round(void).dealt == state.dealt == 4


def test_another_size_of_shoe_ends_a_kept_one() -> None:
    over = played(table(shoe=Shoe.KEPT), PUNTO_7_6)
    assert (
        BACCARAT.begin(over.sheet, Setting("punto-banco", 100, decks=6, shoe=Shoe.KEPT), over, ()).dealt == 0
    )
    # A table that goes over to fresh shoes deals its kept one on in the next round, so that no card of it
    # comes twice.
    last = BACCARAT.begin(over.sheet, Setting("punto-banco", 100), over, ())
    assert last.dealt == 4
    assert not BACCARAT.keeps_shoe(played(last, PUNTO_7_6))


def test_PB_3_people_get_time_to_see_every_card() -> None:
    state = table(card_ms=500, rest_seconds=9)
    assert [BACCARAT.pause_ms(after) for _, after in steps(state, "2S 3H KD KC 2C 2D")] == [
        1_200,
        2_000,
        1_000,
        1_000,
        1_000,
        9_000,
    ]
    assert BACCARAT.pause_ms(state) == 0
    assert BACCARAT.to_act(state) == ()
    for field, setting in (
        ("card_ms", Setting("punto-banco", 100, card_ms=99)),
        ("rest_seconds", Setting("punto-banco", 100, rest_seconds=4)),
    ):
        assert [breach.field for breach in BACCARAT.check_setting(Sheet(), setting)] == [field]


def test_no_event_is_a_secret() -> None:
    played_steps = [
        event for events, _ in steps(bet(table(), {"punto": 100}), "2S 3H KD KC 2C 2D") for event in events
    ]
    assert not any(map(BACCARAT.is_hidden, played_steps))
    assert all(BACCARAT.event_for_seat(event, None) is not None for event in played_steps)
    assert HandTurned in map(type, played_steps)


def dealing(state: State) -> tuple[CardDealt, ...]:
    closed = folded(state, [BetsClosed()])
    events = BACCARAT.advance(closed, Dealt(""))
    assert all(isinstance(event, CardDealt) for event in events)
    return events
