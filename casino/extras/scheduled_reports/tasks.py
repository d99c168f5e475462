"""Sends reports by e-mail."""

from __future__ import annotations

from celery import shared_task

from casino.extras.scheduled_reports import mailing


@shared_task(time_limit=600)
def send_report_mails() -> int:
    return mailing.send_report_mails()
