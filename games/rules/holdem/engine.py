"""Hold'em, 806/2015: players bet against each other; the house deals, keeps the pots and takes its commission.

A round: whoever is ready is dealt in; the blinds; two cards each; four turns of bets with flop, turn and river between
them; the cards are turned and the pots go to the best hands. Stacks and the button pass from round to round in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from games.rules.engine import Cents, Chance, Clock, Posting, Road, Seat, Wait
from games.rules.holdem.bets import (
    DECISIONS,
    called,
    checked,
    decide,
    default,
    folded,
    posted,
    raised,
    turn_begun,
)
from games.rules.holdem.events import (
    BETTING,
    BLINDS,
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
    Command,
    CommonTurned,
    EntryChosen,
    Event,
    ExcessReturned,
    Folded,
    HandDiscarded,
    HandShown,
    PotsPaid,
    Raised,
    RoundVoided,
    SatIn,
    SatOut,
    SeatLeft,
    State,
    ToppedUp,
)
from games.rules.holdem.seats import (
    SeatCommand,
    absence,
    ask,
    bought,
    can_deal,
    carried,
    ends_orbit,
    gone,
    leave,
    line_up,
    passes,
    ready,
    rest,
    seated,
    stack,
    topped_up,
)
from games.rules.holdem.settlement import paid, pay, returned, shown, to_show, unmatched, voided
from games.rules.holdem.sheet import LEAST_PLAYERS, Setting, Sheet, check, check_setting
from games.rules.holdem.view import (
    describe,
    drawn,
    explain,
    options,
    outcome,
    positions,
    results,
    stakes,
    told,
    view,
)
from games.rules.shared.cards import PACK, in_order
from games.rules.shared.sessions import voids

__all__ = [
    "ANYTIME",
    "BETWEEN_PLAYERS",
    "Command",
    "Event",
    "Setting",
    "Sheet",
    "State",
    "absence",
    "act",
    "advance",
    "apply",
    "begin",
    "check",
    "check_setting",
    "clock",
    "describe",
    "drawn",
    "end_shoe",
    "ends_orbit",
    "explain",
    "hidden",
    "keeps_shoe",
    "lapse",
    "options",
    "outcome",
    "pause",
    "positions",
    "postings",
    "rest",
    "results",
    "stack",
    "stakes",
    "to_act",
    "told",
    "view",
    "void",
    "waits",
    "withdraw",
]

OVER = (PAID, VOID)
WAITS_BETS, WAITS_CHOICE, WAITS_HOUSE, WAITS_OVER = Wait
SMALL, BIG, ENTRY = Blind
BETWEEN_PLAYERS = True  # [HE-1]
ANYTIME = get_args(SeatCommand)
# Live, one operation of a physical table after another, at a pace that eyes can follow.  [HE-3]
PAUSES = {BLINDS: 700, ONE_CARD: 900, BETTING: 900, SHOWDOWN: 1200}


def begin(sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
    """A new round with the stacks and the button of the last one.  [HE-64]"""
    if before is None:
        return State(sheet, setting)
    came = carried(before, seats)
    if len(ready(setting.minimum, came)) < LEAST_PLAYERS:
        return State(
            sheet, setting, seats=came
        )  # the table stops; the button is drawn when it resumes  [HE-7] [HE-46a]
    return State(sheet, setting, seats=came, button=before.button, orbit=before.orbit)


def act(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """What a player decides at his turn, or asks for beside the round. Nothing takes chips off the table.  [HE-11a] [HE-28]"""
    answer: Callable[[State, Seat, Any], tuple[Event, ...]] = decide if type(command) in DECISIONS else ask
    return answer(state, seat, command)


def advance(state: State, chance: Chance) -> tuple[Event, ...]:
    phase = state.phase
    if phase is SHOWDOWN:
        left = to_show(state)
        return (shown(state, left[0]),) if left else (pay(state),)
    if phase is SEATING:
        able = ready(state.setting.minimum, state.seats)
        return _opened(state, chance, able) if len(able) >= LEAST_PLAYERS else ()
    if not state.actor and phase is not PAID and phase is not VOID:
        alive = state.alive()
        if len(alive) == 1:
            return _last_one_in(state)
        if phase is BETTING:
            return (*unmatched(state), *_next_turn(state, chance, alive))
        cards = in_order(chance.shuffled(PACK), state.dealt, len(alive))  # [HE-4b]
        return (CardsDealt(dict(zip(alive, cards, strict=True))),)  # from the small blind on  [HE-49] [HE-50]
    raise ValueError(f"a round that is {state.phase} does not go on by itself")


def _opened(state: State, chance: Chance, able: list[Seat]) -> tuple[Event, ...]:
    """The button and the blinds: one group of steps, so that nobody leaves between them.  [HE-48]"""
    if state.button:
        up = line_up(state, able)  # [HE-4c] [HE-46b] [HE-64]
    else:
        # The lot is drawn behind the pack's order, of which it must tell nothing.
        chance.shuffled(PACK)
        up = line_up(state, able, able[chance.below(len(able))])  # [HE-46a]
    small, big = up.players[:2]
    return (
        ButtonPlaced(up.button, up.players, drawn=not state.button),
        BlindPosted(small, state.setting.small_blind, SMALL),  # [HE-2n] [HE-22b]
        BlindPosted(big, state.setting.minimum, BIG),  # [HE-2i] [HE-22a]
        *(BlindPosted(seat, state.setting.minimum, ENTRY) for seat in up.posting),
    )


def _next_turn(state: State, chance: Chance, alive: list[Seat]) -> tuple[Event, ...]:
    """What follows a turn of bets that is closed.  [HE-25]"""
    over = state.turn == RIVER
    face_up = not over and state.sheet.all_in_face_up and _nobody_bets(state, alive)
    if (over or face_up) and (left := to_show(state)):
        return (shown(state, left[0]),)  # [HE-59]
    if over:
        return (pay(state),)
    count = 3 if state.turn == PREFLOP else 1  # [HE-53] [HE-55] [HE-57]
    return (CommonTurned(in_order(chance.shuffled(PACK), state.dealt, count)),)


def _nobody_bets(state: State, alive: list[Seat]) -> bool:
    seats = state.seats
    return len([seat for seat in alive if seats[seat].stack]) < LEAST_PLAYERS


def _last_one_in(state: State) -> tuple[Event, ...]:
    """Everybody else folded: the round ends at once and no cards are shown.  [HE-36]"""
    back = unmatched(state)
    for event in back:
        state = apply(state, event)
    return (*back, pay(state))


def lapse(state: State, seat: Seat) -> tuple[Event, ...]:
    """The time to decide is over, extra time included; a lost connection is no other case.  [HE-43] [HE-44] [HE-45] [HE-73]"""
    return default(state, seat)


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    """Somebody leaves the table: with the stack, at once or as soon as the round that the stack is in allows.  [HE-10] [HE-69]"""
    return leave(state, seat)


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Every bet goes back, where the cause makes the round void; otherwise nothing happens.  [HE-72] [HE-73]"""
    if not voids(cause):
        return ()
    if state.phase in OVER:
        raise ValueError(f"a round that is {state.phase} cannot become void")
    return (RoundVoided(cause, stakes(state)),)


