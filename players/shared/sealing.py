"""How the database keeps a secret: a keyed digest if it is only compared, sealed text if it is read again.

The keys follow from SECRET_KEY, one for each purpose. A copy of the database without that key opens nothing.
"""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE_BYTES = 12
DIGEST_DIGITS = 40  # hexadecimal: 160 bits


class UnsealError(Exception):
    """The text was not sealed by this installation for this purpose, or it was changed since."""


@cache
def _key(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), f"feltro.sealing:{purpose}".encode(), sha256)


def digest(purpose: str, value: str) -> str:
    """Stands for a secret that is only compared."""
    key = _key(settings.SECRET_KEY, f"digest:{purpose}")
    return hmac.new(key, value.encode(), sha256).hexdigest()[:DIGEST_DIGITS]


def seal(purpose: str, value: str) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(_key(settings.SECRET_KEY, purpose)).encrypt(nonce, value.encode(), purpose.encode())


def unseal(purpose: str, sealed: bytes) -> str:
    """Tries the current key, then those that were in use before it (SECRET_KEY_FALLBACKS)."""
    nonce, ciphertext = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return AESGCM(_key(secret, purpose)).decrypt(nonce, ciphertext, purpose.encode()).decode()
        except (InvalidTag, ValueError):
            continue
    raise UnsealError(purpose)
