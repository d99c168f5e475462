"""Mail to addresses that belong to no player yet: written in the caller's transaction, sent by a worker after it, never twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from players.audit import note
from players.identity.models import Letter
from players.identity.recovery_links import reset_link, unlock_link
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.sealing import UnsealError, seal, unseal

log = structlog.get_logger(__name__)
# A mail server that does not answer is tried again after this, and again after twice as long.
WAIT = timedelta(seconds=20)
TRIES = 8
# What is written to the owner of an account: the link in it, and the line of the log.
OWNERS: dict[str, tuple[Callable[[Person], str], str]] = {
    "password-reset": (reset_link, "access.reset-sent"),
    "locked": (unlock_link, "access.unlock-sent"),
}
PURPOSE = "letter"  # of the key that seals what waits to be sent


def letter(to: str, template: str, language: str, **context: Any) -> Letter:
    """The first line of the template is the subject."""
    return _wait(to, {"worded": _worded(template, language, context)})


def letter_to_owner(to: str, template: str) -> Letter:
    """To whoever has an account under this address. The worker finds out whether anybody has: asking costs the same for everybody."""
    return _wait(to, {"owner": template})


def _wait(to: str, content: dict[str, Any]) -> Letter:
    waiting = Letter.objects.create(to=to, text=seal(PURPOSE, json.dumps(content)))
    enqueue_after_commit("players.identity.tasks.letter_send", waiting.pk)
    return waiting


def _worded(template: str, language: str, context: dict[str, Any]) -> tuple[str, str]:
    with translation.override(language):
        subject, _, body = (
            render_to_string(f"portal/identity/mail/{template}.txt", context).strip().partition("\n")
        )
    return subject.strip(), body.strip() + "\n"


def _text_of(found: Letter) -> tuple[str, str] | None:
    """Subject and body; nothing where the letter was for an owner and there is none."""
    content = json.loads(unseal(PURPOSE, bytes(found.text)))
    if (template := content.get("owner")) is None:
        subject, body = content["worded"]
        return subject, body
    person = Person.objects.filter(email__iexact=found.to, is_active=True).first()
    if person is None:
        return None
    link, kind = OWNERS[template]
    note(
        kind, person=person, player=Player.objects.filter(person=person).first(), about=f"person:{person.pk}"
    )
    return _worded(template, person.language, {"email": person.email, "link": link(person)})


def letter_post(number: int) -> bool:
    """Sends what is to be sent: whoever holds the row sends it, and says so before anybody else may look."""
    with transaction.atomic():
        found = (
            Letter.objects.select_for_update(skip_locked=True)
            .filter(pk=number, sent=None, tries__lt=TRIES)
            .first()
        )
        if found is None:
            return False
        now = clock.now()
        try:
            text = _text_of(found)
        except UnsealError:
            log.error("letter cannot be opened", letter=number)
            Letter.objects.filter(pk=number).update(tries=TRIES)
            return False
        try:
            if text is not None:
                send_mail(*text, settings.DEFAULT_FROM_EMAIL, [found.to])
        except OSError:
            found.tries += 1
            found.due = now + WAIT * 2 ** (found.tries - 1)
            found.save(update_fields=["tries", "due"])
            return False
        found.sent, found.text = now, b""
        found.save(update_fields=["sent", "text"])
        return True


def due() -> list[int]:
    return list(
        Letter.objects.filter(sent=None, tries__lt=TRIES, due__lte=clock.now())
        .order_by("due")
        .values_list("pk", flat=True)[:100]
    )
