"""What the floor does by the hour: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from games.floor.changes import deferred_take
from games.floor.hours import hours_keep


@shared_task
def hours_sweep() -> tuple[int, int, int]:
    """Opens and drains tables by their hours, and closes those that have emptied."""
    return hours_keep()


@shared_task
def jackpots_follow() -> int:
    """What was confirmed for a jackpot that players had paid into counts as soon as that pot has been won."""
    return deferred_take()
