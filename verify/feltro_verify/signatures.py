"""Signatures by Ed25519 of canonical JSON: of receipts, and of how a round ended."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltro_verify.checks import Check

RECEIPT_FORMAT = "feltro/receipt/v1"
ENDING_FORMAT = "feltro/ending/v1"
# What is not signed: the signature itself, and what the log says, which it does only after the signature.
UNSIGNED = frozenset({"signature", "log"})
SIGNATURE = re.compile(r"[0-9a-f]{128}")


def canonical(content: Mapping[str, object]) -> bytes:
    """Names in order, no spaces, UTF-8."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def is_signed(signature: str, keys: Sequence[str], content: bytes) -> bool:
    """Whether one of the keys signed the content. What is no key has signed nothing."""
    for key in keys:
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), content)
        except (InvalidSignature, ValueError):
            continue
        return True
    return False


def check_ending(published: dict[str, Any], keys: Sequence[str]) -> Check:
    """The house signed that the round counted, or that it was void, as the data say."""
    if "beacon" not in published:
        return Check("ending", None, {"missing": "beacon"})
    void = published.get("void", False)
    if "ending" not in published or not keys:
        return Check(
            "ending", None, {"void": void, "missing": "key" if "ending" in published else "signature"}
        )
    facts = {name: published[name] for name in ("table", "round", "commitment")} | {"format": ENDING_FORMAT}
    signed = [
        said
        for said in (False, True)
        if is_signed(published["ending"], keys, canonical(facts | {"void": said}))
    ]
    return Check("ending", signed == [void], {"void": void, "signed": signed[0] if signed else "other"})


def check_receipt(receipt: object, keys: Sequence[str]) -> Check:
    """One of the house's keys signed the receipt, and it is unchanged."""
    if not isinstance(receipt, dict) or receipt.get("format") != RECEIPT_FORMAT:
        return Check("receipt", False, {"reason": "format"})
    signature = receipt.get("signature")
    if not isinstance(signature, str) or not SIGNATURE.fullmatch(signature):
        return Check("receipt", False, {"reason": "signature"})
    if not keys:
        return Check("receipt", None, {"missing": "key"})
    content = {name: value for name, value in receipt.items() if name not in UNSIGNED}
    try:
        signed = is_signed(signature, keys, canonical(content))
    except UnicodeEncodeError:  # half of a character: nobody can have signed it
        signed = False
    return Check("receipt", signed, {} if signed else {"reason": "changed"})
