"""Commands of the house that a task or a croupier runs in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def start_command(*words: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Starts `manage.py …`. It ends with its parent: nothing of a house that was stopped goes on."""
    house = Path(settings.BASE_DIR)
    # By its file: this package does not know casino, and between fork and exec Python is not safe.
    tie = house / "casino" / "services" / "parent_death.py"
    parent, ends_by = str(os.getpid()), str(int(signal.SIGTERM))
    program = [sys.executable, str(house / "manage.py"), *words]
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(tie), parent, ends_by, "-", *program],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if quiet else None,
    )
