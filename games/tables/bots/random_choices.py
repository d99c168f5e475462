"""A stream of random choices for programs that play: which bet, how much. It decides no result."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from games.draw.generator import Draw

T = TypeVar("T")


class RandomChoices:
    """Equal keys give equal choices."""

    def __init__(self, key: bytes) -> None:
        self.draw = Draw(key)
        self.below = self.draw.below

    def choose(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def once_in(self, n: int) -> bool:
        return self.below(n) == 0

    def between(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        return low + self.below(high - low + 1)


def choices_at(table: int, number: int, seat: int) -> RandomChoices:
    """The choices of a seat after so many events of its table."""
    key = b"%d|%d|%d" % (table, number, seat)
    return RandomChoices(blake2b(key, digest_size=32, person=b"house player").digest())
