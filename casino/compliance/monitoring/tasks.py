"""The task that follows the record."""

from __future__ import annotations

from celery import shared_task


@shared_task
def follow_record() -> int:
    """Folds what is settled since the last pass into the states of the rules."""
    from casino.compliance.monitoring import following

    return following.follow()
