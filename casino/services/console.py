"""Terminal output of the supervisor: each line is prefixed with the name of its process."""

from __future__ import annotations

import contextlib
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from casino.services.folder import MEGABYTE, Folder

WIDTH = 9
COLOURS = {
    "house": "33",
    "web": "36",
    "croupier": "32",
    "worker": "35",
    "beat": "34",
    "beacon": "32",
    "servers": "31",
    "prepare": "37",
    "past": "37",
}
LOG_LIMIT = 10 * MEGABYTE
PAST_AWAITED = (
    "The demonstration tables are open. The tables for money open in a moment, with a month of",
    "simulated past, which is being written.",
)


class Console:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.coloured = sys.stdout.isatty()
        self.log: IO[str] | None = None
        self.followed: Path | None = None
        self.offset = 0
        self.bar = ""

    def say(self, name: str, line: str) -> None:
        shown = f"{name:<{WIDTH}}| {line}"
        if self.coloured:
            shown = f"\x1b[{COLOURS.get(name, '37')}m{name:<{WIDTH}}|\x1b[0m {line}"
        self.write(shown)
        # On a full disk the terminal still shows the line.
        with contextlib.suppress(OSError):
            if self.log:
                self.log.write(
                    f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S} {name:<{WIDTH}}| {line}\n"
                )

    def draw_bar(self, bar: str) -> None:
        """Keep a line at the bottom of a terminal, below everything that is said; none if it is empty."""
        if self.coloured and bar != self.bar:
            self.bar = bar
            self._put(f"\r\x1b[K{bar}", end="")

    def write(self, text: str) -> None:
        self._put(f"\r\x1b[K{text}\n{self.bar}" if self.bar else f"{text}\n", end="")

    @staticmethod
    def _put(text: str, end: str) -> None:
        try:
            print(text, end=end, flush=True)
        except OSError:
            # The terminal or pipe is closed; the log is still written.
            sys.stdout = open("/dev/null", "w")  # noqa: SIM115 - open until the process ends

    def follow(self, path: Path) -> None:
        """Forward what the server keepers write from now on, and log all output."""
        path.touch(mode=0o600)
        self.followed, self.offset = path, path.stat().st_size
        log = self.folder.logs / "house.log"
        if log.exists() and log.stat().st_size > LOG_LIMIT:
            log.rename(log.with_suffix(".log.1"))
        self.log = log.open("a", buffering=1)

    def catch_up(self) -> None:
        if self.followed is None or not self.followed.exists() or self.followed.stat().st_size <= self.offset:
            return
        with self.followed.open("rb") as log:
            log.seek(self.offset)
            *lines, rest = log.read().split(b"\n")
            self.offset = log.tell() - len(rest)
        for line in lines:
            self.say("servers", line.decode(errors="replace"))

    def banner(
        self, url: str, signins: Sequence[str], folder: Folder, seconds: float, *, past_awaited: bool
    ) -> None:
        lines = [f"The house is open at {url}  (after {seconds:.1f} s; its data is in {folder.path})", ""]
        if past_awaited:
            lines += [*PAST_AWAITED, ""]
        if signins:
            lines += [*signins, ""]
        lines.append("Ctrl-C closes it.")
        rule = "─" * 78
        self.write("\n".join(["", rule, *(f"  {line}" if line else "" for line in lines), rule, ""]))
