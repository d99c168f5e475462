"""A change of e-mail address. The new address receives a code; the old one a notice after the change."""

from __future__ import annotations

import hmac
import secrets

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from players.audit import note
from players.identity.models import AddressChange
from players.identity.registration.registration import CODE_INTERVAL, CODE_LIFETIME, MAX_CODE_TRIES, MAX_CODES
from players.identity.sign_in.emails import queue_email
from players.identity.sign_in.masking import mask_email
from players.inbox import send_message
from players.models import Person, Player
from players.shared import clock

CODES_PERIOD = 96 * CODE_LIFETIME  # one day, in which a person may request MAX_CODES codes


def pending_change(person: Person) -> AddressChange | None:
    """The change whose code is still valid. A later change invalidates the earlier ones."""
    change = AddressChange.objects.filter(person=person).order_by("-id").first()
    if change is None or change.confirmed or change.withdrawn:
        return None
    if change.code_until < clock.now() or change.code_tries >= MAX_CODE_TRIES:
        return None
    return change


@transaction.atomic
def request_email_change(*, player: Player, email: str, request: HttpRequest | None = None) -> bool:
    """Sends a code to the new address. If the address has an account, only its owner learns that."""
    person = Person.objects.select_for_update().get(pk=player.person_id)
    now = clock.now()
    changes = AddressChange.objects.filter(person=person, requested_at__gt=now - CODES_PERIOD).order_by("-id")
    recent = list(changes[:MAX_CODES])
    if len(recent) >= MAX_CODES or (recent and recent[0].requested_at + CODE_INTERVAL > now):
        return False
    code = f"{secrets.randbelow(10**6):06}"
    is_taken = Person.objects.filter(email__iexact=email).exists()
    change = AddressChange.objects.create(
        person=person, before=person.email, after=email, requested_at=now, code_until=now + CODE_LIFETIME
    )
    if not is_taken:  # without a stored hash no code is correct
        change.code = _code_hash(change, code)
        change.save(update_fields=["code"])
    note(
        "access.email-change-asked",
        player=player,
        about=f"address:{change.pk}",
        request=request,
        after=mask_email(email),
    )
    queue_email(
        email,
        "email-known" if is_taken else "email-code",
        person.language,
        code=code,
        minutes=CODE_LIFETIME.seconds // 60,
    )
    return True


@transaction.atomic
def confirm_email_change(*, player: Player, code: str, request: HttpRequest | None = None) -> bool:
    """Checks the code. If it is correct, the person signs in with the new address from now on."""
    person = Person.objects.select_for_update().get(pk=player.person_id)
    change = pending_change(person)
    if change is None:
        return False
    change.code_tries += 1
    is_correct = bool(change.code) and hmac.compare_digest(change.code, _code_hash(change, code))
    is_changed = is_correct and _set_email(person, change.after)
    if is_changed:
        change.confirmed, change.code = clock.now(), ""
        note(
            "access.email-changed",
            player=player,
            about=f"address:{change.pk}",
            request=request,
            before=mask_email(change.before),
            after=mask_email(change.after),
        )
        queue_email(change.before, "email-changed", person.language, after=mask_email(change.after))
        send_message(player, "email-changed", before=mask_email(change.before))
    change.save(update_fields=["code_tries", "confirmed", "code"])
    return is_changed


@transaction.atomic
def withdraw_email_change(*, player: Player) -> None:
    person = Person.objects.select_for_update().get(pk=player.person_id)
    AddressChange.objects.filter(person=person, confirmed=None, withdrawn=False).update(
        withdrawn=True, code=""
    )


def _set_email(person: Person, email: str) -> bool:
    """Returns False if an account was opened with this address in the meantime."""
    try:
        with transaction.atomic():
            Person.objects.filter(pk=person.pk).update(email=email)
            EmailAddress.objects.filter(user=person).update(email=email)
    except IntegrityError:
        return False
    return True


def _code_hash(change: AddressChange, code: str) -> str:
    return salted_hmac(f"address {change.pk} {change.after}", code).hexdigest()
