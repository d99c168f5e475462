"""Scheduled tasks: daily totals, monthly statements, and copies of personal data."""

from __future__ import annotations

from celery import shared_task

from players.history import daily_totals, data_copies, statements


@shared_task(time_limit=3600)
def fold_days() -> int:
    return daily_totals.update_totals()


@shared_task(time_limit=3600)
def make_monthly_statements() -> int:
    return statements.make_statements()


@shared_task(time_limit=1800)
def build_copy(copy: int) -> bool:
    return data_copies.make_copy(copy)


@shared_task(time_limit=1800)
def sweep_copies() -> int:
    """Makes copies whose task was lost, and lets old ones expire."""
    for copy in data_copies.copies_due():
        data_copies.make_copy(copy)
    return data_copies.expire_copies()
