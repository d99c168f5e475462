"""Another e-mail address: a code goes to the new one, and the old one is told once it counts."""

from __future__ import annotations

import hmac
import secrets

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from players.audit import note
from players.identity.emails import letter
from players.identity.models import AddressChange
from players.identity.registration import CODE_GOOD_FOR, CODE_TRIES, CODES, NEXT_CODE
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock


def masked(email: str) -> str:
    """Enough for its owner to know which one it is."""
    name, at, domain = email.rpartition("@")
    return f"{name[:1]}•••{at}{domain}"


def waiting(person: Person) -> AddressChange | None:
    """The change whose code may still be given; a later one makes those before void."""
    found = AddressChange.objects.filter(person=person).order_by("-id").first()
    if (
        found is None
        or found.confirmed
        or found.withdrawn
        or found.code_until < clock.now()
        or found.code_tries >= CODE_TRIES
    ):
        return None
    return found


@transaction.atomic
def address_ask(*, player: Player, email: str, request: HttpRequest | None = None) -> bool:
    """Sends a code to the new address. Whether it has an account already is told to its owner, and to nobody else."""
    person = Person.objects.select_for_update().get(pk=player.person_id)
    now = clock.now()
    lately = list(
        AddressChange.objects.filter(person=person, asked__gt=now - 96 * CODE_GOOD_FOR).order_by("-id")[
            :CODES
        ]
    )
    if len(lately) >= CODES or (lately and lately[0].asked + NEXT_CODE > now):
        return False
    code = f"{secrets.randbelow(10**6):06}"
    known = Person.objects.filter(email__iexact=email).exists()
    change = AddressChange.objects.create(
        person=person, before=person.email, after=email, asked=now, code_until=now + CODE_GOOD_FOR
    )
    if not known:  # for an address that has an account no code is right
        change.code = _mark(change, code)
        change.save(update_fields=["code"])
    note(
        "access.email-change-asked",
        player=player,
        about=f"address:{change.pk}",
        request=request,
        after=masked(email),
    )
    letter(
        email,
        "email-known" if known else "email-code",
        person.language,
        code=code,
        minutes=CODE_GOOD_FOR.seconds // 60,
    )
    return True


@transaction.atomic
def address_confirm(*, player: Player, code: str, request: HttpRequest | None = None) -> bool:
    """Right, in time, and within the number of tries: from now on it is the address to sign in with."""
    person = Person.objects.select_for_update().get(pk=player.person_id)
    change = waiting(person)
    if change is None:
        return False
    change.code_tries += 1
    right = (
        bool(change.code)
        and hmac.compare_digest(change.code, _mark(change, code))
        and _move(person, change.after)
    )
    if right:
        change.confirmed, change.code = clock.now(), ""
        note(
            "access.email-changed",
            player=player,
            about=f"address:{change.pk}",
            request=request,
            **_ends(change),
        )
        letter(change.before, "email-changed", person.language, after=masked(change.after))
        tell(player, "email-changed", before=masked(change.before))
    change.save(update_fields=["code_tries", "confirmed", "code"])
    return right


@transaction.atomic
def address_withdraw(*, player: Player) -> None:
    person = Person.objects.select_for_update().get(pk=player.person_id)
    AddressChange.objects.filter(person=person, confirmed=None, withdrawn=False).update(
        withdrawn=True, code=""
    )


def _move(person: Person, email: str) -> bool:
    """Somebody else may have opened an account with it meanwhile."""
    try:
        with transaction.atomic():
            Person.objects.filter(pk=person.pk).update(email=email)
            EmailAddress.objects.filter(user=person).delete()
            EmailAddress.objects.create(user=person, email=email, verified=True, primary=True)
    except IntegrityError:
        return False
    return True


def _ends(change: AddressChange) -> dict[str, str]:
    return {"before": masked(change.before), "after": masked(change.after)}


def _mark(change: AddressChange, code: str) -> str:
    return salted_hmac(f"address {change.pk} {change.after}", code).hexdigest()
