"""The scheduled task of the back office. It is safe to run twice, late, or not for a while."""

from __future__ import annotations

from celery import shared_task

from casino.backoffice import alerts


@shared_task
def alerts_send() -> int:
    return alerts.alerts_send()
