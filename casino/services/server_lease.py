"""Lease the embedded servers: join them if they run, start them if they do not, and release them afterwards.

The supervisor, management commands and the tests use servers through this module. A server stops when its
last lease is released (see `server_keeper`).
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from casino.services.errors import BROKEN, CANNOT_WRITE, StartupError
from casino.services.folder import PROJECT, Folder

TICK = 0.02
# A killed server replays its journal before it answers, and a stopping one must end first.
TIMEOUT_SECONDS = 90.0


class ServerLease:
    """This process's use of one server."""

    def __init__(self, name: str, folder: Folder) -> None:
        self.name, self.folder = name, folder
        self.users: int | None = None
        self.keeper: subprocess.Popen[bytes] | None = None
        self.url = ""

    def request(self) -> None:
        """Take the shared lock of the users, and start a keeper if there is none."""
        self.wait_until(self.take_lock)
        self.start_keeper()

    def take_lock(self) -> bool:
        # Fails only while a keeper stops: it then holds the lock exclusively.
        self.users = self.folder.lock(f"{self.name}.users", fcntl.LOCK_SH)
        return self.users is not None

    def wait(self) -> None:
        """Return when the server answers; raise the error of its keeper if it cannot."""
        self.wait_until(self.is_up)

    def wait_until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + TIMEOUT_SECONDS
        while not done():
            if time.monotonic() > end:
                raise StartupError(
                    (
                        f"The embedded {self.name} did not answer in {TIMEOUT_SECONDS:.0f} seconds; see "
                        f"{self.folder.logs}."
                    ),
                    BROKEN,
                )
            time.sleep(TICK)

    def is_up(self) -> bool:
        record = self.record()
        if record is None:
            self.start_keeper()
            return False
        self.url = str(record["url"])
        return True

    def start_keeper(self) -> bool:
        """Start a keeper unless one runs. It inherits the exclusive lock, so there are never two."""
        if self.keeper is not None:
            self.keeper.poll()
        lock = self.folder.lock(f"{self.name}.keeper", fcntl.LOCK_EX)
        if lock is None:
            return False
        try:
            self.raise_failure()
            (self.folder.locks / f"{self.name}.json").unlink(missing_ok=True)
            with (self.folder.logs / "keeper.log").open("ab") as log:
                self.keeper = subprocess.Popen(
                    [sys.executable, "-m", "casino.services.server_keeper", self.name, str(self.folder.path)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd=PROJECT,
                    pass_fds=(lock,),
                    # Not in the terminal's process group: Ctrl-C does not reach it, and it ends after its
                    # users.
                    start_new_session=True,
                )
        finally:
            os.close(lock)
        return True

    def raise_failure(self) -> None:
        """Raise the failure of the keeper that this process started; after another's failure, try again."""
        path = self.folder.locks / f"{self.name}.failed"
        try:
            failure = json.loads(path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            # A full disk leaves no space for the reason.
            failure = {
                "sentence": (
                    f"The disk is full at {self.folder.path}: the embedded {self.name} cannot continue."
                ),
                "code": CANNOT_WRITE,
            }
            if self.keeper is None or self.keeper.returncode != CANNOT_WRITE:
                return
        path.unlink(missing_ok=True)
        if self.keeper is not None:
            raise StartupError(failure["sentence"], failure["code"])

    def record(self) -> dict[str, Any] | None:
        try:
            return dict(json.loads((self.folder.locks / f"{self.name}.json").read_text()))
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def release(self) -> None:
        """Release the server. If this was its last user, wait until it has stopped."""
        if self.users is None:
            return
        os.close(self.users)
        self.users = None
        released = time.monotonic()
        while time.monotonic() - released < 5:
            if self.keeper is not None:
                self.keeper.poll()
            lock = (
                self.folder.lock(f"{self.name}.keeper", fcntl.LOCK_EX) if self.folder.locks.exists() else None
            )
            if lock is not None:
                os.close(lock)
                return
            if self.record() is not None and time.monotonic() - released > 0.5:
                return
            time.sleep(TICK)


def servers_to_run(environ: Mapping[str, str]) -> list[str]:
    """The servers for which the environment holds no address; they run embedded."""
    if environ.get("HOUSE_EMBEDDED", "").lower() in ("no", "off", "0"):
        return []
    wanted = {"postgres": "DATABASE_URL", "valkey": "REDIS_URL"}
    return [
        name
        for name, variable in wanted.items()
        if not (environ.get(variable) or environ.get(f"{variable}_FILE"))
    ]


@contextlib.contextmanager
def leased_servers(folder: Folder, names: list[str]) -> Iterator[dict[str, ServerLease]]:
    """These servers, running and answering."""
    if names:
        folder.make()
    leases = {name: ServerLease(name, folder) for name in names}
    try:
        # Start all of them before waiting for the first.
        for server in leases.values():
            server.request()
        for server in leases.values():
            server.wait()
        yield leases
    finally:
        # Release all of them before waiting for the first to stop.
        for server in leases.values():
            server.release()
