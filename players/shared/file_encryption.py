"""Files encrypted at rest: documents under the operator's keys, backups for the holder of the private key.

A file begins with a header (which key, and what this file's own key is derived from) and continues in chunks
of 64 KiB, each AES-256-GCM under the file's own key. The nonce is the number of the chunk and whether it is
the last one, so missing, swapped or truncated chunks are noticed; the header is authenticated with each
chunk. Files of any size are streamed, and nothing unauthenticated is returned.

Documents: the keys are lines «id 64-hexadecimal-digits» of one file, mode 0600. New files are encrypted under
the last key; older keys stay until no file needs them. Backups: the public key encrypts and is stored with
the backups; the private key decrypts and is stored elsewhere.

This module is also a program without Django, for the database that archives its journal:

    python players/shared/file_encryption.py seal PUBLIC SOURCE TARGET
    python players/shared/file_encryption.py open PRIVATE SOURCE TARGET
    python players/shared/file_encryption.py ship PUBLIC FOLDER FOLDER
    python players/shared/file_encryption.py journal PRIVATE FOLDER FOLDER
    python players/shared/file_encryption.py keys PRIVATE PUBLIC

SOURCE or TARGET may be «-» for standard input or output.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import io
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MAGIC = b"FELTRO-ENC-1\n"
ID_BYTES, SALT_BYTES, KEY_BYTES = 8, 32, 32  # bytes
HEADER_BYTES = len(MAGIC) + ID_BYTES + SALT_BYTES
CHUNK_BYTES, TAG_BYTES = 64 * 1024, 16


class DecryptionError(Exception):
    """The file is incomplete, was changed, or was encrypted under a key that is not available."""


class KeyFileError(Exception):
    """A key file is missing, unreadable, malformed, or readable by others."""


# --- keys


def read_file_keys(path: Path) -> dict[bytes, bytes]:
    """The keys of a file by their ids; the last one is for new files."""
    try:
        mode, lines = stat.S_IMODE(path.stat().st_mode), path.read_text().split("\n")
    except OSError as error:
        raise KeyFileError(f"Cannot read {path}: {error.strerror}.") from error
    # systemd makes credentials readable by their group's mask; no other access is acceptable.
    if mode & 0o027:
        raise KeyFileError(f"{path} is readable by others (mode {mode:o}). Use chmod 600.")
    keys: dict[bytes, bytes] = {}
    for words in (line.split() for line in lines if line.strip()):
        try:
            number, key = map(bytes.fromhex, words)
        except ValueError as error:
            raise KeyFileError(
                f"{path} is not a key file: each line must be an id and a key in hexadecimal digits."
            ) from error
        if (len(number), len(key)) != (ID_BYTES, KEY_BYTES):
            raise KeyFileError(
                f"{path} is not a key file: an id must have {ID_BYTES} bytes and a key {KEY_BYTES}."
            )
        keys[number] = key
    if not keys:
        raise KeyFileError(f"{path} contains no key.")
    return keys


def key_line() -> str:
    """A new key, as a line of a key file."""
    return f"{secrets.token_hex(ID_BYTES)} {secrets.token_hex(KEY_BYTES)}\n"


def add_file_key(path: Path, line: str) -> None:
    """Appends a key: new files are encrypted under it, and older files can still be decrypted."""
    content = path.read_text() if path.exists() else ""
    new_file = path.with_suffix(".new")
    with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(content + line)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new_file, path)


def add_key_pair(private: Path, public: Path) -> None:
    """A new key pair for backups: the private key is appended to its file, the public key replaces the old
    one.
    """
    key = X25519PrivateKey.generate()
    public_key = key.public_key().public_bytes_raw()
    add_file_key(private, f"{_public_id(public_key).hex()} {key.private_bytes_raw().hex()}\n")
    new_file = public.with_suffix(".new")
    new_file.write_text(public_key.hex() + "\n")
    new_file.chmod(0o644)
    os.replace(new_file, public)


def _public_id(public: bytes) -> bytes:
    return hashlib.sha256(public).digest()[:ID_BYTES]


def _file_key(secret: bytes, salt: bytes, purpose: bytes) -> AESGCM:
    return AESGCM(
        HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=b"feltro/files/v1/" + purpose).derive(
            secret
        )
    )


# --- files


def encrypt(source: IO[bytes], target: IO[bytes], keys: dict[bytes, bytes]) -> None:
    """Encrypts under the last of the keys."""
    number, key = list(keys.items())[-1]
    salt = secrets.token_bytes(SALT_BYTES)
    _write(source, target, MAGIC + number + salt, _file_key(key, salt, b"house"))


def encrypt_for(source: IO[bytes], target: IO[bytes], public: bytes) -> None:
    """Encrypts for the holder of the private key; the writer cannot decrypt the file."""
    ephemeral_key = X25519PrivateKey.generate()
    salt = ephemeral_key.public_key().public_bytes_raw()
    shared = ephemeral_key.exchange(X25519PublicKey.from_public_bytes(public))
    _write(source, target, MAGIC + _public_id(public) + salt, _file_key(shared, salt + public, b"backup"))


def decrypt(source: IO[bytes], target: IO[bytes], keys: dict[bytes, bytes]) -> None:
    header, key, salt = _header(source, keys)
    _read(source, target, header, _file_key(key, salt, b"house"))


def decrypt_with(source: IO[bytes], target: IO[bytes], keys: dict[bytes, bytes]) -> None:
    header, key, salt = _header(source, keys)
    private = X25519PrivateKey.from_private_bytes(key)
    shared, public = (
        private.exchange(X25519PublicKey.from_public_bytes(salt)),
        private.public_key().public_bytes_raw(),
    )
    _read(source, target, header, _file_key(shared, salt + public, b"backup"))


def is_encrypted(data: bytes) -> bool:
    return data.startswith(MAGIC)


def key_id(data: bytes) -> bytes:
    return data[len(MAGIC) : len(MAGIC) + ID_BYTES]


def encrypt_bytes(data: bytes, keys: dict[bytes, bytes]) -> bytes:
    target = io.BytesIO()
    encrypt(io.BytesIO(data), target, keys)
    return target.getvalue()


def decrypt_bytes(data: bytes, keys: dict[bytes, bytes]) -> bytes:
    target = io.BytesIO()
    decrypt(io.BytesIO(data), target, keys)
    return target.getvalue()


def _header(source: IO[bytes], keys: dict[bytes, bytes]) -> tuple[bytes, bytes, bytes]:
    header = source.read(HEADER_BYTES)
    if len(header) != HEADER_BYTES or not is_encrypted(header):
        raise DecryptionError("The file is not encrypted in this format.")
    number = key_id(header)
    if number not in keys:
        raise DecryptionError(f"The file was encrypted under key {number.hex()}, which is not available.")
    return header, keys[number], header[-SALT_BYTES:]


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _chunks(source: IO[bytes], size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Each chunk with its number and whether it is the last one. An empty file is one empty chunk."""
    number, chunk = 0, source.read(size)
    while True:
        following = source.read(size) if len(chunk) == size else b""
        yield number, chunk, not following
        if not following:
            return
        number, chunk = number + 1, following


