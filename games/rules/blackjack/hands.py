"""What cards are worth at blackjack, and what ends the drawing to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.rules.shared.cards import ACE, NAMES, PACK, RANKS, Card, rank, suit

BEST = 21
BANK_STANDS = 17  # [BJ-17a]

# The value of each rank of a pack, from the two to the ace; an ace is 1 until `total` finds it may be 11.  [BJ-8a] [BJ-8b] [BJ-8c]
POINTS: Final[tuple[int, ...]] = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
VALUE: Final[tuple[int, ...]] = tuple(POINTS[rank(card)] for card in range(PACK))
# The same, and for an ace so much besides that one sum tells the points and the aces.
_ONE_ACE: Final = 1 << 10
_WORTH: Final[tuple[int, ...]] = tuple(value + _ONE_ACE if value == 1 else value for value in VALUE)
SEVEN: Final = RANKS.index("7")
THREE_SEVENS: Final = (SEVEN, SEVEN, SEVEN)
SIX_SEVEN_EIGHT: Final = (RANKS.index("6"), SEVEN, RANKS.index("8"))


def low_total(cards: Sequence[Card]) -> int:
    """The points with every ace as 1."""
    points = 0
    for card in cards:
        points += VALUE[card]
    return points


def total(cards: Sequence[Card], low_aces: int = 0) -> int:
    """The best points that do not pass 21. So many aces are bound to 1.  [BJ-8a] [BJ-8a-i] [BJ-8a-ii]

    One rule serves both hands: the bank has no choice and takes 11 where that makes 17 to 21; below 17 it draws on whatever
    its ace is counted as.
    """
    worth = 0
    for card in cards:
        worth += _WORTH[card]
    if worth < _ONE_ACE:
        return worth
    aces, points = divmod(worth, _ONE_ACE)
    return points + 10 if aces > low_aces and points <= BEST - 10 else points


def soft(cards: Sequence[Card], low_aces: int = 0) -> bool:
    """Whether an ace counts 11 in the total."""
    return total(cards, low_aces) != low_total(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace and a card worth ten as the first two (A12); cards drawn later never make it.  [BJ-19a]"""
    if len(cards) != 2:
        return False
    one, other = VALUE[cards[0]], VALUE[cards[1]]
    return one + other == 11 and (one == 1 or other == 1)


def special(cards: Sequence[Card]) -> str:
    """The special combination that exactly three cards make (A19), or nothing.  [BJ-25i]"""
    if len(cards) != 3:
        return ""
    one, other, third = sorted(cards)
    ranks = (rank(one), rank(other), rank(third))
    if ranks == THREE_SEVENS:
        return "7-7-7"
    return "6-7-8" if ranks == SIX_SEVEN_EIGHT and suit(one) == suit(other) == suit(third) else ""


def is_ace(card: Card) -> bool:
    return rank(card) == ACE


def same_value(cards: Sequence[Card]) -> bool:
    """Two cards worth the same: a ten and a king are.  [BJ-21a]"""
    return len(cards) == 2 and VALUE[cards[0]] == VALUE[cards[1]]


def same_rank(cards: Sequence[Card]) -> bool:
    """Two cards that form a real pair.  [BJ-16b]"""
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


@lru_cache(maxsize=256)
def most_cards(hands: int, decks: int) -> int:
    """The most cards that so many hands can ever take: the shoe must hold them, or a round might not be determined.  [BJ-27]

    A hand draws only while it stands at 20 or less, so without its last card it is worth at most 20 (with aces as 1). All
    hands together, without their last cards, are then worth at most 20 each, and most in number if they are the lowest cards.
    """
    points, count = (BEST - 1) * hands, 0
    for value in range(1, 11):
        there = 4 * decks * (4 if value == 10 else 1)
        taken = min(there, points // value)
        points, count = points - taken * value, count + taken
    return count + hands


def named(card: Card) -> str:
    return NAMES[card]
