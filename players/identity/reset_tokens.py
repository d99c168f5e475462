"""The token in the link for a forgotten password. The worker makes it; the database compares it, once."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models.functions import Now

from players.identity.models import ResetToken
from players.models import Person
from players.shared import clock
from players.shared.bound_queries import call


class ResetTokens:
    """Takes the place of the sign-in library's generator, whose tokens follow from SECRET_KEY."""

    def make_token(self, person: Person) -> str:
        token = secrets.token_hex(32)
        ResetToken.objects.filter(person=person, until__lt=Now()).delete()
        until = clock.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
        ResetToken.objects.create(person=person, digest=token_digest(token), until=until)
        return token

    def check_token(self, person: Person, token: str) -> bool:
        return ResetToken.objects.filter(
            person=person, digest=token_digest(token), until__gt=clock.now()
        ).exists()


def token_digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def set_password_by_token(person: Person, token: str, password: str) -> bool:
    """Sets the password of the person to whom the token was sent. A token is used once."""
    person.set_password(password)
    (is_set,) = call("SELECT identity_password_reset(%s, %s)", [token, person.password])
    return bool(is_set)
