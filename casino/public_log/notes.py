"""Signed notes, as c2sp.org/signed-note and tlog-cosignature say, with Ed25519."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

NOTE, COSIGNATURE = 1, 4  # kinds of signatures: of the log, and of a witness with its time
KEY_NAME = re.compile(r"[^\s+\x00-\x1f\x7f]+")
LINE = re.compile(r"\u2014 (\S+) ([A-Za-z0-9+/]+=*)")


class Key(Struct, frozen=True):
    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        material = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{material}"


def read_key(text: str) -> Key:
    """Raises ValueError where it is no public key of a log or a witness."""
    name, _, rest = text.strip().partition("+")
    number, _, material = rest.partition("+")
    content = base64.b64decode(material, validate=True)
    if not KEY_NAME.fullmatch(name) or len(content) != 33:
        raise ValueError("not a public key of a log or a witness")
    key = Key(name, content[0], content[1:])
    if key.id.hex() != number:
        raise ValueError("a public key whose number is not its own")
    return key


class LogKey:
    """The key that signs checkpoints, 64 hexadecimal digits in a file."""

    def __init__(self, path: Path, origin: str) -> None:
        content = path.read_text().strip()
        if not re.fullmatch(r"[0-9a-f]{64}", content):
            raise ValueError(f"{path} should hold 64 hexadecimal digits.")
        self.secret = bytes.fromhex(content)
        self.origin = origin
        self._private = Ed25519PrivateKey.from_private_bytes(
            hashlib.sha256(b"feltro/public log/signature\n" + self.secret).digest()
        )

    @property
    def public(self) -> Key:
        return Key(self.origin, NOTE, self._private.public_key().public_bytes_raw())

    def signed(self, size: int, root: bytes) -> str:
        """The checkpoint of a tree as a note."""
        text = f"{self.origin}\n{size}\n{base64.b64encode(root).decode()}\n"
        signature = self.public.id + self._private.sign(text.encode())
        return f"{text}\n\u2014 {self.origin} {base64.b64encode(signature).decode()}\n"


class Checkpoint(Struct, frozen=True):
    origin: str
    size: int
    root: bytes


def read_checkpoint(note: str) -> Checkpoint:
    """Of a note of ours, whose form is known."""
    origin, size, root, *_ = note.split("\n")
    return Checkpoint(origin, int(size), base64.b64decode(root))


def is_cosigned(note: str) -> bool:
    """Whether a note of ours has the signature of a witness: only those that are right are added to it."""
    return len(note.partition("\n\n")[2].splitlines()) > 1


def cosigned_at(note: str, line: str, key: Key) -> int | None:
    """When the witness signed the note, in seconds since 1970; None if this line is not its signature."""
    found = LINE.fullmatch(line)
    if found is None or found[1] != key.name or key.kind != COSIGNATURE:
        return None
    content = base64.b64decode(found[2])
    time = int.from_bytes(content[4:12], "big")
    text = note.partition("\n\n")[0] + "\n"
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(
            content[12:], f"cosignature/v1\ntime {time}\n{text}".encode()
        )
    except (InvalidSignature, ValueError):
        return None
    return time if content[:4] == key.id else None