def apply(state: State, event: Event) -> State:
    return _APPLIED[type(event)](state, event)


def _shown(state: State, event: HandShown) -> State:
    phase, seats, seat = SHOWDOWN if state.turn == RIVER else state.phase, state.seats.copy(), event.seat
    seats[seat] = replace(seats[seat], shown=True)
    return replace(state, phase=phase, seats=seats)


def _discarded(state: State, event: HandDiscarded) -> State:
    return replace(
        state,
        phase=SHOWDOWN,
        seats={**state.seats, event.seat: replace(state.seats[event.seat], discarded=True)},
    )


def _placed(state: State, event: ButtonPlaced) -> State:
    seats = state.seats.copy()
    for seat in event.players:
        seats[seat] = replace(seats[seat], dealt=True, entering=False, posting=False, out=0)
    begins = event.drawn or not state.orbit or passes(state.button, event.button, state.orbit)
    return replace(
        state,
        phase=BLINDS,
        seats=seats,
        button=event.button,
        orbit=event.button if begins else state.orbit,
        players=event.players,
        drawn=event.drawn,
    )


def _dealt(state: State, event: CardsDealt) -> State:
    seats = state.seats.copy()
    for seat, card in event.cards.items():
        place = seats[seat]
        seats[seat] = replace(place, cards=(*place.cards, card))
    count, to = state.dealt + len(event.cards), (*state.to, *event.cards)
    if state.phase is BLINDS:
        return replace(state, phase=ONE_CARD, seats=seats, dealt=count, to=to)
    return turn_begun(state, seats, state.turn, state.to_match, dealt=count, to=to)


