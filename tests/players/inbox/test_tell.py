"""The house tells a player something: it stands in the inbox at once, and goes out by e-mail once."""

from __future__ import annotations

from datetime import UTC, datetime
from smtplib import SMTPDataError, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.template import TemplateDoesNotExist
from django.test import TestCase

from players.inbox import tell
from players.inbox.messaging import message_send, messages_due, subject_and_text
from players.inbox.models import Message
from tests.room import players_with

DUE = datetime(2026, 12, 10, 12, tzinfo=UTC)


def told() -> Message:
    (player,) = players_with(0, 1)
    return tell(player, "complaint-received", number="R-2026-000007", due=DUE)


def test_a_message_is_worded_in_the_persons_language(db: None) -> None:
    message = told()
    assert message_send(message.pk)
    (sent,) = mail.outbox
    assert (
        sent.subject == "Feltro · Reclamação R-2026-000007: recebida"
        and "10 de dezembro de 2026" in sent.body
    )
    message.player.person.language = "en"
    message.player.person.save()
    second = tell(message.player, "complaint-received", number="R-2026-000008", due=DUE)
    assert message_send(second.pk)
    assert mail.outbox[1].subject == "Feltro · Complaint R-2026-000008: received"


def test_a_message_is_sent_once_however_often_it_is_asked(db: None) -> None:
    message = told()
    assert message_send(message.pk) and not message_send(message.pk)
    assert len(mail.outbox) == 1
    message.refresh_from_db()
    assert message.mail == "sent" and message.mailed is not None and message.tries == 1


class Refusing(EmailBackend):
    """A mail server that says no in so many words."""

    def send_messages(self, messages: Any) -> int:
        raise SMTPDataError(451, b"later")


class Breaking(EmailBackend):
    """A mail server whose line breaks after it has been handed the message."""

    def send_messages(self, messages: Any) -> int:
        super().send_messages(messages)
        raise SMTPServerDisconnected("gone")


def test_a_refused_message_waits_longer_each_time_and_is_given_up_in_the_end(db: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    message = told()
    waits = []
    for _ in range(8):
        Message.objects.filter(pk=message.pk).update(due=datetime(2020, 1, 1, tzinfo=UTC))
        assert not message_send(message.pk)
        message.refresh_from_db()
        assert message.mail == "waiting" and message.due is not None
        waits.append(message.due)
        assert messages_due() == [], "its next try is not due yet"
    assert waits == sorted(waits)
    Message.objects.filter(pk=message.pk).update(due=datetime(2020, 1, 1, tzinfo=UTC))
    assert messages_due() == [message.pk] and not message_send(message.pk)
    message.refresh_from_db()
    assert message.mail == "failed" and messages_due() == []


def test_a_message_that_the_server_may_have_is_not_sent_again(db: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Breaking"
    message = told()
    assert not message_send(message.pk) and not message_send(message.pk)
    message.refresh_from_db()
    assert message.mail == "sending" and len(mail.outbox) == 1 and messages_due() == []


def test_nothing_is_told_when_what_it_tells_of_did_not_happen(db: None) -> None:
    with TestCase.captureOnCommitCallbacks() as handed, pytest.raises(RuntimeError), transaction.atomic():
        told()
        raise RuntimeError
    assert Message.objects.count() == 0 and handed == []


def test_the_mail_is_handed_over_after_the_commit(db: None, valkey_url: str) -> None:
    with TestCase.captureOnCommitCallbacks() as handed:
        told()
    assert len(handed) == 1


def test_a_kind_without_words_is_found_at_once(db: None) -> None:
    (player,) = players_with(0, 1)
    with pytest.raises(TemplateDoesNotExist):
        tell(player, "never-written")


def test_what_a_message_says_is_never_changed_and_never_taken_away(db: None) -> None:
    message = told()
    for change in ("UPDATE inbox_message SET said = '{}'", "DELETE FROM inbox_message"):
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            from django.db import connection

            with connection.cursor() as cursor:
                cursor.execute(change)
    assert subject_and_text(message)[0]
