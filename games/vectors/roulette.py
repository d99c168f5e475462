"""Checks of the roulette vectors against the roulette engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.engine import Result, Wait
from games.rules.roulette.calls import CALL_RULES
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import Bet, BetPlaced, Command, PlaceCallBet, State
from games.rules.roulette.layout import LAYOUT_OF, PLACES, BetKind, PlaceId, find_place, neighbours
from games.rules.roulette.sheet import AMERICAN, FRENCH, VARIANTS, Setting, Sheet, Zero
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refused
from games.vectors.shared import end_session, inactivity
from games.vectors.vector import CheckFunction, Given

SEAT = 1
WHEEL_OF = {(AMERICAN, "0"): "37", (AMERICAN, "00"): "38", (FRENCH, "0"): "FR"}


class FixedPocket:
    """The ball falls into the pocket of the example."""

    def __init__(self, pocket: int) -> None:
        self.pocket = pocket

    def below(self, n: int) -> int:
        return self.pocket

    def shuffled(self, n: int) -> range:
        return range(n)


def sheet(system: str, given: Given) -> Sheet:
    return Sheet(
        system,
        Zero(given.get("zero_option", Zero.LOSE_ALL)),
        VARIANTS[system],
        double_bets=given.get("double_bets_offered", True),
        calls=tuple(CALL_RULES) if system == FRENCH else (),
    )


def setting(system: str, given: Given, minimum: int = 1) -> Setting:
    variant = given.get("wheel") or WHEEL_OF[system, given.get("layout", "0")]
    return Setting(variant, given.get("minimum", minimum), step=1, cap=given.get("player_cap"))


def open_round(system: str, given: Given, minimum: int = 1) -> State:
    return ROULETTE.begin(sheet(system, given), setting(system, given, minimum), None, (SEAT,))


def place_of(state: State, bet: Given) -> PlaceId:
    layout = LAYOUT_OF[state.setting.variant]
    return find_place(layout, bet["kind"], bet.get("numbers", ()), bet.get("name", "")) or "none"


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(ROULETTE.act(state, SEAT, command))
    except Refused:
        return False


def play_round(state: State, number: str) -> State:
    """Plays the round to its payment, with that number drawn."""
    pocket = ROULETTE.describe(state.sheet, state.setting)["wheel"].index(number)
    while ROULETTE.waiting_for(state) is not Wait.OVER:
        for event in ROULETTE.advance(state, FixedPocket(pocket)):
            state = ROULETTE.apply(state, event)
    return state


def coverage(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given)
    return {"valid": accepts(state, Bet({place_of(state, given): 1}))}


def covers(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given)
    return {
        "numbers": ROULETTE.describe(state.sheet, state.setting)["places"][place_of(state, given)]["numbers"]
    }


def limit(system: str, given: Given) -> dict[str, Any]:
    described = ROULETTE.describe(sheet(system, given), setting(system, given))
    return {"maximum": described["kinds"][given["kind"]]["max"]}


def accept(system: str, given: Given) -> dict[str, Any]:
    state = open_round(system, given)
    spots = PLACES[LAYOUT_OF[state.setting.variant]]
    place = place_of(state, given)
    if place not in spots:
        place = next(place for place, spot in spots.items() if spot.kind == given["kind"])
    if "already_bet" in given:
        elsewhere = BetKind.BLACK if place == BetKind.RED else BetKind.RED
        state = ROULETTE.apply(state, BetPlaced(SEAT, {elsewhere: given["already_bet"]}))
    return {"accepted": accepts(state, Bet({place: given["stake"]}))}


def settle(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given)
    for bet in given["bets"]:
        state = ROULETTE.apply(state, BetPlaced(SEAT, {place_of(state, bet): bet["stake"]}))
    return result_figures(ROULETTE.results(play_round(state, given["drawn"]))[SEAT])


def result_figures(result: Result) -> dict[str, Any]:
    return {"prize": result.prize, "stake_back": result.back, "lost": result.lost, "held": result.held}


def en_prison(system: str, given: Given) -> dict[str, Any]:
    state = open_round(system, {**given, "zero_option": Zero.EN_PRISON})
    state = ROULETTE.apply(state, BetPlaced(SEAT, {place_of(state, given): given["stake"]}))
    rounds = []
    for number in given["drawn"]:
        state = play_round(state, number)
        rounds.append(result_figures(ROULETTE.results(state).get(SEAT, Result(0, 0, 0, 0))))
        state = ROULETTE.begin(state.sheet, state.setting, state, (SEAT,))
    totals = {name: sum(figures[name] for figures in rounds) for name in ("prize", "stake_back", "lost")}
    return {**totals, "held": rounds[-1]["held"]}


def wheel(system: str, given: Given) -> dict[str, Any]:
    before, after = neighbours(given["wheel"], given["number"])
    return {"previous": before, "next": after}


def pockets(system: str, given: Given) -> dict[str, object]:
    return {"count": len(ROULETTE.describe(sheet(system, given), setting(system, given))["wheel"])}


def void(system: str, given: Given) -> dict[str, Any]:
    state = open_round(system, given)
    for seat, stake in enumerate(given["stakes"]):
        state = ROULETTE.apply(state, BetPlaced(seat, {BetKind.RED: stake}))
    events = ROULETTE.void(state, given["cause"])
    returned = [
        posting.cents
        for event in events
        for posting in ROULETTE.postings(event)
        if posting.kind is TransferKind.STAKE_BACK
    ]
    return {"void": bool(events), "returned": sum(returned)}


def call_numbers(system: str, given: Given, name: str, on: str) -> dict[str, object]:
    calls = ROULETTE.describe(sheet(system, given), setting(system, given))["calls"]
    return {"numbers": calls[name][on]["numbers"]}


def call(system: str, given: Given) -> dict[str, Any]:
    return call_numbers(system, given, given["name"], "")


def neighbours_call(system: str, given: Given) -> dict[str, object]:
    return call_numbers(system, given, f"neighbours-{given['neighbours']}", given["number"])


def finals(system: str, given: Given) -> dict[str, object]:
    return call_numbers(system, given, "finals", str(given["digit"]))


def call_chips(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given, minimum=given["chip"])
    events = ROULETTE.act(
        state, SEAT, PlaceCallBet(given["name"], given["chip"], str(given.get("number", "")))
    )
    spots = PLACES[LAYOUT_OF[state.setting.variant]]
    bets_by_spot = [
        (spots[place], cents)
        for event in events
        if isinstance(event, BetPlaced)
        for place, cents in event.on.items()
    ]
    bets = [{"numbers": list(spot.numbers), "stake": cents} for spot, cents in bets_by_spot]
    return {
        "bets": bets,
        "total": sum(posting.cents for event in events for posting in ROULETTE.postings(event)),
    }


CHECKS: Mapping[str, CheckFunction] = {
    "coverage": coverage,
    "covers": covers,
    "limit": limit,
    "accept": accept,
    "settle": settle,
    "wheel": wheel,
    "pockets": pockets,
    "void": void,
    "inactivity": inactivity,
    "end-session": end_session,
    "call": call,
    "call-chips": call_chips,
    "neighbours": neighbours_call,
    "finals": finals,
    "en-prison": en_prison,
}
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {AMERICAN: CHECKS, FRENCH: CHECKS}
