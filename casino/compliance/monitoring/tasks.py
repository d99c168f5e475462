"""The task that follows the record."""

from __future__ import annotations

from celery import shared_task

from players.audit.simulated_past import is_past_awaited


@shared_task
def follow_record() -> int:
    """Folds what is settled since the last pass into the states of the rules."""
    from casino.compliance.monitoring import following

    # Rows of a simulated past are dated before what is already there.
    return 0 if is_past_awaited() else following.follow()
