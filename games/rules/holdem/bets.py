"""The four turns of bets: who decides next, what may be decided, and what each decision does to the chips."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    PREFLOP,
    Blind,
    BlindPosted,
    Call,
    Called,
    Check,
    Checked,
    Event,
    Fold,
    Folded,
    Place,
    Raise,
    Raised,
    State,
    Why,
)
from games.rules.holdem.sheet import LEAST_RAISE_RULE, LIMIT_RULES, SHORT_RAISE_RULE, LeastRaise, Limit

Decision = Fold | Check | Call | Raise
DECISIONS = frozenset((Fold, Check, Call, Raise))
# Under names of their own, as the phases are.
HALF_POT, FIXED_RAISES, POT_LIMIT, NO_LIMIT = Limit
LAST_RAISE, SMALL = LeastRaise.LAST_RAISE, Blind.SMALL


class Room(Struct, frozen=True, gc=False):
    """Between which figures a player may bring the own bet of this turn."""

    least: Cents
    most: Cents


def decide(state: State, seat: Seat, command: Decision) -> tuple[Event, ...]:
    """One of the four options of rule 34, at the player's own turn.  [HE-34]"""
    turn, facing, actor = command.turn, command.facing, state.actor
    if (turn is not None and turn != state.turn) or (facing is not None and facing != state.to_match):
        raise Refused(
            Refusal.STALE, "HE-34", facing=state.to_match
        )  # meant for an earlier decision of the round
    if state.phase is not BETTING or not actor:
        raise Refused(Refusal.NOT_NOW, "HE-34")
    if seat != actor:
        raise Refused(Refusal.NOT_YOUR_TURN, "HE-34", seat=actor)  # [HE-51] [HE-54] [HE-56] [HE-58]
    place = state.seats[seat]
    # By type and not by match, which is several times slower for structs.
    if type(command) is Raise:
        return (_raised(state, seat, place, command.to),)
    owed = state.to_match - place.bet
    if type(command) is Call:
        if not owed:
            raise Refused(Refusal.NOT_OFFERED, "HE-34c")
        # Exactly the difference, or all there is.  [HE-34c] [HE-39] [HE-52a] [HE-52b]
        return (Called(seat, owed) if owed < place.stack else Called(seat, place.stack, True),)
    if type(command) is Check:
        if owed:
            raise Refused(Refusal.NOT_OFFERED, "HE-34b", to_match=owed)  # [HE-34b]
        return (Checked(seat),)
    return (Folded(seat),)  # in any turn  [HE-34a] [HE-35]


def default(state: State, seat: Seat) -> tuple[Event, ...]:
    """The time is up: a check where it is possible, otherwise a fold.  [HE-45]"""
    if seat != state.actor or state.phase is not BETTING:
        return ()
    return (Folded(seat, Why.TIME) if state.to_match > state.seats[seat].bet else Checked(seat, Why.TIME),)


def _raised(state: State, seat: Seat, place: Place, to: Cents) -> Raised:
    room = room_to_raise(state, place)
    if room is None:
        raise Refused(Refusal.NOT_OFFERED, why_no_raise(state, place), raises=state.raises)
    if to < room.least:
        raise Refused(Refusal.BELOW_MINIMUM, _why_too_low(state, to), least=room.least)
    if to > room.most:
        limited = room.most < place.bet + place.stack or state.setting.limit is NO_LIMIT
        rule = (
            LIMIT_RULES[state.setting.limit] if limited else "HE-37"
        )  # [HE-24a-i] [HE-24b] [HE-24c] [HE-37]
        raise Refused(Refusal.ABOVE_MAXIMUM, rule, limit=room.most)
    return Raised(seat, to - place.bet, to, to == place.bet + place.stack)


def _why_too_low(state: State, to: Cents) -> str:
    """The rule that a raise falls short of: what the text asks for comes first, then the specific rule."""
    if to <= state.to_match:
        return "HE-34d"  # it raises nothing  [HE-34d]
    if to < state.to_match + state.setting.minimum:
        return "HE-23"  # less than the minimum bet (A59)  [HE-23]
    return LEAST_RAISE_RULE


def room_to_raise(state: State, place: Place) -> Room | None:
    """What the own bet may be brought to; None where no raise is open.  [HE-2a] [HE-37]"""
    if why_no_raise(state, place):
        return None
    to_match, limit = state.to_match, state.setting.limit
    step = state.last_raise if state.sheet.least_raise is LAST_RAISE else state.setting.minimum
    most = place.bet + place.stack  # [HE-24c]
    if limit is POT_LIMIT or limit is HALF_POT:
        pot = state.pot + to_match - place.bet  # all chips, those of this turn and of the call too (A24)
        top = pot if limit is POT_LIMIT else pot // 2  # [HE-24b] [HE-24a-i]
        most = min(
            most, to_match + max(top, state.setting.minimum)
        )  # the minimum is allowed where the limit is below it (A24)  [HE-23]
    least = to_match + step
    # All the chips may go in, even where they are less than the minimum (A54).  [HE-37]
    return Room(least if least < most else most, most)


