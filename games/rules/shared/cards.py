"""Cards: numbers from 0 to 51 inside the engines, names like «10H» where people or files meet them.

A card's number is four times its rank (0 for the two, 12 for the ace) plus its suit. A shoe of several
decks is dealt from the order in which chance gives the places of all its cards; the place modulo 52 is the
card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

Card = int
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("S", "H", "C", "D")  # spades, hearts, clubs, diamonds
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARDS: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}
TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
PACK = 52
COVERED: Final = ""  # a card that lies face down


def rank(card: Card) -> int:
    return card >> 2


def suit(card: Card) -> int:
    return card & 3


def names(cards: Iterable[Card]) -> list[str]:
    return [NAMES[card] for card in cards]


def cards(text: str) -> tuple[Card, ...]:
    """The cards named in a text, parted by spaces."""
    return tuple(CARDS[name] for name in text.split())


def in_order(places: Sequence[int], start: int, count: int) -> tuple[Card, ...]:
    """So many cards of a shuffled shoe from the place where the last deal ended."""
    if start + count > len(places):
        raise ValueError(f"the shoe holds {len(places)} cards, and {start + count} are asked for")
    if count == 1:
        return (places[start] % PACK,)
    return tuple([place % PACK for place in places[start : start + count]])
