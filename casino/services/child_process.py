"""One process of the house, as its supervisor sees it."""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import subprocess
import tempfile
import time
from typing import IO

from casino.services.folder import PROJECT
from casino.services.postgres import ending_with_parent
from casino.services.server_keeper import how_it_ended

# A process that ran this many seconds had started well, whatever ended it. A proof that kills processes on purpose asks for less.
RAN_WELL = float(os.environ.get("HOUSE_RAN_WELL") or 10)


class Child:
    def __init__(
        self,
        name: str,
        program: list[str],
        environment: dict[str, str],
        *,
        passed: tuple[int, ...] = (),
        once: bool = False,
    ) -> None:
        self.name, self.program, self.environment, self.passed = name, program, environment, passed
        # Once: it does one thing, says its result on its standard output, and ends.
        self.once = once
        self.process: subprocess.Popen[bytes] | None = None
        self.open_pipe: IO[bytes] | None = None
        self.answer: IO[bytes] | None = None
        self.rest = b""
        self.said: collections.deque[str] = collections.deque(maxlen=20)
        self.falls = 0
        self.started_at = self.fell_at = self.due = 0.0

    def start(self) -> None:
        self.answer = tempfile.TemporaryFile() if self.once else None  # noqa: SIM115 - read after the process has ended
        self.process = subprocess.Popen(
            ending_with_parent(self.program, signal_number=signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=self.answer or subprocess.PIPE,
            stderr=subprocess.PIPE if self.once else subprocess.STDOUT,
            env=self.environment,
            cwd=PROJECT,
            pass_fds=self.passed,
            # A group of its own: the terminal's Ctrl-C reaches the supervisor only, which ends everybody in order.
            start_new_session=True,
        )
        self.open_pipe = self.process.stderr if self.once else self.process.stdout
        assert self.open_pipe is not None
        os.set_blocking(self.open_pipe.fileno(), False)
        self.started_at, self.fell_at, self.rest = time.monotonic(), 0.0, b""

    def number(self) -> int:
        assert self.process is not None
        return self.process.pid

    def ended(self) -> int | None:
        assert self.process is not None
        return self.process.poll()

    def note_fall(self, now: float) -> None:
        self.falls = 1 if now - self.started_at > RAN_WELL else self.falls + 1
        self.fell_at = now
        self.due = now + min(0.1 * 2 ** (self.falls - 1), 5.0)

    # --- what it writes

    def pipe(self) -> IO[bytes]:
        assert self.open_pipe is not None
        return self.open_pipe

    def has_pipe(self) -> bool:
        return self.open_pipe is not None

    def forget_pipe(self) -> None:
        if self.open_pipe is not None:
            self.open_pipe.close()
        self.open_pipe = None

    def read(self) -> list[str] | None:
        """The lines that came since; None at the end, or when a process that has ended has nothing more to say."""
        try:
            got = os.read(self.pipe().fileno(), 65536)
        except BlockingIOError:
            # A grandchild may hold the pipe open for ever.
            return None if self.ended() is not None else []
        if not got:
            last, self.rest = self.rest, b""
            if last:
                self.said.append(last.decode(errors="replace"))
            return None
        *lines, self.rest = (self.rest + got).split(b"\n")
        told = [line.decode(errors="replace").rstrip() for line in lines]
        self.said.extend(line for line in told if line)
        return told

    @property
    def kept(self) -> list[str]:
        if self.answer is None:
            return []
        self.answer.seek(0)
        return self.answer.read().decode(errors="replace").splitlines()

    def last_words(self) -> str:
        return self.said[-1].strip() if self.said else "it said nothing"

    def how_it_ended(self) -> str:
        code = self.ended()
        return how_it_ended(code) if code is not None else "still running"

    # --- how it ends

    def signal(self, number: int) -> None:
        if self.process is not None and self.ended() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """It and whatever it started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(2)
