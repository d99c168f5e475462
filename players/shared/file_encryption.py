"""Files encrypted at rest, in the age format (https://age-encryption.org/v1): documents under the operator's
keys, backups for the holder of the private key.

A key file is one that `age-keygen` writes: an identity «AGE-SECRET-KEY-1…» per line, mode 0600. The last one
is for new files; older ones stay until no file needs them. The public half of the documents' keys is written
nowhere. The public key of the backups is stored with them, the private key elsewhere.

The format authenticates a file but not what the file is. So the encrypted content begins with a line
«feltro LABEL», which the reader compares: one document cannot replace another, nor one piece of the journal
another. Any program for age opens our files; `tail -n +2` leaves the line out:

    age --decrypt -i KEYS FILE | tail -n +2

Files of any size are streamed. What is written before an error was authenticated, but is not all of the file.

This module is also a program without Django, for the database that archives its journal:

    python players/shared/file_encryption.py key
    python players/shared/file_encryption.py ids KEYS
    python players/shared/file_encryption.py keys PRIVATE PUBLIC
    python players/shared/file_encryption.py ship PUBLIC FOLDER FOLDER
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import IO

import pyrage
from pyrage.x25519 import Identity as Identity
from pyrage.x25519 import Recipient as Recipient

LONGEST_LABEL = 200  # bytes
ANOTHER_FILE = "The file is not the one that its name says."
ENCRYPTED_SEGMENT = ".gz.age"


class DecryptionError(Exception):
    """The file is incomplete, was changed, is another file, or its key is not available."""


class KeyFileError(Exception):
    """A key file is missing, unreadable, malformed, or readable by others."""


# --- keys


def read_keys(path: Path) -> list[Identity]:
    """The keys of a file; the last one is for new files."""
    try:
        mode, lines = stat.S_IMODE(path.stat().st_mode), path.read_text().split("\n")
    except OSError as error:
        raise KeyFileError(f"Cannot read {path}: {error.strerror}.") from error
    # systemd makes credentials readable by their group's mask; no other access is acceptable.
    if mode & 0o027:
        raise KeyFileError(f"{path} is readable by others (mode {mode:o}). Use chmod 600.")
    try:
        keys = [Identity.from_str(line) for line in map(str.strip, lines) if line and line[0] != "#"]
    except pyrage.IdentityError as error:
        raise KeyFileError(
            f"{path} is not a key file: each line must be a key as age-keygen writes it."
        ) from error
    if not keys:
        raise KeyFileError(f"{path} contains no key.")
    return keys


def read_public_key(path: Path) -> Recipient:
    try:
        return Recipient.from_str(path.read_text().strip())
    except OSError as error:
        raise KeyFileError(f"Cannot read {path}: {error.strerror}.") from error
    except pyrage.RecipientError as error:
        raise KeyFileError(f"{path} is not a public key of age.") from error


def key_id(key: Identity) -> str:
    """What a key may be called in public: it tells nothing about either half."""
    return hashlib.sha256(b"feltro/key id/" + str(key.to_public()).encode()).hexdigest()[:16]


def add_key(path: Path) -> Identity:
    """Appends a new key: new files are encrypted under it, and older files can still be decrypted."""
    key, content = Identity.generate(), path.read_text() if path.exists() else ""
    if content and not content.endswith("\n"):
        content += "\n"
    new_file = path.with_suffix(".new")
    with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{content}{key}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new_file, path)
    return key


def add_key_pair(private: Path, public: Path) -> None:
    """A new key pair for backups: the private key is appended to its file, the public key replaces the old
    one.
    """
    key = add_key(private)
    new_file = public.with_suffix(".new")
    new_file.write_text(f"{key.to_public()}\n")
    new_file.chmod(0o644)
    os.replace(new_file, public)


# --- files


class WatchedFile(BufferedIOBase):
    """A file that the library reads or writes.

    The library passes on only the text of an exception. At its end, and after a failure, it writes what it
    has left, and ignores whether that succeeds.
    """

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self.file = file
        self.problem: BaseException | None = None

    @contextmanager
    def watch(self) -> Iterator[None]:
        self.check()
        try:
            yield
        except BaseException as error:
            self.problem = error
            raise

    def check(self) -> None:
        if self.problem is not None:
            raise self.problem

    def read(self, size: int | None = -1) -> bytes:
        with self.watch():
            return self.file.read(-1 if size is None else size)

    def write(self, data: bytes) -> int:  # type: ignore[override]  # the library writes bytes
        with self.watch():
            return self.file.write(data)


class LabelledSource(WatchedFile):
    """The line with the label, then the content."""

    def __init__(self, file: IO[bytes], label: str) -> None:
        super().__init__(file)
        self.line = label_line(label)

    def read(self, size: int | None = -1) -> bytes:
        line, self.line = self.line, b""
        return line or super().read(size)


class LabelledTarget(WatchedFile):
    """Compares the line with the label and passes on what follows it."""

    def __init__(self, file: IO[bytes], label: str) -> None:
        super().__init__(file)
        self.expected, self.begun = label_line(label), b""

    def write(self, data: bytes) -> int:  # type: ignore[override]
        missing = len(self.expected) - len(self.begun)
        with self.watch():
            self.begun += data[:missing]
            if not self.expected.startswith(self.begun):
                raise DecryptionError(ANOTHER_FILE)
        if content := data[missing:]:
            super().write(content)
        return len(data)


def label_line(label: str) -> bytes:
    line = f"feltro {label}\n".encode()
    if line.count(b"\n") != 1 or len(line) > LONGEST_LABEL:
        raise ValueError(f"{label!r} cannot be a label")
    return line


def encrypt(source: IO[bytes], target: IO[bytes], recipients: Sequence[Recipient], label: str) -> None:
    """Encrypts for every recipient. Their public keys alone cannot decrypt the file."""
    plain, encrypted = LabelledSource(source, label), WatchedFile(target)
    try:
        pyrage.encrypt_io(plain, encrypted, recipients)
    except pyrage.EncryptError:
        plain.check()
        encrypted.check()
        raise
    encrypted.check()


def decrypt(source: IO[bytes], target: IO[bytes], keys: Sequence[Identity], label: str) -> None:
    """Decrypts with whichever key fits."""
    encrypted, plain = WatchedFile(source), LabelledTarget(target, label)
    try:
        pyrage.decrypt_io(encrypted, plain, keys)
    except (pyrage.DecryptError, OSError) as error:
        encrypted.check()
        plain.check()
        if "No matching keys" in str(error):
            raise DecryptionError("The file was encrypted under a key that is not available.") from error
        raise DecryptionError("The file is not encrypted, was changed or is incomplete.") from error
    plain.check()
    if plain.begun != plain.expected:
        raise DecryptionError(ANOTHER_FILE)


def encrypt_bytes(data: bytes, keys: Sequence[Identity], label: str) -> bytes:
    """Encrypts under the last of the keys."""
    target = io.BytesIO()
    encrypt(io.BytesIO(data), target, [keys[-1].to_public()], label)
    return target.getvalue()


def decrypt_bytes(data: bytes, keys: Sequence[Identity], label: str) -> bytes:
    target = io.BytesIO()
    decrypt(io.BytesIO(data), target, keys, label)
    return target.getvalue()


# --- the database's journal


def ship_segments(public: Recipient, spool: Path, journal: Path) -> None:
    """Moves journal segments out of the spool, compressed and encrypted. Only one process does so at a time,
    and no segment is overwritten.
    """
    lock = os.open(spool, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Others are still being written (wal_archive.py).
        for segment in sorted(path for path in spool.iterdir() if not path.name.startswith("archtemp.")):
            _ship_segment(public, segment, journal / f"{segment.name}{ENCRYPTED_SEGMENT}")
    finally:
        os.close(lock)


def _ship_segment(public: Recipient, segment: Path, target: Path) -> None:
    content = segment.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    digest_file = target.with_name(target.name + ".sha256")
    if target.exists():
        if not digest_file.exists() or digest_file.read_text().strip() != digest:
            raise DecryptionError(f"{target} already exists with other content.")
    else:
        write_durably(digest_file, lambda file: file.write(digest.encode() + b"\n"))
        compressed = io.BytesIO(gzip.compress(content, compresslevel=1))
        write_durably(target, lambda file: encrypt(compressed, file, [public], segment_label(segment.name)))
    segment.unlink()


def segment_label(name: str) -> str:
    return f"journal {name}"


def open_segments(keys: Sequence[Identity], segments: Iterable[Path], folder: Path) -> None:
    for segment in segments:
        name = segment.name.removesuffix(ENCRYPTED_SEGMENT)
        compressed = decrypt_bytes(segment.read_bytes(), keys, segment_label(name))
        with open(folder / name, "wb", opener=_open_private) as file:
            file.write(gzip.decompress(compressed))


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_durably(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """The file appears under its name only when it is complete."""
    new_file = path.with_name(path.name + ".new")
    with new_file.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new_file, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def main(verb: str = "", *paths: str) -> None:
    match verb, [Path(path) for path in paths]:
        case "key", []:
            print(Identity.generate())
        case "ids", [keys]:
            print(*map(key_id, read_keys(keys)))
        case "keys", [private, public]:
            add_key_pair(private, public)
        case "ship", [public, spool, journal]:
            ship_segments(read_public_key(public), spool, journal)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (DecryptionError, KeyFileError, OSError) as error:
        sys.exit(str(error))
