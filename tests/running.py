"""A whole house that really runs, for the tests that drive it from outside: the same command that `make run` gives."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import redis

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import ending_with_parent
from casino.services.valkey import ADMIN, valkey_url

# Opening takes some ten seconds; a machine that is busy with other tests is allowed its time.
PATIENCE = 330.0
# Of these the house keeps a second process, which starts the one at work (casino.services.prefork).
UNDERSTUDIED = ("web", "croupier")
# What a test process knows of its own servers and keys is not for the house that it drives.
FORGOTTEN = (
    "CACHE_URL", "CELERY_BROKER_URL", "COMMAND_KEY", "DATABASE_POOL", "DATABASE_URL",
    "DJANGO_SETTINGS_MODULE", "HOUSE_TEST", "REDIS_URL", "SEAL_KEY_FILE", "SECRET_KEY", "TEST_SERVERS",
)  # fmt: skip


@dataclass
class RunningHouse:
    folder: Path
    process: subprocess.Popen[bytes]
    log: Path
    url: str = ""
    known: dict[str, Any] = field(default_factory=dict)

    @classmethod
    @contextlib.contextmanager
    def opened(cls, place: Path, **told: str) -> Iterator[RunningHouse]:
        # Not below `place`, which only its owner may enter: a database that has put root's rights down passes through.
        folder = Path(tempfile.mkdtemp(prefix="feltro-house-"))
        folder.chmod(0o711)
        log = place / "house.log"
        house = cls(folder, start(folder, log, PORT="0", **told), log)
        try:
            house.wait_until_open()
            yield house
        finally:
            house.close()
            shutil.rmtree(folder, ignore_errors=True)

    def wait_until_open(self) -> None:
        record = self.folder / "locks" / "house.json"
        end = time.monotonic() + PATIENCE
        while not record.exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"The house did not open:\n{self.said()[-4000:]}")
            time.sleep(0.1)
        self.look()

    def look(self) -> None:
        """Read again where everything is: a process that fell has another number now."""
        self.known = json.loads((self.folder / "locks" / "house.json").read_text())
        self.url = self.known["url"]

    def number(self, name: str) -> int:
        """The process number of web, croupier, worker, beat, postgres or valkey, as of now; ValueError between two of them."""
        self.look()
        if name in UNDERSTUDIED:
            try:
                [at_work] = psutil.Process(self.known["children"][name]).children()
            except psutil.NoSuchProcess as gone:
                raise ProcessLookupError(str(gone)) from gone
            return int(at_work.pid)
        if name in self.known["children"]:
            return int(self.known["children"][name])
        return int(json.loads((self.folder / "locks" / f"{name}.json").read_text())["server"])

    def environment(self) -> dict[str, str]:
        """For a management command that is to join this house."""
        return outside(self.folder)

    def ready(self) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.known["port"], timeout=10)
        try:
            connection.request("GET", "/readyz")
            return dict(json.loads(connection.getresponse().read()))
        finally:
            connection.close()

    def refused_by_valkey(self) -> list[str]:
        """What its processes asked of Valkey and had no right to, since the server started."""
        with redis.Redis.from_url(valkey_url(Folder(self.folder), ADMIN), decode_responses=True) as admin:
            return [f"{entry['username']}: {entry['reason']} {entry['object']}" for entry in admin.acl_log()]

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(15)


def is_alive(process: psutil.Process) -> bool:
    """A zombie has ended: it only waits for a parent that may never collect it, such as a container's first process."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def outside(folder: Path, told: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a person who sits at a terminal and has set nothing but this."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in FORGOTTEN and not name.startswith("PYTEST")
    }
    # Published edges are counted for minutes after a house has opened: not while others are tested.
    return (
        kept | {"HOUSE_DIR": str(folder), "PYTHONUNBUFFERED": "1", "ODDS_EVERY": "86400"} | dict(told or {})
    )


def start(folder: Path, log: Path, **told: str) -> subprocess.Popen[bytes]:
    with log.open("ab") as file:
        return subprocess.Popen(
            ending_with_parent([sys.executable, "-m", "casino.services"], signal_number=signal.SIGTERM),
            cwd=PROJECT,
            env=outside(folder, told),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
