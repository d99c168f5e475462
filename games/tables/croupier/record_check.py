"""The nightly check of the record. It runs on the croupier's host, because only the croupier has the key."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings

log = structlog.get_logger("croupier")
PERIOD = timedelta(days=2)  # that a check covers, so that it makes good a missed night


class RecordCheck:
    """One at a time, in a process of its own."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, complete: bool) -> None:
        if self.process is None or self.process.poll() is not None:
            since = "" if complete else (datetime.now(UTC) - PERIOD).strftime("%Y-%m-%d")
            manage = str(Path(settings.BASE_DIR) / "manage.py")
            command = [sys.executable, manage, "prove", "--hold", "--jobs", "1"]
            command += ["--since", since] if since else ["--from-start"]
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
            os.setpriority(os.PRIO_PROCESS, self.process.pid, 10)
            log.info("record check started", since=since)
