"""Placing bets and taking them back: what is accepted, and the first reason why a bet is not."""

from __future__ import annotations

from typing import NoReturn

from games.rules.bets import NOTHING_PLACED, BetTaken, Clear, PlayerBets, Stakes, Undo, find_taken
from games.rules.engine import JsonObject
from games.rules.roulette.calls import call_bets
from games.rules.roulette.events import MAX_PLACES, BetPlaced, Event, PlaceCallBet, State
from games.rules.roulette.layout import LAYOUT_OF, PLACES, PlaceId
from games.rules.roulette.sheet import RULE_LETTERS, RULES, bet_limits
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused

NO_STAKES: Stakes = {}


def place_bet(state: State, seat: Seat, on: Stakes, call: str = "") -> tuple[Event, ...]:
    setting, limits, bets = state.setting, bet_limits(state.sheet, state.setting), state.bets_of(seat)
    current, total, step = bets.on if bets else NO_STAKES, bets.total if bets else 0, setting.step
    # Most bets are lawful, so one pass decides that. `_refuse` finds out why a bet is not, and by which rule.
    is_lawful = 0 < len(on) <= MAX_PLACES
    for place, cents in on.items():
        limit = limits.get(place)
        if limit is None or cents < 1 or cents % step:
            is_lawful = False
            break
        if not limit.minimum <= cents + current.get(place, 0) <= limit.maximum:
            is_lawful = False
            break
        total += cents
    if not is_lawful or (setting.cap is not None and total > setting.cap):
        _refuse(state, bets, on)
    return (BetPlaced(seat, on, call),)


def place_call_bet(state: State, seat: Seat, command: PlaceCallBet) -> tuple[Event, ...]:
    """A call bet is placed as the chips it stands for, all of them or none.  [FR-8]"""
    rules, name, number = RULES[state.sheet.system], command.name, command.number
    if name not in state.sheet.calls:
        rule = rules.get("calls", rules["combinations"])
        raise Refused(Refusal.NOT_OFFERED, rule, call=name)  # [FR-8]
    bet = call_bets().get((name, number))
    if bet is None:
        raise Refused(Refusal.NO_SUCH_BET, rules["calls"], call=name, number=number)  # [FR-8]
    stakes = {place: chips * command.chip for place, chips in bet.chips.items()}
    return place_bet(state, seat, stakes, f"{name}:{number}" if number else name)


def take_back(state: State, seat: Seat, command: Undo | Clear) -> tuple[Event, ...]:
    bets = state.bets_of(seat) or NOTHING_PLACED
    return (BetTaken(seat, find_taken(command, bets.placed, bets.on, RULES[state.sheet.system]["round"])),)


def _refuse(state: State, bets: PlayerBets | None, on: Stakes) -> NoReturn:
    """Raise the first reason in the order of `Refusal`, for the first place it applies to."""
    setting, rules = state.setting, RULES[state.sheet.system]
    if not on:
        raise Refused(Refusal.NOTHING_BET, rules["minimum"])
    if len(on) > MAX_PLACES:
        raise Refused(Refusal.UNREADABLE, most=MAX_PLACES)
    _check_places(state, on)
    current = bets.on if bets else NO_STAKES
    for place, cents in on.items():
        _check_minimum(state, place, cents, current.get(place, 0))
    for place, cents in on.items():
        if cents % setting.step:
            details = _of_place(state, place)
            raise Refused(Refusal.WRONG_STEP, rules["minimum"], **details, step=setting.step)
    for place, cents in on.items():
        _check_maximum(state, place, cents, current.get(place, 0))
    cap = setting.cap
    assert cap is not None
    # [AR-12b] [FR-R13b]
    raise Refused(Refusal.ABOVE_CAP, rules["cap"], limit=cap, room=cap - (bets.total if bets else 0))


def _of_place(state: State, place: PlaceId) -> JsonObject:
    return {"place": place, "kind": str(PLACES[LAYOUT_OF[state.setting.variant]][place].kind)}


def _check_places(state: State, on: Stakes) -> None:
    rules, layout = RULES[state.sheet.system], PLACES[LAYOUT_OF[state.setting.variant]]
    limits = bet_limits(state.sheet, state.setting)
    for place in on:
        if place in layout and place not in limits:
            # [AR-12a] [FR-R13a]
            raise Refused(Refusal.NOT_OFFERED, rules["doubles"], **_of_place(state, place))
    for place in on:
        if place not in layout:
            raise Refused(Refusal.NO_SUCH_BET, rules["combinations"], place=place)  # [AR-9] [FR-10]


def _check_minimum(state: State, place: PlaceId, cents: Cents, current: Cents) -> None:
    """A chance must hold at least the minimum, whether from one bet or several.

    [AR-3c] [AR-10] [FR-3c] [FR-R11]
    """
    minimum = bet_limits(state.sheet, state.setting)[place].minimum
    if cents < 1 or cents + current < minimum:
        rule = RULES[state.sheet.system]["minimum"]
        raise Refused(Refusal.BELOW_MINIMUM, rule, **_of_place(state, place), minimum=minimum)


def _check_maximum(state: State, place: PlaceId, cents: Cents, current: Cents) -> None:
    """The maximum applies per place and player to all bets of the round (A08); imprisoned stakes do not
    count (A64).

    [AR-3b] [FR-3b] [AR-11b] [FR-R12b]
    """
    limit = bet_limits(state.sheet, state.setting)[place]
    if cents + current <= limit.maximum:
        return
    kind = PLACES[LAYOUT_OF[state.setting.variant]][place].kind
    details = _of_place(state, place) | {
        "times": limit.times,
        "minimum": state.setting.minimum,
        "limit": limit.maximum,
        "room": limit.maximum - current,
    }
    raise Refused(Refusal.ABOVE_MAXIMUM, RULES[state.sheet.system]["maximum"] + RULE_LETTERS[kind], **details)
