"""Fold completed days, and close the previous month."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.reports import daily_totals, issuing


@shared_task(time_limit=3600)
def fold_days() -> int:
    return daily_totals.fold()


@shared_task(time_limit=3600)
def close_months() -> int:
    daily_totals.fold()
    return issuing.close_last_month()
