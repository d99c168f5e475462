"""The tasks of the back office. Each is safe to run twice; scheduled ones also late, or not for a while."""

from __future__ import annotations

from celery import shared_task

from casino.backoffice import alerts, staff_changes


@shared_task
def send_alerts() -> int:
    return alerts.send_alerts()


@shared_task
def end_roles() -> int:
    return staff_changes.end_roles()
