"""Each hour: days that are over are folded once, and whatever luck does not explain raises an alarm."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.rtp_monitoring import alarms, daily_returns


@shared_task(time_limit=3 * 3600)
def control() -> int:
    return alarms.alarms_raise() if daily_returns.fold() else 0
