"""E-mails go out from the worker, after the commit that told the player; the sweep finds what a lost job left behind."""

from __future__ import annotations

from celery import shared_task

from players.inbox import messaging


@shared_task
def message_mail(message: int) -> bool:
    return messaging.message_send(message)


@shared_task
def mail_sweep() -> int:
    due = messaging.messages_due()
    for message in due:
        messaging.message_send(message)
    return len(due)
