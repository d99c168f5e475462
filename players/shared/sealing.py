"""What the database keeps of a secret: a keyed digest where it is only compared, a sealed text where it must be read again.

Both keys follow from SECRET_KEY, one for each purpose. A copy of the database without that key opens nothing.
"""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

NONCE = 12  # bytes
DIGEST = 40  # hexadecimal digits: 160 bits


class Unsealable(Exception):
    """It was not sealed by this house for this purpose, or it was changed since."""


@cache
def _key(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), f"feltro.sealing:{purpose}".encode(), sha256)


def digest(purpose: str, value: str) -> str:
    """What stands for a secret that is only compared."""
    return hmac.new(_key(settings.SECRET_KEY, f"digest:{purpose}"), value.encode(), sha256).hexdigest()[
        :DIGEST
    ]


def seal(purpose: str, value: str) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    return nonce + AESGCM(_key(settings.SECRET_KEY, purpose)).encrypt(nonce, value.encode(), purpose.encode())


def unseal(purpose: str, sealed: bytes) -> str:
    """With the key of today, or with one that was in use before it (SECRET_KEY_FALLBACKS)."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return (
                AESGCM(_key(secret, purpose))
                .decrypt(sealed[:NONCE], sealed[NONCE:], purpose.encode())
                .decode()
            )
        except (InvalidTag, ValueError):
            continue
    raise Unsealable(purpose)
