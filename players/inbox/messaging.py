"""Messages as the pages and the e-mails say them. A message is sent by e-mail once, and never twice.

Before the mail server is spoken to, the message is marked as being sent, and that is committed. A server that refuses leaves it
waiting for its next try; a worker that dies in between leaves it marked, and nobody sends it again: it stands in the inbox.
"""

from __future__ import annotations

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
from players.models import Player
from players.shared.background import enqueue_after_commit

log = structlog.get_logger(__name__)
# Seconds after each failed try until the next: three quarters of a day in all, then the house gives up.
BACKOFF = (30, 120, 600, 1800, 3600, 7200, 14400, 43200)


def message_store(player: Player, kind: str, said: dict[str, Any]) -> Message:
    template_of(kind)  # a kind without words is a fault of the house, found at once
    message = Message.objects.create(player=player, kind=kind, said=said)
    enqueue_after_commit("players.inbox.tasks.message_mail", message.pk)
    return message


def template_of(kind: str) -> Any:
    return get_template(f"portal/inbox/texts/{kind}.txt").template  # type: ignore[attr-defined]


def worded(message: Message) -> tuple[str, str]:
    """Subject and text in the language of the page, or of whoever set one for the e-mail."""
    said = {name: _time(value) for name, value in message.said.items()}
    text = template_of(message.kind).render(
        Context({**said, "player": message.player, "at": message.at}, autoescape=False)
    )
    subject, _newline, body = text.strip().partition("\n")
    return subject.strip(), body.strip()


def _time(value: Any) -> Any:
    """Times travel as ISO text in the record; a page wants to say them as Lisbon's clocks do."""
    if not isinstance(value, str) or not 19 <= len(value) <= 35:
        return value
    try:
        return parse_datetime(value) or value
    except ValueError:
        return value


def message_send(message: int) -> bool:
    """Sends one message by e-mail if it is due; whether it went out."""
    claimed = Message.objects.filter(pk=message, mail=Message.Mail.WAITING, due__lte=Now())
    if not claimed.update(mail=Message.Mail.SENDING, tries=F("tries") + 1, due=Now()):
        return False
    told = Message.objects.select_related("player__person").get(pk=message)
    post = get_connection()
    try:
        with translation.override(told.player.person.language):
            mail = mail_of(told)
        post.open()
    except Exception as error:
        # Nothing was handed over: the same message waits for its next hour.
        _try_later(told, error)
        return False
    try:
        post.send_messages([mail])
    except (SMTPResponseException, SMTPRecipientsRefused) as error:
        _try_later(told, error)
        return False
    except Exception as error:
        # The line broke in the middle: the server may have it, so it is not sent again.
        log.error("mail-unsure", message=message, error=type(error).__name__)
        return False
    finally:
        post.close()
    Message.objects.filter(pk=message).update(mail=Message.Mail.SENT, mailed=Now(), due=None)
    return True


def mail_of(message: Message) -> EmailMessage:
    subject, body = worded(message)
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    # The same message has the same id for ever: a mail server that sees it again can tell.
    headers = {"Message-ID": f"<message-{message.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(
        f"{settings.HOUSE_NAME} · {subject}",
        f"{body}\n\n— {settings.HOUSE_NAME}\n",
        to=[message.player.person.email],
        headers=headers,
    )


def _try_later(message: Message, error: Exception) -> None:
    log.warning("mail-refused", message=message.pk, tries=message.tries, error=type(error).__name__)
    if message.tries > len(BACKOFF):
        Message.objects.filter(pk=message.pk).update(mail=Message.Mail.FAILED, due=None)
        return
    next_try = Now() + timedelta(seconds=BACKOFF[message.tries - 1])
    Message.objects.filter(pk=message.pk).update(mail=Message.Mail.WAITING, due=next_try)


def messages_due(limit: int = 500) -> list[int]:
    """What waits for its try: what a lost job or a refused try has left."""
    waiting = Message.objects.filter(mail=Message.Mail.WAITING, due__lte=Now())
    return list(waiting.order_by("due").values_list("pk", flat=True)[:limit])


def messages_read(player: Player, *, until: datetime | None = None) -> int:
    """Marks what the player has opened."""
    unread = Message.objects.filter(player=player, read=None)
    return (unread.filter(at__lte=until) if until else unread).update(read=Now())


def message_open(message: Message) -> None:
    if message.read is None:
        Message.objects.filter(pk=message.pk, read=None).update(read=Now())


def unread(player: Player) -> int:
    """How many wait to be read; more than a hundred are a hundred."""
    return Message.objects.filter(player=player, read=None)[:100].count()
