"""Audits changes of passwords and second factors and notifies the owner of the account."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as factors
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from players.audit import note
from players.identity.sign_in.emails import queue_email
from players.inbox import send_message
from players.models import Person, Player

# The changes that the message template can name.
CHANGES = ("password", "factor-added", "factor-removed", "codes-made")


@transaction.atomic
def send_security_notice(
    request: HttpRequest, person: Person, kind: str, change: str, **details: Any
) -> None:
    """Players receive an inbox message, which is also e-mailed; staff receive an e-mail only."""
    player = Player.objects.filter(person=person).first()
    note(kind, person=person, player=player, about=f"person:{person.pk}", request=request, **details)
    if player is not None:
        send_message(player, "security-changed", what=change)
    elif person.email:
        queue_email(person.email, "security-changed", person.language, what=change)


@receiver((account.password_changed, account.password_set))
def password_changed(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    send_security_notice(request, user, "access.password-changed", "password")


@receiver(account.password_reset)
def password_reset(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    send_security_notice(request, user, "access.password-reset", "password")


def _is_recovery_codes(authenticator: Authenticator) -> bool:
    return bool(authenticator.type == Authenticator.Type.RECOVERY_CODES)


@receiver((factors.authenticator_added, factors.authenticator_reset))
def factor_added(
    sender: Any, request: HttpRequest, user: Person, authenticator: Authenticator, **kwargs: Any
) -> None:
    if _is_recovery_codes(authenticator):
        send_security_notice(request, user, "access.codes-made", "codes-made")
    else:
        send_security_notice(
            request, user, "access.factor-added", "factor-added", method=str(authenticator.type)
        )


@receiver(factors.authenticator_removed)
def factor_removed(
    sender: Any, request: HttpRequest, user: Person, authenticator: Authenticator, **kwargs: Any
) -> None:
    if not _is_recovery_codes(authenticator):  # recovery codes are removed together with their factor
        send_security_notice(
            request, user, "access.factor-removed", "factor-removed", method=str(authenticator.type)
        )
