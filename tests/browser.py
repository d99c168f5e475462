"""The browser that the journeys drive: found, or installed where that is allowed. `python -m tests.browser` does so before a run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WHY = "there is no Chromium here. Install one (apt install chromium), name one with BROWSER=/path, or say BROWSER=none if this is wanted."
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip


def unwanted() -> bool:
    return os.environ.get("BROWSER") == "none"


def found() -> str | None:
    """The program to drive; None where there is none, or where none is wanted."""
    told = os.environ.get("BROWSER", "")
    if unwanted():
        return None
    if told and Path(told).is_file():
        return told
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> bool:
    """By the system's own packages, which root alone may do."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print("installing Chromium for the journeys", flush=True)
    quiet = {
        "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "check": False,
    }
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ):
        if subprocess.run(command, **quiet).returncode != 0:  # type: ignore[call-overload]
            return False
    return True


def main() -> int:
    if found() is None and not unwanted() and not (install() and found()):
        # Not the end: everything else is worth running, and the run itself ends red with their number.
        print(f"The journeys will not run: {WHY}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
