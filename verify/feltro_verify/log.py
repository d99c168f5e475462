"""A transparency log as C2SP describes it: its tree, signed notes, checkpoints, cosignatures and proofs.

Pure functions of bytes. The formats are those of c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature and
tlog-proof; the tree is that of RFC 6962, and its proofs are verified as RFC 9162 (2.1.3, 2.1.4) says. Only
Ed25519 is known. What is not written exactly as the formats say is refused: two spellings of one fact would
be two facts to somebody who compares bytes.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from feltro_verify.checks import Check, UnreadableInput

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
MOST_LEAVES = 2**63 - 1
MOST_PROOF_LINES = 63
MOST_NOTE_BYTES = 100_000
MOST_SIGNATURES = 64
NOTE, COSIGNATURE = 0x01, 0x04  # kinds of signatures: of the log, and of a witness with its time
PROOF_FORMAT = "c2sp.org/tlog-proof@v1"
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
# What a receipt says of the log.
STATUSES = ("included", "awaited", "before", "unknown")
# Of keys: no space of Unicode, no plus, no control character.
KEY_NAME = re.compile(r"[^\s+\x00-\x1f\x7f]+")


class UnreadableLog(UnreadableInput):
    """What is written is not what the format says."""

    def __init__(self, reason: str) -> None:
        super().__init__("input.log", reason=reason)


# --- the tree


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_by_inclusion(index: int, size: int, leaf: bytes, proof: Sequence[bytes]) -> bytes | None:
    """The root that the proof leads to from this leaf; None if it has too few or too many hashes."""
    if not 0 <= index < size:
        return None
    at, last, root = index, size - 1, leaf
    for other in proof:
        if last == 0:
            return None
        if at & 1 or at == last:
            root = node_hash(other, root)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            root = node_hash(root, other)
        at, last = at >> 1, last >> 1
    return root if last == 0 else None


def is_consistent(old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the larger tree begins with the smaller one."""
    if not 0 <= old_size <= size:
        return False
    if old_size == 0:
        return old_root == EMPTY_ROOT and not proof and (size > 0 or root == EMPTY_ROOT)
    if old_size == size:
        return old_root == root and not proof
    hashes = list(proof)
    if old_size & (old_size - 1) == 0:  # a whole tree is a node of the larger one
        hashes.insert(0, old_root)
    if not hashes:
        return False
    at, last = old_size - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    first = second = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            first, second = node_hash(other, first), node_hash(other, second)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            second = node_hash(second, other)
        at, last = at >> 1, last >> 1
    return last == 0 and first == old_root and second == root


# --- keys


@dataclass(frozen=True)
class Key:
    """A public key with its name, as people pass it on: `name+id+key`."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        named = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(named).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.public)}"


def read_key(text: str) -> Key:
    name, _, rest = text.strip().partition("+")
    number, _, material = rest.partition("+")
    content = decoded(material)
    if (
        not KEY_NAME.fullmatch(name)
        or len(content) != 1 + HASH_BYTES
        or content[0] not in (NOTE, COSIGNATURE)
    ):
        raise UnreadableLog("key")
    key = Key(name, content[0], content[1:])
    if key.id.hex() != number:
        raise UnreadableLog("key")
    return key


# --- notes and checkpoints


@dataclass(frozen=True)
class Signature:
    name: str
    key_id: bytes
    content: bytes

    def __str__(self) -> str:
        return f"\u2014 {self.name} {encoded(self.key_id + self.content)}\n"


@dataclass(frozen=True)
class Note:
    """A text, which ends with a new line, and who signed it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(str(one) for one in self.signatures)


