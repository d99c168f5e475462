"""The scheduled tasks of the back office. Each is safe to run twice, late, or not for a while."""

from __future__ import annotations

from celery import shared_task

from casino.backoffice import alerts, staff_changes, webhooks


@shared_task
def alerts_send() -> int:
    return alerts.alerts_send()


@shared_task
def webhooks_send() -> int:
    return webhooks.webhooks_send()


@shared_task
def roles_end() -> int:
    return staff_changes.roles_end()
