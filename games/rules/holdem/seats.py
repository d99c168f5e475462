"""The seats of a hold'em table: buying in, topping up, sitting out, leaving, and who is dealt in.

Bought chips are in the stack account of their seat from that moment. Those bought during a round join the
stack when it is over.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from msgspec import Struct

from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    FIXED,
    ONE_CARD,
    SHOWDOWN,
    BoughtIn,
    BuyIn,
    EntryChosen,
    Event,
    Folded,
    PostBigBlind,
    SatIn,
    SatOut,
    SeatLeft,
    SeatState,
    SitIn,
    SitOut,
    State,
    ToppedUp,
    TopUp,
    WaitForBlind,
    Why,
)
from games.rules.holdem.sheet import MIN_PLAYERS, Entry, purchase_commission
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused

SeatCommand = BuyIn | TopUp | SitOut | SitIn | PostBigBlind | WaitForBlind
IN_PLAY = (FIXED, BLINDS, ONE_CARD, BETTING, SHOWDOWN)


# --- What a player asks for besides the round


def do_seat_command(state: State, seat: Seat, command: SeatCommand) -> tuple[Event, ...]:
    if isinstance(command, BuyIn):
        return _buy_in(state, seat)
    own = state.seats.get(seat)
    if own is None or own.left:
        # Nobody takes part without the buy-in.  [HE-8]
        raise Refused(Refusal.NOT_NOW, "HE-8", buy_in=state.setting.buy_in)
    match command:
        case TopUp(cents=cents):
            if cents not in state.setting.rebuys:
                raise Refused(Refusal.NO_SUCH_BET, "HE-14", rebuys=list(state.setting.rebuys))  # [HE-14]
            return (ToppedUp(seat, cents, purchase_commission(state.sheet, cents)),)  # [HE-2q] [HE-12]
        case SitOut():
            if own.resting or not state.sheet.rest_rounds:
                raise Refused(Refusal.NOT_OFFERED, "HE-68", rounds=state.sheet.rest_rounds)  # [HE-68]
            return (SatOut(seat),)
        case SitIn():
            if not own.resting:
                raise Refused(Refusal.NOT_OFFERED, "HE-68")
            return (SatIn(seat),)
        case PostBigBlind() | WaitForBlind():
            post = isinstance(command, PostBigBlind)
            if not own.entering or own.posting is post or state.is_fixed(seat):
                # Nobody else owes anything.  [HE-21]
                raise Refused(Refusal.NOT_OFFERED, "HE-21", cost=state.setting.minimum)
            return (EntryChosen(seat, post),)
    assert_never(command)


def _buy_in(state: State, seat: Seat) -> tuple[Event, ...]:
    own = state.seats.get(seat)
    if own is not None and not own.left:
        # A player joins once; further purchases are rebuys.  [HE-8]
        raise Refused(Refusal.NOT_OFFERED, "HE-8", rebuys=list(state.setting.rebuys))
    if own is not None and (own.stack or state.phase in IN_PLAY):
        raise Refused(Refusal.NOT_NOW, "HE-10")  # the chips of the player who left are still in play  [HE-10]
    cents = state.setting.buy_in
    return (BoughtIn(seat, cents, purchase_commission(state.sheet, cents)),)  # [HE-8] [HE-17b]


def leave_table(state: State, seat: Seat) -> tuple[Event, ...]:
    """A player leaves: the hand is folded, the stack is paid out, and what was bet stays in the pot.

    [HE-10] [HE-35]

    A player who is all-in, or the last one not folded, has nothing more to decide: the round is finished
    first. Whose seat is fixed for the next cards is dealt in first, and owes a blind like everybody.
    """
    own = state.seats.get(seat)
    if own is None or (own.left and not own.stack) or state.is_fixed(seat):
        return ()
    left = SeatLeft(seat, own.stack + own.pending)
    if state.phase not in IN_PLAY or not own.dealt or own.folded:
        return (left,)
    if not own.stack or state.phase is SHOWDOWN or len(state.not_folded()) == 1:
        return ()
    return (Folded(seat, Why.LEFT), left)


def holds_hand(state: State, seat: Seat) -> bool:
    """Whether the player is dealt in and has not folded, or is fixed for the next cards."""
    own = state.seats.get(seat)
    if own is None or own.left:
        return False
    return state.is_fixed(seat) or (state.phase in IN_PLAY and own.dealt and not own.folded)


def sit_out(state: State, seat: Seat, reason: str = "") -> tuple[Event, ...]:
    """The house makes a player sit out: the seat is kept until the player returns or the allowed rounds end.

    [HE-68]

    This works even where the sheet allows no sitting out, because a player who may not bet must not be
    dealt in. The player is told the reason.
    """
    own = state.seats.get(seat)
    return (SatOut(seat, reason),) if own is not None and not own.left and not own.resting else ()


def stack_of(state: State, seat: Seat) -> Cents:
    own = state.seats.get(seat)
    return own.stack if own is not None else 0


def absence(state: State, seat: Seat) -> str:
    """Why a player takes no part.

    "resting" by right or "rested" for longer than the specific rules allow [HE-68]; "short" of the minimum
    after a round without a rebuy, which may bring an invitation to end the session [HE-70a]; "waiting",
    with enough chips, for the big blind.
    """
    own = state.seats.get(seat)
    if own is None or own.left:
        return ""
    if own.resting:
        return "resting" if own.rounds_out < state.sheet.rest_rounds else "rested"
    if own.stack + own.pending < state.setting.minimum:
        is_short = state.phase not in IN_PLAY and state.sheet.invite_short
        return "short" if is_short else ""  # [HE-15] [HE-70a]
    return "waiting" if own.entering and not own.dealt else ""


# --- Who is dealt in


def carry_over(before: State, seats: Collection[Seat]) -> dict[Seat, SeatState]:
    """The seats at the beginning of a new round, with the chips they have now."""
    carried: dict[Seat, SeatState] = {}
    for seat, own in before.seats.items():
        if own.left or seat not in seats:
            if own.stack or own.pending:
                raise ValueError(f"seat {seat} is gone and holds chips: it must withdraw first")
            continue
        missed = bool(before.players) and not own.dealt
        carried[seat] = SeatState(
            stack=own.stack + own.pending,
            resting=own.resting,
            rest_reason=own.rest_reason,  # told as long as the rest lasts  [HE-66]
            # A player who was not dealt in returns with the big blind, like a newcomer.
            entering=own.entering or missed,
            posting=own.posting,
            rounds_out=own.rounds_out + missed if missed or before.fixed else 0,
        )
    return carried


def ready_seats(minimum: Cents, seats: dict[Seat, SeatState]) -> list[Seat]:
    """The seats that can be dealt in: not resting, and with at least the minimum.  [HE-15] [HE-68]"""
    ready = [seat for seat, own in seats.items() if own.stack >= minimum and not own.resting and not own.left]
    return sorted(ready)


def can_deal(state: State) -> bool:
    """Whether enough players can be dealt in.  [HE-7]"""
    return len(ready_seats(state.setting.minimum, state.seats)) >= MIN_PLAYERS


def clockwise(seats: Sequence[Seat], after: Seat) -> list[Seat]:
    """Those seats in the order of play, from the first to the left of the given one."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


