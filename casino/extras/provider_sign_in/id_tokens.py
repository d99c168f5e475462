"""ID tokens of OpenID Connect: the signature under a published key, and what the token says.

Two algorithms are accepted, both with public keys. The key decides which one; the token only names it.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec import Struct

MAX_LENGTH = 16 * 1024
CLOCK_DIFFERENCE = 60  # seconds, between the provider and this machine
MAX_AGE = 600  # seconds since the token was issued
MIN_RSA_BITS = 2048
COORDINATE_BYTES = 32
TYPES = {"RS256": "RSA", "ES256": "EC"}


class InvalidIdToken(Exception):
    """The token proves nothing; `reason` is a code for the log and the audit line."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class IdentityClaims(Struct, frozen=True):
    """Who signed in, and how, by the word of the provider."""

    subject: str
    email: str
    is_email_verified: bool
    methods: tuple[str, ...]  # `amr`
    context: str  # `acr`


def verify_id_token(
    token: str, *, keys: Sequence[Mapping[str, Any]], issuer: str, client: str, nonce: str, now: float
) -> IdentityClaims:
    if len(token) > MAX_LENGTH or token.count(".") != 2:
        raise InvalidIdToken("malformed")
    signed, _dot, signature = token.rpartition(".")
    header, claims = (_json(part) for part in signed.split("."))
    _check_signature(header, keys, signed.encode(), _decode(signature))
    _check_claims(claims, issuer=issuer, client=client, nonce=nonce, now=now)
    subject, email, methods = claims.get("sub"), claims.get("email"), claims.get("amr")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or "\x00" in subject:
        raise InvalidIdToken("subject")
    return IdentityClaims(
        subject=subject,
        email=email if isinstance(email, str) and "\x00" not in email else "",
        is_email_verified=claims.get("email_verified") is True,
        methods=tuple(str(method) for method in methods) if isinstance(methods, list) else (),
        context=str(claims.get("acr") or ""),
    )


def _decode(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except ValueError as error:
        raise InvalidIdToken("malformed") from error


def _json(part: str) -> dict[str, Any]:
    try:
        content = json.loads(_decode(part))
    except (ValueError, RecursionError) as error:
        raise InvalidIdToken("malformed") from error
    if not isinstance(content, dict):
        raise InvalidIdToken("malformed")
    return content


def _check_signature(
    header: dict[str, Any], keys: Sequence[Mapping[str, Any]], signed: bytes, signature: bytes
) -> None:
    algorithm = header.get("alg")
    if not isinstance(algorithm, str) or algorithm not in TYPES or "crit" in header:
        raise InvalidIdToken("algorithm")
    key = _key_of(header.get("kid"), algorithm, keys)
    try:
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, signed, padding.PKCS1v15(), SHA256())
        else:
            if len(signature) != 2 * COORDINATE_BYTES:
                raise InvalidIdToken("signature")
            numbers = (
                int.from_bytes(half) for half in (signature[:COORDINATE_BYTES], signature[COORDINATE_BYTES:])
            )
            key.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(SHA256()))
    except InvalidSignature as error:
        raise InvalidIdToken("signature") from error


def _key_of(
    name: object, algorithm: str, keys: Sequence[Mapping[str, Any]]
) -> rsa.RSAPublicKey | ec.EllipticCurvePublicKey:
    """The published key that the token names. Without a name there has to be exactly one of the type."""
    fitting = [
        key
        for key in keys
        if key.get("kty") == TYPES[algorithm]
        and key.get("alg", algorithm) == algorithm
        and key.get("use", "sig") == "sig"
        and (name is None or key.get("kid") == name)
    ]
    if len(fitting) != 1:
        raise InvalidIdToken("key")
    try:
        return _rsa_key(fitting[0]) if algorithm == "RS256" else _ec_key(fitting[0])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidIdToken("key") from error


def _number(text: str) -> int:
    return int.from_bytes(_decode(text))


def _rsa_key(key: Mapping[str, Any]) -> rsa.RSAPublicKey:
    public = rsa.RSAPublicNumbers(_number(key["e"]), _number(key["n"])).public_key()
    if public.key_size < MIN_RSA_BITS:
        raise InvalidIdToken("key")
    return public


def _ec_key(key: Mapping[str, Any]) -> ec.EllipticCurvePublicKey:
    if key.get("crv") != "P-256":
        raise InvalidIdToken("key")
    return ec.EllipticCurvePublicNumbers(_number(key["x"]), _number(key["y"]), ec.SECP256R1()).public_key()


def _check_claims(claims: dict[str, Any], *, issuer: str, client: str, nonce: str, now: float) -> None:
    """OpenID Connect Core 1.0, 3.1.3.7."""
    if claims.get("iss") != issuer:
        raise InvalidIdToken("issuer")
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    if client not in audiences or claims.get("azp", client) != client:
        raise InvalidIdToken("audience")
    if len(audiences) > 1 and "azp" not in claims:
        raise InvalidIdToken("audience")
    shown = claims.get("nonce")
    if not isinstance(shown, str) or not hmac.compare_digest(shown.encode(), nonce.encode()):
        raise InvalidIdToken("nonce")
    expires, issued, begins = (_time(claims, name) for name in ("exp", "iat", "nbf"))
    if expires is None or issued is None or now > expires + CLOCK_DIFFERENCE:
        raise InvalidIdToken("expired")
    if not now - MAX_AGE - CLOCK_DIFFERENCE <= issued <= now + CLOCK_DIFFERENCE:
        raise InvalidIdToken("expired")
    if begins is not None and begins > now + CLOCK_DIFFERENCE:
        raise InvalidIdToken("expired")


def _time(claims: dict[str, Any], name: str) -> float | None:
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e12:
        raise InvalidIdToken("expired")
    return float(value)
