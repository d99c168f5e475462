"""Seals the personal columns of rows that an older release wrote. Each row is one transaction, so it can be
stopped and begun again. It is run as the owner of the tables: no process of the house may change such rows.
"""

from __future__ import annotations

from django.apps import apps
from django.db import connection, models, transaction

from players.shared.personal_columns import ERASED, SealedRow
from players.shared.progress import Advance, ignore_progress


def sealed_models() -> list[type[SealedRow]]:
    return [model for model in apps.get_models() if issubclass(model, SealedRow)]


def unsealed_rows(model: type[SealedRow]) -> models.QuerySet[SealedRow]:
    """Rows with personal values in their columns. What was erased has none."""
    erased = {model.PERSONAL[0]: ERASED}
    return model._default_manager.filter(sealed=None).exclude(**erased).order_by("pk")


def seal_rows(model: type[SealedRow], advance: Advance = ignore_progress) -> int:
    count = 0
    for number in list(unsealed_rows(model).values_list("pk", flat=True)):
        with transaction.atomic(), connection.cursor() as cursor:
            # As in an erasure: the owner changes rows that nobody else may change.
            cursor.execute("SELECT set_config('feltro.erasing', 'yes', true)")
            row = model._default_manager.select_for_update().filter(sealed=None).get(pk=number)
            row.save(update_fields=["sealed"])
            cursor.execute("SELECT set_config('feltro.erasing', '', true)")
        count += 1
        advance(1)
    return count
