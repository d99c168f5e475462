"""Keyed digests by which staff find a player: of the tax number, the document number and the IBAN.

A search compares digests, so it matches whole values only, and what a person typed is never stored. The
digests follow from the first key of the house for personal data. `complete_search_marks` makes the missing
ones: of rows that were written in bulk, and those that an older release made with SECRET_KEY.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver

from players.identity.models import Identity, PaymentAccount, SearchMark
from players.identity.models.identities import SEALED_IBAN, SEALED_NIF, document_digest, nif_digest
from players.shared.person_keys import digest
from players.shared.personal_columns import fetch_keys

Kind = SearchMark.Kind
BATCH_ROWS = 1000
KEY_DIGITS = 8
MARKED_FIELDS = frozenset({"nif", "document_number"})


def key_prefix() -> str:
    """Identifies the key: digests that were made with another key match nothing."""
    return digest("search-key", "key")[:KEY_DIGITS]


def search_mark(kind: str, value: str) -> str:
    """The digest of a value in its normal form (`players.identity.verification.identifiers`)."""
    return key_prefix() + digest(f"search-{kind}", value)


def identities_with(*, nif: str, document_kind: str, document_country: str, document_number: str) -> Q:
    """Those with this tax number or this document, also among rows that an older release did not seal."""
    sealed = Q(nif_digest=nif_digest(nif)) | Q(
        document_digest=document_digest(document_kind, document_country, document_number)
    )
    in_clear = Q(nif=nif) | Q(
        document_kind=document_kind, document_country=document_country, document_number=document_number
    )
    return sealed | in_clear


@receiver(post_save, sender=Identity)
def update_identity_marks(
    sender: object,
    instance: Identity,
    raw: bool = False,
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    """A trigger has deleted the marks of values that changed."""
    if not raw and (update_fields is None or MARKED_FIELDS & update_fields):
        SearchMark.objects.bulk_create(_identity_marks(instance), ignore_conflicts=True)


@receiver(post_save, sender=PaymentAccount)
def update_payment_account_marks(
    sender: object,
    instance: PaymentAccount,
    raw: bool = False,
    update_fields: frozenset[str] | None = None,
    **kwargs: object,
) -> None:
    if not raw and (update_fields is None or "iban" in update_fields):
        SearchMark.objects.bulk_create(_payment_account_marks(instance), ignore_conflicts=True)


def _identity_marks(identity: Identity) -> list[SearchMark]:
    values = {Kind.NIF: identity.nif, Kind.DOCUMENT: identity.document_number}
    return [
        SearchMark(player_id=identity.player_id, kind=kind, mark=search_mark(kind, value))
        for kind, value in values.items()
    ]


def _payment_account_marks(account: PaymentAccount) -> list[SearchMark]:
    mark = search_mark(Kind.IBAN, account.iban)
    return [SearchMark(player_id=account.player_id, kind=Kind.IBAN, mark=mark)]


def known_identities() -> QuerySet[Identity]:
    """Without those that are erased or forgotten: nothing is made of what stands for their numbers."""
    return Identity.objects.exclude(papers=None, nif__startswith=SEALED_NIF)


def known_accounts() -> QuerySet[PaymentAccount]:
    return PaymentAccount.objects.exclude(sealed=None, iban__startswith=SEALED_IBAN)


def complete_search_marks() -> int:
    """Makes the missing marks and deletes those of another key. Returns how many were made."""
    SearchMark.objects.exclude(mark__startswith=key_prefix()).delete()
    return sum(
        (
            _complete(known_identities().filter(~Exists(_marks_of(Kind.NIF))), _identity_marks),
            _complete(known_accounts().filter(~Exists(_marks_of(Kind.IBAN))), _payment_account_marks),
        )
    )


def _marks_of(kind: str) -> QuerySet[SearchMark]:
    return SearchMark.objects.filter(player=OuterRef("player"), kind=kind)


def _complete(rows: QuerySet[Any], marks_of: Callable[[Any], Iterable[SearchMark]]) -> int:
    made = 0
    while batch := list(rows[:BATCH_ROWS]):
        fetch_keys(batch)
        marks = [mark for row in batch for mark in marks_of(row)]
        SearchMark.objects.bulk_create(marks, ignore_conflicts=True, batch_size=BATCH_ROWS)
        made += len(marks)
    return made
