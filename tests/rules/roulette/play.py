"""A roulette table for tests: opened, bet at, and played to the number that the test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from games.rules.engine import Result, Wait
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import Bet, Command, Event, State
from games.rules.roulette.sheet import AMERICAN, FRENCH, Setting, Sheet, Zero
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode

ME, YOU = 1, 2
EVEN_CHANCES = ("even", "odd", "low", "high", "red", "black")
EVERY_CALL = ("voisins", "tiers", "orphelins", "neighbours-2", "neighbours-4", "neighbours-6", "finals")


def row(printed: str) -> list[str]:
    """Numbers as they are printed, with blanks between."""
    return printed.split()


class Falls:
    """A draw that is known: the ball falls into that number's pocket."""

    def __init__(self, state: State, number: str) -> None:
        self.pocket = ROULETTE.describe(state.sheet, state.setting)["wheel"].index(number)

    def below(self, n: int) -> int:
        return int(self.pocket)

    def shuffled(self, n: int) -> range:
        return range(n)


def american(
    variant: str = "37", minimum: int = 100, *, individual: bool = False, doubles: bool = True, **setting: Any
) -> State:
    sheet = Sheet(AMERICAN, Zero.LOSE_ALL, ("37", "38"), double_bets=doubles)
    return opened(sheet, variant, minimum, individual=individual, **setting)


def french(
    zero: Zero = Zero.LOSE_ALL,
    minimum: int = 100,
    *,
    individual: bool = False,
    doubles: bool = True,
    **setting: Any,
) -> State:
    sheet = Sheet(FRENCH, zero, ("FR",), double_bets=doubles, calls=EVERY_CALL)
    return opened(sheet, "FR", minimum, individual=individual, **setting)


def opened(sheet: Sheet, variant: str, minimum: int, *, individual: bool = False, **setting: Any) -> State:
    mode, seats = (Mode.INDIVIDUAL, 1) if individual else (Mode.MULTIPLE, 100)
    given = {"step": 2 if minimum % 10 else 10, "mode": mode, "seats": seats, **setting}
    rules = Setting(variant, minimum, **given)
    assert ROULETTE.check_sheet(sheet) == []
    assert ROULETTE.check_setting(sheet, rules) == []
    return ROULETTE.begin(sheet, rules, None, (ME, YOU))


def folded(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = ROULETTE.apply(state, event)
    return state


def did(state: State, command: Command, seat: int = ME) -> State:
    return folded(state, ROULETTE.act(state, seat, command))


def bet(state: State, on: Mapping[str, int], seat: int = ME) -> State:
    return did(state, Bet(dict(on)), seat)


def refused(state: State, command: Command, seat: int = ME) -> Refused:
    with pytest.raises(Refused) as refusal:
        ROULETTE.act(state, seat, command)
    return refusal.value


def played(state: State, number: str) -> State:
    """From wherever the round is to its end, with that number drawn."""
    while ROULETTE.waiting_for(state) is not Wait.OVER:
        state = folded(state, ROULETTE.advance(state, Falls(state, number)))
    return state


def next_round(state: State) -> State:
    return ROULETTE.begin(state.sheet, state.setting, state, (ME, YOU))


def paid(state: State, on: Mapping[str, int], number: str) -> Result:
    """What those bets come to with that number."""
    return ROULETTE.results(played(bet(state, on), number))[ME]


def account_totals(postings: Iterable[Posting]) -> dict[tuple[AccountKind, int | None], int]:
    """The net amount that those postings move into each account; wallets are by seat."""
    gained: dict[tuple[AccountKind, int | None], int] = {}
    for posting in postings:
        source, target = TRANSFER_ACCOUNTS[posting.kind]
        for account, cents in ((source, -posting.cents), (target, posting.cents)):
            key = (account, posting.seat if account in (AccountKind.WALLET, AccountKind.STACK) else None)
            gained[key] = gained.get(key, 0) + cents
    return {key: cents for key, cents in gained.items() if cents}
