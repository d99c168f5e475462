"""Scheduled tasks of rule changes. Each is safe to run twice, to run late, and to skip for a while."""

from __future__ import annotations

import os
import subprocess

from celery import shared_task

from games.rulebook import impact
from games.rulebook.changes import activate_due, expire_due
from players.shared.own_processes import start_command

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
    process = start_command("impact", *(["--published"] if published else []), quiet=True)
    # Idle processor time only, so that the tables are not slowed down.
    os.sched_setscheduler(process.pid, os.SCHED_IDLE, os.sched_param(0))
    _processes.append(process)
    return True
