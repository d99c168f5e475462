"""Sends what the croupiers noticed to the browsers of players."""

from __future__ import annotations

from celery import shared_task

from players.extras.push import delivery


@shared_task
def send_push_notices() -> int:
    return delivery.send_notices()
