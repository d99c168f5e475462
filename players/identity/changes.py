"""Changes of what the house knows of a player: each with what it was before, on the record."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.identity.registration import identity_soon
from players.identity.transitions import identity_step
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock

CHANGEABLE = ("address", "postcode", "town", "country", "profession")


@transaction.atomic
def identity_correct(*, identity: Identity, by: Person, **data: Any) -> Identity:
    """What did not agree is said anew, and the service is asked again."""
    identity = identity_step(identity=identity, verb="correct", by=by, fields=_changed(identity, data))
    for name, value in data.items():
        setattr(identity, name, value)
    identity.asked, identity.corrected, identity.due = 0, identity.corrected + 1, clock.now()
    identity.save()
    identity_soon(identity)
    return identity


@transaction.atomic
def identity_change(
    *, identity: Identity, by: Person, request: HttpRequest | None = None, **data: Any
) -> Identity:
    identity = Identity.objects.select_for_update().get(pk=identity.pk)
    changed = _changed(identity, data)
    if changed:
        before = {name: getattr(identity, name) for name in changed}
        for name in changed:
            setattr(identity, name, data[name])
        identity.save(update_fields=list(changed))
        after = {name: data[name] for name in changed}
        note(
            "identity.changed",
            person=by,
            player=identity.player_id,
            about=f"identity:{identity.pk}",
            request=request,
            before=before,
            after=after,
        )
    return identity


def _changed(identity: Identity, data: dict[str, Any]) -> list[str]:
    return sorted(name for name, value in data.items() if getattr(identity, name) != value)


def payment_account(player: Player | int) -> PaymentAccount | None:
    """Where this player's money goes back to: the one account in the player's own name."""
    return PaymentAccount.objects.filter(player=player, until=None).first()


@transaction.atomic
def payment_change(
    *, identity: Identity, iban: str, by: Person, request: HttpRequest | None = None
) -> PaymentAccount:
    """One at a time; the owner is told by mail, whoever it was that changed it."""
    player = Player.objects.select_for_update().select_related("person").get(pk=identity.player_id)
    before = payment_account(player)
    if before is not None and before.iban == iban:
        return before
    PaymentAccount.objects.filter(player=player, until=None).update(until=clock.now())
    usable = clock.now() + timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS)
    account = PaymentAccount.objects.create(player=player, iban=iban, holder=identity.name, usable=usable)
    ends = {"before": before.iban[-4:] if before else "", "after": iban[-4:]}
    note(
        "identity.payment-account-changed",
        person=by,
        player=player,
        about=f"payment-account:{account.pk}",
        request=request,
        **ends,
    )
    tell(player, "payment-account-changed", ending=iban[-4:], usable=usable)
    return account
