"""Progress and interruption of long commands, the same for all of them.

On a terminal one line on stderr is redrawn. Elsewhere there is one line per minute. Ctrl-C and SIGTERM end
the command with exit code 130 and a sentence that says where it stood and how to go on.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TextIO

INTERRUPTED = 130  # the exit code that shells use for a command ended by Ctrl-C
REDRAW_SECONDS = 0.2
LOG_SECONDS = 60.0
BAR_WIDTH = 24
NOTHING_CHANGED = "Nothing was changed. Run the command again."

Advance = Callable[[int], None]


def ignore_progress(_count: int) -> None:
    """For callers without a terminal to report to."""


class Progress:
    """How far a command is. `unit` is the plural of what is counted."""

    def __init__(
        self, title: str, unit: str, total: int, stream: TextIO, *, is_terminal: bool | None = None
    ) -> None:
        self.title, self.unit, self.total, self.stream = title, unit, total, stream
        self.done, self.step = 0, ""
        self.is_terminal = stream.isatty() if is_terminal is None else is_terminal
        self.started = time.monotonic()
        self.next_report = self.started + (0 if self.is_terminal else LOG_SECONDS)
        self.lock = threading.Lock()

    def advance(self, count: int = 1) -> None:
        self.done += count
        self.report()

    def begin(self, step: str) -> None:
        """Names what is done now, where nothing can be counted."""
        self.step = step
        self.report()

    def report(self) -> None:
        with self.lock:
            now = time.monotonic()
            if now < self.next_report:
                return
            self.next_report = now + (REDRAW_SECONDS if self.is_terminal else LOG_SECONDS)
            if self.is_terminal:
                self._write(f"\r\x1b[K{self.title} {self._bar()}{self.position()}")
            else:
                self._write(f"{self.title}: {self.position()}\n")

    def position(self) -> str:
        """For example: 1,200 of 3,000 seals, 40 %, 12 s."""
        parts = [self.step] if self.step else []
        if self.total:
            parts += [f"{self.done:,} of {self.total:,} {self.unit}", f"{100 * self.done // self.total} %"]
        elif self.unit:
            parts.append(f"{self.done:,} {self.unit}")
        return ", ".join([*parts, f"{time.monotonic() - self.started:.0f} s"])

    def clear(self) -> None:
        if self.is_terminal:
            self._write("\r\x1b[K")

    def report_interruption(self, resume: str) -> None:
        self.clear()
        self._write(f"{self.title} was interrupted: {self.position()}. {resume}\n")

    def _bar(self) -> str:
        if not self.total:
            return ""
        filled = min(BAR_WIDTH, BAR_WIDTH * self.done // self.total)
        return f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] "

    def _write(self, text: str) -> None:
        # A closed terminal must not end the work.
        with contextlib.suppress(OSError, ValueError):
            self.stream.write(text)
            self.stream.flush()


@contextlib.contextmanager
def progress(
    title: str,
    unit: str = "",
    total: int = 0,
    *,
    resume: str = NOTHING_CHANGED,
    ticking: bool = False,
    stream: TextIO | None = None,
    is_terminal: bool | None = None,
) -> Iterator[Progress]:
    """Reports the progress of a block. `resume` says after an interruption what was kept and how to go on.

    With `ticking`, a thread reports while the block waits for another program. A block that forks must not
    use it. `is_terminal` is for a process whose output another one shows.
    """
    shown = Progress(title, unit, total, stream or sys.stderr, is_terminal=is_terminal)
    ended = threading.Event()
    if ticking:
        threading.Thread(target=_tick, args=(shown, ended), daemon=True).start()
    try:
        with _termination_interrupts():
            shown.report()
            yield shown
    except KeyboardInterrupt:
        shown.report_interruption(resume)
        raise SystemExit(INTERRUPTED) from None
    else:
        shown.clear()
    finally:
        ended.set()


def _tick(shown: Progress, ended: threading.Event) -> None:
    while not ended.wait(REDRAW_SECONDS):
        shown.report()


@contextlib.contextmanager
def _termination_interrupts() -> Iterator[None]:
    """SIGTERM ends the block as Ctrl-C does. Only the main thread receives signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
