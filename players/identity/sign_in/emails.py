"""E-mail to addresses that belong to no player yet.

The caller's transaction stores it; a worker sends it once, after commit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Annotated, Any

import msgspec
import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation
from msgspec import Meta

from players.audit import note
from players.identity.models import QueuedEmail
from players.identity.sign_in.masking import MASK
from players.identity.sign_in.recovery_links import reset_link, unlock_link
from players.languages import LANGUAGES
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.decoding import prepare
from players.shared.sealing import UnsealError, seal, unseal

log = structlog.get_logger(__name__)
# The delay before the first retry when the mail server does not respond. It doubles with each retry.
RETRY_DELAY = timedelta(seconds=20)
MAX_TRIES = 8
# The e-mails to the owner of an account: the link that each contains, and the kind of its audit line.
OWNER_EMAILS: dict[str, tuple[Callable[[Person], str], str]] = {
    "password-reset": (reset_link, "access.reset-sent"),
    "locked": (unlock_link, "access.unlock-sent"),
}
# The other e-mails: what may stand in each, beside the sentences of its template.
CODE = {"code": re.compile(r"\d{6}"), "minutes": re.compile(r"\d{1,3}")}
EMAILS: dict[str, dict[str, re.Pattern[str]]] = {
    "code": CODE,
    "known": CODE,
    "email-code": CODE,
    "email-known": CODE,
    "email-changed": {"after": re.compile(rf"\S?{MASK}@[\w.-]+")},
    "security-changed": {"what": re.compile(r"[a-z-]{1,30}")},
    "role-ended": {"role": re.compile(r"[\w ]{1,60}"), "last_day": re.compile(r"[\d./-]{6,12}")},
}
SEAL_PURPOSE = "queued-email"  # of the key that seals queued e-mails


class UnknownEmail(Exception):
    """The house writes no such e-mail."""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A queued e-mail: a template of the house, and the few words that stand in it."""

    template: str
    language: str
    words: dict[str, Annotated[str, Meta(max_length=260)]] = {}


prepare(Wanted)


def queue_email(to: str, template: str, language: str, **words: object) -> QueuedEmail:
    """Queues an e-mail. The first line of the template is the subject."""
    return _queue(to, Wanted(template, language, {name: str(word) for name, word in words.items()}))


def queue_email_for_owner(to: str, template: str) -> QueuedEmail:
    """Queues an e-mail to the owner of the account with this address, if there is one.

    The worker looks the account up, so that the request takes the same time for every address.
    """
    return _queue(to, Wanted(template, ""))


def _queue(to: str, wanted: Wanted) -> QueuedEmail:
    text = seal(SEAL_PURPOSE, msgspec.json.encode(wanted).decode())
    email = QueuedEmail.objects.create(to=to, text=text)
    enqueue_after_commit("players.identity.tasks.send_queued_email", email.pk)
    return email


def _render(template: str, language: str, context: Mapping[str, Any]) -> tuple[str, str]:
    with translation.override(language):
        text = render_to_string(f"portal/identity/mail/{template}.txt", context).strip()
    subject, _, body = text.partition("\n")
    return subject.strip(), body.strip() + "\n"


def _message(email: QueuedEmail) -> tuple[str, str, str] | None:
    """Subject, body and address. None if the e-mail is for an account owner and no account has this address.

    The worker writes the sentences: a web process that was taken over sends no other text than the house's.
    The owner's e-mail goes to the address in the account: what was typed may only look like it.
    """
    wanted = msgspec.json.decode(unseal(SEAL_PURPOSE, bytes(email.text)), type=Wanted)
    template = wanted.template
    if template not in OWNER_EMAILS:
        return *_render(template, wanted.language, _checked(wanted)), email.to
    person = Person.objects.filter(email__iexact=email.to, is_active=True).first()
    if person is None:
        return None
    link, kind = OWNER_EMAILS[template]
    player = Player.objects.filter(person=person).first()
    note(kind, person=person, player=player, about=f"person:{person.pk}")
    return *_render(template, person.language, {"email": person.email, "link": link(person)}), person.email


def _checked(wanted: Wanted) -> dict[str, str]:
    """The words of an e-mail, each of the form that the house gives it."""
    forms = EMAILS.get(wanted.template)
    if forms is None or wanted.language not in dict(LANGUAGES) or forms.keys() != wanted.words.keys():
        raise UnknownEmail(wanted.template)
    for name, form in forms.items():
        if not form.fullmatch(wanted.words[name]):
            raise UnknownEmail(f"{wanted.template}: {name}")
    return wanted.words


def send_queued_email(number: int) -> bool:
    """Sends one queued e-mail. The row lock ensures that only one worker sends it."""
    with transaction.atomic():
        email = (
            QueuedEmail.objects.select_for_update(skip_locked=True)
            .filter(pk=number, sent=None, tries__lt=MAX_TRIES)
            .first()
        )
        if email is None:
            return False
        now = clock.now()
        try:
            message = _message(email)
        except (UnsealError, UnknownEmail, msgspec.MsgspecError) as error:
            log.error("e-mail template is not one of the house's", row=number, error=type(error).__name__)
            QueuedEmail.objects.filter(pk=number).update(tries=MAX_TRIES)
            return False
        try:
            if message is not None:
                subject, body, address = message
                send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [address])
        except OSError:
            email.tries += 1
            email.due = now + RETRY_DELAY * 2 ** (email.tries - 1)
            email.save(update_fields=["tries", "due"])
            return False
        email.sent, email.text = now, b""
        email.save(update_fields=["sent", "text"])
        return True


def due_emails() -> list[int]:
    return list(
        QueuedEmail.objects.filter(sent=None, tries__lt=MAX_TRIES, due__lte=clock.now())
        .order_by("due")
        .values_list("pk", flat=True)[:100]
    )
