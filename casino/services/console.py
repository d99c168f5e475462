"""What the house says on the terminal: every line under the name of whoever said it."""

from __future__ import annotations

import contextlib
import datetime
import sys
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
    "servers": "31",
    "prepare": "37",
}
LOG_LIMIT = 10 * MEGABYTE


class Console:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.coloured = sys.stdout.isatty()
        self.log: IO[str] | None = None
        self.followed: Path | None = None
        self.read_up_to = 0

    def say(self, name: str, line: str) -> None:
        shown = f"{name:<{WIDTH}}| {line}"
        if self.coloured:
            shown = f"\x1b[{COLOURS.get(name, '37')}m{name:<{WIDTH}}|\x1b[0m {line}"
        self.write(shown)
        # A full disk is told on the terminal, not by falling over the log.
        with contextlib.suppress(OSError):
            if self.log:
                self.log.write(
                    f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S} {name:<{WIDTH}}| {line}\n"
                )

    def write(self, text: str) -> None:
        try:
            print(text, flush=True)
        except OSError:
            # Nobody reads any more (the terminal is gone, the pipe is closed): the log still does.
            sys.stdout = open("/dev/null", "w")  # noqa: SIM115 - for as long as the house is open

    def follow(self, path: Path) -> None:
        """Pass on what the keepers of the servers write from now on; and keep a log of everything that was said."""
        path.touch(mode=0o600)
        self.followed, self.read_up_to = path, path.stat().st_size
        log = self.folder.logs / "house.log"
        if log.exists() and log.stat().st_size > LOG_LIMIT:
            log.rename(log.with_suffix(".log.1"))
        self.log = log.open("a", buffering=1)

    def catch_up(self) -> None:
        if (
            self.followed is None
            or not self.followed.exists()
            or self.followed.stat().st_size <= self.read_up_to
        ):
            return
        with self.followed.open("rb") as log:
            log.seek(self.read_up_to)
            *lines, rest = log.read().split(b"\n")
            self.read_up_to = log.tell() - len(rest)
        for line in lines:
            self.say("servers", line.decode(errors="replace"))

    def banner(self, url: str, signins: str, folder: Folder, seconds: float) -> None:
        lines = [f"The house is open at {url}  (after {seconds:.1f} s; its data is in {folder.path})", ""]
        if signins:
            lines += [*signins.splitlines(), ""]
        lines.append("Ctrl-C closes it.")
        rule = "─" * 78
        self.write("\n".join(["", rule, *(f"  {line}" if line else "" for line in lines), rule, ""]))
