"""The probabilities of the bank's totals, counted from the cards left in the shoe.

The sets of cards with which the bank stands form a tree: sets with the same first cards share their first
steps. The tree is processed level by level; a level holds all sets of one size, so each factor is
multiplied once for all sets that share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from math import perm
from operator import itemgetter, mul

from msgspec import Struct

from games.rules.blackjack.hands import BANK_STANDS_AT, BEST_TOTAL

BLACKJACK = BEST_TOTAL + 1  # beats every other 21
ENDS = range(BANK_STANDS_AT, BLACKJACK + 1)
# A drawn card, and how many of its value were drawn before: they give the number of cards of that value left.
DRAWS = tuple((card, taken) for card in range(1, 11) for taken in range(BEST_TOTAL // card + 1))

Cards = tuple[int, ...]
Pick = Callable[[Sequence[float]], Sequence[float]]


class Level(Struct, frozen=True):
    """All sets of one size. Each extends a set of the level before by one card."""

    before: Pick
    draws: Pick


class BankEnding(Struct, frozen=True):
    """The sets with which the bank reaches one total, and for each the number of its orders and cards."""

    end: int
    sets: Pick
    orders: tuple[tuple[int, int], ...]


class Tree(Struct, frozen=True):
    levels: tuple[Level, ...]
    endings: tuple[BankEnding, ...]


def pick(indices: list[int]) -> Pick:
    """A function that picks those elements of a sequence, in that order."""
    if len(indices) == 1:
        return lambda values: (values[indices[0]],)
    first, second, *rest = indices
    return itemgetter(first, second, *rest)


@lru_cache(maxsize=10)
def tree(up: int) -> Tree:
    """Every set of cards with which the bank stands on 17 to 21, given its open card."""
    orders: Counter[Cards] = Counter()

    def draw(drawn: Cards, points: int, ace: bool) -> None:
        total = points + 10 if ace and points <= 11 else points
        if total >= BANK_STANDS_AT and drawn:
            if total <= BEST_TOTAL:
                orders[tuple(sorted(drawn))] += 1
            return
        for card in range(1, 11):
            draw((*drawn, card), points + card, ace or card == 1)

    draw((), up, up == 1)
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
        BankEnding(end, pick(those), tuple((orders[sets[index]], len(sets[index])) for index in those))
        for end, those in ends.items()
        if those
    )
    return Tree(tuple(levels), tuple(endings))


def shares(ending: BankEnding, count: int) -> tuple[float, ...]:
    """The probability of each set, up to the factor for its cards, given the number of cards left."""
    return tuple(orders / perm(count, cards) for orders, cards in ending.orders)


def ended(up: int, drawn: Cards) -> int:
    points = up + sum(drawn)
    total = points + 10 if 1 in (up, *drawn) and points <= 11 else points
    return BLACKJACK if total == BEST_TOTAL and len(drawn) == 1 else total


class Bank:
    """The bank's hand, given its open card. `key` encodes the cards taken by others, and so what is left."""

    def __init__(self, up: int, left: list[int]) -> None:
        self.tree, self.left, self.key = tree(up), left, 0
        self.known: dict[int, tuple[float, ...]] = {}
        self.shares: dict[int, list[tuple[int, Pick, tuple[float, ...]]]] = {}  # by how many cards are left

    def stand(self, total: int) -> float:
        """The value of standing on a total with a bet of one."""
        worth = self.known.get(self.key)
        if worth is None:
            worth = self.known[self.key] = self.count()
        return worth[max(total, 16) - 16]

    def count(self) -> tuple[float, ...]:
        """The value of standing on each total from 16 or less to 21."""
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
