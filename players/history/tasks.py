"""Scheduled tasks: daily totals, monthly statements, and copies of personal data."""

from __future__ import annotations

from celery import shared_task

from players.history import daily_totals, data_copies, statements


@shared_task(time_limit=3600)
def fold_days() -> int:
    return daily_totals.totals_update()


@shared_task(time_limit=3600)
def monthly_statements_make() -> int:
    return statements.statements_make()


@shared_task(time_limit=1800)
def copy_build(copy: int) -> bool:
    return data_copies.copy_make(copy)


@shared_task(time_limit=1800)
def copies_sweep() -> int:
    """Makes copies whose task was lost, and lets old ones expire."""
    for copy in data_copies.copies_due():
        data_copies.copy_make(copy)
    return data_copies.copies_expire()
