"""Fold completed days, close the previous month, and send reports by e-mail."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.reports import daily_totals, issuing, mailing


@shared_task(time_limit=3600)
def fold_days() -> int:
    return daily_totals.fold()


@shared_task(time_limit=3600)
def close_months() -> int:
    daily_totals.fold()
    return issuing.close_last_month()


@shared_task(time_limit=600)
def send_report_mails() -> int:
    return mailing.send_report_mails()
