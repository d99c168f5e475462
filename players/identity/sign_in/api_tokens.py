"""API tokens: made by their owner, shown once, stored as a keyed digest, listed, revoked, and expiring.

A token only reads, and only what its owner may read at that moment. It ends when the credentials of the owner
change, as sessions do.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from players.audit import note
from players.identity.models import ApiToken
from players.models import Person
from players.shared import clock
from players.shared.sealing import digest

PREFIX = "feltro_"
SECRET_BYTES = 32
SHOWN_LENGTH = 12  # characters of a token that a list shows
LIFETIMES = (7, 30, 90, 365)  # days
MAX_OPEN = 10  # tokens of one person
USE_NOTED_EVERY = timedelta(days=1)
TOKEN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
PURPOSE = "api-token"


class TooManyTokens(Exception):
    """The person has as many tokens as one person may have."""


def create_token(*, person: Person, name: str, days: int, request: Any = None) -> str:
    """Makes a token and returns it. It cannot be shown a second time."""
    assert days in LIFETIMES
    token = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        # Two windows of one person must not pass the limit together.
        owner = Person.objects.select_for_update().get(pk=person.pk)
        if open_tokens(owner).count() >= MAX_OPEN:
            raise TooManyTokens
        row = ApiToken.objects.create(
            person=owner,
            name=name,
            digest=digest(PURPOSE, token),
            start=token[:SHOWN_LENGTH],
            epoch=owner.credential_epoch,
            expires=clock.now() + timedelta(days=days),
        )
        note(
            "api-token.made",
            person=owner,
            about=f"api-token:{row.pk}",
            request=request,
            name=name,
            days=days,
        )
    return token


def revoke_token(*, token: int, owner: Person, by: Person, request: Any = None) -> bool:
    with transaction.atomic():
        row = open_tokens(owner).select_for_update(of=("self",)).filter(pk=token).first()
        if row is None:
            return False
        row.revoked = clock.now()
        row.save(update_fields=["revoked"])
        note("api-token.revoked", person=by, about=f"api-token:{row.pk}", request=request, name=row.name)
    return True


def open_tokens(person: Person | None = None) -> QuerySet[ApiToken]:
    """The tokens that work now."""
    tokens = ApiToken.objects.filter(
        revoked=None, expires__gt=clock.now(), epoch=F("person__credential_epoch"), person__is_active=True
    )
    return tokens if person is None else tokens.filter(person=person)


def find_token(token: str) -> ApiToken | None:
    """The open token, with its owner. Its use is written down once a day."""
    if TOKEN.fullmatch(token) is None:
        return None
    row = open_tokens().select_related("person").filter(digest=digest(PURPOSE, token)).first()
    if row is not None:
        _note_use(row)
    return row


def _note_use(row: ApiToken) -> None:
    now = clock.now()
    is_due = Q(used=None) | Q(used__lt=now - USE_NOTED_EVERY)
    with transaction.atomic():
        if ApiToken.objects.filter(is_due, pk=row.pk).update(used=now):
            note("api-token.used", person=row.person, about=f"api-token:{row.pk}", name=row.name)
