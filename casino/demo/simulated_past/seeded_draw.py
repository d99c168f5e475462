"""The randomness of a simulated past: the ordinary draw, with keys derived from one number."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from games.tables.bots.choices import RandomChoices

T = TypeVar("T")


def derive_key(seed: int, *purpose: object) -> bytes:
    """32 bytes, always the same for the same seed and purpose."""
    text = "|".join(map(str, purpose)).encode()
    return hashlib.blake2b(text, key=b"feltro/simulated/v2|%d" % seed, digest_size=32).digest()


class SeededRandom(RandomChoices):
    """Random choices that follow from one number."""

    def __init__(self, seed: int, *purpose: object) -> None:
        super().__init__(derive_key(seed, *purpose))

    def take(self, choices: Sequence[T], count: int) -> list[T]:
        """`count` different choices, in a drawn order."""
        remaining = list(choices)
        taken: list[T] = []
        while remaining and len(taken) < count:
            taken.append(remaining.pop(self.below(len(remaining))))
        return taken


def id_at(at: int, *purpose: object) -> UUID:
    """An id derived from its purpose, sorted by time (RFC 9562, version 8)."""
    text = "|".join(map(str, purpose)).encode()
    rest = int.from_bytes(hashlib.blake2b(text, digest_size=10).digest(), "big")
    return UUID(
        int=(at & (1 << 48) - 1) << 80
        | 0x8 << 76
        | (rest >> 68 & 0xFFF) << 64
        | 0b10 << 62
        | rest & (1 << 62) - 1
    )