def _turned(state: State, event: CommonTurned) -> State:
    """The next turn of bets begins with the cards that open it.  [HE-2h] [HE-2u] [HE-2r]"""
    seats = state.seats.copy()
    for seat in state.players:
        place = seats[seat]
        if place.spoke or place.bet:
            seats[seat] = replace(place, bet=0, spoke=False)
    return turn_begun(
        state,
        seats,
        state.turn + 1,
        0,
        board=state.board + event.cards,
        dealt=state.dealt + len(event.cards),
        last_raise=state.setting.minimum,
        raises=0,
        opened=False,
    )


# What each event does to a state. A table and not a match: simulations fold events by the million.
_APPLIED: Mapping[type, Callable[[State, Any], State]] = {
    BoughtIn: lambda state, event: bought(state, event.seat, event.cents, event.commission),
    ToppedUp: lambda state, event: topped_up(state, event.seat, event.cents, event.commission),
    SatOut: lambda state, event: seated(state, event.seat, replace(state.seats[event.seat], resting=True)),
    SatIn: lambda state, event: seated(state, event.seat, replace(state.seats[event.seat], resting=False)),
    EntryChosen: lambda state, event: seated(
        state, event.seat, replace(state.seats[event.seat], posting=event.post)
    ),
    SeatLeft: lambda state, event: gone(state, event.seat),
    ButtonPlaced: _placed,
    BlindPosted: posted,
    CardsDealt: _dealt,
    Folded: folded,
    Checked: checked,
    Called: called,
    Raised: raised,
    ExcessReturned: lambda state, event: returned(state, event.seat, event.cents),
    CommonTurned: _turned,
    HandShown: _shown,
    HandDiscarded: _discarded,
    PotsPaid: paid,
    RoundVoided: lambda state, event: voided(state, event.back, event.cause),
}


def waits(state: State) -> Wait:
    phase = state.phase
    if phase is BETTING:
        return WAITS_CHOICE if state.actor else WAITS_HOUSE
    if phase is SEATING:
        # With fewer than two nothing begins: people alone can change that.  [HE-7]
        return WAITS_BETS if can_deal(state) else WAITS_CHOICE
    return WAITS_OVER if phase is PAID or phase is VOID else WAITS_HOUSE


def to_act(state: State) -> Sequence[Seat]:
    return (state.actor,) if state.phase is BETTING and state.actor else ()


def clock(state: State) -> Clock | None:
    """Each decision has its time, and the same extra time after it.  [HE-43] [HE-44]"""
    if not to_act(state):
        return None
    setting = state.setting
    return Clock(
        (state.turn, state.actor, state.to_match),
        1000 * setting.decision_seconds,
        1000 * setting.extra_seconds,
    )


def end_shoe(state: State) -> State:
    return state


def pause(state: State) -> int:
    if waits(state) is Wait.OVER:
        return 1000 * state.setting.rest_seconds
    return PAUSES[state.phase] if waits(state) is Wait.HOUSE else 0


def hidden(event: Event) -> bool:
    return isinstance(event, CardsDealt)  # [HE-2d]


def keeps_shoe(state: State) -> bool:
    return False  # one pack of 52, shuffled for every round  [HE-4b]


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case (
            BlindPosted(seat=seat, cents=cents)
            | Called(seat=seat, cents=cents)
            | Raised(seat=seat, cents=cents)
        ):
            return (Posting(Road.CHIPS, seat, cents),)
        case ExcessReturned(seat=seat, cents=cents):
            return (Posting(Road.CHIPS_BACK, seat, cents),)  # [HE-40]
        case PotsPaid(pots=pots):
            shares = [share for each in pots for share in each.shares]
            won = [Posting(Road.POT, share.name, share.net) for share in shares]
            # Winners are paid from the pot and the house from nothing but the pot.  [HE-1] [HE-17a] [HE-19]
            return (
                *won,
                *(Posting(Road.RAKE, share.name, share.commission) for share in shares if share.commission),
            )
        case (
            BoughtIn(seat=seat, cents=cents, commission=commission)
            | ToppedUp(seat=seat, cents=cents, commission=commission)
        ):
            entered = Posting(Road.BUY_IN, seat, cents - commission)
            return (
                (entered, Posting(Road.BUY_IN_COMMISSION, seat, commission)) if commission else (entered,)
            )  # [HE-17b]
        case SeatLeft(seat=seat, cents=cents):
            return (Posting(Road.CASH_OUT, seat, cents),) if cents else ()  # [HE-10]
        case RoundVoided(back=back):
            return _along(Road.CHIPS_BACK, back)  # [HE-72]
        case _:
            return ()


def _along(road: Road, amounts: Mapping[Seat, Cents]) -> tuple[Posting, ...]:
    return tuple(Posting(road, seat, cents) for seat, cents in amounts.items() if cents)
