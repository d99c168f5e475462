"""Sends events of the house to other systems."""

from __future__ import annotations

from celery import shared_task

from casino.extras.webhooks import delivery


@shared_task
def send_webhooks() -> int:
    return delivery.send_webhooks()
