"""A key for each player and each law by which data are kept, apart from the record and its backups.

What is sealed under a key stays where it is, in rows, chains and backups, and nobody can read it once the key
is destroyed. So the keys lie in a store of their own (`file_store.PERSON_KEYS`), which no backup of the
database contains. A row of `PersonKey` says which key a player has, never the key.

A key's file is sealed under a key of the house (`PERSON_KEYS_FILE`, one per line as `age-keygen` writes it;
the last one is for new files). A destroyed key leaves a file that says so: whoever restores an old database
can tell what was erased from what was lost.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.files.storage import Storage
from django.db import connection

from players.models import PersonKey
from players.shared import file_store
from players.shared.file_encryption import Identity, KeyFileError, key_id, read_keys

KEY_BYTES, NONCE_BYTES, UUID_BYTES = 32, 12, 16
# The first byte of what is sealed is the version of its form.
VERSION = b"\x01"
FILE_VERSION, DESTROYED = b"feltro person key 1\n", b"destroyed\n"
HOUSE_KEY_ID = 16  # hexadecimal digits, as `feltro keys list` shows them
# A process forgets a key after this time, so that a destroyed one is destroyed everywhere.
KEPT_SECONDS, KEPT_KEYS = 300, 20_000
DIGEST_DIGITS = 40  # hexadecimal: 160 bits
FETCHED_AT_ONCE = 16
# Each second for all who play, so nothing that can be done once is done for each of them.
ROWS = "SELECT player_id, id, destroyed FROM players_personkey WHERE keeping = %s AND player_id = ANY(%s)"
# Of HMAC (RFC 2104) with SHA-256.
BLOCK_BYTES = 64
INNER, OUTER = (int.from_bytes(bytes([pad]) * BLOCK_BYTES) for pad in (0x36, 0x5C))


class PersonKeyError(OSError):
    """The store or the key of the house cannot be used: nothing is known about the key."""


class KeyLost(PersonKeyError):
    """The store has no file of a key that was not destroyed."""


class KeyDestroyed(Exception):
    """The key was destroyed, and with it what was sealed under it."""


class ForgedError(Exception):
    """The bytes were changed, or were sealed for another purpose."""


def seal(player: int, keeping: str, purpose: str, content: bytes) -> bytes:
    """Seals under the player's key for this law; a player without one gets it in this transaction."""
    number = key_number(player, keeping)
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(_read(number)).encrypt(nonce, content, purpose.encode())
    return VERSION + number.bytes + nonce + sealed


def unseal(purpose: str, sealed: bytes) -> bytes:
    version, number, rest = sealed[:1], sealed[1 : 1 + UUID_BYTES], sealed[1 + UUID_BYTES :]
    if version != VERSION or len(rest) < NONCE_BYTES:
        raise ForgedError(purpose)
    cipher = AESGCM(_read(UUID(bytes=number)))
    try:
        return cipher.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], purpose.encode())
    except InvalidTag as error:
        raise ForgedError(purpose) from error


def deriver(number: UUID | None, purpose: bytes) -> Callable[[bytes], bytes]:
    """Makes secrets that end with the key of this number, one for each text, for purposes that begin so."""
    if number is None:
        raise KeyDestroyed(purpose)
    return deriver_of(_read(number), purpose)


