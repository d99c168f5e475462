"""Seals the personal columns of rows that an older release wrote. Each row is one transaction, so it can be
stopped and begun again. It is run as the owner of the tables: no process of the house may change such rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction

from players.identity.models import PaymentAccount
from players.inbox.models import Message
from players.models import Person
from players.shared.keeping import RECORD
from players.shared.personal_columns import ERASED, MARK, SEALED, SealedRow, seal_detail
from players.shared.progress import Advance, ignore_progress

AT_ONCE = 1000


@contextmanager
def as_in_an_erasure() -> Iterator[None]:
    """A transaction in which the owner changes rows that nobody else may change."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('feltro.erasing', 'yes', true)")
        yield
        cursor.execute("SELECT set_config('feltro.erasing', '', true)")


def sealed_models() -> list[type[SealedRow]]:
    return [model for model in apps.get_models() if issubclass(model, SealedRow)]


def unsealed_rows(model: type[SealedRow]) -> models.QuerySet[SealedRow]:
    """Rows with personal values in their columns. What was erased, forgotten or empty has none."""
    unsealed = models.Q()
    for column in model.sealed_columns():
        first, *_others = model.personal_fields(column)
        unsealed |= models.Q(**{column: None}) & ~models.Q(**{f"{first.name}__in": ("", ERASED, SEALED)})
    return model._default_manager.filter(unsealed).order_by("pk")


def names_of_players() -> models.QuerySet[Person]:
    """People with a name in clear who are not staff: an older release copied it from the identity."""
    players = Person.objects.filter(player__isnull=False, is_staff=False)
    return players.exclude(first_name="", last_name="").order_by("pk")


def clear_names(advance: Advance = ignore_progress) -> int:
    count = 0
    while batch := list(names_of_players().values_list("pk", flat=True)[:AT_ONCE]):
        Person.objects.filter(pk__in=batch).update(first_name="", last_name="")
        count += len(batch)
        advance(len(batch))
    return count


def named_messages() -> models.QuerySet[Message]:
    """Messages of an older release about an account, with the name that its bank has."""
    named = Message.objects.filter(kind="account-owner").exclude(details__name="")
    return named.exclude(details__name__startswith=MARK).order_by("pk")


def seal_names_in_messages(advance: Advance = ignore_progress) -> int:
    count = 0
    for number in list(named_messages().values_list("pk", flat=True)):
        with as_in_an_erasure():
            message = Message.objects.select_for_update().get(pk=number)
            message.details["name"] = seal_detail(message.player_id, RECORD, message.details["name"])
            message.save(update_fields=["details"])
        count += 1
        advance(1)
    return count


def copied_accounts() -> list[models.QuerySet[Any]]:
    """Withdrawals of older releases that copy the registered account, each with the number of that account:
    those that go there, and those that go back to what paid and have its holder alone.
    """
    withdrawals = apps.get_model("cashier", "Payment")._default_manager.filter(
        direction="withdrawal", account=None
    )
    accounts = PaymentAccount.objects.filter(
        player=models.OuterRef("player"), holder=models.OuterRef("holder"), sealed=None
    ).order_by("-since")
    of_number = accounts.filter(iban=models.OuterRef("iban"))
    return [
        chosen.annotate(copied=models.Subquery(found.values("pk")[:1])).exclude(copied=None)
        for chosen, found in (
            (withdrawals.filter(instrument=""), of_number),
            (withdrawals.exclude(instrument=""), accounts),
        )
    ]


def link_accounts(advance: Advance = ignore_progress) -> int:
    """Gives such withdrawals the number of the account instead of the copy. It comes before the accounts are
    sealed: then nobody could compare them.
    """
    count = 0
    for rows in copied_accounts():
        while batch := dict(rows.values_list("pk", "copied")[:AT_ONCE]):
            payments = rows.model._default_manager.filter(pk__in=batch)
            account = models.Case(*(models.When(pk=pk, then=number) for pk, number in batch.items()))
            with as_in_an_erasure():
                payments.update(account=account, iban="", holder="")
            count += len(batch)
            advance(len(batch))
    return count


def seal_rows(model: type[SealedRow], advance: Advance = ignore_progress) -> int:
    count = 0
    for number in list(unsealed_rows(model).values_list("pk", flat=True)):
        with as_in_an_erasure():
            row = model._default_manager.select_for_update().get(pk=number)
            row.save(update_fields=model.sealed_columns())
        count += 1
        advance(1)
    return count
