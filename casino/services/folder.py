"""The folder of one installation: its data, keys, logs and locks. Nothing is written outside it."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from casino.services.errors import CANNOT_WRITE, StartupError

PROJECT = Path(__file__).resolve().parent.parent.parent
MEGABYTE = 1024 * 1024
# A new cluster with its journal takes about 60 MB; below this a new installation would soon fill the disk.
FREE_SPACE_FOR_NEW_HOUSE = 300 * MEGABYTE
# The longest path of a Unix socket is 107 bytes; PostgreSQL adds a name of its own.
LONGEST_SOCKET_FOLDER = 80


class Folder:
    """Paths below HOUSE_DIR (default: `.house` in the project)."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.data = self.path / "postgres"
        self.keys = self.path / "keys"
        self.logs = self.path / "logs"
        self.locks = self.path / "locks"

    @classmethod
    def default(cls) -> Folder:
        return cls(Path(os.environ.get("HOUSE_DIR") or PROJECT / ".house"))

    def make(self) -> None:
        """Create the folders that are missing."""
        try:
            # Others may traverse it, for a PostgreSQL that dropped root's privileges; the folders below are
            # private.
            self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
            owner = self.path.stat().st_uid
            if owner != os.geteuid():
                raise StartupError(
                    (
                        f"{self.path} belongs to another user ({owner}). Run as that user, or set HOUSE_DIR "
                        "to your own folder."
                    ),
                    CANNOT_WRITE,
                )
            for private in (self.keys, self.logs, self.locks):
                private.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StartupError(
                f"The house cannot write to {self.path}: {error.strerror}. Set HOUSE_DIR to another folder.",
                CANNOT_WRITE,
            ) from error

    def free_space(self) -> int:
        """The bytes that an ordinary user may still write."""
        return shutil.disk_usage(self.path).free

    def require_free_space(self, required: int = FREE_SPACE_FOR_NEW_HOUSE) -> None:
        free = self.free_space()
        if free < required:
            raise StartupError(
                f"The disk is full: {free // MEGABYTE} MB are free at {self.path}, and "
                f"{required // MEGABYTE} MB are needed. "
                "Free some space, or set HOUSE_DIR to a folder on another disk.",
                CANNOT_WRITE,
            )

    def sockets(self) -> Path:
        """The folder of the servers' sockets; a temporary one if the path here is too long for a socket."""
        run = self.path / "run"
        if len(os.fsencode(run)) <= LONGEST_SOCKET_FOLDER:
            run.mkdir(mode=0o711, exist_ok=True)
            return run
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]
        short = Path(tempfile.gettempdir()) / f"feltro-{os.geteuid()}-{digest}"
        short.mkdir(mode=0o711, exist_ok=True)
        status = short.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            raise StartupError(
                f"{short} is needed for sockets and belongs to another user: remove it.",
                CANNOT_WRITE,
            )
        return short

    def key(self, name: str, new: Callable[[], str]) -> Path:
        """The file of a key; created on the first run, never replaced."""
        path = self.keys / name
        if not path.exists():
            fresh = path.with_suffix(".new")
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(new() + "\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.rename(path)
        return path

    def secret_key(self) -> Path:
        return self.key("secret_key", lambda: secrets.token_urlsafe(64))

    def command_key(self) -> Path:
        return self.key("command_key", lambda: secrets.token_hex(32))

    def seal_key(self) -> Path:
        return self.key("seal_key", lambda: secrets.token_hex(32))

    def file_keys(self) -> Path:
        """The keys of uploaded documents, one per line; the last one encrypts new files."""
        return self.key("file_keys", new_document_key)

    def person_keys(self) -> Path:
        """The keys under which the keys of players are sealed, one per line; the last one is for new ones."""
        return self.key("person_keys", new_document_key)

    def gateway_key(self) -> Path:
        return self.key("gateway_key", lambda: secrets.token_hex(32))

    def payout_key(self) -> Path:
        return self.key("payout_key", lambda: secrets.token_hex(32))

    def log_key(self) -> Path:
        """Signs the public log."""
        return self.key("log_key", lambda: secrets.token_hex(32))

    def register_key(self) -> Path:
        return self.key("register_key", lambda: secrets.token_hex(32))

    def beacon_key(self) -> Path:
        """The secret key of the sandbox beacon; below the order of its group."""
        return self.key("beacon_key", lambda: secrets.token_hex(31))

    def push_key(self) -> Path:
        """The secret key of Web Push; below the order of its group."""
        return self.key("push_key", lambda: secrets.token_urlsafe(31))

    def push_public_key(self) -> Path:
        return self.key("push_public_key", lambda: public_point(self.push_key().read_text().strip()))

    def database_password(self, role: str) -> Path:
        """The password of one role of the embedded database; hexadecimal, so that it needs no quoting in a
        URL.
        """
        return self.key(f"database_{role}", lambda: secrets.token_hex(24))

    def valkey_password(self, user: str) -> Path:
        """The password of one user of Valkey; hexadecimal, so that it needs no quoting in a URL."""
        return self.key(f"valkey_{user}", lambda: secrets.token_hex(24))

    def lock(self, name: str, operation: int) -> int | None:
        """Take a file lock, or return None if another process holds it; the kernel releases it when its
        holder dies.
        """
        handle = os.open(self.locks / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        return handle


def new_document_key() -> str:
    """A key in the format of age. Needed once, so imported here."""
    from pyrage.x25519 import Identity

    return str(Identity.generate())


def public_point(secret_key: str) -> str:
    """The public key of Web Push, as browsers expect it. Needed once, so imported here."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(secret_key + "=" * (-len(secret_key) % 4)))
    key = derive_private_key(number, SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
