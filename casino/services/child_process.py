"""One process as its supervisor sees it."""

from __future__ import annotations

import collections
import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from casino.services.folder import PROJECT
from casino.services.postgres import tie_to_parent
from casino.services.server_keeper import exit_description

# A process that ran this long counts as started. The chaos run, which kills processes on purpose, sets a
# shorter time.
STABLE_AFTER_SECONDS = float(os.environ.get("HOUSE_RAN_WELL") or 10)
REDRAW = b"\r\x1b[K"  # before a line that replaces the one before it (players/shared/progress.py)
KILL_TIMEOUT = 2.0  # seconds for the end of killed processes


class ChildProcess:
    def __init__(
        self,
        name: str,
        program: list[str],
        environment: dict[str, str],
        *,
        passed: tuple[int, ...] = (),
        once: bool = False,
        ends: bool = False,
    ) -> None:
        self.name, self.program, self.environment, self.passed = name, program, environment, passed
        # A one-off process writes its result to its standard output and ends.
        self.once = once
        # This one ends when its work is done, and is restarted until then.
        self.ends = ends
        self.process: subprocess.Popen[bytes] | None = None
        self.open_pipe: IO[bytes] | None = None
        self.answer: IO[bytes] | None = None
        self.rest = b""
        self.output: collections.deque[str] = collections.deque(maxlen=20)
        self.crashes = 0
        self.started_at = self.crashed_at = self.due = 0.0

    def start(self) -> None:
        self.answer = tempfile.TemporaryFile() if self.once else None  # noqa: SIM115 - read after the process has ended
        self.process = subprocess.Popen(
            tie_to_parent(self.program, signal_number=signal.SIGTERM),
            stdin=subprocess.DEVNULL,
            stdout=self.answer or subprocess.PIPE,
            stderr=subprocess.PIPE if self.once else subprocess.STDOUT,
            env=self.environment,
            cwd=PROJECT,
            pass_fds=self.passed,
            # Its own process group: Ctrl-C reaches only the supervisor, which stops the processes in order.
            start_new_session=True,
        )
        self.open_pipe = self.process.stderr if self.once else self.process.stdout
        assert self.open_pipe is not None
        os.set_blocking(self.open_pipe.fileno(), False)
        self.started_at, self.crashed_at, self.rest = time.monotonic(), 0.0, b""

    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def exit_code(self) -> int | None:
        assert self.process is not None
        return self.process.poll()

    def processor_ticks(self) -> int:
        """The processor time of this process, of those it started, and of those that they waited for."""
        assert self.process is not None
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[2]) == self.process.pid:  # its process group
                    ticks += sum(map(int, fields[11:15]))
        return ticks

    def note_crash(self, now: float) -> None:
        self.crashes = 1 if now - self.started_at > STABLE_AFTER_SECONDS else self.crashes + 1
        self.crashed_at = now
        self.due = now + min(0.1 * 2 ** (self.crashes - 1), 5.0)

    # --- output

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
        """New lines of output; None at the end of the output."""
        chunk = self._read_pipe()
        if chunk is None and self.exit_code() is None:
            return []
        # It may have written its last words since. A grandchild may keep the pipe open indefinitely.
        chunk = chunk or self._read_pipe()
        if not chunk:
            last, self.rest = self.rest, b""
            if last:
                self.output.append(last.decode(errors="replace"))
            return None
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        self.rest = self.rest.rpartition(REDRAW)[2]
        decoded = [line.rpartition(REDRAW)[2].decode(errors="replace").rstrip() for line in lines]
        self.output.extend(line for line in decoded if line)
        return decoded

    def _read_pipe(self) -> bytes | None:
        """What has been written; None if nothing has, and nothing at its end."""
        try:
            return os.read(self.pipe().fileno(), 65536)
        except BlockingIOError:
            return None

    def unfinished_line(self) -> str:
        """What a bar shows now."""
        return self.rest.decode(errors="replace")

    @property
    def result_lines(self) -> list[str]:
        if self.answer is None:
            return []
        self.answer.seek(0)
        return self.answer.read().decode(errors="replace").splitlines()

    def last_output(self) -> str:
        return self.output[-1].strip() if self.output else "no output"

    def exit_description(self) -> str:
        code = self.exit_code()
        return exit_description(code) if code is not None else "still running"

    # --- ending

    def send_signal(self, number: int) -> None:
        if self.process is not None and self.exit_code() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """Kill the process and everything it started, without waiting for its end."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def kill_all(children: Sequence[ChildProcess]) -> list[ChildProcess]:
    """Kills these processes and returns those that have ended.

    A busy machine may take seconds for it. None of them is waited for before all are killed.
    """
    for child in children:
        child.kill()
    end = time.monotonic() + KILL_TIMEOUT
    while any(child.exit_code() is None for child in children) and time.monotonic() < end:
        time.sleep(0.01)
    return [child for child in children if child.exit_code() is not None]
