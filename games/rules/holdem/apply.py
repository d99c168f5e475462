"""How each event changes the state of a hold'em round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    FIXED,
    ONE_CARD,
    PAID,
    PREFLOP,
    RIVER,
    SEATING,
    SHOWDOWN,
    VOID,
    Blind,
    BlindPosted,
    BoughtIn,
    ButtonPlaced,
    Called,
    CardsDealt,
    Checked,
    CommonTurned,
    EntryChosen,
    Event,
    ExcessReturned,
    Folded,
    HandDiscarded,
    HandFixed,
    HandShown,
    PotsPaid,
    Raised,
    RoundVoided,
    SatIn,
    SatOut,
    SeatLeft,
    SeatState,
    State,
    ToppedUp,
)
from games.rules.holdem.seats import IN_PLAY, button_passes, ready_seats
from games.rules.holdem.sheet import MIN_PLAYERS
from games.rules.shared.money import Cents, Seat

SMALL = Blind.SMALL


def apply(state: State, event: Event) -> State:
    return HANDLERS[type(event)](state, event)


# --- Seats and stacks


def _bought_in(state: State, event: BoughtIn) -> State:
    """The buy-in less its commission is the stack (A28).

    A newcomer has no part in the hand that is over.

    [HE-17b]
    """
    players = tuple(seat for seat in state.players if seat != event.seat)
    newcomer = SeatState(stack=event.cents - event.commission, entering=True)
    return _with_seat(replace(state, players=players), event.seat, newcomer)


def _topped_up(state: State, event: ToppedUp) -> State:
    own, bought = state.seats[event.seat], event.cents - event.commission
    if state.phase in IN_PLAY:  # nothing is added to a stack during a round  [HE-11b]
        return _with_seat(state, event.seat, replace(own, pending=own.pending + bought))
    return _with_seat(state, event.seat, replace(own, stack=own.stack + bought))


def _sat_out(state: State, event: SatOut) -> State:
    own = state.seats[event.seat]
    return _with_seat(state, event.seat, replace(own, resting=True, rest_reason=event.reason))


def _sat_in(state: State, event: SatIn) -> State:
    return _with_seat(state, event.seat, replace(state.seats[event.seat], resting=False, rest_reason=""))


def _entry_chosen(state: State, event: EntryChosen) -> State:
    return _with_seat(state, event.seat, replace(state.seats[event.seat], posting=event.post))


def _seat_left(state: State, event: SeatLeft) -> State:
    own = state.seats[event.seat]
    is_in_round = own.dealt and state.phase is not SEATING
    after = replace(own, stack=0, pending=0, left=True) if is_in_round else None
    return _with_seat(state, event.seat, after)


def _with_seat(state: State, seat: Seat, seat_state: SeatState | None) -> State:
    """The state with that seat changed, or without it."""
    seats = {**state.seats}
    if seat_state is None:
        del seats[seat]
    else:
        seats[seat] = seat_state
    button, orbit = state.button, state.orbit
    if state.phase is SEATING and len(ready_seats(state.setting.minimum, seats)) < MIN_PLAYERS:
        button = orbit = 0  # the table stops; when it resumes, the button is drawn  [HE-7] [HE-46a]
    return replace(state, seats=seats, button=button, orbit=orbit)


# --- The deal


def _hand_fixed(state: State, event: HandFixed) -> State:
    return replace(state, phase=FIXED, fixed=event)


def _button_placed(state: State, event: ButtonPlaced) -> State:
    seats = state.seats.copy()
    for seat in event.players:
        seats[seat] = replace(seats[seat], dealt=True, entering=False, posting=False, rounds_out=0)
    starts_orbit = event.drawn or not state.orbit or button_passes(state.button, event.button, state.orbit)
    return replace(
        state,
        phase=BLINDS,
        seats=seats,
        button=event.button,
        orbit=event.button if starts_orbit else state.orbit,
        fixed=None,
        players=event.players,
        drawn=event.drawn,
    )


def _blind_posted(state: State, event: BlindPosted) -> State:
    """A blind is a bet that nobody decided, so its player still has every option (A29).  [HE-20] [HE-48]"""
    seats, cents = state.seats.copy(), event.cents
    own = seats[event.seat]
    bet = own.bet + cents
    seats[event.seat] = replace(own, stack=own.stack - cents, bet=bet, committed=own.committed + cents)
    return replace(
        state,
        phase=BLINDS,
        seats=seats,
        pot=state.pot + cents,
        to_match=max(state.to_match, bet),
        last_raise=state.setting.minimum if event.blind is not SMALL else state.last_raise,
    )


def _cards_dealt(state: State, event: CardsDealt) -> State:
    seats = state.seats.copy()
    for seat, card in event.cards.items():
        own = seats[seat]
        seats[seat] = replace(own, cards=(*own.cards, card))
    dealt, dealt_to = state.dealt + len(event.cards), (*state.dealt_to, *event.cards)
    if state.phase is BLINDS:
        return replace(state, phase=ONE_CARD, seats=seats, dealt=dealt, dealt_to=dealt_to)
    return _begin_turn(state, seats, state.turn, state.to_match, dealt=dealt, dealt_to=dealt_to)


def _common_turned(state: State, event: CommonTurned) -> State:
    """The next turn of bets begins with the cards that open it.  [HE-2h] [HE-2u] [HE-2r]"""
    seats = state.seats.copy()
    for seat in state.players:
        own = seats[seat]
        if own.acted or own.bet:
            seats[seat] = replace(own, bet=0, acted=False)
    return _begin_turn(
        state,
        seats,
        state.turn + 1,
        0,
        board=state.board + event.cards,
        dealt=state.dealt + len(event.cards),
        last_raise=state.setting.minimum,
        raises=0,
        bet_in_turn=False,
    )


def _begin_turn(
    state: State, seats: dict[Seat, SeatState], turn: int, to_match: Cents, **changes: Any
) -> State:
    """The first turn starts left of the big blind, every other left of the button.

    [HE-51] [HE-54] [HE-56] [HE-58]
    """
    before = state.players[1] if turn == PREFLOP else state.players[-1]
    actor = next_to_act(state.players, seats, before, to_match)
    # When no player can bet any more, the last raiser stays the last raiser.  [HE-59]
    raiser = 0 if actor else state.raiser
    return replace(
        state, phase=BETTING, seats=seats, turn=turn, to_match=to_match, actor=actor, raiser=raiser, **changes
    )


# --- Decisions


def _called(state: State, event: Called) -> State:
    seats, seat, cents = state.seats.copy(), event.seat, event.cents
    own = seats[seat]
    seats[seat] = replace(
        own, stack=own.stack - cents, bet=own.bet + cents, committed=own.committed + cents, acted=True
    )
    actor = next_to_act(state.players, seats, seat, state.to_match)
    pot = state.pot + cents
    return replace(state, seats=seats, actor=actor, pot=pot, bet_in_turn=True, bet_in_round=True)


def _raised(state: State, event: Raised) -> State:
    seats, seat, cents, to = state.seats.copy(), event.seat, event.cents, event.to
    own = seats[seat]
    seats[seat] = replace(own, stack=own.stack - cents, bet=to, committed=own.committed + cents, acted=True)
    counts = state.to_match or state.sheet.opening_counts
    step = to - state.to_match
    return replace(
        state,
        seats=seats,
        pot=state.pot + cents,
        to_match=to,
        # An all-in below the least raise leaves the last full raise as it was.
        last_raise=step if step > state.last_raise else state.last_raise,
        raises=state.raises + 1 if counts else state.raises,
        raiser=seat,
        actor=next_to_act(state.players, seats, seat, to),
        bet_in_turn=True,
        bet_in_round=True,
    )


def _checked(state: State, event: Checked) -> State:
    seats, seat = state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], acted=True)
    return replace(state, seats=seats, actor=next_to_act(state.players, seats, seat, state.to_match))


def _folded(state: State, event: Folded) -> State:
    """What was bet stays in the pot, and the right to it is lost.  [HE-35]"""
    seats, seat = state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], acted=True, folded=True)
    if state.phase is not BETTING or not state.actor:  # the player left while the house was acting  [HE-10]
        return replace(state, seats=seats)
    if seat == state.actor:
        before = seat
    else:  # the same player is still to act, unless nothing is left to decide
        before = state.players[state.players.index(state.actor) - 1]
    return replace(state, seats=seats, actor=next_to_act(state.players, seats, before, state.to_match))


def next_to_act(
    players: tuple[Seat, ...], seats: dict[Seat, SeatState], after: Seat, to_match: Cents
) -> Seat:
    """The next player to decide, clockwise; 0 if every bet is matched or all-in and everybody has acted.

    [HE-40]
    """
    able = first = 0
    start = players.index(after) + 1
    for seat in players[start:] + players[:start]:
        own = seats[seat]
        if own.stack and not own.folded:
            if first:
                return first
            if own.bet < to_match or not own.acted:
                if able:
                    return seat
                first = seat
            able = seat
    if not first or seats[first].bet >= to_match:
        return 0  # a player who owes nothing decides only while another has chips
    not_folded = [seat for seat in players if not seats[seat].folded]
    return first if len(not_folded) > 1 else 0  # [HE-36]


# --- The end of the round


def _excess_returned(state: State, event: ExcessReturned) -> State:
    seats, cents = state.seats.copy(), event.cents
    own = seats[event.seat]
    seats[event.seat] = replace(
        own,
        stack=own.stack + cents,
        bet=max(0, own.bet - cents),
        committed=own.committed - cents,
        returned=own.returned + cents,
    )
    return replace(state, seats=seats, pot=state.pot - cents)


def _hand_shown(state: State, event: HandShown) -> State:
    seats, seat = state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], shown=True)
    return replace(state, phase=SHOWDOWN if state.turn == RIVER else state.phase, seats=seats)


def _hand_discarded(state: State, event: HandDiscarded) -> State:
    seats = {**state.seats, event.seat: replace(state.seats[event.seat], discarded=True)}
    return replace(state, phase=SHOWDOWN, seats=seats)


def _pots_paid(state: State, event: PotsPaid) -> State:
    seats = state.seats.copy()
    for pot in event.pots:
        for share in pot.shares:
            own = seats[share.name]
            seats[share.name] = replace(
                own,
                stack=own.stack + share.net,
                gross=own.gross + share.gross,
                commission=own.commission + share.commission,
            )
    return replace(state, phase=PAID, seats=_add_pending(seats), actor=0, paid=event.pots)


def _round_voided(state: State, event: RoundVoided) -> State:
    """Every stack is as it was before the round.  [HE-72]"""
    seats = {**state.seats}
    for seat, cents in event.back.items():
        own = seats[seat]
        seats[seat] = replace(own, stack=own.stack + cents)
    after = replace(state, phase=VOID, seats=_add_pending(seats), actor=0, cause=event.cause)
    if state.fixed and event.cause == "no-beacon":
        return after  # nothing was staked or dealt, and the table goes on: the button stays
    return replace(after, button=0, orbit=0)  # when the table resumes the button is drawn by lot  [HE-46a]


def _add_pending(seats: dict[Seat, SeatState]) -> dict[Seat, SeatState]:
    """Chips bought during the round join the stacks now that it is over.  [HE-11b]"""
    for seat, own in seats.items():
        if own.pending:
            seats[seat] = replace(own, stack=own.stack + own.pending, pending=0)
    return seats


# A table and not a `match`: simulations apply events by the million.
HANDLERS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    BoughtIn: _bought_in,
    ToppedUp: _topped_up,
    SatOut: _sat_out,
    SatIn: _sat_in,
    EntryChosen: _entry_chosen,
    SeatLeft: _seat_left,
    HandFixed: _hand_fixed,
    ButtonPlaced: _button_placed,
    BlindPosted: _blind_posted,
    CardsDealt: _cards_dealt,
    CommonTurned: _common_turned,
    Folded: _folded,
    Checked: _checked,
    Called: _called,
    Raised: _raised,
    ExcessReturned: _excess_returned,
    HandShown: _hand_shown,
    HandDiscarded: _hand_discarded,
    PotsPaid: _pots_paid,
    RoundVoided: _round_voided,
}
