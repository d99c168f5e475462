"""Each hour: whether a day is over that nobody has looked at."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.player_risk import daily_scan


@shared_task(time_limit=3600)
def look() -> int:
    """Once a day that is over is folded, it is looked at."""
    return daily_scan.look()
