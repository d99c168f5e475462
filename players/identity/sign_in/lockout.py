"""Failed sign-ins: each one is audited.

Three lock an account for the network address that they came from. The failure that does so also e-mails its
owner an unlock link, at most once an hour. Many addresses together are slowed down; those from which the
owner has signed in before are not. So nobody can lock an owner out, and guessing gets no further with more
addresses. Ways back are that link, an address that was used before, a passkey, and the provider of staff.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest

from players.audit import note
from players.identity.models import SignIn
from players.identity.sign_in.emails import queue_email_for_owner
from players.identity.sign_in.recovery_links import UNLOCK
from players.identity.sign_in.sign_ins import address_of
from players.models import Person, Player
from players.shared import sealing
from players.shared.networks import network_of

LINK_LIFETIME = 60 * 60  # seconds
EMAIL_INTERVAL = 60 * 60  # seconds between two e-mails about a lock
USUAL = 50  # the last sign-ins whose addresses count as used by the owner


def sign_in_failed(request: HttpRequest, email: str, *, locked: bool) -> None:
    """Records the failure, with the same work whether or not the account exists, so as not to disclose it."""
    player = Player.objects.filter(person__email__iexact=email).first()
    person = Person.objects.filter(email__iexact=email).first()
    about = f"person:{person.pk}" if person else ""
    with transaction.atomic():
        note("access.failed", player=player, about=about, request=request, known=person is not None)
        if locked:
            note("access.locked", player=player, about=about, request=request, known=person is not None)
            if cache.add(f"locked-email:{sealing.digest('locked-email', email.lower())}", 1, EMAIL_INTERVAL):
                queue_email_for_owner(email, "locked")


def is_usual_address(request: HttpRequest, email: str) -> bool:
    """Whether the owner of the account has signed in from this network before."""
    address = address_of(request)
    if address is None:
        return False
    entries = SignIn.objects.filter(person__email__iexact=email).exclude(address=None).order_by("-pk")
    networks = {network_of(str(entry)) for entry in entries.values_list("address", flat=True)[:USUAL]}
    return network_of(address) in networks


def owner_of(token: str) -> Person | None:
    """The person whose account the link unlocks, or None if it is forged, expired or used."""
    try:
        number = signing.loads(token, salt=UNLOCK, max_age=LINK_LIFETIME)
    except signing.BadSignature:
        return None
    return None if cache.get(_used_key(token)) else Person.objects.filter(pk=number).first()


def unlock(request: HttpRequest, token: str) -> Person | None:
    """Resets the count of failures. Each link works once."""
    person = owner_of(token)
    if person is None or not cache.add(_used_key(token), 1, LINK_LIFETIME):
        return None
    get_adapter().reset_failed_attempts(request, person.email)
    player = Player.objects.filter(person=person).first()
    note("access.unlocked", person=person, player=player, request=request)
    return person


def _used_key(token: str) -> str:
    return f"unlocked:{token.rpartition(':')[2]}"
