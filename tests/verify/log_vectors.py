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
from collections.abc import Callable, Iterator, Mapping
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

    def write_all(self, files: Mapping[str, bytes]) -> None:
        self.update(files)


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


# --- a log that somebody looks at again and again

Served = dict[str, str | None]  # by name, the content in base64; None where a file is gone


class ServedLog:
    """The files of a log, as they are after it has grown."""

    def __init__(self, text: str = "audit", secret: bytes = b"log", origin: str = ORIGIN) -> None:
        from casino.public_log.notes import LogKey
        from casino.public_log.tree import Tree

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "key"
            path.write_text(hashlib.sha256(secret).hexdigest())
            self.key = LogKey(path, origin)
        self.text, self.files = text, Files()
        self.tree = Tree(self.files, 0)

    def grown(self, size: int, *witnesses: Witness, policy: str | None = None) -> Served:
        """What is served once the log has so many entries."""
        before = set(self.files)
        added = [f"{self.text} {number} x".encode() for number in range(self.tree.size, size)]
        self.tree = self.tree.append(added)
        note = self.key.signed(size, self.tree.root())
        served = {name: base64.b64encode(self.files[name]).decode() for name in set(self.files) - before}
        note += "".join(witness.line(note) for witness in witnesses)
        named = "".join(f"witness w {witness.key}\n" for witness in witnesses)
        policy = f"log {self.key.public}\n{named}" if policy is None else policy
        return {
            **dict(sorted(served.items())),
            "checkpoint": base64.b64encode(note.encode()).decode(),
            "policy": base64.b64encode(policy.encode()).decode(),
        }


def whole(served: Served, change: Callable[[str], str], name: str = "checkpoint") -> Served:
    """The same with another text in the place of one."""
    text = base64.b64decode(served[name] or "").decode()
    assert change(text) != text
    return served | {name: base64.b64encode(change(text).encode("utf-8", "surrogatepass")).decode()}


def followed_vectors() -> Iterator[Vector]:
    """What is served at each look; whether it continues what was seen, and whether a witness saw it."""
    one, other = Witness("witness.example/w1"), Witness("uni.example/w2")
    yes, no = {"continues": True, "witnessed": True}, {"continues": False, "witnessed": None}
    unseen, open_ = {"continues": True, "witnessed": False}, {"continues": True, "witnessed": None}

    def vector(name: str, looks: list[Served], answers: list[dict[str, bool | None]]) -> Vector:
        return {"name": name, "given": {"looks": looks}, "keys": [], "expect": {"looks": answers}}

    sizes = (1, 1, 2, 3, 4, 7, 8, 255, 256, 257, 300)
    log = ServedLog()
    yield vector("a log that only grows", [log.grown(size, one) for size in sizes], [yes] * len(sizes))
    log = ServedLog()
    yield vector("no witness is named", [log.grown(size) for size in (3, 5)], [open_, open_])
    log = ServedLog()
    yield vector(
        "two witnesses, and one is down", [log.grown(3, one, other), log.grown(5, other)], [yes, yes]
    )
    log = ServedLog()
    looks = [log.grown(3, one), log.grown(5), log.grown(6, one)]
    yield vector("no witness has signed, and then it has", looks, [yes, unseen, yes])
    log = ServedLog()
    looks = [
        log.grown(200, one),
        log.grown(300, one) | {"tile/0/000.p/200": None, "tile/entries/000.p/200": None},
    ]
    yield vector("a partial tile is gone once the full one is there", looks, [yes, yes])
    log = ServedLog()
    looks = [log.grown(3, one), log.grown(4, other)]
    yield vector("wrong: the house names a witness of its own", looks, [yes, unseen])
    for name, first, second in histories(one):
        yield vector(f"wrong: {name}", [first, second], [yes, no])
    true = ServedLog().grown(5, one)
    for name, change in NOTES:
        yield vector(f"wrong at the first look: {name}", [whole(true, change)], [no])
        grown = ServedLog()
        looks = [grown.grown(3, one), whole(grown.grown(5, one), change)]
        yield vector(f"wrong: {name}", looks, [yes, no])
    bad_time = whole(true, lambda text: text[:-30] + ("A" if text[-30] != "A" else "B") + text[-29:])
    yield vector("wrong: the signature of the witness", [bad_time], [unseen])
    for name, policy in (("no key of the log", ""), ("another key of the log", str(other.key))):
        text = f"log {policy}\nwitness w {one.key}\n"
        yield vector(f"wrong at the first look: {name}", [ServedLog().grown(5, one, policy=text)], [no])
    key = str(one.key)
    for name, written in (
        ("cut off", key[:-4]),
        ("of another number", key.replace("+", "+0", 1)),
        ("none", "x"),
    ):
        text = f"log {ServedLog().key.public}\nwitness w {written}\n"
        looks = [ServedLog().grown(5, one, policy=text)]
        yield vector(f"wrong at the first look: a key of a witness, {name}", looks, [no])


def histories(witness: Witness) -> Iterator[tuple[str, Served, Served]]:
    """What was seen, and what contradicts it, all of it signed by the log and a witness that lies."""

    def pair(name: str, first: int, other: ServedLog, second: int) -> tuple[str, Served, Served]:
        return name, ServedLog().grown(first, witness), other.grown(second, witness)

    yield pair("set back", 5, ServedLog(), 3)
    yield pair("another log of the same size", 5, ServedLog("event"), 5)
    yield pair("another log that is larger", 5, ServedLog("event"), 9)
    yield pair("another log that is larger than a tile", 200, ServedLog("event"), 300)
    yield pair("signed by another key", 5, ServedLog(secret=b"other"), 7)
    yield pair("under another name", 5, ServedLog(origin="house.example/log2"), 7)
    for name, changed in (
        ("no checkpoint any more", {"checkpoint": None}),
        ("a tile is gone", {"tile/0/000.p/7": None}),
        ("a tile that is cut off", {"tile/0/000.p/7": base64.b64encode(bytes(100)).decode()}),
        ("a tile of others", {"tile/0/000.p/7": base64.b64encode(bytes(7 * 32)).decode()}),
    ):
        log = ServedLog()
        first = log.grown(5, witness)
        yield name, first, log.grown(7, witness) | changed


NOTES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("nothing", lambda _text: ""),
    ("half a checkpoint", lambda text: text[:20]),
    ("no signatures", lambda text: text.partition("\n\n")[0] + "\n\n"),
    ("another root", lambda text: text.replace(text.split("\n")[2], base64.b64encode(bytes(32)).decode())),
    ("a larger size than was signed", lambda text: text.replace("\n5\n", "\n6\n")),
    ("a size below one", lambda text: text.replace("\n5\n", "\n0\n")),
    ("a size with a zero before it", lambda text: text.replace("\n5\n", "\n05\n")),
    ("a size that is no number", lambda text: text.replace("\n5\n", "\nfive\n")),
    ("a size that nobody can count", lambda text: text.replace("\n5\n", f"\n{2**64}\n")),
    ("line ends of another system", lambda text: text.replace("\n", "\r\n")),
    ("a line more", lambda text: text.replace("\n\n", "\nmore\n\n")),
    ("an empty line before it", lambda text: f"\n{text}"),
    ("no new line at the end", lambda text: text[:-1]),
    ("half a character", lambda text: text.replace("house", "h\ud800use")),
)

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
