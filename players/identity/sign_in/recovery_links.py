"""Links that restore access to an account, and the token in the link for a forgotten password.

The worker that sends the e-mail makes them, under HOUSE_URL. The database compares a token, once.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core import signing
from django.db.models.functions import Now
from django.urls import reverse

from players.identity.models import ResetToken
from players.models import Person
from players.shared import clock
from players.shared.bound_queries import call

UNLOCK = "players.identity.lockout"  # the salt of the token in an unlock link


def unlock_link(person: Person) -> str:
    return settings.HOUSE_URL + reverse("unlock", args=[signing.dumps(person.pk, salt=UNLOCK)])


def reset_link(person: Person) -> str:
    key = [user_pk_to_url_str(person), ResetTokens().make_token(person)]
    return settings.HOUSE_URL + reverse("account_reset_password_from_key", args=key)


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
