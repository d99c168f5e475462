"""How the bank's hand can end against what is left in the shoe, counted."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.rules.blackjack_hand import BANK_STANDS, BEST

# One step on the way through the bank's draws: the step before it, the value drawn, how often it was drawn before, how
# many cards have been drawn, in how many orders the bank can come to end here, and with what.
Step = tuple[int, int, int, int, int, int]
BLACKJACK = BEST + 1  # beats every other 21


@lru_cache(maxsize=10)
def ways(up: int) -> tuple[Step, ...]:
    """Every set of cards with which the bank stands on 17 to 21, as steps of a tree: sets that begin alike share their steps."""
    orders: Counter[tuple[int, ...]] = Counter()

    def go_on(drawn: tuple[int, ...], points: int, ace: bool) -> None:
        total = points + 10 if ace and points <= 11 else points
        if total >= BANK_STANDS and drawn:
            if total <= BEST:
                orders[tuple(sorted(drawn))] += 1
            return
        for card in range(1, 11):
            go_on((*drawn, card), points + card, ace or card == 1)

    go_on((), up, up == 1)
    steps: list[Step] = [(0, 0, 0, 0, 0, 0)]
    known: dict[tuple[int, ...], int] = {(): 0}
    for cards in sorted(orders):
        for length in range(1, len(cards) + 1):
            begun = cards[:length]
            if begun in known:
                continue
            known[begun] = len(steps)
            end = ended(up, begun) if begun in orders else 0
            steps.append((known[begun[:-1]], begun[-1], begun[:-1].count(begun[-1]), length, orders.get(begun, 0), end))
    return tuple(steps[1:])


def ended(up: int, drawn: tuple[int, ...]) -> int:
    points = up + sum(drawn)
    total = points + 10 if 1 in (up, *drawn) and points <= 11 else points
    return BLACKJACK if total == BEST and len(drawn) == 1 else total


class Bank:
    """The bank's hand behind one open card. `key` names the cards that others took, and so what is left."""

    def __init__(self, up: int, left: list[int]) -> None:
        self.steps, self.left, self.key = ways(up), left, 0
        self.known: dict[int, tuple[float, ...]] = {}

    def stand(self, total: int) -> float:
        """What a bet of one brings that stands on so much: won less lost."""
        worth = self.known.get(self.key)
        if worth is None:
            worth = self.known[self.key] = self.count()
        return worth[max(total, 16) - 16]

    def count(self) -> tuple[float, ...]:
        """For each total from 16 or less to 21, won less lost, from the chances of every end of the bank."""
        left, steps = self.left, self.steps
        count, parts = sum(left), [1.0] * 20
        for drawn in range(1, 20):
            parts[drawn] = parts[drawn - 1] * (count - drawn + 1)
        chance = [0.0] * (BLACKJACK + 1)
        gone = [1.0]
        for before, card, taken, length, orders, end in steps:
            product = gone[before] * (left[card] - taken)
            gone.append(product)
            if orders:
                chance[end] += product * orders / parts[length]
        ends = chance[BANK_STANDS:]
        bust = 1.0 - sum(ends)
        worth = [bust - sum(ends)]
        worth += [bust + sum(ends[:n]) - sum(ends[n + 1 :]) for n in range(5)]
        return tuple(worth)
