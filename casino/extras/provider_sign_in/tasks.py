"""The worker asks the provider whose code a browser brought back."""

from __future__ import annotations

from celery import shared_task

from casino.extras.provider_sign_in import sign_in


@shared_task
def verify_provider_code(attempt: int) -> bool:
    return sign_in.verify_provider_code(attempt)
