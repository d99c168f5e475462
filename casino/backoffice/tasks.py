"""The tasks of the back office. Each is safe to run twice; scheduled ones also late, or not for a while."""

from __future__ import annotations

from celery import shared_task

from casino.backoffice import alerts, provider_sign_in, staff_changes, webhooks


@shared_task
def alerts_send() -> int:
    return alerts.alerts_send()


@shared_task
def webhooks_send() -> int:
    return webhooks.webhooks_send()


@shared_task
def roles_end() -> int:
    return staff_changes.roles_end()


@shared_task
def provider_code_verify(attempt: int) -> bool:
    return provider_sign_in.provider_code_verify(attempt)
