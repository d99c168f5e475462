"""A player's money in the day's total of all players: `docs/reference/proofs.md` has the format.

Each part of a balance leads through sums and hashes to the root that the house published. Both children's
sums enter a node's hash, and none is negative: the total is at least the sum of all parts that people find.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from typing import Any

from feltro_verify.checks import Check
from feltro_verify.log import Key, UnreadableLog, check_proof, read_proof
from feltro_verify.shapes import ANY_TEXT, HASH, has_shape, integer, list_of, text

FORMAT = "feltro/funds/v1"
MOST_CENTS = 2**53 - 1
MOST_HEIGHT = 40
MOST_PARTS = 4096
CENTS = integer(0, MOST_CENTS)

Statement = dict[str, Any]


def _is_neighbour(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and CENTS(value[0]) and HASH(value[1])


PART = {
    "place": integer(0, 2**MOST_HEIGHT - 1),
    "cents": CENTS,
    "salt": HASH,
    "path": list_of(_is_neighbour, 0, MOST_HEIGHT),
}
is_statement = has_shape(
    {
        "format": text(FORMAT),
        "day": text("[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        "currency": text("[A-Z]{3,4}"),
        "instant": integer(0, MOST_CENTS),
        "leaves": integer(0, 2**MOST_HEIGHT),
        "total": CENTS,
        "jackpots": CENTS,
        "root": HASH,
        "player": integer(1, MOST_CENTS),
        "parts": list_of(has_shape(PART), 0, MOST_PARTS),
        "log?": ANY_TEXT,
    }
)


def sum_of(statement: Statement) -> int:
    return sum(part["cents"] for part in statement["parts"])


def check_money(statement: object, balance: int | None) -> list[Check]:
    """Whether the player's parts are in the total, each once, and are all that the player had."""
    if not isinstance(statement, dict) or not is_statement(statement):
        return [Check("funds-shape", False)]
    parts = statement["parts"]
    wrong = [part["place"] for part in parts if not _leads_to_root(statement, part)]
    places = {part["place"] for part in parts}
    return [
        Check("funds-parts", not wrong, {"wrong": wrong} if wrong else {"parts": len(parts)}),
        Check("funds-places", len(places) == len(parts)),
        _check_balance(sum_of(statement), balance),
    ]


def _leads_to_root(statement: Statement, part: dict[str, Any]) -> bool:
    place, cents = part["place"], part["cents"]
    if place >= statement["leaves"] or 1 << len(part["path"]) != statement["leaves"]:
        return False
    owner = f"{FORMAT}\n{statement['day']}\n{statement['currency']}\n{statement['player']}\n".encode()
    digest = hashlib.sha256(b"\x00" + bytes.fromhex(part["salt"]) + cents.to_bytes(8, "big") + owner).digest()
    for beside_cents, beside_digest in part["path"]:
        here = cents.to_bytes(8, "big") + digest
        beside = beside_cents.to_bytes(8, "big") + bytes.fromhex(beside_digest)
        digest = hashlib.sha256(b"\x01" + (beside + here if place & 1 else here + beside)).digest()
        cents, place = cents + beside_cents, place >> 1
        if cents > statement["total"]:
            return False
    return (cents, digest.hex()) == (statement["total"], statement["root"])


def _check_balance(found: int, balance: int | None) -> Check:
    """Only the player knows what they had."""
    if balance is None:
        return Check("funds-balance", None, {"missing": "balance", "found": found})
    return Check("funds-balance", found == balance, {"found": found, "yours": balance})


def log_entry(statement: Statement) -> bytes:
    """What stands in the public log of a day. Its name is in the clear: two of one name are two totals."""
    named = ("day", "currency", "instant", "leaves", "total", "jackpots", "root")
    content = json.dumps([statement[name] for name in named])
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"funds {statement['day']}.{statement['currency']} {digest}".encode()


def check_published(statement: Statement, keys: Sequence[Key], witnesses: Sequence[Key]) -> list[Check]:
    """Whether everybody was told the same total."""
    if "log" not in statement:
        return [Check("included", None, {"missing": "proof"})]
    try:
        proof = read_proof(statement["log"].encode())
    except (UnreadableLog, UnicodeEncodeError):
        return [Check("included", False)]
    return check_proof(proof, log_entry(statement), keys, witnesses)
