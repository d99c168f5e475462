"""Files encrypted at rest: documents under keys of the house, backups for whoever holds the private key.

A file begins with a header (which key, and what only this file's key is made of) and goes on in chunks of 64 KiB, each AES-256-GCM
under a key of the file's own. The number of a chunk and whether it is the last are its nonce, so chunks that are missing, swapped or cut
off are noticed; the header is authenticated with each. Files of any size are streamed, and nothing is given out unchecked.

Documents: the keys are lines «id 64-hexadecimal-digits» of one file, mode 0600. New files are encrypted under the last one; older ones
stay until no file needs them. Backups: the public key encrypts and lies with the backups, the private one opens and lies elsewhere.

This module is also a program without Django, for the database that hands over its journal:

    python players/shared/file_encryption.py seal PUBLIC SOURCE TARGET      python players/shared/file_encryption.py ship PUBLIC FOLDER FOLDER
    python players/shared/file_encryption.py open PRIVATE SOURCE TARGET     python players/shared/file_encryption.py journal PRIVATE FOLDER FOLDER
    python players/shared/file_encryption.py keys PRIVATE PUBLIC            («-» as a source or target: the standard input or output)
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
ID, SALT, KEY = 8, 32, 32  # bytes
HEADER = len(MAGIC) + ID + SALT
CHUNK, TAG = 64 * 1024, 16


class NotOpened(Exception):
    """The file is not whole, was changed, or was encrypted under a key that is not here."""


class BadKeys(Exception):
    """A key file that is missing, unreadable, not a key file, or open to others."""


# --- keys


def keys_read(path: Path) -> dict[bytes, bytes]:
    """The keys of a file by their ids, the one for new files last."""
    try:
        mode, lines = stat.S_IMODE(path.stat().st_mode), path.read_text().split("\n")
    except OSError as error:
        raise BadKeys(f"{path} cannot be read: {error.strerror}") from error
    # A credential of systemd is readable by its group's mask; nobody else's hands belong on a key.
    if mode & 0o027:
        raise BadKeys(f"{path} is open to others (mode {mode:o}); use chmod 600")
    keys: dict[bytes, bytes] = {}
    for words in (line.split() for line in lines if line.strip()):
        try:
            number, key = map(bytes.fromhex, words)
        except ValueError as error:
            raise BadKeys(
                f"{path} is not a file of keys: each line is an id and a key in hexadecimal digits"
            ) from error
        if (len(number), len(key)) != (ID, KEY):
            raise BadKeys(f"{path} is not a file of keys: an id has {ID} bytes and a key {KEY}")
        keys[number] = key
    if not keys:
        raise BadKeys(f"{path} holds no key")
    return keys


def key_line() -> str:
    """A new key, as it stands in a file of keys."""
    return f"{secrets.token_hex(ID)} {secrets.token_hex(KEY)}\n"


def key_add(path: Path, line: str) -> None:
    """Appends a key, so that new files are encrypted under it and older ones can still be opened."""
    before = path.read_text() if path.exists() else ""
    fresh = path.with_suffix(".new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(before + line)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def pair_add(private: Path, public: Path) -> None:
    """A new pair for backups: the private key is appended to its file, the public one takes its place."""
    made = X25519PrivateKey.generate()
    shown = made.public_key().public_bytes_raw()
    key_add(private, f"{_public_id(shown).hex()} {made.private_bytes_raw().hex()}\n")
    fresh = public.with_suffix(".new")
    fresh.write_text(shown.hex() + "\n")
    fresh.chmod(0o644)
    os.replace(fresh, public)


def _public_id(public: bytes) -> bytes:
    return hashlib.sha256(public).digest()[:ID]


def _file_key(secret: bytes, salt: bytes, purpose: bytes) -> AESGCM:
    return AESGCM(
        HKDF(algorithm=SHA256(), length=KEY, salt=salt, info=b"feltro/files/v1/" + purpose).derive(secret)
    )


# --- one file


def encrypt(source: IO[bytes], target: IO[bytes], keys: dict[bytes, bytes]) -> None:
    """Under the last of the keys."""
    number, key = list(keys.items())[-1]
    salt = secrets.token_bytes(SALT)
    _write(source, target, MAGIC + number + salt, _file_key(key, salt, b"house"))


def encrypt_for(source: IO[bytes], target: IO[bytes], public: bytes) -> None:
    """For whoever holds the private key of the pair; the writer cannot open what it wrote."""
    once = X25519PrivateKey.generate()
    salt = once.public_key().public_bytes_raw()
    shared = once.exchange(X25519PublicKey.from_public_bytes(public))
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
    return data[len(MAGIC) : len(MAGIC) + ID]


def encrypt_bytes(data: bytes, keys: dict[bytes, bytes]) -> bytes:
    target = io.BytesIO()
    encrypt(io.BytesIO(data), target, keys)
    return target.getvalue()


def decrypt_bytes(data: bytes, keys: dict[bytes, bytes]) -> bytes:
    target = io.BytesIO()
    decrypt(io.BytesIO(data), target, keys)
    return target.getvalue()


def _header(source: IO[bytes], keys: dict[bytes, bytes]) -> tuple[bytes, bytes, bytes]:
    header = source.read(HEADER)
    if len(header) != HEADER or not is_encrypted(header):
        raise NotOpened("this is not an encrypted file of the house")
    number = key_id(header)
    if number not in keys:
        raise NotOpened(f"the file was encrypted under key {number.hex()}, which is not here")
    return header, keys[number], header[-SALT:]


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _chunks(source: IO[bytes], size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Each with its number, and whether it is the last; an empty file is one empty chunk."""
    number, chunk = 0, source.read(size)
    while True:
        following = source.read(size) if len(chunk) == size else b""
        yield number, chunk, not following
        if not following:
            return
        number, chunk = number + 1, following


