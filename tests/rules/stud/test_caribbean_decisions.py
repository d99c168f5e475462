"""Póquer sem descarte, 803/2015: decisions, showdown and faults of a round, in the order of the rules."""

from __future__ import annotations

import pytest

from games.rules.bets import BetPlaced
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Mode, may_end, may_invite, may_warn
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BankDealt,
    Bet,
    BetsClosed,
    CardDealt,
    Command,
    Continue,
    Continued,
    DecisionWarned,
    Fold,
    Folded,
    PrizesPaid,
    StakesCollected,
)
from games.rules.stud.irregularities import expose_card
from tests.rules.stud.play import (
    DOES_NOT,
    ME,
    NOTHING,
    PAIR,
    PLAYS,
    YOU,
    Pack,
    account_totals,
    advanced,
    bet,
    caribbean,
    dealt,
    finished,
    folded,
    gave_up,
    postings,
    refused,
    went_on,
)

TABLE = caribbean()


def test_CS_20_the_player_gives_up_or_stays_in_play() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert (STUD.waiting_for(state), list(STUD.to_act(state))) == (Wait.CHOICE, [ME])
    assert STUD.options(state, ME) == {
        "fold": {"lost": 100, "rule": "CS-22"},
        "continue": {"cost": 200, "rule": "CS-23"},
        "warned": False,
        "seconds": 20,
    }
    assert STUD.options(state, YOU) == {}


def test_CS_20a_giving_up_ends_the_hand_at_once() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert STUD.act(state, ME, Fold()) == (Folded(ME),)
    state = gave_up(state)
    assert list(STUD.to_act(state)) == []
    assert refused(state, Continue(200)).code is Refusal.NOT_YOUR_TURN


def test_CS_20b_staying_in_play_takes_the_second_bet() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert STUD.act(state, ME, Continue(200)) == (Continued(ME, 200),)
    assert refused(went_on(state), Fold()).code is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("command", [Fold(), Continue(200)])
def test_CS_20_there_is_nothing_to_decide_before_the_cards_are_seen(command: Command) -> None:
    state = bet(TABLE, ante=100)
    for phase in (state, advanced(state)):
        refusal = refused(phase, command)
        assert (refusal.code, refusal.rule) == (Refusal.NOT_NOW, "CS-20")
    assert refused(dealt(state), command, YOU).code is Refusal.NOT_YOUR_TURN


def test_CS_21_a_decision_has_the_time_that_the_table_sets() -> None:
    assert STUD.options(dealt(bet(caribbean(decision_seconds=33), ante=100)), ME)["seconds"] == 33


@pytest.mark.parametrize("bank", [PLAYS, DOES_NOT])
def test_CS_22_who_gives_up_loses_the_ante_whatever_the_bank_has(bank: str) -> None:
    state = gave_up(dealt(bet(bet(TABLE, ante=100), YOU, ante=100), bank=bank))
    assert STUD.view(state, None)["places"]["1"] == {
        "ante": 100,
        "choice": "folded",
        "lost": 100,
    }  # the cards are collected
    state = finished(went_on(state, YOU))
    result = STUD.results(state)[ME]
    assert (result.staked, result.lost, result.prize) == (100, 100, 0)
    assert ME not in state.revealed


def test_CS_22_where_all_give_up_the_bank_shows_nothing() -> None:
    state = gave_up(dealt(bet(TABLE, ante=100)))
    events = STUD.advance(state, None)
    assert events == (StakesCollected({ME: 100}), PrizesPaid({}, {}))
    state = folded(state, events)
    assert STUD.outcome(state) == "folded"
    assert STUD.view(state, None)["bank"]["cards"][:4] == [""] * 4


def test_CS_23_staying_in_play_takes_exactly_twice_the_ante() -> None:
    state = dealt(bet(TABLE, ante=250))
    for amount, code in ((499, "below-minimum"), (501, "above-maximum")):
        refusal = refused(state, Continue(amount))
        assert (refusal.code, refusal.rule) == (code, "CS-23")
    assert postings(STUD.act(state, ME, Continue(500))) == [("stake", ME, 500)]
    assert STUD.view(went_on(state), None)["places"]["1"]["bet"] == 500
    assert refused(TABLE, Bet({"bet": 500})).rule == "CS-23"


def test_CS_24_the_covered_cards_are_turned_only_after_the_last_decision() -> None:
    state = went_on(dealt(bet(bet(TABLE, ante=100), YOU, ante=100)))
    assert STUD.waiting_for(state) is Wait.CHOICE
    with pytest.raises(ValueError, match="cannot advance a round"):
        STUD.advance(state, None)
    assert "AS" not in str(STUD.view(state, None))
    state = advanced(gave_up(state, YOU))
    assert STUD.view(state, None)["bank"] == {"cards": PLAYS.split(), "kind": "high-cards", "plays": True}


