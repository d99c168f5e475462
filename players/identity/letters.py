"""Mail to addresses that belong to no player yet: written in the caller's transaction, sent by a worker after it, never twice."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from players import clock
from players.identity.models import Letter
from players.later import later
from players.sealing import Unsealable, seal, unseal

log = structlog.get_logger(__name__)
# A mail server that does not answer is tried again after this, and again after twice as long.
WAIT = timedelta(seconds=20)
TRIES = 8
PURPOSE = "letter"  # of the key that seals what waits to be sent


def letter(to: str, template: str, language: str, **context: Any) -> Letter:
    """The first line of the template is the subject."""
    with translation.override(language):
        subject, _, body = render_to_string(f"players/identity/mail/{template}.txt", context).strip().partition("\n")
    text = json.dumps([subject.strip(), body.strip() + "\n"])
    written = Letter.objects.create(to=to, text=seal(PURPOSE, text))
    later("players.identity.tasks.letter_send", written.pk)
    return written


def letter_post(number: int) -> bool:
    """Sends what is to be sent: whoever holds the row sends it, and says so before anybody else may look."""
    with transaction.atomic():
        found = Letter.objects.select_for_update(skip_locked=True).filter(pk=number, sent=None, tries__lt=TRIES).first()
        if found is None:
            return False
        now = clock.now()
        try:
            subject, body = json.loads(unseal(PURPOSE, bytes(found.text)))
        except Unsealable:
            log.error("letter cannot be opened", letter=number)
            Letter.objects.filter(pk=number).update(tries=TRIES)
            return False
        try:
            send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [found.to])
        except OSError:
            found.tries += 1
            found.due = now + WAIT * 2 ** (found.tries - 1)
            found.save(update_fields=["tries", "due"])
            return False
        found.sent, found.text = now, b""
        found.save(update_fields=["sent", "text"])
        return True


def due() -> list[int]:
    return list(Letter.objects.filter(sent=None, tries__lt=TRIES, due__lte=clock.now()).order_by("due").values_list("pk", flat=True)[:100])
