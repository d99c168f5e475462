"""Roulette, American (804/2015) and French (807/2015): one game, three wheels, two felts.

A round: players lay bets until the house closes them (multiple players) or the player launches the ball (individual); a
number is drawn; losing stakes are collected, then winning ones are paid. French even chances may go to prison at zero and
meet the next round's number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, assert_never

from msgspec.structs import replace

from games.rules.engine import Cents, Chance, Clock, Drawn, Posting, Refusal, Refused, Road, Seat, Wait
from games.rules.roulette.bets import call, lay
from games.rules.roulette.events import (
    MOST_UNDONE,
    NOBODY,
    SHELVES,
    Bet,
    BetPlaced,
    BetsClosed,
    BetTaken,
    Call,
    Clear,
    Command,
    Event,
    Hand,
    HeldCollected,
    HeldKept,
    HeldReturned,
    Laid,
    Launch,
    NumberDrawn,
    Phase,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    StakesHeld,
    State,
    Undo,
    in_all,
)
from games.rules.roulette.layout import WHEELS
from games.rules.roulette.settlement import settle
from games.rules.roulette.sheet import RULES, Setting, Sheet, check, check_setting
from games.rules.roulette.view import describe, explain, options, outcome, results, stakes, told, view
from games.rules.shared.sessions import Mode, voids

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
    "explain",
    "hidden",
    "keeps_shoe",
    "lapse",
    "options",
    "outcome",
    "pause",
    "positions",
    "postings",
    "results",
    "stakes",
    "to_act",
    "told",
    "view",
    "void",
    "waits",
    "withdraw",
]

CLOSE_MS = 1200  # between the announcement and the number
BETWEEN_PLAYERS = False
ANYTIME: tuple[type, ...] = ()


def begin(sheet: Sheet, setting: Setting, before: State | None, seats: Sequence[Seat]) -> State:
    """A new round. Stakes in prison come along, whoever is still seated: no absence makes a bet void.  [FR-R20c] [FR-R23]"""
    if before is None or not before.held:
        return State(sheet, setting)
    return State(sheet, setting, carried=before.held, second_zero=before.sheet.second_zero)


def act(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    rules = RULES[state.sheet.system]
    if state.phase is not Phase.BETTING:
        # Bets of a round stand from the close to its settlement.  [AR-3d] [FR-3d] [AR-14b] [FR-R15b]
        raise Refused(
            Refusal.BETS_CLOSED, rules["round" if state.setting.mode is Mode.INDIVIDUAL else "closing"]
        )
    match command:
        case Bet(on=on):
            return lay(state, seat, on)
        case Call():
            return call(state, seat, command)
        case Undo():
            hand = state.hand(seat)
            if hand is None or not hand.laid:
                raise Refused(Refusal.NOTHING_TO_UNDO, rules["round"])
            return (BetTaken(seat, hand.laid[-1]),)
        case Clear():
            hand = state.hand(seat)
            if hand is None:
                raise Refused(Refusal.NOTHING_TO_UNDO, rules["round"])
            return (BetTaken(seat, hand.on),)
        case Launch():
            if state.setting.mode is not Mode.INDIVIDUAL:
                raise Refused(
                    Refusal.NOT_OFFERED, rules["period"]
                )  # the timer closes the bets of all  [AR-14a] [FR-R15a]
            if state.hand(seat) is None and seat not in state.carried:
                raise Refused(Refusal.NOTHING_BET, rules["launch"])  # only after a bet  [AR-15] [FR-R16]
            return (BetsClosed(),)
    assert_never(command)


def advance(state: State, chance: Chance) -> tuple[Event, ...]:
    match state.phase:
        case Phase.BETTING:
            return (
                BetsClosed(),
            )  # for all players at the same instant  [AR-14a] [AR-14b] [FR-R15a] [FR-R15b]
        case Phase.CLOSED:
            wheel = WHEELS[state.setting.variant]
            return settle(state, wheel[chance.below(len(wheel))])
    raise ValueError(f"a round that is {state.phase} does not go on")


def lapse(state: State, seat: Seat) -> tuple[Event, ...]:
    """The player of an individual wheel is gone with a bet laid: the bet stands, so the house launches the ball.  [AR-22] [FR-R23]"""
    at_stake = state.hand(seat) is not None or seat in state.carried
    if at_stake and state.phase is Phase.BETTING and state.setting.mode is Mode.INDIVIDUAL:
        return (BetsClosed(),)  # [AR-23] [FR-R24]
    return ()


def withdraw(state: State, seat: Seat) -> tuple[Event, ...]:
    """A bet laid and never launched goes back to a player who ends the session; at a wheel for many it stands.  [AR-27] [FR-R28]"""
    hand = state.hand(seat)
    if hand is None or state.phase is not Phase.BETTING or state.setting.mode is not Mode.INDIVIDUAL:
        return ()
    return (BetTaken(seat, hand.on),)


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Every stake goes back, where the cause makes the round void; otherwise nothing happens.  [AR-20] [AR-22] [FR-R21] [FR-R23]"""
    if not voids(cause):
        return ()
    if state.phase in (Phase.SETTLED, Phase.VOID):
        raise ValueError(f"a round that is {state.phase} cannot become void")
    back = {seat: hand.total for seat, hand in state.laid()}
    return (
        RoundVoided(cause, back, {seat: in_all(carried) for seat, carried in state.carried.items()}),
    )  # [AR-21] [FR-R22]


