"""Use the embedded servers: join them where they run, start them where they do not, and let them go.

The supervisor, a management command and the tests all come through here; the last one to leave turns off the light (see `keeper`).
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

from casino.services.errors import BROKEN, CANNOT_WRITE, Trouble
from casino.services.folder import PROJECT, Folder

TICK = 0.02
# A server that recovers from a kill reads its journal first; one that is ending is waited for.
PATIENCE = 90.0


class Borrowed:
    """One server in use by this process."""

    def __init__(self, name: str, folder: Folder) -> None:
        self.name, self.folder = name, folder
        self.users: int | None = None
        self.keeper: subprocess.Popen[bytes] | None = None
        self.url = ""

    def ask(self) -> None:
        """Become a user, and see that there is a keeper."""
        self.until(self.enter)
        self.mend()

    def enter(self) -> bool:
        # Refused only while a keeper is ending: it has the lock for itself.
        self.users = self.folder.lock(f"{self.name}.users", fcntl.LOCK_SH)
        return self.users is not None

    def wait(self) -> None:
        """Return when the server answers; raise what its keeper says if it cannot."""
        self.until(self.up)

    def until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > end:
                raise Trouble(
                    f"The embedded {self.name} did not answer in {PATIENCE:.0f} seconds; see {self.folder.logs}.",
                    BROKEN,
                )
            time.sleep(TICK)

    def up(self) -> bool:
        found = self.record()
        if found is None:
            self.mend()
            return False
        self.url = str(found["url"])
        return True

    def mend(self) -> bool:
        """Start a keeper unless there is one. It inherits the lock that says so, and there can never be two."""
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
                    # Out of reach of the terminal's Ctrl-C: it ends when its users have ended.
                    start_new_session=True,
                )
        finally:
            os.close(lock)
        return True

    def raise_failure(self) -> None:
        """What the keeper that we started could not cure; somebody else's failure is theirs, and we try for ourselves."""
        path = self.folder.locks / f"{self.name}.failed"
        try:
            failure = json.loads(path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            # On a full disk there was no room for the reason.
            failure = {
                "sentence": f"The disk is full at {self.folder.path}: the embedded {self.name} cannot go on.",
                "code": CANNOT_WRITE,
            }
            if self.keeper is None or self.keeper.returncode != CANNOT_WRITE:
                return
        path.unlink(missing_ok=True)
        if self.keeper is not None:
            raise Trouble(failure["sentence"], failure["code"])

    def record(self) -> dict[str, Any] | None:
        try:
            return dict(json.loads((self.folder.locks / f"{self.name}.json").read_text()))
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def leave(self) -> None:
        """Let the server go, and see it end if nobody else is using it."""
        if self.users is None:
            return
        os.close(self.users)
        self.users = None
        left = time.monotonic()
        while time.monotonic() - left < 5:
            if self.keeper is not None:
                self.keeper.poll()
            lock = (
                self.folder.lock(f"{self.name}.keeper", fcntl.LOCK_EX) if self.folder.locks.exists() else None
            )
            if lock is not None:
                os.close(lock)
                return
            if self.record() is not None and time.monotonic() - left > 0.5:
                return
            time.sleep(TICK)


def missing(environ: Mapping[str, str]) -> list[str]:
    """The servers that this environment does not name, and that are therefore ours to run."""
    if environ.get("HOUSE_EMBEDDED", "").lower() in ("no", "off", "0"):
        return []
    wanted = {"postgres": "DATABASE_URL", "valkey": "REDIS_URL"}
    return [
        name
        for name, variable in wanted.items()
        if not (environ.get(variable) or environ.get(f"{variable}_FILE"))
    ]


@contextlib.contextmanager
def borrowed(folder: Folder, names: list[str]) -> Iterator[dict[str, Borrowed]]:
    """These servers, up and answering."""
    if names:
        folder.make()
    held = {name: Borrowed(name, folder) for name in names}
    try:
        # All are set going before the first is waited for.
        for server in held.values():
            server.ask()
        for server in held.values():
            server.wait()
        yield held
    finally:
        # All are let go before the first is seen to its end.
        for server in held.values():
            server.leave()