def _write(source: IO[bytes], target: IO[bytes], header: bytes, cipher: AESGCM) -> None:
    target.write(header)
    for number, chunk, last in _chunks(source, CHUNK_BYTES):
        target.write(cipher.encrypt(_nonce(number, last=last), chunk, header))


def _read(source: IO[bytes], target: IO[bytes], header: bytes, cipher: AESGCM) -> None:
    for number, chunk, last in _chunks(source, CHUNK_BYTES + TAG_BYTES):
        try:
            target.write(cipher.decrypt(_nonce(number, last=last), chunk, header))
        except (InvalidTag, ValueError) as error:
            raise DecryptionError("The file was changed or is incomplete.") from error


# --- the program


def ship_segments(public: bytes, spool: Path, journal: Path) -> None:
    """Moves compressed journal segments out of the spool, encrypted. Only one process does so at a time, and
    no segment is overwritten.
    """
    lock = os.open(spool, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for segment in sorted(spool.glob("*.gz")):
            _ship_segment(public, segment, journal / f"{segment.name}.sealed")
    finally:
        os.close(lock)


def _ship_segment(public: bytes, segment: Path, target: Path) -> None:
    compressed = segment.read_bytes()
    digest = hashlib.sha256(gzip.decompress(compressed)).hexdigest()
    digest_file = target.with_name(target.name + ".sha256")
    if target.exists():
        if not digest_file.exists() or digest_file.read_text().strip() != digest:
            raise DecryptionError(f"{target} already exists with other content.")
    else:
        _write_durably(digest_file, lambda file: file.write(digest.encode() + b"\n"))
        _write_durably(target, lambda file: encrypt_for(io.BytesIO(compressed), file, public))
    segment.unlink()


def _write_durably(path: Path, write: Callable[[IO[bytes]], object]) -> None:
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


def _open_private(path: Path) -> IO[bytes]:
    return (
        sys.stdout.buffer
        if str(path) == "-"
        else open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
    )


def main(verb: str, *paths: str) -> None:
    first, *rest = map(Path, paths)
    match verb, rest:
        case "seal", [source, target]:
            with sys.stdin.buffer if str(source) == "-" else source.open("rb") as plain:
                _write_durably(
                    target, lambda file: encrypt_for(plain, file, bytes.fromhex(first.read_text().strip()))
                )
        case "ship", [spool, journal]:
            ship_segments(bytes.fromhex(first.read_text().strip()), spool, journal)
        case "open", [source, target]:
            with source.open("rb") as sealed, _open_private(target) as file:
                decrypt_with(sealed, file, read_file_keys(first))
        case "journal", [source, target]:
            keys = read_file_keys(first)
            for segment in source.glob("*.gz.sealed"):
                with (
                    segment.open("rb") as sealed,
                    _open_private(target / segment.name.removesuffix(".gz.sealed")) as file,
                ):
                    compressed = io.BytesIO()
                    decrypt_with(sealed, compressed, keys)
                    file.write(gzip.decompress(compressed.getvalue()))
        case "keys", [public]:
            add_key_pair(first, public)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (DecryptionError, KeyFileError, OSError) as error:
        sys.exit(str(error))
