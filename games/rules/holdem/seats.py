"""Who plays at a hold'em table: buying in, topping up, resting and leaving, and who is dealt in with which duty.

Chips that are bought lie in the stack account of their seat from that moment on; those bought during a round join the stack
when it is over.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    ONE_CARD,
    SEATING,
    SHOWDOWN,
    BoughtIn,
    BuyIn,
    EntryChosen,
    Event,
    Folded,
    Place,
    PostBigBlind,
    SatIn,
    SatOut,
    SeatLeft,
    SitIn,
    SitOut,
    State,
    ToppedUp,
    TopUp,
    WaitForBlind,
    Why,
)
from games.rules.holdem.sheet import LEAST_PLAYERS, Entry, charged

SeatCommand = BuyIn | TopUp | SitOut | SitIn | PostBigBlind | WaitForBlind
IN_PLAY = (BLINDS, ONE_CARD, BETTING, SHOWDOWN)


class LineUp(Struct, frozen=True, gc=False):
    """Who is dealt in, from the small blind clockwise, and who posts to come in."""

    button: Seat
    players: tuple[Seat, ...]
    posting: tuple[Seat, ...] = ()


def ask(state: State, seat: Seat, command: SeatCommand) -> tuple[Event, ...]:
    place = state.seats.get(seat)
    if isinstance(command, BuyIn):
        if place is not None and not place.left:
            raise Refused(
                Refusal.NOT_OFFERED, "HE-8", rebuys=list(state.setting.rebuys)
            )  # one enters once; then come rebuys  [HE-8]
        if place is not None and (place.stack or state.phase in IN_PLAY):
            raise Refused(Refusal.NOT_NOW, "HE-10")  # what the seat left behind is still in play  [HE-10]
        cents = state.setting.buy_in
        return (BoughtIn(seat, cents, charged(state.sheet, cents)),)  # [HE-8] [HE-17b]
    if place is None or place.left:
        raise Refused(
            Refusal.NOT_NOW, "HE-8", buy_in=state.setting.buy_in
        )  # nobody takes part without the buy-in  [HE-8]
    match command:
        case TopUp(cents=cents):
            if cents not in state.setting.rebuys:
                raise Refused(Refusal.NO_SUCH_BET, "HE-14", rebuys=list(state.setting.rebuys))  # [HE-14]
            return (ToppedUp(seat, cents, charged(state.sheet, cents)),)  # [HE-2q] [HE-12]
        case SitOut():
            if place.resting or not state.sheet.rest_rounds:
                raise Refused(Refusal.NOT_OFFERED, "HE-68", rounds=state.sheet.rest_rounds)  # [HE-68]
            return (SatOut(seat),)
        case SitIn():
            if not place.resting:
                raise Refused(Refusal.NOT_OFFERED, "HE-68")
            return (SatIn(seat),)
        case PostBigBlind() | WaitForBlind():
            post = isinstance(command, PostBigBlind)
            if not place.entering or place.posting is post:
                raise Refused(
                    Refusal.NOT_OFFERED, "HE-21", cost=state.setting.minimum
                )  # nobody else owes anything  [HE-21]
            return (EntryChosen(seat, post),)


def leave(state: State, seat: Seat) -> tuple[Event, ...]:
    """Somebody withdraws: the hand is folded, the stack goes along, what was bet stays in the pot.  [HE-10] [HE-35]

    Who is all-in, or the last one in, has nothing more to decide: the round is played to its end first.
    """
    place = state.seats.get(seat)
    if place is None or (place.left and not place.stack):
        return ()
    away = SeatLeft(seat, place.stack + place.bought)
    if state.phase not in IN_PLAY or not place.dealt or place.folded:
        return (away,)
    if not place.stack or state.phase is SHOWDOWN or len(state.alive()) == 1:
        return ()
    return (Folded(seat, Why.LEFT), away)


def seated(state: State, seat: Seat, place: Place | None) -> State:
    """The state with that place at that seat; no place, where it is given up."""
    seats = {**state.seats}
    if place is None:
        del seats[seat]
    else:
        seats[seat] = place
    button, orbit = state.button, state.orbit
    if state.phase is SEATING and len(ready(state.setting.minimum, seats)) < LEAST_PLAYERS:
        button = orbit = 0  # the table stops; when it resumes, the button is drawn  [HE-7] [HE-46a]
    return replace(state, seats=seats, button=button, orbit=orbit)


def bought(state: State, seat: Seat, cents: Cents, commission: Cents) -> State:
    """The buy-in less its commission is the stack (A28). The hand that is over is no hand of who comes after.  [HE-17b]"""
    players = tuple(other for other in state.players if other != seat)
    return seated(replace(state, players=players), seat, Place(stack=cents - commission, entering=True))


def topped_up(state: State, seat: Seat, cents: Cents, commission: Cents) -> State:
    place = state.seats[seat]
    if state.phase in IN_PLAY:  # nothing is added to a stack in the course of a round  [HE-11b]
        return seated(state, seat, replace(place, bought=place.bought + cents - commission))
    return seated(state, seat, replace(place, stack=place.stack + cents - commission))


def gone(state: State, seat: Seat) -> State:
    place = state.seats[seat]
    still_counts = place.dealt and state.phase is not SEATING
    return seated(state, seat, replace(place, stack=0, bought=0, left=True) if still_counts else None)


def carried(before: State, seats: Collection[Seat]) -> dict[Seat, Place]:
    """The places that come along into a new round: what was bought is in the stack, what was in play is over."""
    came: dict[Seat, Place] = {}
    for seat, place in before.seats.items():
        if place.left or seat not in seats:
            if place.stack or place.bought:
                raise ValueError(f"seat {seat} is gone and holds chips: it must withdraw first")
            continue
        missed = bool(before.players) and not place.dealt
        came[seat] = Place(
            stack=place.stack + place.bought,
            resting=place.resting,
            # Who was not dealt in comes back with the big blind, like a newcomer.
            entering=place.entering or missed,
            posting=place.posting,
            out=place.out + 1 if missed else 0,
        )
    return came


def ready(minimum: Cents, seats: dict[Seat, Place]) -> list[Seat]:
    """Who can be dealt in: whoever does not rest and has the minimum at least.  [HE-15] [HE-68]"""
    return sorted(
        [
            seat
            for seat, place in seats.items()
            if place.stack >= minimum and not place.resting and not place.left
        ]
    )


def clockwise(seats: Sequence[Seat], after: Seat) -> list[Seat]:
    """Those seats in the order of play, from the first to the left of the given one."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