class LineUp(Struct, frozen=True, gc=False):
    """The seats dealt in, from the small blind clockwise, and those that post to join."""

    button: Seat
    players: tuple[Seat, ...]
    posting: tuple[Seat, ...] = ()


def line_up(state: State, ready: list[Seat], button: Seat = 0) -> LineUp:
    """Which of the ready players play the next round, and where the button is.

    `button` is given if drawn by lot.

    [HE-4c] [HE-46b] [HE-48] [HE-64] (A62)
    """
    regulars = ready
    if state.sheet.entry is not Entry.FREE and not button:
        regulars = [seat for seat in ready if not state.seats[seat].entering]
    if len(regulars) < MIN_PLAYERS:
        regulars = ready  # no game is in progress that a newcomer could wait for
    button = button or clockwise(regulars, state.button)[0]
    if len(regulars) == len(ready):
        return LineUp(button, tuple(clockwise(ready, button)))  # heads-up the button has the big blind (A21)
    small = clockwise(regulars, button)[0]
    # The big blind is the next seat to the left, newcomers included: for a newcomer the wait ends here.
    big = clockwise([seat for seat in ready if seat != small], small)[0]
    # A newcomer between the button and the blinds waits for them to pass.
    from_button = clockwise(ready, button)
    between = from_button[: from_button.index(big)]
    posting = [
        seat
        for seat in clockwise(ready, big)
        if state.seats[seat].posting and seat not in (*regulars, big, *between)
    ]
    taking_part = {*regulars, big, *posting} - set(between) | {small}
    return LineUp(button, tuple(clockwise([*taking_part], button)), tuple(posting))


def ends_orbit(state: State) -> bool:
    """Whether everybody has had the button once this round is over.

    A session table closes at that point (A53).

    [HE-2s]
    """
    ready = ready_seats(state.setting.minimum, state.seats)
    if not state.orbit or len(ready) < MIN_PLAYERS:
        return True
    return button_passes(state.button, line_up(state, ready).button, state.orbit)


def button_passes(old: Seat, new: Seat, mark: Seat) -> bool:
    """Whether the button, moving clockwise from one seat to another, reaches or passes the mark."""
    return old < mark <= new if old < new else mark > old or mark <= new