def _write(source: IO[bytes], target: IO[bytes], header: bytes, cipher: AESGCM) -> None:
    target.write(header)
    for number, chunk, last in _chunks(source, CHUNK):
        target.write(cipher.encrypt(_nonce(number, last=last), chunk, header))


def _read(source: IO[bytes], target: IO[bytes], header: bytes, cipher: AESGCM) -> None:
    for number, chunk, last in _chunks(source, CHUNK + TAG):
        try:
            target.write(cipher.decrypt(_nonce(number, last=last), chunk, header))
        except (InvalidTag, ValueError) as error:
            raise NotOpened("the file was changed, or is not whole") from error


# --- the program


def pieces_ship(public: bytes, spool: Path, journal: Path) -> None:
    """Moves packed pieces of the journal out of the spool, encrypted; one at a time does it, and a piece never replaces another."""
    lock = os.open(spool, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for piece in sorted(spool.glob("*.gz")):
            _piece_ship(public, piece, journal / f"{piece.name}.sealed")
    finally:
        os.close(lock)


def _piece_ship(public: bytes, piece: Path, target: Path) -> None:
    packed = piece.read_bytes()
    digest = hashlib.sha256(gzip.decompress(packed)).hexdigest()
    known = target.with_name(target.name + ".sha256")
    if target.exists():
        if not known.exists() or known.read_text().strip() != digest:
            raise NotOpened(f"{target} is there already and is another piece")
    else:
        _on_disk(known, lambda file: file.write(digest.encode() + b"\n"))
        _on_disk(target, lambda file: encrypt_for(io.BytesIO(packed), file, public))
    piece.unlink()


def _on_disk(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _private(path: Path) -> IO[bytes]:
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
                _on_disk(
                    target, lambda file: encrypt_for(plain, file, bytes.fromhex(first.read_text().strip()))
                )
        case "ship", [spool, journal]:
            pieces_ship(bytes.fromhex(first.read_text().strip()), spool, journal)
        case "open", [source, target]:
            with source.open("rb") as sealed, _private(target) as file:
                decrypt_with(sealed, file, keys_read(first))
        case "journal", [source, target]:
            keys = keys_read(first)
            for piece in source.glob("*.gz.sealed"):
                with (
                    piece.open("rb") as sealed,
                    _private(target / piece.name.removesuffix(".gz.sealed")) as file,
                ):
                    packed = io.BytesIO()
                    decrypt_with(sealed, packed, keys)
                    file.write(gzip.decompress(packed.getvalue()))
        case "keys", [public]:
            pair_add(first, public)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (NotOpened, BadKeys, OSError) as trouble:
        sys.exit(f"{trouble}")
