"""Ponto e banca: every order of six cards of a full shoe, counted card by card in whole numbers.

The values of cards decide scores, so ten values stand for thirteen ranks. A pair needs no score: two cards of
one rank are as likely at any place of the shoe, so the pair bets are counted apart; only a commission on all
prizes joins both, and then the pairs of value 0 are counted by their share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm

PACK = 52
NATURALS = (8, 9)
# By the score of banco: the third cards of ponto on which it draws. Rule 20 of the regulation.
BANCO_DRAWS_ON = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
PRIZES = {"punto": 1, "banco": 1, "tie": 8, "punto-pair": 11, "banco-pair": 11}
PAIRS = ("punto-pair", "banco-pair")

# The scores of ponto and banco, and the two values of each hand's first two cards.
Deal = tuple[int, int, tuple[int, int], tuple[int, int]]


def third_cards(ponto: int, banco: int, shoe: list[int]) -> Iterator[tuple[int, int, int]]:
    """The final scores after first scores, with the ways of the next two cards, taken or not.

    `shoe` holds the cards that are left.
    """
    left = sum(shoe)
    if ponto in NATURALS or banco in NATURALS or (ponto >= 6 and banco >= 6):
        yield ponto, banco, left * (left - 1)
    elif ponto >= 6:
        for value, count in enumerate(shoe):
            yield ponto, (banco + value) % 10, count * (left - 1)
    else:
        for third, count in enumerate(shoe):
            after = (ponto + third) % 10
            if third not in BANCO_DRAWS_ON[banco]:
                yield after, banco, count * (left - 1)
                continue
            for value, others in enumerate(shoe):
                yield after, (banco + value) % 10, count * (others - (value == third))


@lru_cache(maxsize=4)
def deals(decks: int) -> dict[Deal, int]:
    """The number of orders of six cards that give each deal."""
    shoe = [16 * decks, *[4 * decks] * 9]
    found: Counter[Deal] = Counter()
    for first, ways in _two_cards(shoe):
        _take(shoe, first, -1)
        for second, more in _two_cards(shoe):
            _take(shoe, second, -1)
            for ponto, banco, last in third_cards(sum(first) % 10, sum(second) % 10, shoe):
                found[ponto, banco, first, second] += ways * more * last
            _take(shoe, second, 1)
        _take(shoe, first, 1)
    return found


def _two_cards(shoe: list[int]) -> list[tuple[tuple[int, int], int]]:
    """Two cards in either order."""
    return [
        ((low, high), (2 - (low == high)) * shoe[low] * (shoe[high] - (low == high)))
        for low in range(10)
        for high in range(low, 10)
    ]


def _take(shoe: list[int], cards: tuple[int, int], count: int) -> None:
    for card in cards:
        shoe[card] += count


def baccarat_edges(decks: int, commission: str, charged: str) -> dict[str, Fraction]:
    """The chances are those of a full shoe."""
    ways: Counter[str] = Counter()
    due = 0  # the commission on a prize of a hundred on banco, over all deals
    twins: Counter[tuple[str, int]] = Counter()  # the same on a pair, by the value that its cards share
    for (ponto, banco, *hands), count in deals(decks).items():
        winner = "tie" if ponto == banco else "punto" if ponto > banco else "banco"
        ways[winner] += count
        if winner == "banco" and (percent := _percent(commission, banco)):
            due += count * percent
            for pair, (one, other) in zip(PAIRS, hands, strict=True):
                if one == other:
                    twins[pair, one] += count * percent
    every = perm(PACK * decks, 6)
    winners = {side: Fraction(count, every) for side, count in ways.items()}
    back = {
        "punto": 2 * winners["punto"] + winners["tie"],
        "banco": 2 * winners["banco"] + winners["tie"] - Fraction(due, 100 * every),
        "tie": (1 + PRIZES["tie"]) * winners["tie"],
    }
    for pair in PAIRS:
        back[pair] = (1 + PRIZES[pair]) * Fraction(4 * decks - 1, PACK * decks - 1)
        if charged == "all-prizes":
            taken = sum((twins[pair, value] * _one_rank(value, decks) for value in range(10)), Fraction(0))
            back[pair] -= PRIZES[pair] * taken / (100 * every)
    return {bet: 1 - returned for bet, returned in back.items()}


def _percent(commission: str, score: int) -> int:
    if commission == "b":
        return 50 if score in (5, 6) else 0
    return 5 if commission == "a" else 0


def _one_rank(value: int, decks: int) -> Fraction:
    """The chance that two cards of this value have one rank. Four ranks have the value 0."""
    return Fraction(1) if value else Fraction(4 * decks - 1, 16 * decks - 1)
