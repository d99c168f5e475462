"""Sessions end when the person's credentials change: password, second factor, role, or permission to sign in.

Each session stores the person's credential epoch when it opens. `players.identity.idle_sign_out` compares it
at every request. Sockets send it to the table, where the transaction of the bet compares it.
"""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from players.models import Person

EPOCH = "credential_epoch"  # session key


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
def store_epoch(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    """Keeps the session in which the person signed in or made the change. All other sessions end."""
    if user.is_authenticated and hasattr(request, "session") and getattr(request, "user", user) == user:
        # Signing in may have stored the password under a stronger hash, which changes the epoch.
        user.refresh_from_db(fields=["credential_epoch"])
        request.session[EPOCH] = user.credential_epoch
        if request.session.session_key:
            # Some of these signals follow the commit, when nothing else saves the session.
            request.session.save()
