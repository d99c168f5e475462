"""Password hashes that cannot serve as a proof: a row holds the SHA-256 of a value derived from the password.

Django stores scrypt(password) and compares it itself. Here the web process computes scrypt(password), the
proof, and hands it to a function of the database, which compares its SHA-256 with the row. A reader of the
row cannot compute the proof.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib.auth.hashers import (
    BasePasswordHasher,
    MD5PasswordHasher,
    PBKDF2PasswordHasher,
    ScryptPasswordHasher,
    get_hasher,
    identify_hasher,
    is_password_usable,
    make_password,
)
from django.utils.crypto import constant_time_compare


class ProvenHash(BasePasswordHasher):
    """A hasher that stores the SHA-256 of the last part of its hash."""

    def encode(self, password: str, salt: str, *args: Any, **kwargs: Any) -> str:
        head, _, proof = self.hash(password, salt, *args, **kwargs).rpartition("$")
        return f"{head}${sha256(proof.encode()).hexdigest()}"

    def hash(self, password: str, salt: str, *args: Any, **kwargs: Any) -> str:
        encode: Any = super().encode
        return str(encode(password, salt, *args, **kwargs))

    def proof(self, password: str, encoded: str) -> str:
        """What the database compares. It costs as much as a comparison of the password."""
        return self.hash(password, *self.costs(self.decode(encoded))).rpartition("$")[2]

    def costs(self, decoded: dict[str, Any]) -> tuple[Any, ...]:
        """The arguments that repeat the hash, from the salt on."""
        return (decoded["salt"],)


class ProvenScrypt(ProvenHash, ScryptPasswordHasher):
    algorithm = "scrypt_proven"

    def costs(self, decoded: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(decoded[name] for name in ("salt", "work_factor", "block_size", "parallelism"))


class ProvenPBKDF2(ProvenHash, PBKDF2PasswordHasher):
    algorithm = "pbkdf2_sha256_proven"

    def costs(self, decoded: dict[str, Any]) -> tuple[Any, ...]:
        return decoded["salt"], decoded["iterations"]


class ProvenMD5(ProvenHash, MD5PasswordHasher):
    """For tests alone, where a slow hash would dominate."""

    algorithm = "md5_proven"


def prove(password: str | None, encoded: str) -> tuple[str, bool]:
    """The proof if the password is right, else "", and whether the hash should be renewed.

    Takes as long for an account without a usable password, as Django's comparison does.
    """
    hasher = _hasher(encoded)
    if password is None or hasher is None:
        make_password("of nobody")
        return "", False
    proof = hasher.proof(password, encoded)
    stored = encoded.rpartition("$")[2]
    if not constant_time_compare(stored, sha256(proof.encode()).hexdigest()):
        return "", False
    preferred = get_hasher()
    return proof, hasher.algorithm != preferred.algorithm or preferred.must_update(encoded)


def _hasher(encoded: str) -> ProvenHash | None:
    if not is_password_usable(encoded):
        return None
    try:
        hasher = identify_hasher(encoded)
    except ValueError:
        return None
    return hasher if isinstance(hasher, ProvenHash) else None
