"""Laying bets: what may lie on a place, and the first reason why it may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.roulette.calls import call_bets
from games.rules.roulette.events import MOST_PLACES, BetPlaced, Call, Event, Laid, State, in_all
from games.rules.roulette.layout import LAYOUT_OF, PLACES
from games.rules.roulette.sheet import LETTER, RULES, Bound, bounds


def lay(state: State, seat: Seat, on: Laid, call: str = "") -> tuple[Event, ...]:
    setting, allowed, hand = state.setting, bounds(state.sheet, state.setting), state.hand(seat)
    lying, total, step = (hand.on, hand.total, setting.step) if hand else ({}, 0, setting.step)
    # Most bets are lawful, so that is found out in one pass; why another is not, and by which rule, `_refuse` says.
    lawful = 0 < len(on) <= MOST_PLACES
    for place, cents in on.items():
        bound = allowed.get(place)
        if (
            bound is None
            or cents < 1
            or cents % step
            or not bound.least <= cents + lying.get(place, 0) <= bound.most
        ):
            lawful = False
            break
        total += cents
    if not lawful or (setting.cap is not None and total > setting.cap):
        _refuse(state, on, lying)
    return (BetPlaced(seat, on, call),)


def call(state: State, seat: Seat, asked: Call) -> tuple[Event, ...]:
    """A call bet is laid as the chips it stands for, all of them or none.  [FR-8]"""
    rules = RULES[state.sheet.system]
    if asked.name not in state.sheet.calls:
        raise Refused(
            Refusal.NOT_OFFERED, rules.get("calls", rules["combinations"]), call=asked.name
        )  # [FR-8]
    bet = call_bets().get((asked.name, asked.number))
    if bet is None:
        raise Refused(Refusal.NO_SUCH_BET, rules["calls"], call=asked.name, number=asked.number)  # [FR-8]
    named = f"{asked.name}:{asked.number}" if asked.number else asked.name
    return lay(state, seat, {place: chips * asked.chip for place, chips in bet.chips.items()}, named)


def _refuse(state: State, on: Laid, lying: Laid) -> NoReturn:
    """Say the first reason in the order of `Refusal`, and of several places the first that has it."""
    sheet, setting, rules = state.sheet, state.setting, RULES[state.sheet.system]
    if not on:
        raise Refused(Refusal.NOTHING_BET, rules["minimum"])
    if len(on) > MOST_PLACES:
        raise Refused(Refusal.UNREADABLE, most=MOST_PLACES)
    layout, allowed = PLACES[LAYOUT_OF[setting.variant]], bounds(sheet, setting)
    for place in on:
        if place in layout and place not in allowed:
            raise Refused(
                Refusal.NOT_OFFERED, rules["doubles"], place=place, kind=str(layout[place].kind)
            )  # [AR-12a] [FR-R13a]
    for place in on:
        if place not in layout:
            raise Refused(Refusal.NO_SUCH_BET, rules["combinations"], place=place)  # [AR-9] [FR-10]
    wrong: tuple[tuple[Refusal, str, Callable[[Bound, Cents, Cents], bool]], ...] = (
        # At least the minimum must lie on a chance, whether in one bet or in several.  [AR-3c] [AR-10] [FR-3c] [FR-R11]
        (
            Refusal.BELOW_MINIMUM,
            "minimum",
            lambda bound, cents, lies: cents < 1 or cents + lies < bound.least,
        ),
        (Refusal.WRONG_STEP, "minimum", lambda bound, cents, lies: bool(cents % setting.step)),
        # By place and by player, all bets of the round together (A08); what waits in prison is none (A64).
        # [AR-3b] [FR-3b] [AR-11b] [FR-R12b]
        (Refusal.ABOVE_MAXIMUM, "maximum", lambda bound, cents, lies: cents + lies > bound.most),
    )
    for code, rule, holds in wrong:
        for place, cents in on.items():
            bound, kind, lies = allowed[place], layout[place].kind, lying.get(place, 0)
            if not holds(bound, cents, lies):
                continue
            said: dict[str, object] = {"place": place, "kind": str(kind)}
            if code is Refusal.BELOW_MINIMUM:
                said |= {"minimum": bound.least}
            elif code is Refusal.WRONG_STEP:
                said |= {"step": setting.step}
            else:
                said |= {
                    "times": bound.times,
                    "minimum": setting.minimum,
                    "limit": bound.most,
                    "room": bound.most - lies,
                }
            raise Refused(code, rules[rule] + (LETTER[kind] if rule == "maximum" else ""), **said)
    cap = setting.cap
    assert cap is not None
    raise Refused(Refusal.ABOVE_CAP, rules["cap"], limit=cap, room=cap - in_all(lying))  # [AR-12b] [FR-R13b]
