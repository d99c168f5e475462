"""The files of each hour and day that is over, and the lease by which new sessions begin."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.regulator import overdue, production
from casino.compliance.self_checks.checks import look


@shared_task
def files_make() -> int:
    """A few seconds' worth at a time: whoever else waits for the worker does not wait long."""
    return production.files_make(seconds=3.0)


@shared_task
def lease_renew() -> bool:
    """The lease first: it must not wait for whoever tells of it."""
    renewed = overdue.lease_renew() is not None
    look({"regulator-files": overdue.watched})
    return renewed
