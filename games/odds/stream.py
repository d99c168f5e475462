"""Reproducible numbers for simulations: the same word always gives the same numbers.

Tables never use them.
"""

from __future__ import annotations

from hashlib import shake_256
from struct import unpack

WORDS = 1 << 16
BLOCK = 1024  # words generated at once


class Stream:
    """Unbiased numbers from a word. An order of a pack stays the same until the next round."""

    def __init__(self, word: str) -> None:
        self._word, self._blocks = word, 0
        self._left: list[int] = []
        self._orders: dict[int, tuple[int, ...]] = {}

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely. Values that would bias the result are rejected."""
        top = WORDS - WORDS % n
        while True:
            if not self._left:
                digest = shake_256(f"{self._word}|{self._blocks}".encode()).digest(2 * BLOCK)
                self._left = list(unpack(f">{BLOCK}H", digest))
                self._blocks += 1
            if (word := self._left.pop()) < top:
                return word % n

    def shuffled(self, n: int) -> tuple[int, ...]:
        """The numbers 0 to n - 1 in random order (Fisher-Yates)."""
        if n not in self._orders:
            order = list(range(n))
            for last in range(n - 1, 0, -1):
                other = self.below(last + 1)
                order[last], order[other] = order[other], order[last]
            self._orders[n] = tuple(order)
        return self._orders[n]

    def next_round(self) -> Stream:
        """The same stream; orders are shuffled again."""
        self._orders = {}
        return self
