"""Starting background work after the commit.

A task is named, not imported, because tasks are in a layer above the code that they call.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError


def enqueue_after_commit(task: str, *arguments: int) -> None:
    """Sends the task once the transaction has been committed.

    A lost message does no harm: the row stays, and the next sweep finds it.
    """
    transaction.on_commit(partial(_send, task, arguments), robust=True)


def _send(task: str, arguments: tuple[int, ...]) -> None:
    with suppress(OperationalError):
        current_app.send_task(task, arguments)
