"""The draw: a promised seed and the browsers' shares make a key, the key a stream of unbiased numbers."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(rank + suit for rank in RANKS for suit in "SHCD")
NUMBER_OF = {card: number for number, card in enumerate(CARDS)}
PACK = len(CARDS)
WORDS = 65_536
BLOCK = 512  # bytes of the stream that are made at a time


def sha256(*parts: str | bytes) -> bytes:
    joined = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(joined).digest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def promise(seed: str) -> str:
    return sha256("feltro/commitment/v1", bytes.fromhex(seed)).hex()


def shares_text(shares: Mapping[str, str]) -> str:
    return ",".join(f"{seat}:{shares[seat]}" for seat in sorted(shares, key=int))


def draw_key(seed: str, table: int, number: int, shares: Mapping[str, str], beacon: str = "") -> bytes:
    """The key of a round. `beacon` is the text with which a beacon enters it."""
    facts = f"{table}|{number}|{shares_text(shares)}"
    label = f"feltro/draw/v2|{facts}|{beacon}" if beacon else f"feltro/draw/v1|{facts}"
    return mac(bytes.fromhex(seed), label)


class Stream:
    """Unbiased numbers from one key."""

    def __init__(self, key: bytes) -> None:
        self._cipher = Cipher(AES(key), CTR(bytes(16))).encryptor()
        self._block = b""
        self._at = 0

    def _word(self) -> int:
        if self._at == len(self._block):
            self._block, self._at = self._cipher.update(bytes(BLOCK)), 0
        self._at += 2
        return int.from_bytes(self._block[self._at - 2 : self._at], "big")

    def below(self, size: int) -> int:
        """A word of the uneven rest would favour small numbers, so it is thrown away."""
        while (word := self._word()) >= WORDS - WORDS % size:
            pass
        return word % size

    def order(self, entries: list[int]) -> list[int]:
        """The entries in one of their orders, all equally likely."""
        ordered = list(entries)
        for last in range(len(ordered) - 1, 0, -1):
            other = self.below(last + 1)
            ordered[last], ordered[other] = ordered[other], ordered[last]
        return ordered
