"""Signatures of JSON by the croupier's key: equal contents give equal bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def canonical_bytes(content: Mapping[str, object]) -> bytes:
    """The bytes that are signed: the names in order, no spaces."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def is_signed_by(public: str, signature: bytes, content: bytes) -> bool:
    """Whether the holder of this public key signed the content. What is no key has signed nothing."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True
