"""One small process that holds one server: `python -m casino.services.server_keeper NAME FOLDER LOCK`.

It starts the server, mends it when it falls, and ends with the last of its users. Who uses a server holds a shared lock on
the server's `users` file; the keeper ends when it can have that lock for itself, so nobody has to say goodbye and nobody
can forget to. It holds LOCK, inherited from whoever started it, for as long as it lives.
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

from casino.services.errors import BROKEN, CANNOT_WRITE, Trouble
from casino.services.folder import MEGABYTE, Folder
from casino.services.postgres import Postgres
from casino.services.valkey import Valkey

Server = Postgres | Valkey
SERVERS: dict[str, type[Postgres] | type[Valkey]] = {"postgres": Postgres, "valkey": Valkey}
TICK = 0.05
# A server that cannot be brought back in this time will not come back by itself.
PATIENCE = 60.0
LOG_LIMIT = 5 * MEGABYTE


class Keeper:
    def __init__(self, server: Server, folder: Folder) -> None:
        self.server, self.folder = server, folder
        self.record = folder.locks / f"{server.name}.json"
        self.failure = folder.locks / f"{server.name}.failed"
        self.log = folder.logs / f"{server.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.ending = False
        self.was_ready = False
        self.down_since = time.monotonic()
        self.next_start = 0.0
        self.pause = 0.1

    def run(self) -> int:
        signal.signal(signal.SIGTERM, self.end)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for left in (self.record, self.failure):
            left.unlink(missing_ok=True)
        users = None
        try:
            if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
                self.log.rename(self.log.with_suffix(".log.1"))
            self.server.prepare()
            while not self.ending and users is None:
                self.tend()
                self.server.tend()
                time.sleep(TICK)
                users = self.unused()
        except Trouble as trouble:
            return self.give_up(trouble)
        except OSError as error:
            return self.give_up(
                Trouble(
                    f"{self.server.title} cannot go on: {error.strerror} at {self.folder.path}.", CANNOT_WRITE
                )
            )
        finally:
            self.stop()
        return 0

    def give_up(self, trouble: Trouble) -> int:
        """Leave the reason for whoever asks; on a full disk the exit code alone must do."""
        with contextlib.suppress(OSError):
            self.failure.write_text(json.dumps({"sentence": str(trouble), "code": trouble.code}))
        return trouble.code

    def end(self, *_: object) -> None:
        self.ending = True

    def unused(self) -> int | None:
        """The lock of the users, when nobody else has it; the folder itself may have been thrown away."""
        if not self.folder.locks.exists():
            self.ending = True
            return None
        return self.folder.lock(f"{self.server.name}.users", fcntl.LOCK_EX)

    def tend(self) -> None:
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.fell(self.process.returncode, now)
        if self.process is None:
            if now >= self.next_start and not self.server.busy():
                self.start()
        elif not self.record.exists() and self.server.ready():
            self.came_up()
        if not self.record.exists() and now - self.down_since > PATIENCE:
            raise Trouble(
                f"{self.server.title} did not come up in {PATIENCE:.0f} seconds: {self.last_words()}", BROKEN
            )

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.server.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/"
            )

    def came_up(self) -> None:
        assert self.process is not None
        if self.was_ready:
            self.say(f"{self.server.title} is back after {time.monotonic() - self.down_since:.1f} s")
        self.was_ready, self.pause = True, 0.1
        fresh = self.record.with_suffix(".new")
        fresh.write_text(
            json.dumps({"keeper": os.getpid(), "server": self.process.pid, "url": self.server.url()})
        )
        fresh.rename(self.record)

    def fell(self, code: int, now: float) -> None:
        self.process = None
        if self.record.exists():
            self.record.unlink()
            self.down_since = now
            self.say(f"{self.server.title} ended unexpectedly ({how_it_ended(code)}): starting it again")
        if "No space left" in self.last_words():
            raise Trouble(
                f"The disk is full at {self.folder.path}: {self.server.title} cannot go on. Make room and start again.",
                CANNOT_WRITE,
            )
        # Never before it was up once: what cannot start at all says so at once.
        if not self.was_ready and self.pause > 1:
            raise Trouble(f"{self.server.title} cannot start: {self.last_words()}", BROKEN)
        self.next_start = now + self.pause
        self.pause = min(self.pause * 2, 2)

    def last_words(self) -> str:
        lines = (
            self.log.read_bytes()[-4000:].decode(errors="replace").splitlines() if self.log.exists() else []
        )
        telling = [line for line in lines[-12:] if "FATAL" in line or "PANIC" in line or "#" in line]
        return (telling or lines or ["it said nothing"])[-1].strip()

    def say(self, sentence: str) -> None:
        print(sentence, flush=True)

    def stop(self) -> None:
        self.record.unlink(missing_ok=True)
        if self.process is not None:
            self._stop(self.process)
        self.server.ended()

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


def how_it_ended(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def main(name: str, path: str) -> int:
    folder = Folder(Path(path))
    try:
        server = SERVERS[name](folder)
    except Trouble as trouble:
        with contextlib.suppress(OSError):
            (folder.locks / f"{name}.failed").write_text(
                json.dumps({"sentence": str(trouble), "code": trouble.code})
            )
        return trouble.code
    return Keeper(server, folder).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
