"""Each hour: fold completed days and raise alarms."""

from __future__ import annotations

from celery import shared_task


@shared_task(time_limit=3 * 3600)
def check_returns() -> int:
    # Here, because numpy takes 17 MB of every process that knows the tasks.
    from casino.compliance.rtp_monitoring import alarms, daily_returns

    daily_returns.fold()
    # Each hour, too: an alarm whose run failed after the days were written is not put off to the next day.
    return alarms.raise_alarms()
