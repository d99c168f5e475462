"""Sends messages by e-mail after the commit, notices to many players, and notifications to browsers.

The sweep sends e-mails whose job was lost.
"""

from __future__ import annotations

from celery import shared_task

from players.inbox import bulk_notices, messaging, push_delivery


@shared_task
def deliver_message(message: int) -> bool:
    push_delivery.send_for_message(message)
    return messaging.mail_message(message)


@shared_task
def send_push_notices() -> int:
    return push_delivery.send_notices()


@shared_task
def sweep_mail() -> int:
    due = messaging.messages_due()
    for message in due:
        messaging.mail_message(message)
    return len(due)


@shared_task
def send_bulk_notices() -> int:
    return bulk_notices.send_approved_notices()