def can_deal(state: State) -> bool:
    """Are there two at least who can be dealt in?  [HE-7]"""
    return len(ready(state.setting.minimum, state.seats)) >= LEAST_PLAYERS


def line_up(state: State, able: list[Seat], button: Seat = 0) -> LineUp:
    """Who of those who are ready plays the next round, and where the button lies; one is given where it was drawn by lot.

    [HE-4c] [HE-46b] [HE-48] [HE-64] (A62)
    """
    free = (
        able
        if state.sheet.entry is Entry.FREE or button
        else [seat for seat in able if not state.seats[seat].entering]
    )
    if len(free) < LEAST_PLAYERS:
        free = able  # nobody was playing whom anybody could wait for
    button = button or clockwise(free, state.button)[0]
    if len(free) == len(able):
        return LineUp(button, tuple(clockwise(able, button)))  # heads-up the big blind is the button's (A21)
    small = clockwise(free, button)[0]
    # The big blind is the next to the left, newcomers among them: for one of them the wait ends here.
    big = clockwise([seat for seat in able if seat != small], small)[0]
    posting = [
        seat
        for seat in clockwise(able, big)
        if seat not in free and seat != big and state.seats[seat].posting
    ]
    # Who would come in between the button and the blinds waits for them to pass.
    before = clockwise(able, button)
    between = before[: before.index(big)]
    posting = [seat for seat in posting if seat not in between]
    players = [
        seat for seat in clockwise([*{*free, big, *posting}], button) if seat not in between or seat == small
    ]
    return LineUp(button, tuple(players), tuple(posting))


def ends_orbit(state: State) -> bool:
    """Has everybody had the hand when this round is over? A session table closes at such a point (A53).  [HE-2s]"""
    able = ready(state.setting.minimum, state.seats)
    if not state.orbit or len(able) < LEAST_PLAYERS:
        return True
    return passes(state.button, line_up(state, able).button, state.orbit)


def passes(old: Seat, new: Seat, mark: Seat) -> bool:
    """Does the button, going clockwise from one seat to another, reach or pass that mark?"""
    return old < mark <= new if old < new else mark > old or mark <= new


def stack(state: State, seat: Seat) -> Cents:
    """The chips that somebody may bet."""
    place = state.seats.get(seat)
    return place.stack if place is not None else 0


def rest(state: State, seat: Seat) -> tuple[Event, ...]:
    """Sat out by the house: the seat is kept as for a rest, until the player comes back or the rest is over.  [HE-68]

    A sheet without rests is no reason to deal to somebody who may not bet.
    """
    place = state.seats.get(seat)
    return (SatOut(seat),) if place is not None and not place.left and not place.resting else ()


def absence(state: State, seat: Seat) -> str:
    """Why somebody takes no part: resting, by right or for longer than the specific rules allow [HE-68]; short of the minimum after a
    round without a rebuy, which may bring an invitation to end the session [HE-70a]; waiting, with chips enough, for the big blind."""
    place = state.seats.get(seat)
    if place is None or place.left:
        return ""
    if place.resting:
        return "resting" if place.out < state.sheet.rest_rounds else "rested"
    if place.stack + place.bought < state.setting.minimum:
        short = state.phase not in IN_PLAY and state.sheet.invite_short
        return "short" if short else ""  # [HE-15] [HE-70a]
    return "waiting" if place.entering and not place.dealt else ""
