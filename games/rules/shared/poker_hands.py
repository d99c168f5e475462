"""Poker hands: which of ten kinds five cards form, which of two hands is higher, and the best five of seven.

A strength is one number that orders all hands in which suits decide nothing: the kind above, then the ranks
of the five cards in order of weight, four bits each. A rule by which suits decide as well looks at the cards
of `Hand`, which stand in the same order, equal ranks by suit. The strength of seven cards is looked up: one
table is followed card by card and says whether there is a flush, and if not, the sum of a key for each rank
says how often each occurs. The tables are kept small: whatever does not stay in the processor's own memory
costs more than every sum.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final

from msgspec import Struct

from games.rules.shared.cards import ACE, PACK, RANKS, Card

Strength = int


class HandKind(StrEnum):
    """The ten combinations, from the lowest to the highest."""

    HIGH_CARDS = "high-cards"  # [HE-29j] [CS-7j] [MS-8.10]
    ONE_PAIR = "one-pair"  # [HE-29i] [CS-7i] [MS-8.9]
    TWO_PAIRS = "two-pairs"  # [HE-29h] [CS-7h] [MS-8.8]
    THREE_OF_A_KIND = "three-of-a-kind"  # [HE-29g] [CS-7g] [MS-8.7]
    STRAIGHT = "straight"  # [HE-29f] [CS-7f] [MS-8.6]
    FLUSH = "flush"  # [HE-29e] [CS-7e] [MS-8.5]
    FULL_HOUSE = "full-house"  # [HE-29d] [CS-7d] [MS-8.4]
    FOUR_OF_A_KIND = "four-of-a-kind"  # [HE-29c] [CS-7c] [MS-8.3]
    STRAIGHT_FLUSH = "straight-flush"  # (A43)  [HE-29b] [CS-7b] [MS-8.2]
    ROYAL_FLUSH = "royal-flush"  # [HE-29a] [CS-7a] [MS-8.1]


KINDS: Final = tuple(HandKind)
HIGH, PAIR, TWO, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)
_OF_ONE_SUIT: Final = frozenset((FLUSH, STRAIGHT_FLUSH, ROYAL))


class PokerHand(Struct, frozen=True, gc=False):
    """Five cards and what they form.

    The cards are in order of weight; an ace that counts as one is the last.
    """

    strength: Strength
    cards: tuple[Card, ...]

    @property
    def kind(self) -> HandKind:
        return kind_of(self.strength)


def kind_of(strength: Strength) -> HandKind:
    return KINDS[strength >> 20]


def ranks_of(strength: Strength) -> tuple[int, ...]:
    """The ranks of the five cards in order of weight."""
    return strength >> 16 & 15, strength >> 12 & 15, strength >> 8 & 15, strength >> 4 & 15, strength & 15


def strength_of_five(cards: Sequence[Card]) -> Strength:
    a, b, c, d, e = cards
    if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
        return _OF_FLUSH[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]
    return _FIVE[
        _RANK_KEYS[a >> 2] + _RANK_KEYS[b >> 2] + _RANK_KEYS[c >> 2] + _RANK_KEYS[d >> 2] + _RANK_KEYS[e >> 2]
    ]


def strength_of_seven(cards: Sequence[Card]) -> Strength:
    """The strength of the best five of seven cards.  [HE-26]"""
    # Nothing is called: this is what simulations do by the million.
    a, b, c, d, e, f, g = cards
    bits = _FLUSHES[a][b][c][d][e][f][g]
    if bits is not None:
        ranks: int = bits[a] + bits[b] + bits[c] + bits[d] + bits[e] + bits[f] + bits[g]
        return _OF_FLUSH[ranks]
    key = _THREE_KEYS[a][b][c] + _THREE_KEYS[d][e][f] + _KEYS[g]
    try:
        return _SEVEN[key + _SHIFTS[key >> 10]]
    except IndexError:  # the tables are made when the first seven cards are ranked
        _make_tables()
        return _SEVEN[key + _SHIFTS[key >> 10]]


def best_five(cards: Sequence[Card]) -> PokerHand:
    """The best hand that five of five, six or seven cards form.  [HE-26]"""
    strength = strength_of_seven(cards) if len(cards) == 7 else _strength(cards)
    left = sorted(cards)
    if strength >> 20 in _OF_ONE_SUIT:
        suits = [card & 3 for card in cards]
        left = [card for card in left if suits.count(card & 3) >= 5]
    ranks = [card >> 2 for card in left]
    chosen = []
    for rank in ranks_of(strength):
        at = ranks.index(rank)
        ranks[at] = -1
        chosen.append(left[at])
    return PokerHand(strength, tuple(chosen))


def _strength(cards: Sequence[Card]) -> Strength:
    if len(cards) == 5:
        return strength_of_five(cards)
    if len(cards) == 7:
        return strength_of_seven(cards)
    return max(strength_of_five((*cards[:out], *cards[out + 1 :])) for out in range(len(cards)))


def _pack(kind: int, ranks: Sequence[int]) -> Strength:
    first, second, third, fourth, fifth = ranks
    return kind << 20 | first << 16 | second << 12 | third << 8 | fourth << 4 | fifth


# Sequences: the ranks that five consecutive cards have, from the highest sequence to the lowest. The ace
# stands above the king or, counting as one, below the two; nowhere else.  [HE-31] [CS-8] [MS-4.3]
_SEQUENCES: Final = (*(tuple(range(top, top - 5, -1)) for top in range(ACE, 3, -1)), (3, 2, 1, 0, ACE))
_SEQUENCE_MASKS: Final = tuple((sum(1 << rank for rank in ranks), ranks) for ranks in _SEQUENCES)
_OF_MASK: Final = tuple(
    tuple(rank for rank in range(ACE, -1, -1) if mask >> rank & 1) for mask in range(1 << len(RANKS))
)


def _sequence(mask: int) -> tuple[int, ...]:
    """The highest sequence among those ranks; nothing where there is none."""
    return next((ranks for wanted, ranks in _SEQUENCE_MASKS if mask & wanted == wanted), ())


def _of_flush(mask: int) -> Strength:
    """Five or more cards of one suit with those ranks."""
    ranks = _SEQUENCE_OF[mask]
    if not ranks:
        return _pack(FLUSH, _OF_MASK[mask][:5])  # from the highest card downwards (A25)  [HE-32d]
    return _pack(ROYAL if ranks[0] == ACE else STRAIGHT_FLUSH, ranks)  # [HE-32c]


def _of_ranks(ones: int, twos: int, threes: int, fours: int) -> Strength:
    """Five to seven cards without a flush, by the ranks that occur at least one to four times."""
    singles = _OF_MASK[ones]
    if fours:
        four = _OF_MASK[fours][0]
        return _pack(FOUR, (four, four, four, four, singles[singles[0] == four]))  # [HE-32a]
    pairs = _OF_MASK[twos]
    if threes:
        three = _OF_MASK[threes][0]
        if len(pairs) > 1:
            pair = pairs[pairs[0] == three]
            return _pack(FULL, (three, three, three, pair, pair))  # [HE-32b]
    ranks = _SEQUENCE_OF[ones]
    if ranks:
        return _pack(STRAIGHT, ranks)  # with the ace above the king too (A33)  [HE-32c]
    if threes:
        return _pack(THREE, (three, three, three, *_OF_MASK[ones & ~threes][:2]))  # [HE-32e]
    if len(pairs) > 1:
        high, low = pairs[:2]
        return _pack(TWO, (high, high, low, low, _OF_MASK[ones & ~(1 << high | 1 << low)][0]))  # [HE-32f]
    if pairs:
        return _pack(PAIR, (pairs[0], pairs[0], *_OF_MASK[ones & ~twos][:3]))  # [HE-32g]
    return _pack(HIGH, singles[:5])  # from the highest card downwards (A25)


_SEQUENCE_OF: Final = tuple(_sequence(mask) for mask in range(1 << len(RANKS)))
# By the ranks of the suit as bits; nought for fewer than five.
_OF_FLUSH: Final = tuple(_of_flush(mask) if mask.bit_count() >= 5 else 0 for mask in range(1 << len(RANKS)))

# Keys whose sums tell how often each rank occurs among seven cards, no rank more than four times.
_RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_ROW_BITS: Final = 10


@cache
def _keys_after(ranks: tuple[int, ...]) -> Any:
    """The next state for each card; after three cards, the sum of their keys."""
    if len(ranks) == 3:
        return sum(_RANK_KEYS[rank] for rank in ranks)
    return tuple(_keys_after(tuple(sorted((*ranks, card >> 2)))) for card in range(PACK))


@cache
def _flushes_after(counts: tuple[int, ...], left: int) -> Any:
    """The next state for each card; after the last card, the bits of the suit with five cards or more, or
    None.
    """
    if not left:
        return next((bits for bits, count in zip(_BITS, counts, strict=True) if count >= 5), None)
    following = []
    for suit in range(4):
        more = [count + (other == suit) for other, count in enumerate(counts)]
        # A suit that cannot come to five any more counts for nothing, so that few different tables remain.
        following.append(_flushes_after(tuple(count if count + left > 5 else 0 for count in more), left - 1))
    return tuple(following) * len(RANKS)


_BITS: Final = tuple(
    tuple(1 << (card >> 2) if card & 3 == suit else 0 for card in range(PACK)) for suit in range(4)
)  # by suit
_KEYS: Final = tuple(_RANK_KEYS[card >> 2] for card in range(PACK))
_THREE_KEYS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = _keys_after(())
_FLUSHES: Final = _flushes_after((0, 0, 0, 0), 7)


def _by_ranks(count: int) -> dict[int, Strength]:
    """The strength of so many cards without a flush, by the sum of their rank keys."""
    strengths: dict[int, Strength] = {}
    kept: dict[Strength, Strength] = {}

    def lay(rank: int, left: int, key: int, ones: int, twos: int, threes: int, fours: int) -> None:
        if not left:
            strength = _of_ranks(ones, twos, threes, fours)
            strengths[key] = kept.setdefault(strength, strength)
            return
        if left > 4 * (rank + 1):
            return
        one, bit = _RANK_KEYS[rank], 1 << rank
        lay(rank - 1, left, key, ones, twos, threes, fours)
        lay(rank - 1, left - 1, key + one, ones | bit, twos, threes, fours)
        if left > 1:
            lay(rank - 1, left - 2, key + 2 * one, ones | bit, twos | bit, threes, fours)
        if left > 2:
            lay(rank - 1, left - 3, key + 3 * one, ones | bit, twos | bit, threes | bit, fours)
        if left > 3:
            lay(rank - 1, left - 4, key + 4 * one, ones | bit, twos | bit, threes | bit, fours | bit)

    lay(ACE, count, 0, 0, 0, 0, 0)
    return strengths


_FIVE: Final = _by_ranks(5)
_SEVEN: Final = array(
    "I"
)  # strengths by the sum of rank keys, the rows of which are shifted into each other's gaps
_SHIFTS: Final = [0] * (
    (4 * _RANK_KEYS[ACE] + 3 * _RANK_KEYS[ACE - 1] >> _ROW_BITS) + 1
)  # what a row's keys are shifted by


def _make_tables() -> None:
    """Lay the strengths of seven cards into one dense list, the fullest rows first."""
    rows: dict[int, list[tuple[int, Strength]]] = {}
    for key, strength in _by_ranks(7).items():
        rows.setdefault(key >> _ROW_BITS, []).append((key & (1 << _ROW_BITS) - 1, strength))
    room = 1 << 17
    free, table = (1 << room) - 1, array("I", bytes(4 * room))
    for row, cells in sorted(rows.items(), key=lambda row: -len(row[1])):
        filled = (~free & free - 1).bit_length()
        window = free >> filled
        fits = window
        for column, _ in cells:
            fits &= window >> column
        start = filled + (fits & -fits).bit_length() - 1
        taken = 0
        for column, strength in cells:
            taken |= 1 << column
            table[start + column] = strength
        free ^= taken << start
        _SHIFTS[row] = start - (row << _ROW_BITS)
    _SEVEN[:] = table
