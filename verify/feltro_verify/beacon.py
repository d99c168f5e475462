"""A public beacon: which of its values a round takes, and whether the beacon signed it (drand's quicknet)."""

from __future__ import annotations

from typing import Any

import pyblst

from feltro_verify.checks import Check
from feltro_verify.draw import sha256

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
INFINITY = "c0" + "00" * 47
# The generator of G2, compressed, as the definition of BLS12-381 gives it.
G2_GENERATOR = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
# A beacon of this name has this key and this schedule, or it is another one that borrows the name.
PINNED = {
    "quicknet": {
        "name": "quicknet",
        "public_key": (
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
            "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        ),
        "genesis": 1692803367,
        "period": 3,
        "group_hash": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    }
}

Use = dict[str, Any]


def chain_hash(chain: dict[str, Any]) -> str:
    return sha256(
        chain["period"].to_bytes(4, "big"),
        chain["genesis"].to_bytes(8, "big"),
        bytes.fromhex(chain["public_key"]),
        bytes.fromhex(chain["group_hash"]),
        chain["name"],
    ).hex()


def value_of(use: Use) -> str:
    return sha256(bytes.fromhex(use["signature"])).hex()


def key_text(use: Use) -> str:
    """The text with which a beacon enters the key of a draw and the root of a pack."""
    return f"{chain_hash(use['chain'])}|{use['number']}|{value_of(use)}"


def picked_number(use: Use) -> int:
    """The first value that is scheduled at the close and the margin, or later."""
    chain = use["chain"]
    late: int = use["closed"] + use["margin"] - chain["genesis"] * 1000
    period: int = chain["period"] * 1000
    return max(1, 1 - -late // period)


def is_signed(public_key: str, number: int, signature: str) -> bool:
    """Whether the beacon with this key signed this number."""
    if signature == INFINITY:
        return False
    try:
        key = pyblst.BlstP2Element.uncompress(bytes.fromhex(public_key))
        signed = pyblst.BlstP1Element.uncompress(bytes.fromhex(signature))
    except ValueError:  # no point, or one outside its group
        return False
    if key.compress().hex() != public_key or signed.compress().hex() != signature:
        return False
    message = pyblst.BlstP1Element.hash_to_group(sha256(number.to_bytes(8, "big")), DOMAIN)
    generator = pyblst.BlstP2Element.uncompress(G2_GENERATOR)
    left, right = pyblst.miller_loop(signed, generator), pyblst.miller_loop(message, key)
    return bool(pyblst.final_verify(left, right))


def check_beacon(published: dict[str, Any]) -> list[Check]:
    """The rule picked the value before it existed, and the beacon signed it."""
    use: Use | None = published.get("beacon")
    if use is None:
        return []
    chain, number = use["chain"], use["number"]
    is_pinned = PINNED.get(chain["name"], chain) == chain
    signed = is_pinned and is_signed(chain["public_key"], number, use["signature"])
    return [
        Check(
            "beacon-number", number == picked_number(use), {"number": number, "picked": picked_number(use)}
        ),
        Check("beacon", signed, {"name": chain["name"], "number": number, "value": value_of(use)}),
    ]
