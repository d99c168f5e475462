"""Where a simulated past gets its chance from: the house's own draw, under keys that follow from one number."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from games.draw.generator import Draw

T = TypeVar("T")


def derived(seed: int, *about: object) -> bytes:
    """32 bytes for that purpose, the same for the same number."""
    return hashlib.blake2b(
        "|".join(map(str, about)).encode(), key=b"feltro/simulated/v2|%d" % seed, digest_size=32
    ).digest()


class Luck:
    """One stream of choices."""

    def __init__(self, seed: int, *about: object) -> None:
        self.draw = Draw(derived(seed, *about))
        self.below = self.draw.below

    def of(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def once_in(self, n: int) -> bool:
        return self.below(n) == 0

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def take(self, choices: Sequence[T], count: int) -> list[T]:
        """`count` different choices, in a drawn order."""
        remaining = list(choices)
        taken: list[T] = []
        while remaining and len(taken) < count:
            taken.append(remaining.pop(self.below(len(remaining))))
        return taken


def id_at(at: int, *about: object) -> UUID:
    """An id that follows from what it is for, and lies beside those of the same hour (RFC 9562, version 8)."""
    rest = int.from_bytes(hashlib.blake2b("|".join(map(str, about)).encode(), digest_size=10).digest(), "big")
    return UUID(
        int=(at & (1 << 48) - 1) << 80
        | 0x8 << 76
        | (rest >> 68 & 0xFFF) << 64
        | 0b10 << 62
        | rest & (1 << 62) - 1
    )