def apply(state: State, event: Event) -> State:
    match event:
        case BetPlaced(seat=seat, on=on):
            return _with_bet(state, seat, on)
        case BetTaken(seat=seat, on=on):
            return _without_bet(state, seat, on)
        case BetsClosed():
            return replace(state, phase=Phase.CLOSED)
        case NumberDrawn(number=number):
            return replace(state, number=number)
        case StakesCollected(lost=lost) | HeldCollected(lost=lost):
            return replace(state, lost=_sum(state.lost, lost))
        case StakesHeld(held=held) | HeldKept(held=held):
            both = dict(state.held)
            for seat, laid in held.items():
                both[seat] = _sum(both.get(seat, {}), laid)
            return replace(state, held=both)
        case HeldReturned(back=back):
            return replace(state, back=_sum(state.back, back))
        case PrizesPaid(back=back, prize=prize):
            return replace(state, back=_sum(state.back, back), prize=prize, phase=Phase.SETTLED)
        case RoundVoided(cause=cause, back=back, held=held):
            return replace(state, back=_sum(back, held), cause=cause, phase=Phase.VOID)
    assert_never(event)


def _with_bet(state: State, seat: Seat, on: Laid) -> State:
    hand = state.hand(seat)
    lying, totals = dict(hand.on) if hand else {}, dict(state.totals)
    total = hand.total if hand else 0
    for place, cents in on.items():
        lying[place] = lying.get(place, 0) + cents
        totals[place] = totals.get(place, 0) + cents
        total += cents
    after = Hand(lying, total, (*hand.laid, on)[-MOST_UNDONE:] if hand else (on,))
    shelf = {**state.hands.get(seat % SHELVES, NOBODY), seat: after}
    return replace(state, hands={**state.hands, seat % SHELVES: shelf}, totals=totals)


def _without_bet(state: State, seat: Seat, on: Laid) -> State:
    shelf = dict(state.hands[seat % SHELVES])
    hand = shelf.pop(seat)
    lying = _less(hand.on, on)
    if lying:
        shelf[seat] = Hand(lying, hand.total - in_all(on), hand.laid[:-1])
    return replace(state, hands={**state.hands, seat % SHELVES: shelf}, totals=_less(state.totals, on))


Key = TypeVar("Key", Seat, str)


def _sum(one: Mapping[Key, Cents], other: Mapping[Key, Cents]) -> dict[Key, Cents]:
    both = dict(one)
    for key, cents in other.items():
        both[key] = both.get(key, 0) + cents
    return both


def _less(laid: Mapping[str, Cents], taken: Mapping[str, Cents]) -> Laid:
    """What lies when that is taken away; a place with nothing on it is no place with a bet."""
    left = dict(laid)
    for place, cents in taken.items():
        left[place] -= cents
        if not left[place]:
            del left[place]
    return left


def waits(state: State) -> Wait:
    match state.phase:
        case Phase.BETTING:
            return Wait.BETS
        case Phase.CLOSED:
            return Wait.HOUSE
        case Phase.SETTLED | Phase.VOID:
            return Wait.OVER
    assert_never(state.phase)


def to_act(state: State) -> Sequence[Seat]:
    return ()  # nobody decides anything at roulette once the bets are closed


def clock(state: State) -> Clock | None:
    return None


def absence(state: State, seat: Seat) -> str:
    return ""


def end_shoe(state: State) -> State:
    return state


def pause(state: State) -> int:
    match state.phase:
        case Phase.CLOSED:
            return CLOSE_MS
        case Phase.SETTLED | Phase.VOID:
            return 1000 * state.setting.rest_seconds
        case Phase.BETTING:
            return 0
    assert_never(state.phase)


def hidden(event: Event) -> bool:
    return False  # nothing at roulette is known to one seat and not to another


def keeps_shoe(state: State) -> bool:
    return False  # every number is drawn afresh


def drawn(state: State) -> Drawn:
    return Drawn((state.number,) if state.number else (), wheel=state.setting.variant)


def positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    return ()  # no card is opened by itself: the seed opens all


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            return (Posting(Road.STAKE, seat, in_all(on)),)
        case BetTaken(seat=seat, on=on):
            return (Posting(Road.STAKE_BACK, seat, in_all(on)),)
        case StakesCollected(lost=lost):
            return _along(Road.STAKE_LOST, lost)  # [AR-17] [FR-R18]
        case HeldCollected(lost=lost):
            return _along(Road.HELD_LOST, lost)  # [FR-R20c]
        case StakesHeld(held=held):
            return _along(Road.STAKE_HELD, {seat: in_all(laid) for seat, laid in held.items()})  # [FR-R20c]
        case HeldReturned(back=back):
            return _along(Road.HELD_BACK, back)  # [FR-R20c]
        case PrizesPaid(back=back, prize=prize):
            return (*_along(Road.STAKE_BACK, back), *_along(Road.PRIZE, prize))  # [AR-17] [FR-R18]
        case RoundVoided(back=back, held=held):
            return (*_along(Road.STAKE_BACK, back), *_along(Road.HELD_BACK, held))  # [AR-21] [FR-R22]
        case BetsClosed() | NumberDrawn() | HeldKept():
            return ()
    assert_never(event)


def _along(road: Road, amounts: Mapping[Seat, Cents]) -> tuple[Posting, ...]:
    return tuple(Posting(road, seat, cents) for seat, cents in amounts.items())
