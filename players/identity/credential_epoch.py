"""Sessions end when the credentials of their person change: a password, a second factor, a role, the right to enter.

Each session notes the person's credential epoch as it is opened. `players.identity.idle_sign_out` compares it at every request; sockets carry it
to the table, where it is compared in the transaction of the bet.
"""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from players.models import Person

EPOCH = "credential_epoch"  # in the session


def is_current(session: Any, person: Person) -> bool:
    return bool(session.get(EPOCH) == person.credential_epoch)


@receiver(
    [
        user_logged_in,
        account.password_set,
        account.password_changed,
        account.password_reset,
        mfa.authenticator_added,
        mfa.authenticator_removed,
        mfa.authenticator_reset,
    ]
)
def note_epoch(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    """The session that signs in, or in which the person made the change, goes on; every other one ends."""
    if user.is_authenticated and hasattr(request, "session") and getattr(request, "user", user) == user:
        # Read anew: signing in may have stored the password under a stronger hash.
        user.refresh_from_db(fields=["credential_epoch"])
        request.session[EPOCH] = user.credential_epoch
        if request.session.session_key:
            request.session.save()  # some of these signals come after the commit, when nobody else saves the session