def test_CS_27_the_players_hands_are_turned_only_if_the_bank_plays() -> None:
    for bank, shown in ((PLAYS, True), (DOES_NOT, False)):
        state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: PAIR}, bank)))
        place = STUD.view(state, None)["places"]["1"]
        assert place["cards"] == (PAIR.split() if shown else [""] * 5)
        assert ("kind" in place) is shown


def test_CS_29_losing_stakes_are_collected_before_winners_are_paid() -> None:
    state = went_on(went_on(dealt(bet(bet(TABLE, ante=100), YOU, ante=200), {ME: PAIR, YOU: NOTHING})), YOU)
    state = advanced(state)
    assert postings(STUD.advance(state, None)) == [
        ("stake-lost", YOU, 600),
        ("stake-back", ME, 300),
        ("prize", ME, 300),
    ]


def test_CS_30_only_the_legal_decisions_are_offered_with_their_figures() -> None:
    state = dealt(bet(TABLE, ante=300))
    options = STUD.options(state, ME)
    assert (options["fold"]["lost"], options["continue"]["cost"]) == (300, 600)
    assert STUD.view(state, ME)["options"] == options


def test_CS_3_cards_come_turn_by_turn_with_a_pause_before_each() -> None:
    state = advanced(bet(TABLE, ante=100))
    pack, turns = Pack(state), []
    while state.phase == "dealing":
        assert STUD.pause_ms(state) > 0
        events = STUD.advance(state, pack)
        turns.append([type(event).__name__ for event in events])
        state = folded(state, events)
    assert turns == [["CardDiscarded"], *[["CardDealt", "BankDealt"]] * 5, ["DecisionsOpened"]]


def test_CS_37_the_seats_view_of_a_settled_round_has_result_and_amounts() -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=100), {ME: PAIR}, DOES_NOT)))
    seen = STUD.view(state, ME)
    assert seen["bets"] == {"ante": 100, "bet": 200}
    result = seen["result"]
    assert (result["staked"], result["back"], result["prize"], result["net"]) == (300, 300, 100, 100)
    assert "result" not in STUD.view(dealt(bet(TABLE, ante=100)), ME)


def test_CS_31_out_of_time_the_player_is_warned_and_has_the_extra_time() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert STUD.default_action(state, ME) == (DecisionWarned(ME),)
    state = folded(state, STUD.default_action(state, ME))
    assert (STUD.options(state, ME)["warned"], STUD.options(state, ME)["seconds"]) == (True, 10)
    assert list(STUD.to_act(state)) == [ME]
    assert went_on(state).places[ME].second == 200  # a decision within the extra time counts
    assert STUD.default_action(state, YOU) == ()


def test_CS_32_without_a_decision_in_the_extra_time_the_hand_is_given_up() -> None:
    state = dealt(bet(TABLE, ante=100))
    state = folded(state, STUD.default_action(state, ME))
    assert STUD.default_action(state, ME) == (Folded(ME, lapsed=True),)
    state = finished(folded(state, STUD.default_action(state, ME)))
    assert STUD.results(state)[ME].lost == 100
    assert STUD.default_action(state, ME) == ()


@pytest.mark.parametrize("stays", [True, False])
def test_CS_33_a_fault_of_the_house_gives_every_bet_back(stays: bool) -> None:
    state = dealt(bet(bet(TABLE, ante=100), YOU, ante=200))
    state = gave_up(went_on(state) if stays else state, YOU)
    (voided,) = STUD.void(state, "system")
    assert postings([voided]) == [("stake-back", ME, 300 if stays else 100), ("stake-back", YOU, 200)]
    state = folded(state, (voided,))
    assert (STUD.waiting_for(state), dict(STUD.stakes(state)), STUD.outcome(state)) == (Wait.OVER, {}, None)
    assert [line.rule for line in STUD.explain(state, ME)] == ["CS-33", "CS-33"]
    assert STUD.view(state, None)["cause"] == "system"


def test_CS_33_a_round_that_is_over_cannot_become_void() -> None:
    state = finished(gave_up(dealt(bet(TABLE, ante=100))))
    with pytest.raises(ValueError, match="cannot void a round"):
        STUD.void(state, "system")


@pytest.mark.parametrize("cause", ["player-network", "player-equipment"])
def test_CS_34_a_fault_of_the_players_equipment_voids_nothing(cause: str) -> None:
    for state in (bet(TABLE, ante=100), dealt(bet(TABLE, ante=100))):
        assert STUD.void(state, cause) == ()


def test_CS_35_who_is_gone_before_the_second_bet_has_given_up_when_the_extra_time_ends() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert STUD.void(state, "player-network") == ()
    for _ in range(2):
        state = folded(state, STUD.default_action(state, ME))
    assert STUD.results(finished(state))[ME].lost == 100


