"""Placing bets and taking them back: what is accepted, and the first reason why a bet is not."""

from __future__ import annotations

from games.rules.bets import BetPlaced, BetTaken, Clear, Stakes, Undo, check_start, find_taken
from games.rules.blackjack.events import BetsClosed, Event, Place, State
from games.rules.blackjack.sheet import MAX_PLACES
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refusal, Refused

PLACES = tuple(map(str, range(1, MAX_PLACES + 1)))


def place_bet(state: State, seat: Seat, on: Stakes) -> tuple[Event, ...]:
    setting = state.setting
    if not on:
        raise Refused(Refusal.NOTHING_BET, "BJ-9")
    for place in on:
        _check_place(state, seat, place, on)
    current = {place: state.boxes[place].bet if place in state.boxes else 0 for place in on}
    # These limits apply to the initial bet of each place; doubles, splits and insurance may exceed them
    # (A57).
    for place, cents in on.items():
        if cents < 1 or cents + current[place] < setting.minimum:
            # [BJ-2c] [BJ-9]
            raise Refused(Refusal.BELOW_MINIMUM, "BJ-9", place=place, minimum=setting.minimum)
    for place, cents in on.items():
        if cents % setting.step:
            raise Refused(Refusal.WRONG_STEP, "BJ-10", place=place, step=setting.step)
    for place, cents in on.items():
        if cents + current[place] > setting.maximum:
            room = setting.maximum - current[place]
            # [BJ-2b] [BJ-9]
            raise Refused(Refusal.ABOVE_MAXIMUM, "BJ-9", place=place, limit=setting.maximum, room=room)
    return (BetPlaced(seat, dict(on)),)


def _check_place(state: State, seat: Seat, place: Place, on: Stakes) -> None:
    """A player's own place has the number of his seat.

    He may bet on free places besides, as the sheet allows.

    [BJ-7]
    """
    setting = state.setting
    places, is_own = {*state.places_of(seat), *on}, place == str(seat)
    if setting.places_per_player == 1 and not is_own:
        raise Refused(Refusal.NOT_OFFERED, "BJ-7", place=place)  # [BJ-7]
    if len(places) > setting.places_per_player:
        raise Refused(Refusal.NOT_OFFERED, "BJ-7", place=place, most=setting.places_per_player)  # [BJ-7]
    if place not in PLACES[: setting.places]:
        raise Refused(Refusal.NO_SUCH_BET, "BJ-4a", place=place, most=setting.places)  # [BJ-4a]
    if _owner(state, place, seat) != seat:
        raise Refused(Refusal.PLACE_TAKEN, "BJ-7", place=place)


def _owner(state: State, place: Place, seat: Seat) -> Seat:
    """Who may bet on a place: who has a bet there, else the player of that seat, else the one who asks."""
    if place in state.boxes:
        return state.boxes[place].seat
    return next((other for other in state.seated if str(other) == place), seat)


def open_places(state: State, seat: Seat) -> list[Place]:
    """The places on which that player may bet something more now."""
    places = []
    for place in PLACES[: state.setting.places]:
        try:
            _check_place(state, seat, place, {place: 1})
        except Refused:
            continue
        if place not in state.boxes or state.boxes[place].bet < state.setting.maximum:
            places.append(place)
    return places


def all_bets_of(state: State, seat: Seat) -> Stakes:
    return {place: state.boxes[place].bet for place in state.places_of(seat)}


def take_back(state: State, seat: Seat, command: Undo | Clear) -> tuple[Event, ...]:
    placed = state.placed.get(seat, ())
    return (BetTaken(seat, find_taken(command, placed, all_bets_of(state, seat), "BJ-2f")),)


def start_deal(state: State, seat: Seat) -> tuple[Event, ...]:
    has_bet = bool(state.places_of(seat))
    # [BJ-12a] [BJ-13]
    check_start(state.setting.mode, has_bet=has_bet, period_rule="BJ-12a", start_rule="BJ-13")
    return (BetsClosed(),)
