"""The folder of one house: its data, keys, logs and locks. Everything the house writes on this machine is in here."""

from __future__ import annotations

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
# A new cluster with its journal takes about 60 MB; below this the first minutes would end in a full disk.
FREE_SPACE_FOR_NEW_HOUSE = 300 * MEGABYTE
# The longest path of a Unix socket is 107 bytes; PostgreSQL adds a name of its own.
LONGEST_SOCKET_FOLDER = 80


class Folder:
    """Paths below HOUSE_DIR (`.house` in the project, unless told otherwise)."""

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
        """Create what is missing, and say plainly why it cannot be."""
        try:
            # Others may pass through, for a server that has put root's rights down; each folder below closes itself.
            self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
            owner = self.path.stat().st_uid
            if owner != os.geteuid():
                raise StartupError(
                    f"The folder {self.path} belongs to another user ({owner}): run the house as that one, or set HOUSE_DIR to your own.",
                    CANNOT_WRITE,
                )
            for below in (self.keys, self.logs, self.locks):
                below.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StartupError(
                f"The house cannot write to {self.path}: {error.strerror}. Set HOUSE_DIR to another folder.",
                CANNOT_WRITE,
            ) from error

    def room(self) -> int:
        """Free bytes that an ordinary user may still write."""
        return shutil.disk_usage(self.path).free

    def require_free_space(self, wanted: int = FREE_SPACE_FOR_NEW_HOUSE) -> None:
        free = self.room()
        if free < wanted:
            raise StartupError(
                f"The disk is full: {free // MEGABYTE} MB are free at {self.path} and the house needs {wanted // MEGABYTE} MB. "
                "Make room, or set HOUSE_DIR to a folder elsewhere.",
                CANNOT_WRITE,
            )

    def sockets(self) -> Path:
        """Where the servers listen: in the folder itself, or in a private one with a short path where that is too long for a socket."""
        inside = self.path / "run"
        if len(os.fsencode(inside)) <= LONGEST_SOCKET_FOLDER:
            inside.mkdir(mode=0o711, exist_ok=True)
            return inside
        short = (
            Path(tempfile.gettempdir())
            / f"feltro-{os.geteuid()}-{hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]}"
        )
        short.mkdir(mode=0o711, exist_ok=True)
        found = short.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise StartupError(
                f"{short} should be this house's own folder for sockets, and is somebody else's: remove it.",
                CANNOT_WRITE,
            )
        return short

    def key(self, name: str, new: Callable[[], str]) -> Path:
        """The file of a key, made on the first run and kept for good."""
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
        """The keys of uploaded documents: an id and a key on each line, the last one for new files (players/shared/file_encryption.py)."""
        return self.key("file_keys", lambda: f"{secrets.token_hex(8)} {secrets.token_hex(32)}")

    def gateway_key(self) -> Path:
        return self.key("gateway_key", lambda: secrets.token_hex(32))

    def register_key(self) -> Path:
        return self.key("register_key", lambda: secrets.token_hex(32))

    def database_password(self, role: str) -> Path:
        """The password of one role of the embedded database; letters and digits, so that it fits into any address."""
        return self.key(f"database_{role}", lambda: secrets.token_hex(24))

    def valkey_password(self, user: str) -> Path:
        """The password of one user of Valkey; letters and digits, so that it fits into any address."""
        return self.key(f"valkey_{user}", lambda: secrets.token_hex(24))

    def lock(self, name: str, how: int) -> int | None:
        """A lock that the kernel gives back when its holder dies, however it dies: no lock of this house is ever stale."""
        handle = os.open(self.locks / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        return handle
