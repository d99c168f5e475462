"""Scheduled tasks of rule changes. Each is safe to run twice, to run late, and to skip for a while."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from celery import shared_task
from django.conf import settings

from games.rulebook import impact
from games.rulebook.changes import activate_due, expire_due

_processes: list[subprocess.Popen[bytes]] = []


@shared_task
def bring_rules_in_force() -> int:
    """Puts due changes into force. New rounds use the new rules; running rounds end under their own."""
    return activate_due()


@shared_task
def expire_rules() -> int:
    """Ends requests without a step for too long."""
    return expire_due()


@shared_task
def compute_impacts(published: bool = False) -> bool:
    """Computes impacts in a separate idle-priority process, one at a time, as it may take minutes."""
    _processes[:] = [process for process in _processes if process.poll() is None]
    is_due = impact.request_all() or impact.due().exists() or (published and impact.missing())
    if not is_due or _processes:
        return False
    command = [
        sys.executable,
        str(Path(settings.BASE_DIR) / "manage.py"),
        "impact",
        *(["--published"] if published else []),
    ]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    # Idle processor time only, so that the tables are not slowed down.
    os.sched_setscheduler(process.pid, os.SCHED_IDLE, os.sched_param(0))
    _processes.append(process)
    return True
