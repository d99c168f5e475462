"""Changes of a player's personal data. Each one is audited with the previous values."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest

from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.identity.verification.search_marks import identities_with
from players.identity.verification.transitions import identity_transition
from players.identity.verification.verification import enqueue_identity_check
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.personal_columns import seal_detail

DOCUMENT_FIELDS = ("document_kind", "document_country", "document_number", "nif")


class KnownPapers(IntegrityError):
    """Another account has this tax number or document."""


@transaction.atomic
def correct_identity(*, identity: Identity, by: Person, **data: Any) -> Identity:
    """Stores the player's corrections and checks the identity again."""
    fields = _changed_fields(identity, data)
    papers = {name: data.get(name, getattr(identity, name)) for name in DOCUMENT_FIELDS}
    # The database compares what is sealed, and no row of an older release with it.
    if Identity.objects.filter(identities_with(**papers)).exclude(pk=identity.pk).exists():
        raise KnownPapers
    checked_again = {"attempts": 0, "corrected": F("corrected") + 1, "due": clock.now()}
    identity = identity_transition(
        identity=identity, verb="correct", by=by, data=data | checked_again, fields=fields
    )
    enqueue_identity_check(identity)
    return identity


@transaction.atomic
def change_identity(
    *, identity: Identity, by: Person, request: HttpRequest | None = None, **data: Any
) -> Identity:
    """Stores changes that need no new check of the identity."""
    identity = Identity.objects.select_for_update().get(pk=identity.pk)
    fields = _changed_fields(identity, data)
    if fields:
        before = {name: getattr(identity, name) for name in fields}
        for name in fields:
            setattr(identity, name, data[name])
        identity.save(update_fields=fields)
        after = {name: data[name] for name in fields}
        note(
            "identity.changed",
            person=by,
            player=identity.player_id,
            about=f"identity:{identity.pk}",
            request=request,
            before=_for_the_log(identity, before),
            after=_for_the_log(identity, after),
        )
    return identity


def _for_the_log(identity: Identity, values: dict[str, Any]) -> dict[str, Any]:
    """A line of the log stays for ever."""
    return {
        name: seal_detail(identity.player_id, identity.KEEPING, value) if name in identity.PERSONAL else value
        for name, value in values.items()
    }


def _changed_fields(identity: Identity, data: dict[str, Any]) -> list[str]:
    return sorted(name for name, value in data.items() if getattr(identity, name) != value)


def payment_account_of(player: Player | int) -> PaymentAccount | None:
    """The account in the player's own name to which withdrawals are paid."""
    return PaymentAccount.objects.filter(player=player, until=None).first()


@transaction.atomic
def change_payment_account(
    *, identity: Identity, iban: str, by: Person, request: HttpRequest | None = None
) -> PaymentAccount:
    """Replaces the payment account. The database notifies its owner, regardless of who enters the new one."""
    player = Player.objects.select_for_update().select_related("person").get(pk=identity.player_id)
    before = payment_account_of(player)
    if before is not None and before.iban == iban:
        return before
    PaymentAccount.objects.filter(player=player, until=None).update(until=clock.now())
    usable = clock.now() + timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS)
    account = PaymentAccount.objects.create(player=player, iban=iban, holder=identity.name, usable=usable)
    note(
        "identity.payment-account-changed",
        person=by,
        player=player,
        about=f"payment-account:{account.pk}",
        request=request,
        before=before.iban[-4:] if before else "",
        after=iban[-4:],
    )
    enqueue_after_commit("players.inbox.tasks.sweep_mail")
    enqueue_after_commit("players.wallet.cashier.tasks.ask_account_owners")
    return account
