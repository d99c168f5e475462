"""Laying bets and taking them back: what may lie on a chance, and the first reason why it may not."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.rules.baccarat.events import BetPlaced, BetTaken, Clear, Event, Laid, State, Undo, less, more
from games.rules.baccarat.sheet import LETTER, OTHER, PAIRS, SIDES, PairCap, Place, Setting, bounds, cap_of
from games.rules.engine import Cents, Refusal, Refused, Seat
from games.rules.shared.sessions import Mode

NOTHING: Laid = {}


def lay(state: State, seat: Seat, on: Laid) -> tuple[Event, ...]:
    lying = state.bets[seat].on if seat in state.bets else NOTHING
    after = _lawful(state, on, lying)
    _keep_apart(state, after)
    _keep_under_cap(state, on)
    return (BetPlaced(seat, on),)


def _lawful(state: State, on: Laid, lying: Laid) -> Laid:
    """What will lie when that is laid, each chance within its bounds; all bets of the round on it count together."""
    setting, allowed = state.setting, bounds(state.sheet, state.setting)
    if not on:
        raise Refused(Refusal.NOTHING_BET, "PB-14")
    for place in on:
        if place in PAIRS and place not in allowed:
            raise Refused(Refusal.NOT_OFFERED, "PB-10", place=place)  # [PB-10]
    for place in on:
        if place not in allowed:
            raise Refused(Refusal.NO_SUCH_BET, "PB-9a", place=place)  # [PB-9a] [PB-9b] [PB-9c]
    after = more(lying, on)
    for place, cents in on.items():
        if cents < 1 or after[place] < allowed[place].least:
            raise Refused(
                Refusal.BELOW_MINIMUM, "PB-14", place=place, minimum=allowed[place].least
            )  # [PB-2b] [PB-14]
    for place, cents in on.items():
        if cents % setting.step:
            raise Refused(Refusal.WRONG_STEP, "PB-14", place=place, step=setting.step)
    for place in on:
        most = allowed[place].most
        if most is not None and after[place] > most:
            said = {
                "times": allowed[place].times,
                "minimum": setting.minimum,
                "limit": most,
                "room": most - lying.get(place, 0),
            }
            raise Refused(
                Refusal.ABOVE_MAXIMUM, f"PB-15{LETTER[Place(place)]}", place=place, **said
            )  # [PB-2a] [PB-15a] [PB-15b] [PB-15c]
    return after


def _keep_apart(state: State, after: Laid) -> None:
    """Whoever bets on both sides bets on one of them more by the minimum at least, at Macau tables too (A42).  [PB-13] [PB-39]"""
    punto, banco = after.get(Place.PUNTO, 0), after.get(Place.BANCO, 0)
    if punto and banco and abs(punto - banco) < state.setting.minimum:
        said = {
            "difference": abs(punto - banco),
            "minimum": state.setting.minimum,
            "punto": punto,
            "banco": banco,
        }
        raise Refused(Refusal.BOTH_SIDES, "PB-13", **said)  # [PB-13]


def _keep_under_cap(state: State, on: Laid) -> None:
    over = _over(state, more(state.totals, on), on)
    if over:
        # The first that is over is said, with what still had room there before.
        place = next(iter(over))
        said = {"cap": state.setting.prize_cap, "limit": over[place], "room": room(state)[place]}
        raise Refused(
            Refusal.ABOVE_TABLE_CAP, f"PB-43{LETTER[place]}", place=str(place), **said
        )  # [PB-43a] [PB-43b] [PB-43c]


def _over(state: State, totals: Mapping[str, Cents], on: Mapping[str, Cents]) -> dict[Place, Cents]:
    """The chances of `on` on which all players together would have too much, each with the most there may be."""
    if state.setting.prize_cap is None:
        return {}
    limits = {place: limit(state, totals, place) for place in Place if place in on}
    return {place: most for place, most in limits.items() if totals.get(place, 0) > most}


def limit(state: State, totals: Mapping[str, Cents], place: Place) -> Cents:
    """The most that all players together may have on a chance, given what lies on the others (A41).  [PB-41]"""
    most = cap_of(state.setting, place)
    if place in SIDES:
        return most + totals.get(OTHER[place], 0)  # the difference counts, not the sum  [PB-42] [PB-43a]
    if place in PAIRS and state.sheet.pair_cap == PairCap.TOGETHER:
        return most - sum(totals.get(other, 0) for other in PAIRS if other != place)  # [PB-43c]
    return most  # [PB-43b] [PB-43c]


def room(state: State) -> dict[Place, Cents]:
    """What all players together may still lay on each chance under a maximum of prizes; it changes with everybody's bets.  [PB-41]"""
    if state.setting.prize_cap is None:
        return {}
    return {
        Place(place): limit(state, state.totals, Place(place)) - state.totals.get(place, 0)
        for place in bounds(state.sheet, state.setting)
    }


def take(state: State, seat: Seat, command: Undo | Clear) -> tuple[Event, ...]:
    """The last bet is taken back, or all of them; not where others' bets on the other side rest on it."""
    bets = state.bets.get(seat)
    if bets is None or (isinstance(command, Undo) and not bets.laid):
        raise Refused(Refusal.NOTHING_TO_UNDO, "PB-2c")
    taken = bets.laid[-1] if isinstance(command, Undo) else bets.on
    left = less(state.totals, taken)
    for side in _over(state, left, dict.fromkeys(SIDES, 0)):
        # What leaves one side may not make the other pass it by more than the maximum of prizes.
        must_stay = left[side] - cap_of(state.setting, side)
        raise Refused(
            Refusal.COVERS_OTHERS, "PB-43a", place=str(OTHER[side]), against=str(side), stays=must_stay
        )  # [PB-43a]
    return (BetTaken(seat, taken),)


class Span(Struct, frozen=True):
    """What one player may add to a chance now: from `least` to `most` (None: no limit), except from `first` to `last`."""

    least: Cents
    most: Cents | None
    first: Cents = 0
    last: Cents = 0


def span(state: State, lying: Mapping[str, Cents], place: str) -> Span | None:
    """By the player's own bets and the table's setting; what all players share stands in `room`. None: nothing may be added."""
    setting, allowed, lies = state.setting, bounds(state.sheet, state.setting)[place], lying.get(place, 0)
    least = max(setting.step, allowed.least - lies)
    most = None if allowed.most is None else (allowed.most - lies) // setting.step * setting.step
    against = lying.get(OTHER[Place(place)], 0) if place in SIDES else 0
    first = last = 0
    if against:
        # Between these two the sides would lie too near to each other.  [PB-13]
        first, last = _steps_between(against - lies, setting)
        if first <= least <= last:
            least, first, last = last + setting.step, 0, 0
        elif most is not None and first <= most <= last:
            most, first, last = first - setting.step, 0, 0
        elif last < least or (most is not None and first > most):
            first = last = 0
    return None if most is not None and most < least else Span(least, most, first, last)


def _steps_between(gap: Cents, setting: Setting) -> tuple[Cents, Cents]:
    """The first and the last whole step that leave less than the minimum between the sides."""
    step = setting.step
    return (gap - setting.minimum) // step * step + step, -(-(gap + setting.minimum) // step) * step - step


def launch(state: State, seat: Seat) -> None:
    """May the player start the deal?"""
    if state.setting.mode != Mode.INDIVIDUAL:
        raise Refused(Refusal.NOT_OFFERED, "PB-27a")  # the timer closes the bets of all  [PB-27a]
    if seat not in state.bets:
        raise Refused(Refusal.NOTHING_BET, "PB-28")  # only after a bet  [PB-28]
