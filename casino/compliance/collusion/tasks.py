"""The scheduled analysis of the record."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.collusion.analysis import run_analysis


@shared_task(time_limit=3600)
def collusion_scan() -> int:
    look = run_analysis()
    return look.findings if look else 0
