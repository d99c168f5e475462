"""Póquer sem descarte, 803/2015: bets and deal of a round, in the order of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.bets import BetPlaced, BetTaken, Clear, Undo
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BankDealt,
    BankRevealed,
    Bet,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    Command,
    Continue,
    HandsRevealed,
    Launch,
    NobodyPlayed,
    PrizesPaid,
    StakesCollected,
)
from tests.rules.stud.play import (
    DOES_NOT,
    ME,
    NOTHING,
    PAIR,
    YOU,
    Pack,
    advanced,
    bet,
    caribbean,
    dealt,
    did,
    finished,
    folded,
    postings,
    refused,
    went_on,
)

TABLE = caribbean()


def test_CS_2a_no_cards_are_dealt_to_a_place_without_an_ante() -> None:
    state = dealt(bet(TABLE, YOU, ante=100))
    assert list(state.places) == [YOU]
    state = advanced(TABLE)
    assert STUD.waiting_for(state) is Wait.OVER
    assert STUD.advance(TABLE, None) == (BetsClosed(), NobodyPlayed())
    assert (STUD.results(state), STUD.outcome(state)) == ({}, None)


def test_CS_2b_and_CS_2c_the_limits_that_are_shown_are_those_that_hold() -> None:
    shown = STUD.describe(TABLE.sheet, TABLE.setting)["limits"]["ante"]
    assert STUD.options(TABLE, ME)["ante"] == {"min": shown["min"], "max": shown["max"]}
    assert refused(TABLE, Bet({"ante": shown["max"] + 1})).details["limit"] == shown["max"]


def test_CS_2c_the_minimum_shown_is_the_one_enforced() -> None:
    assert refused(TABLE, Bet({"ante": 99})).details == {"box": "ante", "minimum": 100}
    lying = bet(TABLE, ante=100)
    assert STUD.options(lying, ME)["ante"] == {
        "min": 1,
        "max": 2_400,
    }  # more may be added in any step, up to the maximum
    assert bet(lying, ante=2_400).places[ME].ante == 2_500


def test_CS_2d_and_CS_5_one_bank_hand_faces_all_places() -> None:
    state = TABLE
    for seat in range(1, 8):
        state = bet(state, seat, ante=100)
    state = dealt(state)
    for seat in range(1, 8):
        state = went_on(state, seat)
    state = finished(state)
    assert len(state.bank) == 5
    assert set(STUD.results(state)) == set(range(1, 8))


def test_CS_5_all_are_bound_by_the_common_result() -> None:
    state = dealt(bet(bet(TABLE, ante=100), YOU, ante=200), {ME: PAIR, YOU: NOTHING}, DOES_NOT)
    results = STUD.results(finished(went_on(went_on(state), YOU)))
    assert [(result.prize, result.lost) for result in results.values()] == [(100, 0), (200, 0)]


def test_CS_2e_a_round_goes_from_the_bets_through_the_deal_to_collection_and_payment() -> None:
    state = bet(bet(TABLE, ante=100), YOU, ante=100)
    seen = [str(state.phase)]
    moved = []
    state = went_on(went_on(dealt(state, {ME: PAIR, YOU: NOTHING})), YOU)
    seen.append(str(state.phase))
    while STUD.waiting_for(state) is not Wait.OVER:
        events = STUD.advance(state, Pack(state))
        moved += [type(event) for event in events]
        state = folded(state, events)
        seen.append(str(state.phase))
    assert seen == ["betting", "deciding", "showdown", "settled"]
    assert moved == [BankRevealed, HandsRevealed, StakesCollected, PrizesPaid]


def test_CS_2f_the_second_bet_is_always_twice_the_ante() -> None:
    for ante in (100, 101, 2_500):
        assert went_on(dealt(bet(TABLE, ante=ante))).places[ME].second == 2 * ante


def test_bets_may_be_taken_back_before_the_close() -> None:
    state = bet(bet(TABLE, ante=100), ante=50)
    (taken,) = STUD.act(state, ME, Undo())
    assert postings([taken]) == [("stake-back", ME, 50)]
    assert did(state, Undo()).places[ME].ante == 100
    (cleared,) = STUD.act(state, ME, Clear())
    assert cleared == BetTaken(ME, {"ante": 150})
    assert did(state, Clear()) == TABLE
    for command in (Undo(), Clear()):
        assert refused(TABLE, command).code is Refusal.NOTHING_TO_UNDO


def test_CS_14a_the_bets_of_all_close_at_once_by_the_timer() -> None:
    state = bet(bet(TABLE, ante=100), YOU, ante=100)
    assert STUD.waiting_for(state) is Wait.BETS
    assert refused(state, Launch()).code is Refusal.NOT_OFFERED
    (closed,) = STUD.advance(state, None)
    assert closed == BetsClosed()


@pytest.mark.parametrize("command", [Bet({"ante": 100}), Undo(), Clear(), Launch()])
def test_CS_14b_after_the_announcement_no_ante_is_taken(command: Command) -> None:
    state = advanced(bet(TABLE, ante=100))
    refusal = refused(state, command)
    assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "CS-14b")
    assert STUD.describe(TABLE.sheet, TABLE.setting)["limits"]["rules"]["closed"] == "CS-14b"
    assert STUD.event_for_seat(BetsClosed(), None) == {"t": "bets-closed"}


def test_CS_15_the_player_of_an_individual_table_starts_the_deal_after_the_ante() -> None:
    alone = caribbean(individual=True)
    refusal = refused(alone, Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "CS-15")
    state = bet(alone, ante=100)
    assert STUD.options(state, ME)["launch"] is True
    assert STUD.act(state, ME, Launch()) == (BetsClosed(),)


@pytest.mark.parametrize(
    ("ante", "code"),
    [(99, "below-minimum"), (100, ""), (2_500, ""), (2_501, "above-maximum")],
)
def test_CS_16_the_ante_lies_between_minimum_and_maximum(ante: int, code: str) -> None:
    if not code:
        assert STUD.act(TABLE, ME, Bet({"ante": ante})) == (BetPlaced(ME, {"ante": ante}),)
        return
    refusal = refused(TABLE, Bet({"ante": ante}))
    assert (refusal.code, refusal.rule) == (code, "CS-16")


def test_CS_16_what_is_added_counts_with_what_lies() -> None:
    state = bet(TABLE, ante=2_000)
    refusal = refused(state, Bet({"ante": 501}))
    assert (refusal.code, refusal.details) == (
        "above-maximum",
        {"box": "ante", "limit": 2_500, "minimum": 100, "room": 500},
    )
    assert STUD.options(bet(state, ante=500), ME)["bet"] is False


def test_refusals_come_in_their_order_of_precedence() -> None:
    table = caribbean(step=10)
    assert refused(table, Bet({"bet": 1, "elsewhere": 1})).code is Refusal.NOT_NOW
    assert refused(table, Bet({"ante": 5, "elsewhere": 1})).code is Refusal.NO_SUCH_BET
    assert refused(table, Bet({"ante": 5})).code is Refusal.BELOW_MINIMUM
    assert refused(table, Bet({"ante": 105})).code is Refusal.WRONG_STEP
    assert refused(table, Bet({"ante": 9_999})).code is Refusal.WRONG_STEP
    assert refused(table, Bet({})).code is Refusal.NOTHING_BET
    assert list(Refusal).index(Refusal.NOT_NOW) < list(Refusal).index(Refusal.NO_SUCH_BET)


def test_CS_19_no_card_is_dealt_while_antes_are_open() -> None:
    state = bet(TABLE, ante=100)
    assert (state.dealt, STUD.waiting_for(state)) == (0, Wait.BETS)
    state = advanced(state)
    assert (state.dealt, STUD.waiting_for(state)) == (0, Wait.HOUSE)
    assert advanced(state, Pack(state)).dealt == 1


def test_CS_19a_the_first_card_lies_open_in_the_discard_corner() -> None:
    state = advanced(bet(TABLE, ante=100))
    pack = Pack(state)
    (first,) = STUD.advance(state, pack)
    assert isinstance(first, CardDiscarded)
    assert first.card == pack.order[0]
    state = dealt(folded(state, (first,)))
    assert STUD.view(state, None)["discard"] == [STUD.event_for_seat(first, None)["card"]]
    assert first.card not in (*state.bank, *state.places[ME].cards)


def test_CS_19b_one_card_to_each_player_and_one_to_the_bank_five_times() -> None:
    state = advanced(bet(bet(bet(TABLE, 5, ante=100), 2, ante=100), 7, ante=100))
    state = advanced(state, pack := Pack(state))
    order: list[Any] = []
    while len(state.bank) < 5:
        events = STUD.advance(state, pack)
        order += [event.seat if isinstance(event, CardDealt) else "bank" for event in events]
        assert [event.card for event in events] == pack.order[state.dealt : state.dealt + 4]
        state = folded(state, events)
    assert order == [2, 5, 7, "bank"] * 5


def test_CS_19c_the_last_card_of_the_bank_lies_face_up() -> None:
    state = dealt(bet(TABLE, ante=100))
    assert STUD.view(state, None)["bank"] == {"cards": ["", "", "", "", "2S"]}
    assert [STUD.is_hidden(BankDealt(card, up)) for card, up in ((0, False), (1, True))] == [True, False]
    assert STUD.event_for_seat(BankDealt(0), ME) == {"t": "bank-dealt"}
    assert STUD.event_for_seat(BankDealt(0, up=True), ME) == {"t": "bank-dealt", "card": "2S"}


def test_players_see_their_own_cards_and_no_others() -> None:
    state = dealt(bet(bet(TABLE, ante=100), YOU, ante=100), {ME: PAIR, YOU: NOTHING})
    assert STUD.view(state, ME)["cards"] == PAIR.split()
    assert STUD.view(state, None)["places"]["1"]["cards"] == [""] * 5
    card = CardDealt(ME, 0)
    assert STUD.is_hidden(card)
    assert [STUD.event_for_seat(card, seat) for seat in (ME, YOU, None)] == [
        {"t": "card-dealt", "seat": ME, "card": "2S"},
        {"t": "card-dealt", "seat": ME},
        {"t": "card-dealt", "seat": ME},
    ]


@pytest.mark.parametrize("amount", [199, 201])
def test_CS_23_the_second_bet_is_refused_at_its_box_with_the_amount_that_counts(amount: int) -> None:
    refusal = refused(dealt(bet(TABLE, ante=100)), Continue(amount))
    figures = {"minimum": 200} if amount < 200 else {"limit": 200, "room": 200}
    assert (refusal.rule, refusal.details) == ("CS-23", {"box": "bet", **figures})
