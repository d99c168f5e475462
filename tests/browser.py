"""Find the browser for the journeys, or install it as root: `python -m tests.browser`, before a run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "there is no Chromium here. Install one (apt install chromium), name one with BROWSER=/path, "
    "or set BROWSER=none."
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip


def is_disabled() -> bool:
    return os.environ.get("BROWSER") == "none"


def find() -> str | None:
    """The path of the browser; None if there is none or BROWSER=none."""
    configured = os.environ.get("BROWSER", "")
    if is_disabled():
        return None
    if configured and Path(configured).is_file():
        return configured
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> bool:
    """Install Chromium with apt-get; only root may do so."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print("installing Chromium for the journeys", flush=True)
    quiet = {
        "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ):
        if subprocess.run(command, check=False, **quiet).returncode != 0:
            return False
    return True


def main() -> int:
    if find() is None and not is_disabled() and not (install() and find()):
        # Not an error here: the other tests still run, and the test run itself fails.
        print(f"The journeys will not run: {MISSING}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
