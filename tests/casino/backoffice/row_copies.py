"""Copies rows of any table, to measure the cost of a page with many of them.

It works in the test's transaction as the owner of the tables: unique and check constraints are dropped there,
and return with the rollback.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.db.models import Model

CONSTRAINTS = """
SELECT c.conname, i.relname FROM pg_index AS x
JOIN pg_class AS i ON i.oid = x.indexrelid
LEFT JOIN pg_constraint AS c ON c.conindid = x.indexrelid AND c.contype IN ('u', 'x')
WHERE x.indrelid = %s::regclass AND (x.indisunique OR x.indisexclusion) AND NOT x.indisprimary
UNION ALL SELECT conname, NULL FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'
"""


@contextmanager
def without_triggers() -> Iterator[Any]:
    """Disable triggers and foreign keys."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        cursor.execute("SET LOCAL session_replication_role = origin")


def _drop_constraints(cursor: Any, table: str) -> None:
    quoted = connection.ops.quote_name(table)
    cursor.execute(CONSTRAINTS, [quoted, quoted])
    for constraint, index in cursor.fetchall():
        if constraint is not None:
            cursor.execute(f"ALTER TABLE {quoted} DROP CONSTRAINT {connection.ops.quote_name(constraint)}")
        else:
            cursor.execute(f"DROP INDEX {connection.ops.quote_name(index)}")


def multiplied(row: Model, count: int, **changed: Any) -> list[Any]:
    """Copy a row under new keys, with its parent row if the key is a relation. Returns the keys."""
    meta, key = row._meta, row._meta.pk
    assert key is not None
    parents = multiplied(getattr(row, key.name), count) if key.is_relation else []
    with without_triggers() as cursor:
        _drop_constraints(cursor, meta.db_table)
        last = meta.default_manager.order_by("pk").values_list("pk", flat=True).last()
        keys = parents or [_key(key, last, number) for number in range(1, count + 1)]
        rest, quote = [field for field in meta.concrete_fields if field is not key], connection.ops.quote_name
        names = ", ".join(quote(field.column) for field in rest)
        values = ", ".join("%s" if field.attname in changed else quote(field.column) for field in rest)
        parameters = [changed[field.attname] for field in rest if field.attname in changed]
        table, own = quote(meta.db_table), quote(key.column)
        sql = f"INSERT INTO {table} ({own}, {names}) SELECT %s, {values} FROM {table} WHERE {own} = %s"
        for key_value in keys:
            cursor.execute(sql, [key_value, *parameters, row.pk])
    return keys


def _key(field: Any, last: Any, number: int) -> Any:
    return (
        uuid4()
        if isinstance(field, models.UUIDField)
        else last + number
        if isinstance(last, int)
        else f"{last}{number}"[-20:]
    )


def made(model: type[Model], *, full: bool = True) -> Model:
    """Create a row with a value in each field; unless `full`, nullable fields stay empty. A row of the same
    table is never needed.
    """
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    # Before the triggers are disabled: rows that it refers to are made here, and enable them again.
    values = {
        field.attname: None
        if field.null and not (full and field.related_model is not model)
        else _something(field)
        for field in fields
    }
    with without_triggers() as cursor:
        _drop_constraints(cursor, model._meta.db_table)
        return model._base_manager.create(**values)


def _something(field: Any) -> Any:  # noqa: C901 - one case per kind of field
    if isinstance(field, ArrayField):
        return []
    if field.is_relation:
        return some(field.related_model).pk
    if field.choices:
        return field.flatchoices[0][0]
    match field:
        case models.UUIDField():
            return uuid4()
        case models.DateTimeField():
            return datetime(2026, 1, 5, 12, tzinfo=UTC)
        case models.DateField():
            return datetime(2026, 1, 5, tzinfo=UTC).date()
        case models.TimeField():
            return datetime(2026, 1, 5, 12, tzinfo=UTC).time()
        case models.BooleanField():
            return False
        case models.DecimalField():
            return Decimal(1)
        case models.IntegerField() | models.FloatField():
            return 1
        case models.JSONField():
            return field.get_default() or {}
        case models.BinaryField():
            return b"x"
        case models.GenericIPAddressField():
            return "127.0.0.1"
        case models.EmailField():
            return "x@feltro.example"
    return "x"


def some(model: type[Model]) -> Model:
    """One row of that table, made where there is none."""
    return model._base_manager.order_by("pk").first() or made(model)
