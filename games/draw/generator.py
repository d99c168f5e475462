"""The draw: how random results are made, and how anybody can check them.

A round's seed is 32 bytes from the operating system, promised (its hash published) before the seated browsers
give their shares and before bets open, and opened after the round. Seed and shares make a key; AES-256 in
counter mode expands it; sixteen-bit words are taken in order, and a word that would favour some result is
rejected. Nothing else is an input: neither stakes nor balances, history or time.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from games.draw import entropy
from games.draw.beacon import BeaconUse
from games.rules.shared.cards import PACK

WORDS = 1 << 16
BLOCK = bytes(256)


def new_seed() -> bytes:
    """A new seed from the operating system; none from a generator that has failed its tests."""
    return entropy.source.seed()


def promise(seed: bytes) -> str:
    """The hash published before bets open: it binds the house to the seed and reveals nothing about it."""
    return hashlib.sha256(b"feltro/commitment/v1" + seed).hexdigest()


def key(
    seed: bytes, table: int, round_number: int, nonces: Mapping[int, str], beacon: BeaconUse | None = None
) -> bytes:
    """The key of one round's draw, from the house's seed, the browsers' shares and the value of a beacon."""
    if beacon is not None:
        facts = f"{table}|{round_number}|{shares(nonces)}|{beacon.chain.hash}|{beacon.number}|{beacon.value}"
        return hmac.digest(seed, f"feltro/draw/v2|{facts}".encode(), "sha256")
    return hmac.digest(seed, f"feltro/draw/v1|{table}|{round_number}|{shares(nonces)}".encode(), "sha256")


def shares(nonces: Mapping[int, str]) -> str:
    """The browsers' shares as they go into every hash: by seat, ascending."""
    return ",".join(f"{seat}:{nonces[seat]}" for seat in sorted(nonces))


def unbiased(word: int, n: int) -> int | None:
    """The number below n for a sixteen-bit word, or None for a word of the uneven rest, which is rejected."""
    return word % n if word < WORDS - WORDS % n else None


@lru_cache(maxsize=32)
def _places(n: int) -> tuple[tuple[int, int, int], ...]:
    """The positions of a shoe from the last to the second, each with its number of choices and the bound of
    accepted words.
    """
    return tuple((size - 1, size, WORDS - WORDS % size) for size in range(n, 1, -1))


class Draw:
    """A stream of unbiased numbers from one key.

    The same key gives the same numbers, here and in the player's browser.
    """

    def __init__(self, key: bytes, dealt: Sequence[int] = ()) -> None:
        """`dealt` are the cards that earlier rounds took from a kept shoe, in order."""
        self._stream = Cipher(AES(key), CTR(bytes(16))).encryptor()
        self._dealt = tuple(dealt)
        self._words: list[int] = []
        self._orders: dict[int, tuple[int, ...]] = {}

    def _refill(self) -> None:
        self._words += struct.unpack(">128H", self._stream.update(BLOCK))[::-1]

    def _word(self) -> int:
        if not self._words:
            self._refill()
        return self._words.pop()

    def below(self, n: int) -> int:
        if not 1 <= n <= WORDS:
            raise ValueError(f"a draw below {n}")
        while (number := unbiased(self._word(), n)) is None:
            pass
        return number

    def shuffled(self, n: int) -> tuple[int, ...]:
        """The numbers 0 to n - 1 in one of the n! orders, all equally likely (Fisher and Yates).

        Of a kept shoe the cards that were dealt come first, as they came, and only the others are shuffled.
        """
        if n not in self._orders:
            if n > WORDS:
                raise ValueError(f"a shoe of {n}")
            dealt, order = split_shoe(self._dealt, n)
            words = self._words
            # `below` for each position, inlined for speed.
            for last, size, even in _places(len(order)):
                while True:
                    if not words:
                        self._refill()
                    if (word := words.pop()) < even:
                        break
                other = word % size
                order[last], order[other] = order[other], order[last]
            self._orders[n] = (*dealt, *order)
        return self._orders[n]


def split_shoe(dealt: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """The places of a shoe of n cards: of the dealt cards, as they came, and of the others, ascending.

    Equal cards of several packs cannot be told apart: the one of the first pack goes first.
    """
    taken = [0] * PACK
    first = []
    for card in dealt:
        first.append(card + PACK * taken[card])
        taken[card] += 1
    if max(first, default=-1) >= n:
        raise ValueError(f"a shoe of {n} does not hold the cards that were dealt")
    left = [place for place in range(n) if place // PACK >= taken[place % PACK]] if first else list(range(n))
    return first, left
