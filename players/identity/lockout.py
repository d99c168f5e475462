"""Failures at the door: each on the record, and with the one that locks an account a letter to its owner with the way back."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest

from players.audit import note
from players.identity.emails import letter_to_owner
from players.identity.recovery_links import UNLOCK
from players.models import Person, Player

GOOD_FOR = 60 * 60  # seconds for which the link opens the door


def sign_in_failed(request: HttpRequest, email: str, *, locked: bool) -> None:
    """Nobody learns here whether there is such an account: the same is written for everybody, and the worker writes to its owner."""
    player = Player.objects.filter(person__email__iexact=email).first()
    person = Person.objects.filter(email__iexact=email).first()
    about = f"person:{person.pk}" if person else ""
    with transaction.atomic():
        note("access.failed", player=player, about=about, request=request, known=person is not None)
        if locked:
            note("access.locked", player=player, about=about, request=request, known=person is not None)
            letter_to_owner(email, "locked")


def owner_of(token: str) -> Person | None:
    """Whose link this is; None where it is forged, too old or used."""
    try:
        number = signing.loads(token, salt=UNLOCK, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return None if cache.get(_used(token)) else Person.objects.filter(pk=number).first()


def unlock(request: HttpRequest, token: str) -> Person | None:
    """The failures so far are forgotten, once for each link."""
    person = owner_of(token)
    if person is None or not cache.add(_used(token), 1, GOOD_FOR):
        return None
    get_adapter().reset_failed_attempts(request, person.email)
    note(
        "access.unlocked", person=person, player=Player.objects.filter(person=person).first(), request=request
    )
    return person


def _used(token: str) -> str:
    return f"unlocked:{token.rpartition(':')[2]}"
