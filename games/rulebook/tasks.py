"""What the hour brings to rule changes: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from celery import shared_task
from django.conf import settings

from games.rulebook import impact
from games.rulebook.changes import activate_due, expire_due

_counting: list[subprocess.Popen[bytes]] = []


def _gives_way() -> None:
    """Only what nobody else wants of the machine: tables go on while edges are counted."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


@shared_task
def rules_come_in_force() -> int:
    """A change whose moment has passed: from now on every round opens under it, and a round that runs ends under its own."""
    return activate_due()


@shared_task
def rules_expire() -> int:
    return expire_due()


@shared_task
def impact_count(published: bool = False) -> bool:
    """Counting may take minutes, and no sweep waits for it: it runs beside the worker, one at a time, and gives way to all else."""
    _counting[:] = [each for each in _counting if each.poll() is None]
    waits = impact.asked_for_all() or impact.due().exists() or (published and impact.missing())
    if not waits or _counting:
        return False
    command = [
        sys.executable,
        str(Path(settings.BASE_DIR) / "manage.py"),
        "impact",
        *(["--published"] if published else []),
    ]
    _counting.append(
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=_gives_way)
    )
    return True
