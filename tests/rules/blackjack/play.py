"""A blackjack table for tests. Its shoe holds the cards that the test names, in dealing order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    Bet,
    Command,
    Decline,
    Double,
    EvenMoney,
    Event,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
)
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import Result, Wait
from games.rules.shared.cards import cards
from games.rules.shared.money import Posting
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode

ME, YOU = 1, 2


class Shoe:
    """Cards in the order in which they will be dealt. Behind them come twos, which no test looks at."""

    def __init__(self, text: str) -> None:
        self.order = (*cards(text), *cards("2C") * 60)

    def below(self, n: int) -> int:
        raise AssertionError("blackjack draws nothing but the order of the shoe")

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


class Table:
    """A round that is played step by step; it keeps what happened."""

    def __init__(
        self,
        order: str = "",
        sheet: Mapping[str, Any] | None = None,
        seated: Sequence[int] = (ME, YOU),
        *,
        individual: bool = False,
        **setting: Any,
    ) -> None:
        if individual:
            setting = {"mode": Mode.INDIVIDUAL, "seats": 1, **setting}
        self.sheet = Sheet(**(sheet or {}))
        self.setting = Setting(**{"minimum": 100, "maximum": 10_000, **setting})
        assert BLACKJACK.check_sheet(self.sheet) == []
        assert BLACKJACK.check_setting(self.sheet, self.setting) == []
        self.state = BLACKJACK.begin(self.sheet, self.setting, None, (ME,) if individual else seated)
        self.shoe = Shoe(order)
        self.events: list[Event] = []

    def take(self, events: Iterable[Event]) -> tuple[Event, ...]:
        happened = tuple(events)
        for event in happened:
            self.state = BLACKJACK.apply(self.state, event)
        self.events += happened
        return happened

    def do(self, command: Command, seat: int = ME) -> tuple[Event, ...]:
        return self.take(BLACKJACK.act(self.state, seat, command))

    def bet(self, on: Mapping[str, int], seat: int = ME) -> Table:
        self.do(Bet(dict(on)), seat)
        return self

    def step(self) -> tuple[Event, ...]:
        return self.take(BLACKJACK.advance(self.state, self.shoe))

    def go(self) -> Table:
        """The house's steps until a decision is needed or the round is over."""
        while BLACKJACK.waiting_for(self.state) is Wait.HOUSE:
            self.step()
        return self

    def deal(self) -> Table:
        assert BLACKJACK.waiting_for(self.state) is Wait.BETS
        self.step()
        return self.go()

    def hit(self, seat: int = ME) -> Table:
        self.do(Hit(self.state.turn), seat)
        return self.go()

    def stand(self, seat: int = ME) -> Table:
        self.do(Stand(self.state.turn), seat)
        return self.go()

    def double(self, seat: int = ME) -> Table:
        self.do(Double(self.state.turn, self.stake), seat)
        return self.go()

    def split(self, seat: int = ME) -> Table:
        self.do(Split(self.state.turn, self.stake), seat)
        return self.go()

    def surrender(self, seat: int = ME) -> Table:
        self.do(Surrender(self.state.turn), seat)
        return self.go()

    def insure(self, cents: int, place: str = "1", seat: int = ME) -> Table:
        self.do(Insure(place, cents), seat)
        return self.go()

    def decline(self, place: str = "1", seat: int = ME) -> Table:
        self.do(Decline(place), seat)
        return self.go()

    def even_money(self, place: str = "1", seat: int = ME) -> Table:
        self.do(EvenMoney(place), seat)
        return self.go()

    @property
    def stake(self) -> int:
        """Of the hand whose turn it is."""
        return self.state.boxes[self.state.place].hands[self.state.hand].stake

    def refused(self, command: Command, seat: int = ME) -> Refused:
        with pytest.raises(Refused) as refusal:
            BLACKJACK.act(self.state, seat, command)
        return refusal.value

    def options(self, seat: int = ME) -> dict[str, Any]:
        return BLACKJACK.options(self.state, seat)

    def choices(self, seat: int = ME) -> set[str]:
        return set(self.options(seat).get("choices", {}))

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        return BLACKJACK.view(self.state, seat)

    def hand(self, place: str = "1", index: int = 0) -> dict[str, Any]:
        hand: dict[str, Any] = self.seen()["places"][place]["hands"][index]
        return hand

    @property
    def over(self) -> bool:
        return BLACKJACK.waiting_for(self.state) is Wait.OVER

    def result(self, seat: int = ME) -> Result:
        assert self.over
        return BLACKJACK.results(self.state)[seat]

    def moved(self) -> list[Posting]:
        return [posting for event in self.events for posting in BLACKJACK.postings(event)]


def dealt(
    order: str,
    stake: int = 1_000,
    *,
    individual: bool = False,
    setting: Mapping[str, Any] | None = None,
    **sheet: Any,
) -> Table:
    """One bet and the cards: the player's first, the bank's open, the player's second, the hole card."""
    return Table(order, sheet, individual=individual, **(setting or {})).bet({"1": stake}).deal()


def figures(result: Result) -> tuple[int, int, int]:
    return result.prize, result.back, result.lost
