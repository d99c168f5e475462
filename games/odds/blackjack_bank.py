"""How the bank's hand can end against what is left in the shoe, counted.

The sets of cards with which the bank stands form a tree: sets that begin alike share their first steps. It is gone through
level by level, a level being all sets of so many cards, so that each card left is multiplied in once for all sets that begin
with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter, mul
from typing import Any

from msgspec import Struct

from games.rules.blackjack_hand import BANK_STANDS, BEST

BLACKJACK = BEST + 1  # beats every other 21
ENDS = range(BANK_STANDS, BLACKJACK + 1)
# The card that is drawn and how many of its value were drawn before it: the cards of that value which are then left.
DRAWS = tuple((card, taken) for card in range(1, 11) for taken in range(BEST // card + 1))

Cards = tuple[int, ...]
Pick = Callable[[Sequence[float]], Sequence[float]]


class Ending(Struct, frozen=True):
    """The sets of one level with which the bank ends on the same total, and in how many orders each can fall."""

    end: int
    sets: Pick
    orders: tuple[int, ...]


class Level(Struct, frozen=True):
    """All sets of so many cards: each continues one of the level before with one more card."""

    before: Pick
    draws: Pick
    endings: tuple[Ending, ...]


def pick(indices: list[int]) -> Pick:
    """Those elements of a sequence, in that order."""
    if len(indices) == 1:
        return lambda values: (values[indices[0]],)
    chosen: Any = itemgetter(*indices)
    return chosen  # type: ignore[no-any-return]


@lru_cache(maxsize=10)
def levels(up: int) -> tuple[Level, ...]:
    """The tree of every set of cards with which the bank stands on 17 to 21 behind that open card."""
    orders: Counter[Cards] = Counter()

    def go_on(drawn: Cards, points: int, ace: bool) -> None:
        total = points + 10 if ace and points <= 11 else points
        if total >= BANK_STANDS and drawn:
            if total <= BEST:
                orders[tuple(sorted(drawn))] += 1
            return
        for card in range(1, 11):
            go_on((*drawn, card), points + card, ace or card == 1)

    go_on((), up, up == 1)
    sets = sorted({cards[:length] for cards in orders for length in range(1, len(cards) + 1)}, key=lambda cards: (len(cards), cards))
    found: list[Level] = []
    known: dict[Cards, int] = {(): 0}
    for _, level in groupby(sets, len):
        group = list(level)
        before = pick([known[cards[:-1]] for cards in group])
        draws = pick([DRAWS.index((cards[-1], cards[:-1].count(cards[-1]))) for cards in group])
        known = {cards: index for index, cards in enumerate(group)}
        ends = {end: [cards for cards in group if cards in orders and ended(up, cards) == end] for end in ENDS}
        endings = tuple(
            Ending(end, pick([known[cards] for cards in those]), tuple(orders[cards] for cards in those))
            for end, those in ends.items()
            if those
        )
        found.append(Level(before, draws, endings))
    return tuple(found)


def ended(up: int, drawn: Cards) -> int:
    points = up + sum(drawn)
    total = points + 10 if 1 in (up, *drawn) and points <= 11 else points
    return BLACKJACK if total == BEST and len(drawn) == 1 else total


class Bank:
    """The bank's hand behind one open card. `key` names the cards that others took, and so what is left."""

    def __init__(self, up: int, left: list[int]) -> None:
        self.levels, self.left, self.key = levels(up), left, 0
        self.known: dict[int, tuple[float, ...]] = {}

    def stand(self, total: int) -> float:
        """What a bet of one brings that stands on so much: won less lost."""
        worth = self.known.get(self.key)
        if worth is None:
            worth = self.known[self.key] = self.count()
        return worth[max(total, 16) - 16]

    def count(self) -> tuple[float, ...]:
        """For each total from 16 or less to 21, won less lost, from the chances of every end of the bank."""
        left, count = self.left, sum(self.left)
        draws = [left[card] - taken for card, taken in DRAWS]
        chance = [0.0] * (BLACKJACK + 1)
        deals, there, all_deals = [1.0], count, 1.0
        for level in self.levels:
            deals = list(map(mul, level.before(deals), level.draws(draws)))
            all_deals, there = all_deals * there, there - 1
            for ending in level.endings:
                chance[ending.end] += sum(map(mul, ending.sets(deals), ending.orders)) / all_deals
        ends = chance[BANK_STANDS:]
        bust = 1.0 - sum(ends)
        worth = [bust - sum(ends)]
        worth += [bust + sum(ends[:n]) - sum(ends[n + 1 :]) for n in range(5)]
        return tuple(worth)
