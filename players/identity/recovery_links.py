"""Links that restore access to an account. The worker that sends the e-mail makes them, under HOUSE_URL."""

from __future__ import annotations

from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core import signing
from django.urls import reverse

from players.identity.reset_tokens import ResetTokens
from players.models import Person

UNLOCK = "players.identity.lockout"  # the salt of the token in an unlock link


def unlock_link(person: Person) -> str:
    return settings.HOUSE_URL + reverse("unlock", args=[signing.dumps(person.pk, salt=UNLOCK)])


def reset_link(person: Person) -> str:
    key = [user_pk_to_url_str(person), ResetTokens().make_token(person)]
    return settings.HOUSE_URL + reverse("account_reset_password_from_key", args=key)
