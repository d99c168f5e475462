"""Receipts and what the public log says of them: true ones, and every way in which one can be wrong.

What is expected stands here by hand: the house has no reader of its own log. `feltro-verify` and the browser
have to agree with it and with each other.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Receipt = dict[str, Any]
Vector = dict[str, Any]
ORIGIN, TIME = "house.example/log", 1_796_005_031
CODES = ("stake", "logged", "included", "witnessed")
DATA = json.dumps({"on": {"straight:17": 500, "red": 1000}, "seat": 3})
RECEIPT: Receipt = {
    "format": "feltro/receipt/v1", "table": 7, "name": "Roleta", "game": "french-roulette",
    "currency": "EUR", "round": 3, "event": 41, "at": "2026-11-30T02:17:09.120+00:00", "player": "Inês",
    "wish": "5f1c9e6e-8a53-4f6a-9a46-0b7b2d6f2a10", "laid": {"straight:17": 500, "red": 1000},
    "cents": 1500, "chain": "ab" * 32, "signature": "00" * 64,
}  # fmt: skip
CONTENT = (7, 41, 1_796_005_029_120_345, "bets-placed", DATA, 12, RECEIPT["wish"], None)


class Files(dict[str, bytes]):
    def read(self, name: str) -> bytes:
        return self[name]

    def write(self, name: str, content: bytes) -> None:
        self[name] = content


class Witness:
    """Signs whatever it is shown."""

    def __init__(self, name: str) -> None:
        from casino.public_log.notes import COSIGNATURE, Key

        self.private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())
        self.key = Key(name, COSIGNATURE, self.private.public_key().public_bytes_raw())

    def line(self, note: str, time: int = TIME) -> str:
        text = note.partition("\n\n")[0] + "\n"
        signature = self.private.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
        content = base64.b64encode(self.key.id + time.to_bytes(8, "big") + signature).decode()
        return f"\u2014 {self.key.name} {content}\n"


class KnownLog:
    """A log of so many entries, one of which is the stake."""

    def __init__(
        self, size: int, index: int, secret: bytes = b"log", content: tuple[Any, ...] = CONTENT
    ) -> None:
        from casino.public_log.entries import Entry
        from casino.public_log.notes import LogKey
        from casino.public_log.tree import Tree

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "key"
            path.write_text(hashlib.sha256(secret).hexdigest())
            self.key = LogKey(path, ORIGIN)
        self.entry = Entry("event", f"{content[0]}:{content[1]}", (12,), json.dumps(content))
        self.salt, self.index = hashlib.sha256(b"salt").digest(), index
        entries = [f"audit {number} x".encode() for number in range(size)]
        entries[index] = self.entry.logged(self.salt)
        self.tree = Tree(Files(), 0).append(entries)
        self.note = self.key.signed(size, self.tree.root())

    def receipt(self, *cosignatures: str) -> Receipt:
        from casino.public_log.proofs import proof_text

        proof = proof_text(self.tree, self.index, self.salt, self.note + "".join(cosignatures))
        return RECEIPT | {"log": {"status": "included", "content": self.entry.content, "proof": proof}}


def receipt_vectors() -> Iterator[Vector]:
    one, other, known = Witness("witness.example/w1"), Witness("uni.example/w2"), KnownLog(300, 41)
    true = known.receipt(one.line(known.note), other.line(known.note, TIME + 5))
    alone = known.receipt()
    logs, witnesses = [str(known.key.public)], [str(other.key), str(one.key)]

    def vector(name: str, receipt: Receipt, logs: list[str], witnesses: list[str], checks: Any) -> Vector:
        read = json.loads(json.dumps(receipt))
        return {
            "name": name, "given": {"receipt": read}, "keys": [], "logs": logs, "witnesses": witnesses,
            "expect": {"checks": checks},
        }  # fmt: skip

    def checks(*failing: str, unknown: str = "") -> list[list[Any]]:
        return [[code, None if code == unknown else code not in failing] for code in CODES]

    yield vector("in the log, and two witnesses saw it", true, logs, witnesses, checks())
    yield vector("one of the witnesses is known", true, logs, witnesses[:1], checks())
    first = KnownLog(1, 0)
    yield vector("the only entry of a log", first.receipt(one.line(first.note)), logs, witnesses, checks())
    linked = KnownLog(257, 256, content=(*CONTENT[:-1], RECEIPT["chain"]))
    seen = linked.receipt(one.line(linked.note))
    yield vector("the last of 257, with its link", seen, logs, witnesses, checks())
    yield vector("no witness is known", true, logs, [], checks(unknown="witnessed"))
    yield vector("no key of the log is known", true, [], witnesses, checks(unknown="logged"))
    for status in ("awaited", "before", "unknown"):
        without = RECEIPT | {"log": {"status": status}}
        yield vector(f"without a proof: {status}", without, logs, witnesses, [["included", None]])
    yield vector("a house without a log", RECEIPT, logs, witnesses, [])
    yield vector("wrong: no witness signed", alone, logs, witnesses, checks("witnessed"))
    forged = KnownLog(300, 41, secret=b"other")
    yield vector(
        "wrong: another key signed for the log", forged.receipt(one.line(forged.note)), logs, witnesses,
        checks("logged"),
    )  # fmt: skip
    yield vector(
        "wrong: the key of a witness as that of the log", true, witnesses, witnesses, checks("logged")
    )
    for name, change, failing in CHANGES:
        yield vector(f"wrong: {name}", changed(true, change), logs, witnesses, checks(*failing))
    for name, change in UNREADABLE:
        yield vector(f"wrong: {name}", changed(true, change), logs, witnesses, [["included", False]])


def changed(receipt: Receipt, change: Callable[[Receipt], None]) -> Receipt:
    copied = copy.deepcopy(receipt)
    change(copied)
    return copied


def fact(name: str, value: Any) -> Callable[[Receipt], None]:
    return lambda receipt: receipt.update({name: value})


def part(name: str, value: Any) -> Callable[[Receipt], None]:
    return lambda receipt: receipt["log"].update({name: value})


def text(name: str, old: str, new: str) -> Callable[[Receipt], None]:
    def change(receipt: Receipt) -> None:
        assert old in receipt["log"][name], old
        receipt["log"][name] = receipt["log"][name].replace(old, new, 1)

    return change


def lines(change: Callable[[list[str]], list[str]]) -> Callable[[Receipt], None]:
    """A change of the lines of the proof: format, extra, index, hashes, an empty one, checkpoint."""

    def of(receipt: Receipt) -> None:
        receipt["log"]["proof"] = "\n".join(change(receipt["log"]["proof"].split("\n")))

    return of


def replaced(at: int, make: Callable[[str], str]) -> Callable[[Receipt], None]:
    return lines(lambda all_of_them: [make(one) if n == at else one for n, one in enumerate(all_of_them)])


HASH = base64.b64encode(bytes(32)).decode()
CHANGES: tuple[tuple[str, Callable[[Receipt], None], tuple[str, ...]], ...] = (
    ("the number of the event in the receipt", fact("event", 42), ("stake", "included")),
    ("the table in the receipt", fact("table", 8), ("stake", "included")),
    ("the places in the receipt", fact("laid", {"straight:17": 500, "red": 2000}), ("stake",)),
    ("a place less in the receipt", fact("laid", {"red": 1000}), ("stake",)),
    ("the command in the receipt", fact("wish", ""), ("stake",)),
    ("the time in the receipt", fact("at", "2026-11-30T02:17:09.121+00:00"), ("stake",)),
    ("a time that is none", fact("at", "soon"), ("stake",)),
    ("the amount in the log", text("content", "1000", "9000"), ("stake", "included")),
    ("the player in the log", text("content", " 12,", " 13,"), ("included",)),
    ("another link in the log", text("content", "null]", '"00"]'), ("stake", "included")),
    ("a content that is no list", part("content", "{}"), ("stake", "included")),
    ("a content that is no JSON", part("content", "["), ("stake", "included")),
    ("no content", part("content", None), ("stake", "included")),
    ("another salt", replaced(1, lambda _line: f"extra {HASH}"), ("included",)),
    ("no salt", lines(lambda all_of_them: [all_of_them[0], *all_of_them[2:]]), ("included",)),
    ("another place", replaced(2, lambda _line: "index 42"), ("included",)),
    ("a place beyond the log", replaced(2, lambda _line: "index 300"), ("included",)),
    ("another hash", replaced(3, lambda _line: HASH), ("included",)),
    ("a hash less", lines(lambda all_of_them: [*all_of_them[:3], *all_of_them[4:]]), ("included",)),
    ("a hash more", lines(lambda all_of_them: [*all_of_them[:3], HASH, *all_of_them[3:]]), ("included",)),
    ("a larger log", text("proof", "\n300\n", "\n301\n"), ("logged", "witnessed")),
    ("another root", lines(lambda all_of_them: [
        HASH if n == all_of_them.index("300") + 1 else one for n, one in enumerate(all_of_them)]),
     ("logged", "included", "witnessed")),
    ("another name of the log", text("proof", f"\n{ORIGIN}\n", "\nhouse.example/log2\n"),
     ("logged", "witnessed")),
)  # fmt: skip
UNREADABLE: tuple[tuple[str, Callable[[Receipt], None]], ...] = (
    ("a log that is a list", fact("log", [])),
    ("a status that is none", part("status", "perhaps")),
    ("no proof", part("proof", None)),
    ("another format", text("proof", "tlog-proof@v1", "tlog-proof@v2")),
    ("a place with a zero before it", text("proof", "index 41", "index 041")),
    ("a place below zero", text("proof", "index 41", "index -1")),
    ("a hash that is cut off", replaced(3, lambda line: line[4:])),
    ("a hash with a space", replaced(3, lambda line: f"{line} ")),
    ("a hash whose unused bits are set", replaced(3, lambda _line: HASH[:-2] + "B=")),
    ("64 hashes", lines(lambda all_of_them: [*all_of_them[:3], *[HASH] * 64, *all_of_them[12:]])),
    ("line ends of another system", lines(lambda all_of_them: [f"{one}\r" for one in all_of_them])),
    ("no signatures", lines(lambda all_of_them: all_of_them[: all_of_them.index("300") + 2])),
    ("a signature line without its dash", text("proof", "\u2014 ", "- ")),
    ("half a character", part("content", "\ud800")),
    ("no new line at the end", lines(lambda all_of_them: all_of_them[:-1])),
)
