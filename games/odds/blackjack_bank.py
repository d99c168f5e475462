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
from math import perm
from operator import itemgetter, mul
from typing import Any

from msgspec import Struct

from games.rules.blackjack.hands import BANK_STANDS_AT, BEST_TOTAL

BLACKJACK = BEST_TOTAL + 1  # beats every other 21
ENDS = range(BANK_STANDS_AT, BLACKJACK + 1)
# The card that is drawn and how many of its value were drawn before it: the cards of that value which are then left.
DRAWS = tuple((card, taken) for card in range(1, 11) for taken in range(BEST_TOTAL // card + 1))

Cards = tuple[int, ...]
Pick = Callable[[Sequence[float]], Sequence[float]]


class Level(Struct, frozen=True):
    """All sets of so many cards: each continues one of the level before with one more card."""

    before: Pick
    draws: Pick


class Ending(Struct, frozen=True):
    """The sets with which the bank ends on the same total, with how many cards, and in how many orders each can fall."""

    end: int
    sets: Pick
    orders: tuple[tuple[int, int], ...]


class Tree(Struct, frozen=True):
    levels: tuple[Level, ...]
    endings: tuple[Ending, ...]


def pick(indices: list[int]) -> Pick:
    """Those elements of a sequence, in that order."""
    if len(indices) == 1:
        return lambda values: (values[indices[0]],)
    chosen: Any = itemgetter(*indices)
    return chosen  # type: ignore[no-any-return]


@lru_cache(maxsize=10)
def tree(up: int) -> Tree:
    """Every set of cards with which the bank stands on 17 to 21 behind that open card."""
    orders: Counter[Cards] = Counter()

    def go_on(drawn: Cards, points: int, ace: bool) -> None:
        total = points + 10 if ace and points <= 11 else points
        if total >= BANK_STANDS_AT and drawn:
            if total <= BEST_TOTAL:
                orders[tuple(sorted(drawn))] += 1
            return
        for card in range(1, 11):
            go_on((*drawn, card), points + card, ace or card == 1)

    go_on((), up, up == 1)
    sets = sorted(
        {cards[:length] for cards in orders for length in range(1, len(cards) + 1)},
        key=lambda cards: (len(cards), cards),
    )
    levels: list[Level] = []
    known: dict[Cards, int] = {(): 0}
    for _, level in groupby(sets, len):
        group = list(level)
        before = pick([known[cards[:-1]] for cards in group])
        draws = pick([DRAWS.index((cards[-1], cards[:-1].count(cards[-1]))) for cards in group])
        known = {cards: index for index, cards in enumerate(group)}
        levels.append(Level(before, draws))
    ends = {
        end: [index for index, cards in enumerate(sets) if cards in orders and ended(up, cards) == end]
        for end in ENDS
    }
    endings = (
        Ending(end, pick(those), tuple((orders[sets[index]], len(sets[index])) for index in those))
        for end, those in ends.items()
        if those
    )
    return Tree(tuple(levels), tuple(endings))


def shares(ending: Ending, count: int) -> tuple[float, ...]:
    """Of so many cards that are left, the part of all deals that each set's orders are: to be multiplied by the cards it is made of."""
    return tuple(orders / perm(count, cards) for orders, cards in ending.orders)


def ended(up: int, drawn: Cards) -> int:
    points = up + sum(drawn)
    total = points + 10 if 1 in (up, *drawn) and points <= 11 else points
    return BLACKJACK if total == BEST_TOTAL and len(drawn) == 1 else total


class Bank:
    """The bank's hand behind one open card. `key` names the cards that others took, and so what is left."""

    def __init__(self, up: int, left: list[int]) -> None:
        self.tree, self.left, self.key = tree(up), left, 0
        self.known: dict[int, tuple[float, ...]] = {}
        self.shares: dict[int, list[tuple[int, Pick, tuple[float, ...]]]] = {}  # by how many cards are left

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
        deals: list[float] = [1.0]
        ways: list[float] = []
        for level in self.tree.levels:
            deals = list(map(mul, level.before(deals), level.draws(draws)))
            ways += deals
        if count not in self.shares:
            self.shares[count] = [
                (ending.end, ending.sets, shares(ending, count)) for ending in self.tree.endings
            ]
        for end, sets, parts in self.shares[count]:
            chance[end] = sum(map(mul, sets(ways), parts))
        ends = chance[BANK_STANDS_AT:]
        bust = 1.0 - sum(ends)
        worth = [bust - sum(ends)]
        worth += [bust + sum(ends[:n]) - sum(ends[n + 1 :]) for n in range(5)]
        return tuple(worth)