def test_CS_35_at_an_individual_table_the_hand_of_who_is_gone_is_dealt() -> None:
    state = bet(caribbean(individual=True), ante=100)
    assert STUD.default_action(state, ME) == (BetsClosed(),)
    assert STUD.default_action(caribbean(individual=True), ME) == ()


def test_CS_36_after_the_second_bet_the_cards_decide() -> None:
    state = went_on(dealt(bet(TABLE, ante=100), {ME: PAIR}))
    assert STUD.void(state, "player-network") == ()
    assert STUD.default_action(state, ME) == ()
    assert STUD.results(finished(state))[ME].prize == 300


def test_CS_40_an_ante_that_was_never_dealt_to_goes_back_to_who_leaves_an_individual_table() -> None:
    alone = bet(caribbean(individual=True), ante=100)
    assert postings(STUD.withdraw(alone, ME)) == [("stake-back", ME, 100)]
    assert STUD.withdraw(bet(TABLE, ante=100), ME) == ()
    assert STUD.withdraw(dealt(alone), ME) == ()


def test_CS_41a_and_CS_41b_and_CS_42_invitations_warnings_and_the_end() -> None:
    terms = TABLE.sheet.inactivity
    assert [may_invite(terms, Mode.INDIVIDUAL, idle_seconds=idle) for idle in (180, 181)] == [False, True]
    assert [may_invite(terms, Mode.MULTIPLE, rounds_without_bet=rounds) for rounds in (5, 6)] == [False, True]
    assert [may_warn(terms, Mode.INDIVIDUAL, seconds_since_invitation=since) for since in (59, 60)] == [
        False,
        True,
    ]
    assert not may_end(Mode.MULTIPLE, warned=False, bet_since_warning=False, rounds_since_warning=9)
    assert may_end(Mode.MULTIPLE, warned=True, bet_since_warning=False, rounds_since_warning=1)


def test_CS_6b_a_pack_in_which_a_card_comes_twice_makes_the_round_void() -> None:
    state = advanced(bet(TABLE, ante=100))
    pack = Pack(state)
    pack.order = [*pack.order[:-1], pack.order[0]]
    state = advanced(state, pack)
    assert (STUD.waiting_for(state), state.cause, state.back) == (Wait.OVER, "check-failed", {ME: 100})


@pytest.mark.parametrize("stray", [CardDealt(ME, 7), CardDealt(YOU, 7), BankDealt(7)])
def test_a_record_that_contradicts_itself_makes_the_round_void(stray: CardDealt | BankDealt) -> None:
    state = advanced(bet(TABLE, ante=100))
    pack = Pack(state)
    state = folded(advanced(state, pack), (stray,))
    while STUD.waiting_for(state) is Wait.HOUSE:
        state = advanced(state, pack)
    assert (state.cause, state.back) == ("check-failed", {ME: 100})
    assert state.phase == "void"


def test_a_card_seen_by_accident_makes_the_round_void() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert expose_card(state, 0, 4) == ()  # that one lies open already
    assert expose_card(state, 0, 1) == STUD.void(state, "check-failed")


def test_every_cent_of_a_round_has_its_way() -> None:
    state = bet(bet(TABLE, ante=100), YOU, ante=200)
    moved = [
        posting
        for seat in (ME, YOU)
        for posting in STUD.postings(BetPlaced(seat, {"ante": state.places[seat].ante}))
    ]
    state = dealt(state, {ME: PAIR, YOU: NOTHING})
    for seat in (ME, YOU):
        events = STUD.act(state, seat, Continue(2 * state.places[seat].ante))
        moved += [posting for event in events for posting in STUD.postings(event)]
        state = folded(state, events)
    assert account_totals(moved)["stakes"] == sum(STUD.stakes(state).values()) == 900
    while STUD.waiting_for(state) is not Wait.OVER:
        events = STUD.advance(state, None)
        moved += [posting for event in events for posting in STUD.postings(event)]
        state = folded(state, events)
    assert {account: cents for account, cents in account_totals(moved).items() if cents} == {
        "wallet": -300,
        "bank": 300,
    }


def test_the_house_waits_for_people_to_see_what_happened() -> None:
    state = bet(TABLE, ante=100)
    assert STUD.pause_ms(state) == 0
    closed = advanced(state)
    assert STUD.pause_ms(closed) == 1_200
    assert STUD.pause_ms(advanced(closed, Pack(closed))) == 440
    state = dealt(state)
    assert STUD.pause_ms(state) == 220
    state = advanced(went_on(state))
    assert STUD.pause_ms(state) == 2_500
    assert STUD.pause_ms(finished(state)) == 8_000
    assert not STUD.keeps_shoe(state)
