"""Placing bets and taking them back: what is accepted, and the first reason why a bet is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from games.rules.baccarat.events import BetsClosed, Event, State
from games.rules.baccarat.sheet import (
    OTHER_SIDE,
    PAIRS,
    RULE_LETTERS,
    SIDES,
    BetPlace,
    PairCap,
    Setting,
    bet_limits,
    prize_cap_of,
)
from games.rules.bets import (
    NOTHING_PLACED,
    BetPlaced,
    BetTaken,
    Clear,
    Stakes,
    Undo,
    check_start,
    find_taken,
)
from games.rules.shared.amounts import minus, plus
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused

NO_STAKES: Stakes = {}


def place_bet(state: State, seat: Seat, on: Stakes) -> tuple[Event, ...]:
    current = state.bets[seat].on if seat in state.bets else NO_STAKES
    after = _check_limits(state, on, current)
    _check_both_sides(state, after)
    _check_prize_cap(state, on)
    return (BetPlaced(seat, on),)


def _check_limits(state: State, on: Stakes, current: Stakes) -> Stakes:
    """The player's stakes after the bet, each chance within its limits.

    All bets of a round on a chance count together.
    """
    setting, limits = state.setting, bet_limits(state.sheet, state.setting)
    if not on:
        raise Refused(Refusal.NOTHING_BET, "PB-14")
    for place in on:
        if place in PAIRS and place not in limits:
            raise Refused(Refusal.NOT_OFFERED, "PB-10", place=place)  # [PB-10]
    for place in on:
        if place not in limits:
            raise Refused(Refusal.NO_SUCH_BET, "PB-9a", place=place)  # [PB-9a] [PB-9b] [PB-9c]
    after = plus(current, on)
    for place, cents in on.items():
        minimum = limits[place].minimum
        if cents < 1 or after[place] < minimum:
            # [PB-2b] [PB-14]
            raise Refused(Refusal.BELOW_MINIMUM, "PB-14", place=place, minimum=minimum)
    for place, cents in on.items():
        if cents % setting.step:
            raise Refused(Refusal.WRONG_STEP, "PB-14", place=place, step=setting.step)
    for place in on:
        maximum = limits[place].maximum
        if maximum is not None and after[place] > maximum:
            details = {
                "place": place,
                "times": limits[place].times,
                "minimum": setting.minimum,
                "limit": maximum,
                "room": maximum - current.get(place, 0),
            }
            rule = f"PB-15{RULE_LETTERS[BetPlace(place)]}"  # [PB-2a] [PB-15a] [PB-15b] [PB-15c]
            raise Refused(Refusal.ABOVE_MAXIMUM, rule, **details)
    return after


def _check_both_sides(state: State, after: Stakes) -> None:
    """Bets on both sides must differ by at least the minimum, at Macau tables too (A42).  [PB-13] [PB-39]"""
    punto, banco = after.get(BetPlace.PUNTO, 0), after.get(BetPlace.BANCO, 0)
    difference, minimum = abs(punto - banco), state.setting.minimum
    if punto and banco and difference < minimum:
        details = {"difference": difference, "minimum": minimum, "punto": punto, "banco": banco}
        raise Refused(Refusal.BOTH_SIDES, "PB-13", **details)  # [PB-13]


def _check_prize_cap(state: State, on: Stakes) -> None:
    exceeded = _exceeded_limits(state, plus(state.totals, on), on)
    if exceeded:
        # The first chance above its limit, with the room it had before.
        place = next(iter(exceeded))
        details = {
            "place": str(place),
            "cap": state.setting.prize_cap,
            "limit": exceeded[place],
            "room": table_room(state)[place],
        }
        rule = f"PB-43{RULE_LETTERS[place]}"  # [PB-43a] [PB-43b] [PB-43c]
        raise Refused(Refusal.ABOVE_TABLE_CAP, rule, **details)


def _exceeded_limits(state: State, totals: Mapping[str, Cents], on: Iterable[str]) -> dict[BetPlace, Cents]:
    """Of the chances in `on`, those on which all players together would stake too much, with their limits."""
    if state.setting.prize_cap is None:
        return {}
    limits = {place: table_limit(state, totals, place) for place in BetPlace if place in on}
    return {place: limit for place, limit in limits.items() if totals.get(place, 0) > limit}


def table_limit(state: State, totals: Mapping[str, Cents], place: BetPlace) -> Cents:
    """The most that all players together may stake on a chance, given the stakes on the others (A41).

    [PB-41]
    """
    cap = prize_cap_of(state.setting, place)
    if place in SIDES:
        return cap + totals.get(OTHER_SIDE[place], 0)  # the difference counts, not the sum  [PB-42] [PB-43a]
    if place in PAIRS and state.sheet.pair_cap is PairCap.TOGETHER:
        return cap - sum(totals.get(other, 0) for other in PAIRS if other != place)  # [PB-43c]
    return cap  # [PB-43b] [PB-43c]


def table_room(state: State) -> dict[BetPlace, Cents]:
    """What all players together may still stake on each chance under a maximum of prizes.  [PB-41]"""
    if state.setting.prize_cap is None:
        return {}
    return {
        place: table_limit(state, state.totals, place) - state.totals.get(place, 0)
        for place in map(BetPlace, bet_limits(state.sheet, state.setting))
    }


def take_back(state: State, seat: Seat, command: Undo | Clear) -> tuple[Event, ...]:
    """Take back the last bet, or all of them, unless other players' bets on the other side depend on it."""
    bets = state.bets.get(seat, NOTHING_PLACED)
    taken = find_taken(command, bets.placed, bets.on, "PB-2c")
    totals = minus(state.totals, taken)
    for side in _exceeded_limits(state, totals, SIDES):
        # What leaves one side may not let the other exceed it by more than the maximum of prizes.
        details = {
            "place": str(OTHER_SIDE[side]),
            "against": str(side),
            "stays": totals[side] - prize_cap_of(state.setting, side),
        }
        raise Refused(Refusal.COVERS_OTHERS, "PB-43a", **details)  # [PB-43a]
    return (BetTaken(seat, taken),)


