"""The texts of messages and their e-mails. A message is sent by e-mail at most once.

The message is marked as being sent, and that is committed, before the mail server is contacted. If the server
refuses, the message waits for its next try. If the worker dies in between, it stays marked and is not sent
again; the player has it in the inbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.db.models.functions import Now
from django.template import Context
from django.template.loader import get_template
from django.utils import translation
from django.utils.dateparse import parse_datetime

from players.inbox.models import Message
from players.inbox.notice_texts import NOTICE_KIND, ShownNotice, shown_notice
from players.models import Player
from players.shared.background import enqueue_after_commit
from players.shared.personal_columns import open_details

log = structlog.get_logger(__name__)
# Seconds from each failed try to the next, about twenty hours in all. Then no further try is made.
BACKOFF = (30, 120, 600, 1800, 3600, 7200, 14400, 43200)


def store_message(player: Player, kind: str, context: dict[str, Any]) -> Message:
    template_of(kind)  # raises at once for a kind without a text
    message = Message.objects.create(player=player, kind=kind, details=context)
    enqueue_after_commit("players.inbox.tasks.deliver_message", message.pk)
    return message


def send_messages(players: Sequence[int], kind: str) -> None:
    """The same message without details to several players. The schedule sends the e-mails."""
    template_of(kind)
    Message.objects.bulk_create([Message(player_id=player, kind=kind) for player in players])


def template_of(kind: str) -> Any:
    template: Any = get_template(f"portal/inbox/texts/{kind}.txt")
    return template.template


def subject_and_text(message: Message) -> tuple[str, str]:
    """The subject and text in the active language."""
    if notice := notice_of(message):
        return notice.subject, notice.whole
    context = {name: _time(value) for name, value in open_details(message.details).items()}
    text = template_of(message.kind).render(
        Context({**context, "player": message.player, "at": message.at}, autoescape=False)
    )
    subject, _newline, body = text.strip().partition("\n")
    return subject.strip(), body.strip()


def notice_of(message: Message) -> ShownNotice | None:
    """A notice to many players, in the active language. None for other messages."""
    return shown_notice(message.details) if message.kind == NOTICE_KIND else None


def _time(value: Any) -> Any:
    """Parses times, which are stored as ISO text, so that templates can format them."""
    if not isinstance(value, str) or not 19 <= len(value) <= 35:
        return value
    try:
        return parse_datetime(value) or value
    except ValueError:
        return value


def mail_message(message: int) -> bool:
    """Sends one message by e-mail if it is due. Returns whether it was sent."""
    claimed = Message.objects.filter(pk=message, mail=Message.Mail.WAITING, due__lte=Now())
    if not claimed.update(mail=Message.Mail.SENDING, tries=F("tries") + 1, due=Now()):
        return False
    message_row = Message.objects.select_related("player__person").get(pk=message)
    mail_connection = get_connection()
    try:
        with translation.override(message_row.player.person.language):
            mail = mail_of(message_row)
        mail_connection.open()
    except Exception as error:
        # Nothing was transmitted, so the message waits for its next try.
        _schedule_retry(message_row, error)
        return False
    try:
        mail_connection.send_messages([mail])
    except (SMTPResponseException, SMTPRecipientsRefused) as error:
        _schedule_retry(message_row, error)
        return False
    except Exception as error:
        # The connection broke during transmission: the server may have the message, so it is not sent again.
        log.error("mail-unsure", message=message, error=type(error).__name__)
        return False
    finally:
        mail_connection.close()
    Message.objects.filter(pk=message).update(mail=Message.Mail.SENT, mailed=Now(), due=None)
    return True


def mail_of(message: Message) -> EmailMessage:
    subject, body = subject_and_text(message)
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    # A message keeps its id, so a mail server can recognise a duplicate.
    headers = {"Message-ID": f"<message-{message.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(
        f"{settings.HOUSE_NAME} · {subject}",
        f"{body}\n\n— {settings.HOUSE_NAME}\n",
        to=[message.player.person.email],
        headers=headers,
    )


def _schedule_retry(message: Message, error: Exception) -> None:
    log.warning("mail-refused", message=message.pk, tries=message.tries, error=type(error).__name__)
    if message.tries > len(BACKOFF):
        Message.objects.filter(pk=message.pk).update(mail=Message.Mail.FAILED, due=None)
        return
    next_try = Now() + timedelta(seconds=BACKOFF[message.tries - 1])
    Message.objects.filter(pk=message.pk).update(mail=Message.Mail.WAITING, due=next_try)


def messages_due(limit: int = 500) -> list[int]:
    """The ids of messages that are due."""
    waiting = Message.objects.filter(mail=Message.Mail.WAITING, due__lte=Now())
    return list(waiting.order_by("due").values_list("pk", flat=True)[:limit])


def read_messages(player: Player, *, until: datetime | None = None) -> int:
    """Marks the player's messages as read."""
    unread_messages = Message.objects.filter(player=player, read=None)
    return (unread_messages.filter(at__lte=until) if until else unread_messages).update(read=Now())


def open_message(message: Message) -> None:
    if message.read is None:
        Message.objects.filter(pk=message.pk, read=None).update(read=Now())


def unread(player: Player) -> int:
    """The number of unread messages, at most a hundred."""
    return Message.objects.filter(player=player, read=None)[:100].count()
