"""Sends messages by e-mail after the commit, notices to many players, and notifications to browsers.

The sweep sends e-mails whose job was lost.
"""

from __future__ import annotations

from celery import shared_task

from players.inbox import bulk_notices, messaging, push_delivery


@shared_task
def message_mail(message: int) -> bool:
    push_delivery.send_for_message(message)
    return messaging.message_send(message)


@shared_task
def push_notices_send() -> int:
    return push_delivery.send_notices()


@shared_task
def mail_sweep() -> int:
    due = messaging.messages_due()
    for message in due:
        messaging.message_send(message)
    return len(due)


@shared_task
def bulk_notices_send() -> int:
    return bulk_notices.notices_send()
