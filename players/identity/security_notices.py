"""A changed password or second factor is on the record, and its owner is written to: whoever takes over an account begins there."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as factors
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from players.audit import note
from players.identity.emails import letter
from players.inbox import tell
from players.models import Person, Player

# What the message says was changed.
CHANGES = ("password", "factor-added", "factor-removed", "codes-made")


@transaction.atomic
def notice(request: HttpRequest, person: Person, kind: str, what: str, **said: Any) -> None:
    """A player finds it in the inbox as well; staff get the letter alone."""
    player = Player.objects.filter(person=person).first()
    note(kind, person=person, player=player, about=f"person:{person.pk}", request=request, **said)
    if player is not None:
        tell(player, "security-changed", what=what)
    elif person.email:
        letter(person.email, "security-changed", person.language, what=what)


@receiver((account.password_changed, account.password_set))
def password_changed(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    notice(request, user, "access.password-changed", "password")


@receiver(account.password_reset)
def password_reset(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    notice(request, user, "access.password-reset", "password")


def _is_codes(authenticator: Authenticator) -> bool:
    return bool(authenticator.type == Authenticator.Type.RECOVERY_CODES)


@receiver((factors.authenticator_added, factors.authenticator_reset))
def factor_added(
    sender: Any, request: HttpRequest, user: Person, authenticator: Authenticator, **kwargs: Any
) -> None:
    if _is_codes(authenticator):
        notice(request, user, "access.codes-made", "codes-made")
    else:
        notice(request, user, "access.factor-added", "factor-added", method=str(authenticator.type))


@receiver(factors.authenticator_removed)
def factor_removed(
    sender: Any, request: HttpRequest, user: Person, authenticator: Authenticator, **kwargs: Any
) -> None:
    if not _is_codes(authenticator):  # recovery codes go with the factor that they stand in for
        notice(request, user, "access.factor-removed", "factor-removed", method=str(authenticator.type))
