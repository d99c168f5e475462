"""Messages to other systems: each is sent once, and retried with growing pauses while nobody answers."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import structlog
from django.db import models, transaction
from django.db.models.functions import Now

from casino.backoffice.standard_webhooks import InvalidSecret
from players.shared import clock

log = structlog.get_logger(__name__)
RETRY_DELAY = timedelta(seconds=10)  # it doubles with each retry
MAX_TRIES = 12


class OutgoingMessage(models.Model):
    """What a message says, when it is tried next, and what became of it."""

    content = models.JSONField(default=dict)
    made = models.DateTimeField(db_default=Now())
    next_try = models.DateTimeField(db_default=Now())
    tries = models.SmallIntegerField(default=0)
    sent = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True

    @property
    def is_given_up(self) -> bool:
        return self.sent is None and self.tries >= MAX_TRIES


def waiting(rows: models.QuerySet[Any]) -> models.QuerySet[Any]:
    return rows.filter(sent=None, tries__lt=MAX_TRIES)


def due_messages(rows: models.QuerySet[Any], limit: int) -> list[int]:
    """The messages to try now, the longest due first."""
    due = waiting(rows).filter(next_try__lte=clock.now()).order_by("next_try", "pk")
    return list(due.values_list("pk", flat=True)[:limit])


def mail_message(
    rows: models.QuerySet[Any],
    number: int,
    send: Callable[[Any], None],
    *,
    note_sent: Callable[[Any], object],
    note_given_up: Callable[[Any], object],
) -> bool:
    """Sends one message. The row lock ensures that one worker sends it."""
    with transaction.atomic():
        message = waiting(rows).select_for_update(skip_locked=True).filter(pk=number).first()
        if message is None:
            return False
        message.tries += 1
        try:
            send(message)
        except (OSError, http.client.HTTPException, InvalidSecret) as error:
            message.trouble = f"{type(error).__name__}: {error}"[:200]
            message.next_try = clock.now() + RETRY_DELAY * 2 ** (message.tries - 1)
            message.save(update_fields=["tries", "trouble", "next_try"])
            log.error("message not sent", message=str(message), number=message.pk, error=message.trouble)
            if message.is_given_up:
                note_given_up(message)
            return False
        message.sent, message.trouble = clock.now(), ""
        message.save(update_fields=["tries", "sent", "trouble"])
        note_sent(message)
    return True
