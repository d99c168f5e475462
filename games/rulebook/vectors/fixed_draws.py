"""Draws of the worked examples: the cards of an example, or a pack in the order of its numbers."""

from __future__ import annotations

from collections.abc import Sequence


class FixedShoe:
    """A shoe with the cards of the example, in its order."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


class UnshuffledPack:
    """A pack in the order of its card numbers."""

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return range(n)
