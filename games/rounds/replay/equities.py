"""The chances of hands in hold'em, by counting every board that can still come.

Nothing is sampled: from two cards each, all 1,712,304 boards of five are ranked. The ranking is the one of
the rules; only the counting is done in arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from games.rules.shared.cards import PACK, RANKS, SUITS, Card
from games.rules.shared.poker_hands import best_five, strength_of_seven

BOARD = 5
FLUSH_ON_BOARD = 3  # two cards of the hand make it five
RANK_COUNT, SUIT_COUNT = len(RANKS), len(SUITS)
# The sum of five of these tells which ranks were added, up to four of each.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
MAX_KEY = 4 * RANK_KEYS[-1] + RANK_KEYS[-2]
Ints = NDArray[np.int32]


class Equity(Struct, frozen=True):
    """On how many boards a hand wins alone, and its share of those that it ties."""

    boards: int
    wins: int
    ties: int
    share: Fraction  # of the pot, ties divided

    def thousandths(self) -> int:
        return round(1000 * self.share)


def equities(
    hands: Mapping[int, Sequence[Card]], board: Sequence[Card], dead: Iterable[Card] = ()
) -> dict[int, Equity]:
    """The chances of each hand on that board. `dead` are cards known to lie elsewhere."""
    gone = {card for hand in hands.values() for card in hand} | set(board) | set(dead)
    rest = [card for card in range(PACK) if card not in gone]
    boards = complete_boards(tuple(rest), tuple(board))
    strengths = np.stack([strengths_on(boards, tuple(hand)) for hand in hands.values()])
    best = strengths.max(axis=0)
    wins = strengths == best
    winners = wins.sum(axis=0)
    total = boards.count
    result = {}
    for index, seat in enumerate(hands):
        by_winners = np.bincount(winners[wins[index]], minlength=len(hands) + 1)
        share = sum(
            (Fraction(int(count), ways) for ways, count in enumerate(by_winners) if ways), Fraction(0)
        )
        result[seat] = Equity(total, int(by_winners[1]), int(by_winners[2:].sum()), share / total)
    return result


class Boards(Struct, frozen=True):
    """All complete boards: for each, the key of its ranks.

    Those with three cards of a suit stand together, with the ranks of that suit as bits: only there can two
    more cards make a flush, and no board has three of two suits.
    """

    count: int
    keys: Ints
    flushes: tuple[tuple[slice, Ints], ...]


@lru_cache(maxsize=2)
def complete_boards(rest: tuple[Card, ...], board: tuple[Card, ...]) -> Boards:
    chosen = np.array(rest, dtype=np.int32)[_combinations(len(rest), BOARD - len(board))]
    ranks, suits = chosen >> 2, chosen & 3
    keys = np.array(RANK_KEYS, dtype=np.int32)[ranks].sum(axis=1, dtype=np.int32)
    keys += sum(RANK_KEYS[card >> 2] for card in board)
    bits = np.left_shift(np.int32(1), ranks)
    parts, flushes, start = [], [], 0
    without = np.ones(len(chosen), dtype=bool)
    for suit in range(SUIT_COUNT):
        on_board = [card >> 2 for card in board if card & 3 == suit]
        (there,) = np.nonzero((suits == suit).sum(axis=1) + len(on_board) >= FLUSH_ON_BOARD)
        of_suit = np.where(suits[there] == suit, bits[there], 0).sum(axis=1, dtype=np.int32)
        parts.append(there)
        without[there] = False
        flushes.append((slice(start, start + len(there)), of_suit | sum(1 << rank for rank in on_board)))
        start += len(there)
    parts.append(np.nonzero(without)[0])
    return Boards(len(chosen), keys[np.concatenate(parts)], tuple(flushes))


@lru_cache(maxsize=4)
def _combinations(n: int, k: int) -> NDArray[np.int8]:
    """The rows of indexes of all choices of k of n, each in rising order."""
    rows = np.zeros((1, 0), dtype=np.int8)
    for position in range(k):
        last = rows[:, -1].astype(np.int32) if position else np.full(1, -1, dtype=np.int32)
        first = last + 1
        counts = (n - k + position + 1) - first
        starts = np.cumsum(counts) - counts
        offsets = np.arange(counts.sum(), dtype=np.int32) - np.repeat(starts, counts)
        following = np.repeat(first, counts) + offsets
        rows = np.column_stack((np.repeat(rows, counts, axis=0), following.astype(np.int8)))
    return rows


def strengths_on(boards: Boards, hand: tuple[Card, ...]) -> Ints:
    """The strength of that hand on each of the boards."""
    strengths = _rank_table(hand)[boards.keys]
    for suit, (where, ranks) in enumerate(boards.flushes):
        own = np.int32(sum(1 << (card >> 2) for card in hand if card & 3 == suit))
        np.maximum(strengths[where], _flush_table()[ranks | own], out=strengths[where])
    return strengths


@lru_cache(maxsize=64)
def _rank_table(hand: tuple[Card, ...]) -> Ints:
    """The strength of a hand with each board by its ranks alone, as if no flush were possible."""
    table = np.zeros(MAX_KEY + 1, dtype=np.int32)
    own = [card >> 2 for card in hand]
    for ranks in combinations_with_replacement(range(RANK_COUNT), BOARD):
        together = sorted([*own, *ranks])
        if all(together[index] != together[index + 4] for index in range(len(together) - 4)):
            # Suits in turn: no suit occurs three times, and equal ranks have different suits.
            cards = [rank << 2 | index % SUIT_COUNT for index, rank in enumerate(together)]
            table[sum(RANK_KEYS[rank] for rank in ranks)] = strength_of_seven(cards)
    return table


@lru_cache(maxsize=1)
def _flush_table() -> Ints:
    """The strength of the flush that ranks of one suit form, 0 for fewer than five."""
    table = np.zeros(1 << RANK_COUNT, dtype=np.int32)
    for mask in range(1 << RANK_COUNT):
        ranks = [rank for rank in range(RANK_COUNT) if mask >> rank & 1]
        if BOARD <= len(ranks) <= BOARD + 2:
            table[mask] = _strength_of_suited([rank << 2 for rank in ranks])
    return table


def _strength_of_suited(cards: Sequence[Card]) -> int:
    return best_five(cards).strength
