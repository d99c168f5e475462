"""What only a croupier holds: the key that opens seeds, and the state that a table was put down in."""

from __future__ import annotations

import hmac
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.draw import generator


class SealKey:
    """The key that opens sealed seeds. Only the croupier is given the file."""

    def __init__(self, path: Path) -> None:
        self._key = bytes.fromhex(path.read_text().strip())

    def seal(self, seed: bytes, table: int, round: int) -> bytes:
        return generator.seal(seed, self._key, f"{table}|{round}")

    def seed(self, table: int, round: int, sealed: bytes) -> bytes:
        return generator.unseal(sealed, self._key, f"{table}|{round}")

    def lock_up(self, table: int, seq: int, state: bytes) -> bytes:
        return generator.seal(state, self._key, f"state|{table}|{seq}")

    def unlock(self, table: int, seq: int, state: bytes) -> bytes:
        return generator.unseal(state, self._key, f"state|{table}|{seq}")

    def sign(self, said: bytes) -> bytes:
        return self._signer().sign(said)

    def public(self) -> str:
        """What proves that a receipt is the house's."""
        return self._signer().public_key().public_bytes_raw().hex()

    def _signer(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(hmac.digest(self._key, b"feltro/receipts/v1", "sha256"))