class BetRange(Struct, frozen=True):
    """What a player may add to a chance: `minimum` to `maximum` (None: no limit), except the gap."""

    minimum: Cents
    maximum: Cents | None
    gap_start: Cents = 0
    gap_end: Cents = 0


def bet_range(state: State, own: Mapping[str, Cents], place: str) -> BetRange | None:
    """By the player's own bets and the table's setting; `table_room` gives what all players share.

    None: nothing.
    """
    setting, limits = state.setting, bet_limits(state.sheet, state.setting)[place]
    current = own.get(place, 0)
    minimum = max(setting.step, limits.minimum - current)
    maximum = None if limits.maximum is None else (limits.maximum - current) // setting.step * setting.step
    other = own.get(OTHER_SIDE[BetPlace(place)], 0) if place in SIDES else 0
    allowed = BetRange(minimum, maximum)
    if other:
        allowed = _without_gap(allowed, setting, *_too_close(other - current, setting))
    return None if allowed.maximum is not None and allowed.maximum < allowed.minimum else allowed


def _too_close(difference: Cents, setting: Setting) -> tuple[Cents, Cents]:
    """The first and last whole step that would leave less than the minimum between the two sides.  [PB-13]"""
    step = setting.step
    first = (difference - setting.minimum) // step * step + step
    last = -(-(difference + setting.minimum) // step) * step - step
    return first, last


def _without_gap(allowed: BetRange, setting: Setting, first: Cents, last: Cents) -> BetRange:
    """The range without the steps from `first` to `last`. A gap at either end shortens the range instead."""
    minimum, maximum = allowed.minimum, allowed.maximum
    if first <= minimum <= last:
        return BetRange(last + setting.step, maximum)
    if maximum is not None and first <= maximum <= last:
        return BetRange(minimum, first - setting.step)
    if last < minimum or (maximum is not None and first > maximum):
        return allowed
    return BetRange(minimum, maximum, first, last)


def start_deal(state: State, seat: Seat) -> tuple[Event, ...]:
    # [PB-27a] [PB-28]
    check_start(state.setting.mode, has_bet=seat in state.bets, period_rule="PB-27a", start_rule="PB-28")
    return (BetsClosed(),)
