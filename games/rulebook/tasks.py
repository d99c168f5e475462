"""What the hour brings to rule changes: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from games.rulebook.changes import activate_due, expire_due


@shared_task
def rules_come_in_force() -> int:
    """A change whose moment has passed: from now on every round opens under it, and a round that runs ends under its own."""
    return activate_due()


@shared_task
def rules_expire() -> int:
    return expire_due()
