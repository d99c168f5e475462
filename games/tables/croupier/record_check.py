"""The nightly check of the record. It runs on the croupier's host, because only the croupier has the key."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime, timedelta

import structlog

from players.shared.own_processes import start_command

log = structlog.get_logger("croupier")
PERIOD = timedelta(days=2)  # that a check covers, so that it makes good a missed night


class RecordCheck:
    """One at a time, in a process of its own."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, complete: bool) -> None:
        if self.process is None or self.process.poll() is not None:
            since = "" if complete else (datetime.now(UTC) - PERIOD).strftime("%Y-%m-%d")
            period = ["--since", since] if since else ["--from-start"]
            self.process = start_command("prove", "--hold", "--jobs", "1", *period)
            os.setpriority(os.PRIO_PROCESS, self.process.pid, 10)
            log.info("record check started", since=since)