def why_no_raise(state: State, place: Place) -> str:
    """The rule that keeps this player from raising; nothing where none does."""
    to_match, setting = state.to_match, state.setting
    if place.stack + place.bet <= to_match:
        return "HE-39"  # there are chips for a call at most
    if (
        setting.limit is FIXED_RAISES
        and state.raises >= setting.raises
        and (to_match or state.sheet.opening_counts)
    ):
        return "HE-24a-ii"  # [HE-38]
    if place.spoke and to_match - place.bet < state.last_raise and not state.sheet.short_raise_reopens:
        return SHORT_RAISE_RULE  # nobody has fully raised since this player spoke (A60)
    seats = state.seats
    for seat in state.players:
        other = seats[seat]
        if other.stack + other.bet > to_match and not other.folded and other is not place:
            return ""
    return "HE-40"  # nobody could match any of it (A61)


def posted(state: State, event: BlindPosted) -> State:
    """A blind lies before the cards do: a bet that nobody decided, so that its player still has every option (A29).  [HE-20] [HE-48]"""
    seats, cents = state.seats.copy(), event.cents
    place = seats[event.seat]
    bet = place.bet + cents
    seats[event.seat] = replace(place, stack=place.stack - cents, bet=bet, put=place.put + cents)
    return replace(
        state,
        phase=BLINDS,
        seats=seats,
        pot=state.pot + cents,
        to_match=max(state.to_match, bet),
        last_raise=state.setting.minimum if event.blind is not SMALL else state.last_raise,
    )


def called(state: State, event: Called) -> State:
    seats, seat, cents = state.seats.copy(), event.seat, event.cents
    place = seats[seat]
    seats[seat] = replace(
        place, stack=place.stack - cents, bet=place.bet + cents, put=place.put + cents, spoke=True
    )
    actor = next_to_act(state.players, seats, seat, state.to_match)
    return replace(state, seats=seats, actor=actor, pot=state.pot + cents, opened=True, played=True)


def raised(state: State, event: Raised) -> State:
    seats, seat, cents, to = state.seats.copy(), event.seat, event.cents, event.to
    place = seats[seat]
    seats[seat] = replace(place, stack=place.stack - cents, bet=to, put=place.put + cents, spoke=True)
    counts = state.to_match or state.sheet.opening_counts
    step = to - state.to_match
    return replace(
        state,
        seats=seats,
        pot=state.pot + cents,
        to_match=to,
        last_raise=step
        if step > state.last_raise
        else state.last_raise,  # an all-in below the least raise leaves it as it was
        raises=state.raises + 1 if counts else state.raises,
        raiser=seat,
        actor=next_to_act(state.players, seats, seat, to),
        opened=True,
        played=True,
    )


def checked(state: State, event: Checked) -> State:
    seats, seat = state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], spoke=True)
    return replace(state, seats=seats, actor=next_to_act(state.players, seats, seat, state.to_match))


def folded(state: State, event: Folded) -> State:
    """What was bet stays in the pot, and the right to it is gone.  [HE-35]"""
    seats, seat = state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], spoke=True, folded=True)
    if state.phase is not BETTING or not state.actor:  # somebody left while the house was at it  [HE-10]
        return replace(state, seats=seats)
    actor = (
        next_to_act(state.players, seats, seat, state.to_match)
        if seat == state.actor
        else _still(state, seats)
    )
    return replace(state, seats=seats, actor=actor)


def _still(state: State, seats: dict[Seat, Place]) -> Seat:
    """Whoever was to decide still is, unless nothing is left to decide."""
    before = state.players[state.players.index(state.actor) - 1]
    return next_to_act(state.players, seats, before, state.to_match)


def turn_begun(state: State, seats: dict[Seat, Place], turn: int, to_match: Cents, **besides: Any) -> State:
    """The first turn starts left of the big blind, every other left of the button.  [HE-51] [HE-54] [HE-56] [HE-58]"""
    before = state.players[1] if turn == PREFLOP else state.players[-1]
    actor = next_to_act(state.players, seats, before, to_match)
    # Where nobody can bet any more, who raised last remains who raised last.  [HE-59]
    raiser = 0 if actor else state.raiser
    return replace(
        state, phase=BETTING, seats=seats, turn=turn, to_match=to_match, actor=actor, raiser=raiser, **besides
    )


def next_to_act(players: tuple[Seat, ...], seats: dict[Seat, Place], after: Seat, to_match: Cents) -> Seat:
    """The next to decide clockwise; 0 where every bet is matched or all-in and everybody has spoken.  [HE-40]"""
    able = first = 0
    start = players.index(after) + 1
    for seat in players[start:] + players[:start]:
        place = seats[seat]
        if place.stack and not place.folded:
            if first:
                return first
            if place.bet < to_match or not place.spoke:
                if able:
                    return seat
                first = seat
            able = seat
    if not first or seats[first].bet >= to_match:
        return 0  # who owes nothing has something to say only while somebody else has chips
    alive = [seat for seat in players if not seats[seat].folded]
    return first if len(alive) > 1 else 0  # [HE-36]
