"""The hourly task that scans finished days for signs."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.player_risk import daily_scan


@shared_task(time_limit=3600)
def scan_player_risk() -> int:
    """Scans every finished day that was not scanned yet."""
    return daily_scan.scan_days()
