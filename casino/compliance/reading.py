"""The read-only database role. Every page and report of the workspace queries the database as this role.

It cannot write, and may read only the columns listed in `reading.toml`. Sealed seeds, table snapshots,
documents, passwords, second factors, queued e-mails and session digests are not among them: the database
itself refuses them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

ROLE = "house_reader"
# Our own applications. Tables of libraries (sessions, second factors, keys) are never readable.
PACKAGES = ("players", "games", "casino")
COLUMNS_FILE = Path(__file__).with_suffix(".toml")
STATEMENT_TIMEOUT = "30s"
_reader: ContextVar[str] = ContextVar("reader", default="")


def is_reading() -> bool:
    return bool(_reader.get())


@contextmanager
def reading(database: str = DEFAULT_DB_ALIAS) -> Iterator[Any]:
    """A cursor of the reading role, on one snapshot of the database; the previous role is restored
    afterwards.

    Nested calls share the outermost one, so that several queries of a page see the same snapshot.
    """
    if outer := _reader.get():
        with connections[outer].cursor() as cursor:
            yield cursor
        return
    outermost, token = not connections[database].in_atomic_block, _reader.set(database)
    try:
        with _as_reader(database, outermost) as cursor:
            yield cursor
    finally:
        _reader.reset(token)


@contextmanager
def _as_reader(database: str, outermost: bool) -> Iterator[Any]:
    with transaction.atomic(using=database), connections[database].cursor() as cursor:
        if outermost:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT current_setting('role'), current_setting('statement_timeout')")
        role, timeout = cursor.fetchone()
        cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'; SET LOCAL ROLE {ROLE}")
        yield cursor
        # The caller's transaction continues in its own role. After an error the savepoint restores it.
        cursor.execute(
            "SELECT set_config('role', %s, true), set_config('statement_timeout', %s, true)",
            [role, timeout],
        )


def rows(sql: str, parameters: Any = None) -> list[dict[str, Any]]:
    """The rows of a query of the reading role, as dictionaries."""
    with reading() as cursor:
        cursor.execute(sql, parameters)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def readable_columns() -> dict[str, list[str]]:
    """The columns that the role may read, by table: those in `reading.toml` that exist."""
    with COLUMNS_FILE.open("rb") as file:
        listed = {table: names.split() for table, names in tomllib.load(file)["shown"].items()}
    tables = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_config.name.partition(".")[0] in PACKAGES and model._meta.managed:
            columns = {field.column for field in model._meta.concrete_fields}
            tables[model._meta.db_table] = [
                column for column in listed.get(model._meta.db_table, ()) if column in columns
            ]
    return {table: columns for table, columns in tables.items() if columns}


def write_grants() -> None:
    """Give the role exactly these grants, undoing manual changes.

    An app that is not migrated has no tables.
    """
    quote, existing = connection.ops.quote_name, connection.introspection.table_names()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {ROLE}")
        for table, columns in readable_columns().items():
            if table not in existing:
                continue
            cursor.execute(f"GRANT SELECT ({', '.join(map(quote, columns))}) ON {quote(table)} TO {ROLE}")
