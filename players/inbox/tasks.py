"""Sends messages by e-mail after the commit, and notices to many players.

The sweep sends e-mails whose job was lost.
"""

from __future__ import annotations

from celery import shared_task

from players.inbox import bulk_notices, messaging
from players.inbox.browser_notifications import browser_notifications


@shared_task
def deliver_message(message: int) -> bool:
    if sender := browser_notifications():
        sender.send_for_message(message)
    return messaging.mail_message(message)


@shared_task
def sweep_mail() -> int:
    due = messaging.messages_due()
    for message in due:
        messaging.mail_message(message)
    return len(due)


@shared_task
def send_bulk_notices() -> int:
    return bulk_notices.send_approved_notices()
