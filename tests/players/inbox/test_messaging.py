"""Messages to players: in the inbox at once, and sent by e-mail at most once."""

from __future__ import annotations

from datetime import UTC, datetime
from smtplib import SMTPDataError, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction
from django.template import TemplateDoesNotExist
from django.test import TestCase

from players.inbox import send_message
from players.inbox.messaging import mail_message, messages_due, subject_and_text
from players.inbox.models import Message
from tests.live_table import players_with

DUE = datetime(2026, 12, 10, 12, tzinfo=UTC)


def new_message() -> Message:
    (player,) = players_with(0, 1)
    return send_message(player, "complaint-received", number="R-2026-000007", due=DUE)


def test_a_message_is_in_the_persons_language(db: None) -> None:
    message = new_message()
    assert mail_message(message.pk)
    (sent,) = mail.outbox
    assert (
        sent.subject == "Feltro · Reclamação R-2026-000007: recebida"
        and "10 de dezembro de 2026" in sent.body
    )
    message.player.person.language = "en"
    message.player.person.save()
    second = send_message(message.player, "complaint-received", number="R-2026-000008", due=DUE)
    assert mail_message(second.pk)
    assert mail.outbox[1].subject == "Feltro · Complaint R-2026-000008: received"
    message.player.person.language = "es"
    message.player.person.save()
    third = send_message(message.player, "complaint-received", number="R-2026-000009", due=DUE)
    assert mail_message(third.pk)
    assert "R-2026-000009" in mail.outbox[2].subject and "10 de diciembre de 2026" in mail.outbox[2].body


def test_a_message_is_sent_once(db: None) -> None:
    message = new_message()
    assert mail_message(message.pk) and not mail_message(message.pk)
    assert len(mail.outbox) == 1
    message.refresh_from_db()
    assert message.mail == "sent" and message.mailed is not None and message.tries == 1


class RefusingBackend(EmailBackend):
    """A mail server that refuses the message."""

    def send_messages(self, messages: Any) -> int:
        raise SMTPDataError(451, b"later")


class BreakingBackend(EmailBackend):
    """A mail server whose connection breaks after it has received the message."""

    def send_messages(self, messages: Any) -> int:
        super().send_messages(messages)
        raise SMTPServerDisconnected("gone")


def test_a_refused_message_is_retried_with_growing_delays_and_then_fails(db: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.RefusingBackend"
    message = new_message()
    waits = []
    for _ in range(8):
        Message.objects.filter(pk=message.pk).update(due=datetime(2020, 1, 1, tzinfo=UTC))
        assert not mail_message(message.pk)
        message.refresh_from_db()
        assert message.mail == "waiting" and message.due is not None
        waits.append(message.due)
        assert messages_due() == [], "its next try is not due yet"
    assert waits == sorted(waits)
    Message.objects.filter(pk=message.pk).update(due=datetime(2020, 1, 1, tzinfo=UTC))
    assert messages_due() == [message.pk] and not mail_message(message.pk)
    message.refresh_from_db()
    assert message.mail == "failed" and messages_due() == []


def test_a_message_that_the_server_may_have_received_is_not_sent_twice(db: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.BreakingBackend"
    message = new_message()
    assert not mail_message(message.pk) and not mail_message(message.pk)
    message.refresh_from_db()
    assert message.mail == "sending" and len(mail.outbox) == 1 and messages_due() == []


def test_a_message_is_rolled_back_with_its_transaction(db: None) -> None:
    with TestCase.captureOnCommitCallbacks() as callbacks, pytest.raises(RuntimeError), transaction.atomic():
        new_message()
        raise RuntimeError
    assert Message.objects.count() == 0 and callbacks == []


def test_the_e_mail_is_queued_after_the_commit(db: None, valkey_url: str) -> None:
    with TestCase.captureOnCommitCallbacks() as callbacks:
        new_message()
    assert len(callbacks) == 1


def test_a_kind_without_a_text_raises_at_once(db: None) -> None:
    (player,) = players_with(0, 1)
    with pytest.raises(TemplateDoesNotExist):
        send_message(player, "without-text")


def test_a_message_cannot_be_changed_or_deleted(db: None) -> None:
    message = new_message()
    for sql in ("UPDATE inbox_message SET details = '{}'", "DELETE FROM inbox_message"):
        with (
            pytest.raises(Exception, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)
    assert subject_and_text(message)[0]
