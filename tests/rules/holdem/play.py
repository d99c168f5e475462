"""A hold'em table for tests: stacks bought, cards in a known order, rounds played by hand or at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import BoughtIn, Call, Check, Command, Event, Fold, Raise, State
from games.rules.holdem.sheet import BetMaximum, Setting, Sheet
from games.rules.shared.cards import PACK, cards
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting
from games.rules.shared.refusals import Refused

MINIMUM, SMALL, STACK = 200, 100, 20_000


class Pack:
    """A pack with given first cards; the others follow in numerical order. Lots have given results."""

    def __init__(self, first: str = "", lot: int = 0) -> None:
        top = cards(first)
        self.order = (*top, *(card for card in range(PACK) if card not in top))
        self.lot = lot

    def below(self, n: int) -> int:
        return self.lot

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


class Mixed(Pack):
    """A pack that a seed of the test has mixed."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        order = list(range(PACK))
        random.shuffle(order)
        self.order, self.lot = tuple(order), random.getrandbits(16)

    def below(self, n: int) -> int:
        return self.lot % n


def setting(**given: Any) -> Setting:
    fields: dict[str, Any] = {
        "minimum": MINIMUM,
        "small_blind": SMALL,
        "buy_in": STACK,
        "rebuys": (STACK,),
        "seats": 10,
    }
    return Setting(**{**fields, **given})


def table(
    stacks: Mapping[int, int] | Sequence[int], button: int = 0, sheet: Sheet | None = None, **given: Any
) -> State:
    """Between two rounds, with those stacks; the last round's button, or none."""
    rules, terms = sheet or Sheet(), setting(**given)
    assert HOLDEM.check_sheet(rules) == []
    assert HOLDEM.check_setting(rules, terms) == []
    by_seat = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, 1))
    state = HOLDEM.begin(rules, terms, None, tuple(by_seat))
    for seat, cents in by_seat.items():
        state = HOLDEM.apply(state, BoughtIn(seat, cents))
    playing = {seat: replace(place, entering=False) for seat, place in state.seats.items()}
    return replace(state, seats=playing, button=button)


def folded(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = HOLDEM.apply(state, event)
    return state


def did(state: State, seat: int, command: Command) -> State:
    return folded(state, HOLDEM.act(state, seat, command))


def gone_on(state: State, pack: Pack) -> State:
    """The house's steps until a player must act."""
    while HOLDEM.waiting_for(state) is Wait.HOUSE:
        state = folded(state, HOLDEM.advance(state, pack))
    return state


def dealt(state: State, pack: Pack | None = None) -> State:
    """From between the rounds to the first decision."""
    pack = pack or Pack()
    return gone_on(folded(state, HOLDEM.advance(state, pack)), pack)


def bets(state: State, script: str, pack: Pack | None = None) -> State:
    """Decisions in turn: «f» folds, «x» checks, «c» calls, a number raises the own bet to it."""
    words: dict[str, Command] = {"f": Fold(), "x": Check(), "c": Call()}
    for word in script.split():
        state = did(state, state.actor, words.get(word) or Raise(int(word)))
        state = gone_on(state, pack or Pack())
    return state


def next_round(state: State, seats: Iterable[int] | None = None) -> State:
    sitting = (
        tuple(seat for seat, place in state.seats.items() if not place.left)
        if seats is None
        else tuple(seats)
    )
    return HOLDEM.begin(state.sheet, state.setting, state, sitting)


def refused(state: State, seat: int, command: Command) -> Refused:
    with pytest.raises(Refused) as refusal:
        HOLDEM.act(state, seat, command)
    return refusal.value


def stacks(state: State) -> dict[int, int]:
    return {seat: place.stack for seat, place in state.seats.items() if not place.left}


def at_random(state: State, random: Random) -> Command:
    """A random legal decision of the player in turn."""
    options = HOLDEM.options(state, state.actor)
    kind = random.choice(
        [name for name in ("fold", "check", "call", "raise", "call", "check") if options.get(name)]
    )
    if kind == "raise":
        least, most = options["raise"]["min"], options["raise"]["max"]
        return Raise(random.choice((least, most, random.randint(least, most), min(most, 2 * least))))
    return {"fold": Fold(), "check": Check(), "call": Call()}[kind]


def any_limit(random: Random) -> BetMaximum:
    return random.choice(list(BetMaximum))


class Book:
    """The accounts of a table, kept from postings alone."""

    def __init__(self) -> None:
        self.accounts: dict[tuple[AccountKind, int | None], int] = {}

    def post(self, postings: Iterable[Posting]) -> None:
        for posting in postings:
            assert posting.cents > 0
            source, target = TRANSFER_ACCOUNTS[posting.kind]
            for account, cents in ((source, -posting.cents), (target, posting.cents)):
                key = (account, posting.seat if account in (AccountKind.WALLET, AccountKind.STACK) else None)
                self.accounts[key] = self.accounts.get(key, 0) + cents

    def agrees(self, state: State) -> None:
        """Stack accounts hold what the state shows, stakes hold the pots, and no cent is lost."""
        for seat, place in state.seats.items():
            assert self.accounts.get((AccountKind.STACK, seat), 0) == place.stack + place.pending, seat
        assert self.accounts.get((AccountKind.STAKES, None), 0) == sum(HOLDEM.stakes(state).values())
        assert sum(self.accounts.values()) == 0
        assert all(
            cents >= 0 for (account, _), cents in self.accounts.items() if account is not AccountKind.WALLET
        )


__all__ = ["MINIMUM", "PACK", "SMALL", "STACK", "Book", "Mixed", "Pack"]


def shorts(state: State) -> list[int]:
    return [seat for seat in state.seats if HOLDEM.absence(state, seat) == "short"]
