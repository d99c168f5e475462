"""Sends messages by e-mail after the commit. The sweep sends those whose job was lost."""

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
