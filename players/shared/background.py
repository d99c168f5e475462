"""Work for a worker, after the commit. A task is named here and not imported: tasks stand above what they call."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError


def later(task: str, *told: int) -> None:
    """Once the caller's transaction stands. A message that is lost does no harm: the row is there, and the next sweep finds it."""
    transaction.on_commit(partial(_send, task, told), robust=True)


def _send(task: str, told: tuple[int, ...]) -> None:
    with suppress(OperationalError):
        current_app.send_task(task, told)
