"""The tables of this house: those of an optional app that is off are not there."""

from __future__ import annotations

import re
from functools import cache

from django.apps import apps

WRITES = re.compile(r"\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")


@cache
def tables_of_the_house() -> frozenset[str]:
    return frozenset(model._meta.db_table for model in apps.get_models(include_auto_created=True))


def is_of_the_house(*statements: str) -> bool:
    """Whether every table that these statements write to is there."""
    return all(tables_of_the_house().issuperset(WRITES.findall(sql)) for sql in statements)
