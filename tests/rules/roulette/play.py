"""A roulette table for tests: opened, bet at, and played to the number that the test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from games.rules.engine import ROADS, Posting, Purse, Refused, Result, Wait
from games.rules.roulette import engine as roulette
from games.rules.roulette.events import Bet, Command, Event
from games.rules.roulette.sheet import AMERICAN, FRENCH, Setting, Sheet, Zero
from games.rules.shared.sessions import Mode

ME, YOU = 1, 2
EVEN_CHANCES = ("even", "odd", "low", "high", "red", "black")
EVERY_CALL = ("voisins", "tiers", "orphelins", "neighbours-2", "neighbours-4", "neighbours-6", "finals")


def row(printed: str) -> list[str]:
    """Numbers as they are printed, with blanks between."""
    return printed.split()


class Falls:
    """A draw that is known: the ball falls into that number's pocket."""

    def __init__(self, state: roulette.State, number: str) -> None:
        self.pocket = roulette.describe(state.sheet, state.setting)["wheel"].index(number)

    def below(self, n: int) -> int:
        return int(self.pocket)

    def shuffled(self, n: int) -> range:
        return range(n)


def american(
    variant: str = "37", minimum: int = 100, *, individual: bool = False, doubles: bool = True, **setting: Any
) -> roulette.State:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37", "38"), double_bets=doubles)
    return opened(sheet, variant, minimum, individual=individual, **setting)


def french(
    zero: Zero = Zero.LOSE_ALL,
    minimum: int = 100,
    *,
    individual: bool = False,
    doubles: bool = True,
    **setting: Any,
) -> roulette.State:
    sheet = Sheet(FRENCH, zero, ("FR",), double_bets=doubles, calls=EVERY_CALL)
    return opened(sheet, "FR", minimum, individual=individual, **setting)


def opened(
    sheet: Sheet, variant: str, minimum: int, *, individual: bool = False, **setting: Any
) -> roulette.State:
    mode, seats = (Mode.INDIVIDUAL, 1) if individual else (Mode.MULTIPLE, 100)
    given = {"step": 2 if minimum % 10 else 10, "mode": mode, "seats": seats, **setting}
    rules = Setting(variant, minimum, **given)
    assert roulette.check(sheet) == []
    assert roulette.check_setting(sheet, rules) == []
    return roulette.begin(sheet, rules, None, (ME, YOU))


def folded(state: roulette.State, events: Iterable[Event]) -> roulette.State:
    for event in events:
        state = roulette.apply(state, event)
    return state


def did(state: roulette.State, command: Command, seat: int = ME) -> roulette.State:
    return folded(state, roulette.act(state, seat, command))


def bet(state: roulette.State, on: Mapping[str, int], seat: int = ME) -> roulette.State:
    return did(state, Bet(dict(on)), seat)


def refused(state: roulette.State, command: Command, seat: int = ME) -> Refused:
    with pytest.raises(Refused) as refusal:
        roulette.act(state, seat, command)
    return refusal.value


def played(state: roulette.State, number: str) -> roulette.State:
    """From wherever the round is to its end, with that number drawn."""
    while roulette.waits(state) is not Wait.OVER:
        state = folded(state, roulette.advance(state, Falls(state, number)))
    return state


def next_round(state: roulette.State) -> roulette.State:
    return roulette.begin(state.sheet, state.setting, state, (ME, YOU))


def paid(state: roulette.State, on: Mapping[str, int], number: str) -> Result:
    """What those bets come to with that number."""
    return roulette.results(played(bet(state, on), number))[ME]


def purses(postings: Iterable[Posting]) -> dict[tuple[Purse, int | None], int]:
    """What every purse gained by those postings; a seat's wallet is its own, the other purses are the table's."""
    gained: dict[tuple[Purse, int | None], int] = {}
    for posting in postings:
        source, target = ROADS[posting.road]
        for purse, cents in ((source, -posting.cents), (target, posting.cents)):
            key = (purse, posting.seat if purse in (Purse.WALLET, Purse.STACK) else None)
            gained[key] = gained.get(key, 0) + cents
    return {key: cents for key, cents in gained.items() if cents}
