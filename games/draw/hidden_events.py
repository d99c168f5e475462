"""Hidden events as the journal stores them: only the seed of their round opens them.

The generator knows nothing of this: what is drawn does not depend on how it is stored.
"""

from __future__ import annotations

import base64
import hmac

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12
BEGINNING = b'{"sealed":"'
END = b'"}'


def cipher(seed: bytes) -> AESGCM:
    return AESGCM(hmac.digest(seed, b"feltro/journal/v1", "sha256"))


def hide(cipher: AESGCM, table: int, seq: int, data: bytes) -> bytes:
    """The number of the event is its nonce, which is unique under one seed."""
    hidden = cipher.encrypt(seq.to_bytes(NONCE_BYTES, "big"), data, f"{table}|{seq}".encode())
    return BEGINNING + base64.b64encode(hidden) + END


def is_hidden(data: str) -> bool:
    return data.startswith(BEGINNING.decode())


def reveal(seed: bytes, table: int, seq: int, data: str) -> bytes:
    hidden = base64.b64decode(data[len(BEGINNING) : -len(END)])
    return cipher(seed).decrypt(seq.to_bytes(NONCE_BYTES, "big"), hidden, f"{table}|{seq}".encode())
