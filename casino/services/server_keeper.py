"""One small process for one server: `python -m casino.services.server_keeper NAME FOLDER`.

It starts the server, restarts it after a crash, and ends after its last user. Each user of a server holds a
shared lock on the server's `users` file. The keeper ends when it obtains that lock exclusively, so no user
has to sign off. For its whole life it holds the lock `NAME.keeper`, which it inherits from the process that
started it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from casino.services.errors import BROKEN, CANNOT_WRITE, StartupError
from casino.services.folder import MEGABYTE, Folder
from casino.services.postgres import Postgres
from casino.services.valkey import Valkey

Server = Postgres | Valkey
SERVERS: dict[str, type[Postgres] | type[Valkey]] = {"postgres": Postgres, "valkey": Valkey}
TICK = 0.05
# A server that cannot be restarted within this time needs an operator.
TIMEOUT_SECONDS = 60.0
LOG_LIMIT = 5 * MEGABYTE


class ServerKeeper:
    def __init__(self, server: Server, folder: Folder) -> None:
        self.server, self.folder = server, folder
        self.record = folder.locks / f"{server.name}.json"
        self.failure = folder.locks / f"{server.name}.failed"
        self.log = folder.logs / f"{server.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.stopping = False
        self.was_ready = False
        self.down_since = time.monotonic()
        self.next_start = 0.0
        self.pause = 0.1

    def run(self) -> int:
        signal.signal(signal.SIGTERM, self.request_stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for old in (self.record, self.failure):
            old.unlink(missing_ok=True)
        users = None
        try:
            if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
                self.log.rename(self.log.with_suffix(".log.1"))
            self.server.prepare()
            while not self.stopping and users is None:
                self.check_process()
                self.server.maintain()
                time.sleep(TICK)
                users = self.lock_if_unused()
        except StartupError as error:
            return self.report_failure(error)
        except OSError as error:
            return self.report_failure(
                StartupError(
                    (
                        f"{self.server.title} cannot continue: {error.strerror} at "
                        f"{error.filename or self.folder.path}."
                    ),
                    CANNOT_WRITE,
                )
            )
        finally:
            self.stop()
        return 0

    def report_failure(self, error: StartupError) -> int:
        """Write the reason for the users; on a full disk they see only the exit code."""
        with contextlib.suppress(OSError):
            self.failure.write_text(json.dumps({"sentence": str(error), "code": error.code}))
        return error.code

    def request_stop(self, *_: object) -> None:
        self.stopping = True

    def lock_if_unused(self) -> int | None:
        """The exclusive lock of the users, once it is free; the folder itself may be deleted."""
        if not self.folder.locks.exists():
            self.stopping = True
            return None
        return self.folder.lock(f"{self.server.name}.users", fcntl.LOCK_EX)

    def check_process(self) -> None:
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.handle_crash(self.process.returncode, now)
        if self.process is None:
            if now >= self.next_start and not self.server.busy():
                self.start()
        elif not self.record.exists() and self.server.ready():
            self.publish()
        if not self.record.exists() and now - self.down_since > TIMEOUT_SECONDS:
            raise StartupError(
                f"{self.server.title} did not start in {TIMEOUT_SECONDS:.0f} seconds: {self.last_output()}",
                BROKEN,
            )

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.server.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/"
            )

    def publish(self) -> None:
        assert self.process is not None
        if self.was_ready:
            self.say(f"{self.server.title} answers again after {time.monotonic() - self.down_since:.1f} s")
        self.was_ready, self.pause = True, 0.1
        fresh = self.record.with_suffix(".new")
        fresh.write_text(
            json.dumps({"keeper": os.getpid(), "server": self.process.pid, "url": self.server.url()})
        )
        fresh.rename(self.record)

    def handle_crash(self, code: int, now: float) -> None:
        self.process = None
        if self.record.exists():
            self.record.unlink()
            self.down_since = now
            self.say(f"{self.server.title} ended unexpectedly ({exit_description(code)}): restarting it")
        if "No space left" in self.last_output():
            raise StartupError(
                (
                    f"The disk is full at {self.folder.path}: {self.server.title} cannot continue. Free some "
                    "space and start again."
                ),
                CANNOT_WRITE,
            )
        # A server that never answered is not retried: the operator sees the reason at once.
        if not self.was_ready and self.pause > 1:
            raise StartupError(f"{self.server.title} cannot start: {self.last_output()}", BROKEN)
        self.next_start = now + self.pause
        self.pause = min(self.pause * 2, 2)

    def last_output(self) -> str:
        lines = (
            self.log.read_bytes()[-4000:].decode(errors="replace").splitlines() if self.log.exists() else []
        )
        errors = [line for line in lines[-12:] if "FATAL" in line or "PANIC" in line or "#" in line]
        return (errors or lines or ["no output"])[-1].strip()

    def say(self, sentence: str) -> None:
        print(sentence, flush=True)

    def stop(self) -> None:
        self.record.unlink(missing_ok=True)
        if self.process is not None:
            self._stop(self.process)
        self.server.after_stop()

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        for order, patience in (
            (self.server.stop_signal, 3.0),
            (self.server.hard_signal, 1.0),
            (signal.SIGKILL, 1.0),
        ):
            process.send_signal(order)
            try:
                process.wait(patience)
                return
            except subprocess.TimeoutExpired:
                continue


def exit_description(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def main(name: str, path: str) -> int:
    folder = Folder(Path(path))
    try:
        server = SERVERS[name](folder)
    except StartupError as error:
        with contextlib.suppress(OSError):
            (folder.locks / f"{name}.failed").write_text(
                json.dumps({"sentence": str(error), "code": error.code})
            )
        return error.code
    return ServerKeeper(server, folder).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
