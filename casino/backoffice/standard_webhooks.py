"""Signatures of webhooks as the Standard Webhooks specification defines them (standardwebhooks.com).

The signature covers the id of the message, the time of the attempt and the body. A retry has the same id.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

PREFIX = "whsec_"
SECRET_BYTES = range(24, 65)  # that the specification allows


class InvalidSecret(ValueError):
    """The secret is not «whsec_» and 24 to 64 bytes in base64."""


def decode_secret(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidSecret from error
    if not secret.startswith(PREFIX) or len(key) not in SECRET_BYTES:
        raise InvalidSecret
    return key


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.digest(decode_secret(secret), signed, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


def webhook_headers(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secret, message_id, timestamp, body),
    }