def deriver_of(key: bytes, purpose: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 of texts that begin alike. Its two hashes are begun once, so that a text takes less than
    half the time that it takes `hmac.digest`.
    """
    padded = int.from_bytes(key.ljust(BLOCK_BYTES, b"\0"))
    inner = sha256((padded ^ INNER).to_bytes(BLOCK_BYTES) + purpose)
    outer = sha256((padded ^ OUTER).to_bytes(BLOCK_BYTES))

    def derive(text: bytes) -> bytes:
        within, around = inner.copy(), outer.copy()
        within.update(text)
        around.update(within.digest())
        return around.digest()

    return derive


def fetch(sealed: Iterable[bytes | memoryview | None]) -> None:
    """Reads the keys of many sealed values at once from a bucket, so that each `unseal` need not wait for it.
    A folder answers at once. A key that cannot be read is left to `unseal`, which says why.
    """
    _fetch({UUID(bytes=bytes(one[1 : 1 + UUID_BYTES])) for one in sealed if one is not None})


def _fetch(numbers: Collection[UUID]) -> None:
    missing = [number for number in numbers if number not in _opened]
    if not missing or not settings.FILE_STORE:
        return
    with ThreadPoolExecutor(FETCHED_AT_ONCE) as pool:
        for _done in pool.map(_try_to_read, missing):
            pass


def _try_to_read(number: UUID) -> None:
    with suppress(OSError, KeyDestroyed):
        _read(number)


def digest(purpose: str, value: str) -> str:
    """Stands for a personal value that is only compared: whoever has the database alone cannot try values.

    It follows from the first key of the house, which therefore stays in its file for good.
    """
    key = hmac.digest(
        str(_house_keys()[0]).encode(), f"feltro/personal digests/v1:{purpose}".encode(), sha256
    )
    return hmac.new(key, value.encode(), sha256).hexdigest()[:DIGEST_DIGITS]


def key_number(player: int, keeping: str) -> UUID:
    """The number of the player's key. A new one is in the store before its row can be committed; a file whose
    row was rolled back opens nothing.
    """
    number = key_numbers([player], keeping)[player]
    if number is None:
        raise KeyDestroyed(str(player))
    return number


def key_numbers(players: Collection[int], keeping: str) -> dict[int, UUID | None]:
    """Of many players at once; None where the key was destroyed. Whoever had no key has a new one."""
    rows = _rows_of(players, keeping)
    made = {player: uuid4() for player in sorted(set(players) - set(rows))}
    if made:
        PersonKey.objects.bulk_create(
            [PersonKey(id=number, player_id=player, keeping=keeping) for player, number in made.items()],
            ignore_conflicts=True,
        )
        # Another transaction may have been first: then it has committed, and its key counts.
        rows |= _rows_of(made, keeping)
    for player, number in made.items():
        if rows[player][0] == number:
            _write(number, _wrapped(number, secrets.token_bytes(KEY_BYTES)))
    numbers = {
        player: None if destroyed is not None else number for player, (number, destroyed) in rows.items()
    }
    _fetch({number for number in numbers.values() if number is not None})
    return numbers


def _rows_of(players: Iterable[int], keeping: str) -> dict[int, tuple[UUID, datetime | None]]:
    with connection.cursor() as cursor:
        cursor.execute(ROWS, [keeping, list(players)])
        return {player: (number, destroyed) for player, number, destroyed in cursor.fetchall()}


def destroy(numbers: Iterable[UUID]) -> int:
    """Replaces the files of keys by the word that they were destroyed, whatever is there."""
    count = 0
    for number in numbers:
        _write(number, DESTROYED)
        _opened.pop(number, None)
        count += 1
    return count


def state_of(number: UUID) -> str:
    """`whole`, `destroyed` or `lost`, as the store has it and whatever this process remembers."""
    _opened.pop(number, None)
    try:
        _read(number)
    except KeyDestroyed:
        return "destroyed"
    except KeyLost:
        return "lost"
    return "whole"


def rewrap(number: UUID) -> bool:
    """Seals the file of a key under the newest key of the house; False if nothing had to be done."""
    content = _content(number)
    newest = _house_keys()[-1]
    if content == DESTROYED or content.startswith(FILE_VERSION + key_id(newest).encode()):
        return False
    _write(number, _wrapped(number, _unwrapped(number, content)))
    return True


# --- files

_opened: dict[UUID, tuple[bytes, float]] = {}


def _read(number: UUID) -> bytes:
    known = _opened.get(number)
    if known is not None and known[1] > time.monotonic():
        return known[0]
    key = _unwrapped(number, _content(number))
    if len(_opened) >= KEPT_KEYS:
        _opened.clear()
    _opened[number] = key, time.monotonic() + KEPT_SECONDS
    return key


def _content(number: UUID) -> bytes:
    try:
        return file_store.read_file(_store(), number.hex)
    except FileNotFoundError as error:
        raise KeyLost(f"There is no key {number}.") from error


def _write(number: UUID, content: bytes) -> None:
    file_store.write_file(_store(), number.hex, content)


def _store() -> Storage:
    return file_store.store_of(file_store.PERSON_KEYS)


def _wrapped(number: UUID, key: bytes) -> bytes:
    newest, nonce = _house_keys()[-1], secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(_wrapping_key(newest)).encrypt(nonce, key, number.bytes)
    return FILE_VERSION + key_id(newest).encode() + nonce + sealed


def _unwrapped(number: UUID, content: bytes) -> bytes:
    if content == DESTROYED:
        raise KeyDestroyed(str(number))
    if not content.startswith(FILE_VERSION):
        raise PersonKeyError(f"The file of the key {number} is not one of a key.")
    begin = len(FILE_VERSION)
    name, rest = content[begin : begin + HOUSE_KEY_ID], content[begin + HOUSE_KEY_ID :]
    by_id = {key_id(key).encode(): key for key in _house_keys()}
    if name not in by_id:
        raise PersonKeyError(f"The key {number} is sealed under a key that is not in PERSON_KEYS_FILE.")
    try:
        return AESGCM(_wrapping_key(by_id[name])).decrypt(
            rest[:NONCE_BYTES], rest[NONCE_BYTES:], number.bytes
        )
    except (InvalidTag, ValueError) as error:
        raise PersonKeyError(f"The file of the key {number} was changed.") from error


def _wrapping_key(key: Identity) -> bytes:
    return hmac.digest(str(key).encode(), b"feltro/person keys/v1", sha256)


def _house_keys() -> tuple[Identity, ...]:
    path = settings.PERSON_KEYS_FILE
    try:
        changed = Path(path).stat().st_mtime_ns if path else 0
        return _keys_of(path, changed)
    except (KeyFileError, OSError) as error:
        raise PersonKeyError(f"The keys of the house for personal data cannot be read: {error}") from error


@lru_cache(maxsize=2)
def _keys_of(path: str, changed: int) -> tuple[Identity, ...]:
    if not path:
        raise PersonKeyError("PERSON_KEYS_FILE is not set.")
    return tuple(read_keys(Path(path)))
