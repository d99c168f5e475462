"""Web Push: encrypts a message for one browser (RFC 8291) and signs the request (RFC 8292).

The libraries for this send by themselves, to whatever address a name leads, so only their cryptography would
be of use here; it is a few calls to `cryptography`.
"""

from __future__ import annotations

import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
POINT_BYTES, SECRET_BYTES, SALT_BYTES = 65, 16, 16
TOKEN_SECONDS = 12 * 3600  # a service refuses more than a day
LAST_RECORD = b"\x02"


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The key of this house from 32 bytes in base64."""
    return ec.derive_private_key(int.from_bytes(decode(text)), CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    browser_point: bytes,
    browser_secret: bytes,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of the request. The key and the salt are new for each message; tests give those of the RFC."""
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_point)
    agreed = key.exchange(ec.ECDH(), browser_key)
    own_point = point(key)
    material = _derive(agreed, browser_secret, b"WebPush: info\x00" + browser_point + own_point, 32)
    content_key = _derive(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\x00", 12)
    record = AESGCM(content_key).encrypt(nonce, message + LAST_RECORD, None)
    return salt + struct.pack("!IB", RECORD_SIZE, len(own_point)) + own_point + record


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, at: int) -> str:
    """The header by which the push service knows the house that a browser subscribed to."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at + TOKEN_SECONDS, "sub": contact}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encode(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encode(point(key))}"


def _part(value: Mapping[str, object]) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())
