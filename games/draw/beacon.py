"""A public randomness beacon: which of its values a round takes, and whether a value is genuine.

A beacon publishes one value at fixed times. A value is the hash of a BLS signature of its number, so that its
holders cannot choose it, it is unknown until they sign, and anyone can verify it with the public key.
The scheme is drand's `bls-unchained-g1-rfc9380`: keys on G2 and signatures on G1 of BLS12-381.

    message     = SHA-256(number as 8 bytes, big-endian)
    value       = SHA-256(signature)
    chain hash  = SHA-256(period in seconds as 4 bytes ‖ genesis as 8 bytes ‖ public key ‖ group hash ‖ name)

The chain hash names a beacon: it covers the public key and the schedule.
"""

from __future__ import annotations

import hashlib
import struct
from functools import lru_cache
from typing import Annotated

import pyblst
from msgspec import Meta, Struct

SCHEME = "bls-unchained-g1-rfc9380"
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
SECOND_MS = 1000
# The generator of G2, compressed.
G2_GENERATOR = (
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
# The point at infinity, which no honest signature is.
INFINITY = "c0" + 47 * "00"

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
PublicKey = Annotated[str, Meta(pattern=r"\A[0-9a-f]{192}\Z")]
Signature = Annotated[str, Meta(pattern=r"\A[0-9a-f]{96}\Z")]
Number = Annotated[int, Meta(ge=1, lt=2**53)]
ChainName = Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,30}\Z")]


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """A beacon: its public key and its schedule."""

    name: ChainName
    public_key: PublicKey
    genesis: Annotated[int, Meta(ge=1, lt=2**40)]  # the time of value 1, in seconds since 1970
    period: Annotated[int, Meta(ge=1, le=3600)]  # seconds from one value to the next
    group_hash: Hash

    @property
    def hash(self) -> str:
        facts = struct.pack(">IQ", self.period, self.genesis)
        facts += bytes.fromhex(self.public_key) + bytes.fromhex(self.group_hash) + self.name.encode()
        return hashlib.sha256(facts).hexdigest()

    def scheduled_ms(self, number: int) -> int:
        """When the beacon publishes this value, in milliseconds since 1970."""
        return (self.genesis + (number - 1) * self.period) * SECOND_MS

    def first_from(self, at_ms: int) -> int:
        """The number of the first value that is scheduled at this time or later."""
        late_ms = at_ms - self.genesis * SECOND_MS
        return max(1, 1 + -(-late_ms // (self.period * SECOND_MS)))


# The network of the League of Entropy. Its chain hash is
# 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971.
QUICKNET = Chain(
    name="quicknet",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1692803367,
    period=3,
    group_hash="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
)
SANDBOX_NAME = "sandbox"
PINNED = {QUICKNET.name: QUICKNET}


class BeaconUse(Struct, frozen=True, forbid_unknown_fields=True):
    """The value that a round depends on, and the rule that picked it.

    The rule is published before bets open: the first value that is scheduled at least `margin` milliseconds
    after the recorded close. So the number is fixed by the close, before the value exists.
    """

    chain: Chain
    closed: Annotated[int, Meta(ge=0, lt=2**53)]  # when bets closed, in milliseconds since 1970
    margin: Annotated[int, Meta(ge=0, le=60_000)]
    number: Number
    signature: Signature

    @property
    def value(self) -> str:
        return value_of(self.signature)

    def follows_rule(self) -> bool:
        """Whether the number is the one that the rule picks."""
        return self.number == self.chain.first_from(self.closed + self.margin)

    def is_genuine(self) -> bool:
        """Whether the beacon signed the value. A beacon that the program pins has the pinned key."""
        is_pinned = PINNED.get(self.chain.name, self.chain) == self.chain
        return is_pinned and is_genuine(self.chain.public_key, self.number, self.signature)


def message(number: int) -> bytes:
    return hashlib.sha256(number.to_bytes(8, "big")).digest()


def value_of(signature: str) -> str:
    """The value that a signature makes."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


@lru_cache(maxsize=512)
def is_genuine(public_key: str, number: int, signature: str) -> bool:
    """Whether the beacon with this key signed this number. Points outside their groups are refused."""
    if signature == INFINITY or number < 1:
        return False
    try:
        key = pyblst.BlstP2Element.uncompress(bytes.fromhex(public_key))
        signed = pyblst.BlstP1Element.uncompress(bytes.fromhex(signature))
    except ValueError:
        return False
    if key.compress() != bytes.fromhex(public_key) or signed.compress() != bytes.fromhex(signature):
        return False
    hashed = pyblst.BlstP1Element.hash_to_group(message(number), DOMAIN)
    generator = pyblst.BlstP2Element.uncompress(bytes.fromhex(G2_GENERATOR))
    return bool(pyblst.final_verify(pyblst.miller_loop(signed, generator), pyblst.miller_loop(hashed, key)))


def sign(secret: int, number: int) -> str:
    """The signature of a beacon with this secret key. Only the sandbox has one."""
    signed = pyblst.BlstP1Element.hash_to_group(message(number), DOMAIN).scalar_mul(secret)
    return bytes(signed.compress()).hex()


def public_key_of(secret: int) -> str:
    generator = pyblst.BlstP2Element.uncompress(bytes.fromhex(G2_GENERATOR))
    return bytes(generator.scalar_mul(secret).compress()).hex()