@dataclass(frozen=True)
class Checkpoint:
    """How large a log is, and the root of its tree."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in (self.origin, self.size, encoded(self.root), *self.extensions))


def read_note(content: bytes) -> Note:
    text, lines = _parted(_text(content))
    signatures = tuple(read_signature(line) for line in lines)
    if not 0 < len(signatures) <= MOST_SIGNATURES:
        raise UnreadableLog("signatures")
    return Note(text, signatures)


def _text(content: bytes) -> str:
    if len(content) > MOST_NOTE_BYTES:
        raise UnreadableLog("length")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise UnreadableLog("text") from error
    if any(sign < " " and sign != "\n" for sign in text):
        raise UnreadableLog("text")
    return text


def _parted(text: str) -> tuple[str, list[str]]:
    """The text, and the lines below the last empty line."""
    body, empty, below = text.rpartition("\n\n")
    if not empty or not below.endswith("\n"):
        raise UnreadableLog("note")
    return body + "\n", below[:-1].split("\n")


def read_signature(line: str) -> Signature:
    words = line.split(" ")
    if len(words) != 3 or words[0] != "\u2014" or not KEY_NAME.fullmatch(words[1]):
        raise UnreadableLog("signature")
    content = decoded(words[2])
    if len(content) < 5:
        raise UnreadableLog("signature")
    return Signature(words[1], content[:4], content[4:])


def read_checkpoint(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) < 4 or lines.pop() or "" in lines:
        raise UnreadableLog("checkpoint")
    origin, size, root, *extensions = lines
    return Checkpoint(origin, number(size), hash_of(root), tuple(extensions))


# --- signatures


def signed_at(note: Note, key: Key) -> int | None:
    """When the key signed the note, in seconds since 1970; 0 for a log, whose signature has no time.

    None if it did not, or if one of its signatures is wrong.
    """
    times = set()
    for one in note.signatures:
        if (one.name, one.key_id) == (key.name, key.id):
            times.add(_verified(note.text, one.content, key))
    return None if None in times or not times else max(time for time in times if time is not None)


def _verified(text: str, content: bytes, key: Key) -> int | None:
    time, signature, message = 0, content, text.encode()
    if key.kind == COSIGNATURE:
        time, signature = int.from_bytes(content[:8], "big"), content[8:]
        message = cosigned_message(text, time)
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return None
    return time


def cosigned_message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def cosign(text: str, name: str, private: Ed25519PrivateKey, time: int) -> Signature:
    key = Key(name, COSIGNATURE, private.public_key().public_bytes_raw())
    return Signature(name, key.id, time.to_bytes(8, "big") + private.sign(cosigned_message(text, time)))


# --- proofs that something is in a log


@dataclass(frozen=True)
class InclusionProof:
    index: int
    hashes: tuple[bytes, ...]
    note: Note
    extra: bytes | None = None

    @property
    def checkpoint(self) -> Checkpoint:
        return read_checkpoint(self.note.text)

    def includes(self, entry: bytes) -> bool:
        checkpoint = self.checkpoint
        root = root_by_inclusion(self.index, checkpoint.size, leaf_hash(entry), self.hashes)
        return root == checkpoint.root

    def __str__(self) -> str:
        extra = "" if self.extra is None else f"extra {encoded(self.extra)}\n"
        hashes = "".join(f"{encoded(one)}\n" for one in self.hashes)
        return f"{PROOF_FORMAT}\n{extra}index {self.index}\n{hashes}\n{self.note}"


def read_proof(content: bytes) -> InclusionProof:
    head, empty, note = _text(content).partition("\n\n")
    name, *lines = head.split("\n")
    if name != PROOF_FORMAT or not empty or not lines:
        raise UnreadableLog("proof")
    extra = decoded(lines.pop(0)[6:]) if lines[0].startswith("extra ") else None
    if not lines or not lines[0].startswith("index "):
        raise UnreadableLog("proof")
    hashes = tuple(hash_of(line) for line in lines[1:])
    if len(hashes) > MOST_PROOF_LINES:
        raise UnreadableLog("proof")
    proof = InclusionProof(number(lines[0][6:]), hashes, read_note(note.encode()), extra)
    read_checkpoint(proof.note.text)
    return proof


def check_proof(
    proof: InclusionProof, entry: bytes | None, keys: Sequence[Key], witnesses: Sequence[Key]
) -> list[Check]:
    """What the log says of an entry. Without a witness, other people may be shown another log."""
    logs = [key for key in keys if (key.name, key.kind) == (proof.checkpoint.origin, NOTE)]
    logged = any(signed_at(proof.note, key) is not None for key in logs)
    seen = [time for key in witnesses if (time := signed_at(proof.note, key)) is not None]
    return [
        Check("logged", logged) if keys else Check("logged", None, {"missing": "log"}),
        Check("included", None, {"missing": "entry"})
        if entry is None
        else Check("included", proof.includes(entry)),
        Check("witnessed", bool(seen), {"at": moment(max(seen))} if seen else {})
        if witnesses
        else Check("witnessed", None, {"missing": "witness"}),
    ]


def check_receipt_in_log(
    receipt: Mapping[str, Any], keys: Sequence[Key], witnesses: Sequence[Key]
) -> list[Check]:
    """What the log says of the event of a receipt; nothing if the receipt does not speak of a log."""
    said = receipt.get("log")
    if said is None:
        return []
    if not isinstance(said, dict) or said.get("status") not in STATUSES:
        return [Check("included", False, {"reason": "log"})]
    if said["status"] != "included":
        return [Check("included", None, {"missing": said["status"]})]
    try:
        proof, content = read_proof(str(said.get("proof")).encode()), str(said.get("content")).encode()
    except (UnreadableLog, UnicodeEncodeError):
        return [Check("included", False, {"reason": "proof"})]
    digest = hashlib.sha256((proof.extra or b"") + content).digest()
    entry = f"event {receipt.get('table')}:{receipt.get('event')} {encoded(digest)}".encode()
    checks = check_proof(proof, entry, keys, witnesses)
    return [Check("stake", is_about(content, receipt)), *checks]


def is_about(content: bytes, receipt: Mapping[str, Any]) -> bool:
    """Whether the logged event is that of the receipt: its table, number, time, command, places and link.

    The record stores the link of the last event of a transaction only, and the places where there are any.
    """
    try:
        table, event, micros, _kind, data, _player, command, chain = json.loads(content)
        laid = json.loads(data).get("on", receipt["laid"])
        at = datetime.fromisoformat(receipt["at"])
        milliseconds = (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
        link = receipt["chain"] if chain is None else chain
        facts = {"table": table, "event": event, "wish": command or "", "laid": laid, "chain": link}
        return micros // 1000 == milliseconds and all(receipt[name] == fact for name, fact in facts.items())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return False


def moment(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return str(seconds)


# --- how it is written


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def decoded(text: str) -> bytes:
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise UnreadableLog("base64") from error
    if encoded(content) != text:  # unused bits that are set
        raise UnreadableLog("base64")
    return content


def hash_of(text: str) -> bytes:
    content = decoded(text)
    if len(content) != HASH_BYTES:
        raise UnreadableLog("hash")
    return content


def number(text: str) -> int:
    if not NUMBER.fullmatch(text) or int(text) > MOST_LEAVES:
        raise UnreadableLog("number")
    return int(text)
