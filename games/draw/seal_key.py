"""The keys that only croupiers have: they open sealed seeds and snapshots of tables, and sign receipts and
the ends of rounds.

The file holds one key per line, the newest last. New data is sealed under the newest and begins with the id
of its key, so older data stays readable, and several croupiers can change to a new key one after the other.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

ID_BYTES = 4
KEY_BYTES = 32
NONCE_BYTES = 12


class UnknownSealKeyError(ValueError):
    """The data was sealed under a key that is not in the file."""


def key_id(key: bytes) -> bytes:
    return hashlib.sha256(b"feltro/seal-key/v1" + key).digest()[:ID_BYTES]


def read_keys(path: Path) -> dict[bytes, bytes]:
    """The keys of the file by id, the newest last."""
    keys = [bytes.fromhex(line) for line in path.read_text().split()]
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise ValueError(f"{path} should hold keys of {KEY_BYTES} bytes as hexadecimal digits, one per line.")
    return {key_id(key): key for key in keys}


class SealKey:
    """The keys of the file. Only the croupier can read it."""

    def __init__(self, path: Path) -> None:
        self._path, self._keys = path, read_keys(path)
        self._newest = next(reversed(self._keys))

    def seal(self, seed: bytes, table: int, round_number: int) -> bytes:
        return self._seal(seed, f"{table}|{round_number}")

    def seed(self, table: int, round_number: int, sealed: bytes) -> bytes:
        return self._unseal(sealed, f"{table}|{round_number}")

    def lock_up(self, table: int, seq: int, state: bytes) -> bytes:
        return self._seal(state, f"state|{table}|{seq}")

    def unlock(self, table: int, seq: int, state: bytes) -> bytes:
        return self._unseal(state, f"state|{table}|{seq}")

    def seal_proof(self, about: str, state: bytes) -> bytes:
        """Seals a state that was proved. `about` must be given again to open it."""
        return self._seal(state, f"proof|{about}")

    def open_proof(self, about: str, state: bytes) -> bytes:
        return self._unseal(state, f"proof|{about}")

    def sign(self, content: bytes) -> bytes:
        return _signer(self._keys[self._newest]).sign(content)

    def public(self) -> str:
        """The public key that verifies receipts and the ends of rounds."""
        return _public(self._keys[self._newest])

    def publics(self) -> list[str]:
        """The public keys of all keys in the file, with which older signatures are verified too."""
        return [_public(key) for key in self._keys.values()]

    def _seal(self, data: bytes, about: str) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = AESGCM(self._keys[self._newest]).encrypt(nonce, data, about.encode())
        return self._newest + nonce + sealed

    def _unseal(self, sealed: bytes, about: str) -> bytes:
        key_id, content = bytes(sealed[:ID_BYTES]), sealed[ID_BYTES:]
        if key_id not in self._keys:  # another croupier has changed to a newer key
            self._keys |= read_keys(self._path)
        if key_id not in self._keys:
            raise UnknownSealKeyError(f"No key with the id {key_id.hex()} in {self._path}.")
        nonce, data = content[:NONCE_BYTES], content[NONCE_BYTES:]
        return AESGCM(self._keys[key_id]).decrypt(nonce, data, about.encode())


def _signer(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(key, b"feltro/receipts/v1", "sha256"))


def _public(key: bytes) -> str:
    return _signer(key).public_key().public_bytes_raw().hex()
