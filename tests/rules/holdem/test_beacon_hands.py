"""806/2015, hands whose draw depends on a beacon: their players are fixed before its value exists."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    Blind,
    BlindPosted,
    ButtonPlaced,
    BuyIn,
    Check,
    Folded,
    HandFixed,
    Phase,
    PostBigBlind,
    RoundVoided,
    SeatLeft,
    SitOut,
    State,
    TopUp,
    Why,
)
from games.rules.holdem.seats import absence
from games.rules.holdem.sheet import Sheet
from games.rules.shared.draw_terms import DrawTerms
from games.rules.shared.refusals import Refusal
from tests.rules.holdem.play import (
    MINIMUM,
    SMALL,
    STACK,
    Pack,
    bets,
    dealt,
    did,
    folded,
    gone_on,
    next_round,
    refused,
    table,
)

BEACON = Sheet(draw=DrawTerms("sandbox"))


class NoDraw:
    """What the croupier has before the value of the beacon has come."""

    def below(self, n: int) -> int:
        raise AssertionError("a lot before its value")

    def shuffled(self, n: int) -> Sequence[int]:
        raise AssertionError("a pack before its value")


def fixed(button: int = 0, seats: Sequence[int] = (1, 3, 5), state: State | None = None) -> State:
    """A hand whose players are fixed."""
    state = state or table(dict.fromkeys(seats, STACK), button, BEACON)
    return folded(state, HOLDEM.advance(state, NoDraw()))


def placed(state: State, lot: int = 0) -> ButtonPlaced:
    event = HOLDEM.advance(state, Pack(lot=lot))[0]
    assert isinstance(event, ButtonPlaced)
    return event


def test_the_players_are_fixed_before_anything_is_drawn_or_staked() -> None:
    state = table(dict.fromkeys((1, 3, 5), STACK), 0, BEACON)
    assert HOLDEM.advance(state, NoDraw()) == (HandFixed((1, 3, 5)),)
    state = fixed()
    assert state.phase is Phase.FIXED and HOLDEM.waiting_for(state) is Wait.HOUSE
    assert HOLDEM.pause_ms(state) == 0 and HOLDEM.to_act(state) == () and HOLDEM.stakes(state) == {}
    assert HOLDEM.view(state, None)["fixed"] == [1, 3, 5]
    assert refused(state, 1, Check()).code is Refusal.NOT_NOW


def test_without_a_beacon_no_hand_is_fixed() -> None:
    state = table(dict.fromkeys((1, 3, 5), STACK))
    assert isinstance(HOLDEM.advance(state, Pack())[0], ButtonPlaced)
    assert "fixed" not in HOLDEM.view(dealt(state), None)


@pytest.mark.parametrize(
    ("lot", "button", "players"), [(0, 1, (3, 5, 1)), (1, 3, (5, 1, 3)), (2, 5, (1, 3, 5))]
)
def test_HE_46a_the_lot_falls_among_the_fixed_players(
    lot: int, button: int, players: tuple[int, ...]
) -> None:
    state = fixed()
    assert HOLDEM.advance(state, Pack(lot=lot)) == (
        ButtonPlaced(button, players, drawn=True),
        BlindPosted(players[0], SMALL, Blind.SMALL),
        BlindPosted(players[1], MINIMUM, Blind.BIG),
    )


def test_HE_46b_the_button_moves_and_nothing_is_drawn_for_it() -> None:
    state = fixed(button=3)
    assert state.fixed == HandFixed((1, 3, 5), 5)
    assert HOLDEM.advance(state, NoDraw())[0] == ButtonPlaced(5, (1, 3, 5))


def test_the_hand_goes_on_as_without_a_beacon() -> None:
    plain, state = dealt(table(dict.fromkeys((1, 3, 5), STACK), 3)), gone_on(fixed(button=3), Pack())
    assert (state.players, state.actor, state.pot, state.seats, state.button) == (
        plain.players, plain.actor, plain.pot, plain.seats, plain.button,
    )  # fmt: skip
    assert state.fixed is None
    played = bets(state, "f f")
    record = HOLDEM.draw_record(played)
    assert (record.players, record.button, record.by_lot) == ((1, 3, 5), 5, False)
    assert isinstance(HOLDEM.advance(next_round(played), NoDraw())[0], HandFixed)


def test_HE_10_who_leaves_then_is_dealt_in_and_folds() -> None:
    state = fixed(button=3)  # the big blind will be at seat 3
    assert HOLDEM.withdraw(state, 3) == ()
    state = folded(state, HOLDEM.advance(state, Pack()))
    assert state.seats[3].committed == MINIMUM
    assert HOLDEM.withdraw(state, 3) == (Folded(3, Why.LEFT), SeatLeft(3, STACK - MINIMUM))


def test_HE_10_who_has_no_part_in_the_hand_leaves_at_once() -> None:
    state = did(table(dict.fromkeys((1, 3, 5), STACK), 3, BEACON), 7, BuyIn())  # waits for the blind
    state = fixed(state=state)
    assert state.fixed is not None and 7 not in state.fixed.players
    assert HOLDEM.withdraw(state, 7) == (SeatLeft(7, STACK),)
    state = folded(state, HOLDEM.withdraw(state, 7))
    assert 7 not in state.seats and placed(state).players == (1, 3, 5)


def test_HE_68_sitting_out_counts_from_the_next_hand() -> None:
    state = did(fixed(button=3), 1, SitOut())
    assert placed(state).players == (1, 3, 5)
    state = folded(state, HOLDEM.advance(state, Pack()))
    assert absence(state, 1) == "resting" and state.seats[1].dealt


def test_HE_11b_chips_bought_then_join_the_stack_after_the_hand() -> None:
    state = did(fixed(button=3), 1, TopUp(STACK))
    assert (state.seats[1].stack, state.seats[1].pending) == (STACK, STACK)
    state = did(state, 8, BuyIn())
    state = bets(gone_on(state, Pack()), "f f")
    assert state.seats[1].stack == 2 * STACK - SMALL and 8 not in state.players


def test_HE_21_the_choice_to_post_stands_once_the_players_are_fixed() -> None:
    state = did(table(dict.fromkeys((1, 3, 5), STACK), 3, BEACON), 4, BuyIn())
    state = did(state, 4, PostBigBlind())
    state = fixed(state=state)
    assert state.fixed == HandFixed((1, 3, 4, 5), 5, (4,))
    assert "wait_for_blind" not in HOLDEM.options(state, 4)
    assert refused(state, 4, PostBigBlind()).rule == "HE-21"
    assert BlindPosted(4, MINIMUM, Blind.ENTRY) in HOLDEM.advance(state, Pack())


def test_a_hand_without_its_value_is_void_and_the_button_stays() -> None:
    state = table(dict.fromkeys((1, 3, 5, 6), STACK), 3, BEACON)
    state = fixed(state=did(state, 6, SitOut()))
    (voided,) = HOLDEM.void(state, "no-beacon")
    assert voided == RoundVoided("no-beacon", {}) and HOLDEM.postings(voided) == ()
    state = folded(did(state, 1, TopUp(STACK)), (voided,))
    assert (state.phase, state.button, state.seats[1].stack) == (Phase.VOID, 3, 2 * STACK)
    assert HOLDEM.view(state, None)["cause"] == "no-beacon" and HOLDEM.results(state) == {}
    after = next_round(state)
    assert after.button == 3 and after.seats[1].stack == 2 * STACK and after.fixed is None
    assert not any(own.entering for own in after.seats.values())
    assert placed(fixed(state=after)).button == 5


def test_HE_46a_after_a_stop_before_the_value_the_button_is_drawn() -> None:
    state = fixed(button=3)
    assert folded(state, HOLDEM.void(state, "not-resumed")).button == 0


def test_HE_68_a_void_hand_counts_as_no_round_sat_out() -> None:
    state = did(table(dict.fromkeys((1, 3, 5, 6), STACK), 3, BEACON), 6, SitOut())
    for _ in range(3):
        state = next_round(bets(gone_on(fixed(state=state), Pack()), "f f"))
    assert state.seats[6].rounds_out == 3
    state = fixed(state=state)
    state = next_round(folded(state, HOLDEM.void(state, "no-beacon")))
    assert state.seats[6].rounds_out == 3


def test_the_sheet_may_name_a_beacon() -> None:
    assert HOLDEM.check_sheet(BEACON) == []
    wrong = Sheet(draw=DrawTerms("roulette"))
    assert [breach.field for breach in HOLDEM.check_sheet(wrong)] == ["draw.beacon"]
