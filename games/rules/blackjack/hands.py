"""What cards and hands are worth at blackjack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.rules.shared.cards import ACE, PACK, RANKS, Card, rank, suit

BEST_TOTAL = 21
BANK_STANDS_AT = 17  # [BJ-17a]

# The value of each rank, from the two to the ace. An ace is 1 here; `total` counts it as 11 where it may.
# [BJ-8a] [BJ-8b] [BJ-8c]
POINTS: Final[tuple[int, ...]] = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
VALUE: Final[tuple[int, ...]] = tuple(POINTS[rank(card)] for card in range(PACK))
# The same, with a large number added for an ace, so that one sum gives both the points and the number of
# aces.
_ONE_ACE: Final = 1 << 10
_VALUE_AND_ACES: Final[tuple[int, ...]] = tuple(value + _ONE_ACE if value == 1 else value for value in VALUE)
SEVEN: Final = RANKS.index("7")
THREE_SEVENS: Final = (SEVEN, SEVEN, SEVEN)
SIX_SEVEN_EIGHT: Final = (RANKS.index("6"), SEVEN, RANKS.index("8"))


def hard_total(cards: Sequence[Card]) -> int:
    """The points with every ace counted as 1."""
    points = 0
    for card in cards:
        points += VALUE[card]
    return points


def total(cards: Sequence[Card], bound_aces: int = 0) -> int:
    """The highest points that do not exceed 21; `bound_aces` aces must count 1.  [BJ-8a] [BJ-8a-i] [BJ-8a-ii]

    The same rule serves the bank: it has no choice and must count 11 where that makes 17 to 21, and below
    17 it draws either way.
    """
    points_and_aces = 0
    for card in cards:
        points_and_aces += _VALUE_AND_ACES[card]
    if points_and_aces < _ONE_ACE:
        return points_and_aces
    aces, points = divmod(points_and_aces, _ONE_ACE)
    return points + 10 if aces > bound_aces and points <= BEST_TOTAL - 10 else points


def is_soft(cards: Sequence[Card], bound_aces: int = 0) -> bool:
    """Whether an ace counts as 11 in the total."""
    return total(cards, bound_aces) != hard_total(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace and a card worth ten as the first two cards (A12).  [BJ-19a]"""
    if len(cards) != 2:
        return False
    first, second = VALUE[cards[0]], VALUE[cards[1]]
    return first + second == 11 and (first == 1 or second == 1)


def special_combination(cards: Sequence[Card]) -> str:
    """The special combination that exactly three cards form (A19), or nothing.  [BJ-25i]"""
    if len(cards) != 3:
        return ""
    first, second, third = sorted(cards)
    ranks = (rank(first), rank(second), rank(third))
    if ranks == THREE_SEVENS:
        return "7-7-7"
    same_suit = suit(first) == suit(second) == suit(third)
    return "6-7-8" if ranks == SIX_SEVEN_EIGHT and same_suit else ""


def is_ace(card: Card) -> bool:
    return rank(card) == ACE


def same_value(cards: Sequence[Card]) -> bool:
    """Two cards of the same value, such as a ten and a king.  [BJ-21a]"""
    return len(cards) == 2 and VALUE[cards[0]] == VALUE[cards[1]]


def same_rank(cards: Sequence[Card]) -> bool:
    """Two cards of the same rank, a real pair.  [BJ-16b]"""
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


@lru_cache(maxsize=256)
def max_cards(hands: int, decks: int) -> int:
    """The most cards that so many hands can ever take.

    The shoe must hold them, or a round might not be determined.

    [BJ-27]

    A hand draws only at 20 or less, so without its last card it is worth at most 20 (with aces as 1).
    Without their last cards all hands together are worth at most 20 each, and they have the most cards if
    those are the lowest ones.
    """
    points, count = (BEST_TOTAL - 1) * hands, 0
    for value in range(1, 11):
        available = 4 * decks * (4 if value == 10 else 1)
        taken = min(available, points // value)
        points, count = points - taken * value, count + taken
    return count + hands
