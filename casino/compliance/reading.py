"""The role that reads and can do nothing else. Every page and report of the workspace asks the database as this role.

It may set no row, and it reads the columns that `reading.toml` lists and no others: sealed seeds, snapshots of tables, documents,
passwords, second factors, letters and the digests of sessions and codes are not among them, and the database itself refuses them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection, transaction

ROLE = "house_reader"
# The house's own applications; what a library keeps (sessions, second factors, keys) is nobody's business here.
SHOWN = ("players", "games", "casino")
COLUMNS = Path(__file__).with_suffix(".toml")
LONGEST = "30s"
_deep: ContextVar[bool] = ContextVar("reading", default=False)


@contextmanager
def reading() -> Iterator[Any]:
    """A cursor of the reading role, over one moment of the record; what was asked before and after is asked as whoever one was.

    Within another it is the other: a page that asks several things takes the role once.
    """
    if _deep.get():
        with connection.cursor() as cursor:
            yield cursor
        return
    outermost, mark = not connection.in_atomic_block, _deep.set(True)
    try:
        with _as_reader(outermost) as cursor:
            yield cursor
    finally:
        _deep.reset(mark)


@contextmanager
def _as_reader(outermost: bool) -> Iterator[Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        if outermost:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT current_setting('role'), current_setting('statement_timeout')")
        before, longest = cursor.fetchone()
        cursor.execute(f"SET LOCAL statement_timeout = '{LONGEST}'; SET LOCAL ROLE {ROLE}")
        yield cursor
        # Inside a transaction of somebody else's the rest of it is theirs again; an error gives it back by the savepoint.
        cursor.execute(
            "SELECT set_config('role', %s, true), set_config('statement_timeout', %s, true)",
            [before, longest],
        )


def rows(sql: str, asked: Any = None) -> list[dict[str, Any]]:
    """What the reading role finds, as rows by name."""
    with reading() as cursor:
        cursor.execute(sql, asked)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def rights() -> dict[str, list[str]]:
    """Every table that the role may read, with the columns that `reading.toml` shows: what is not named there is hidden."""
    with COLUMNS.open("rb") as file:
        shown = {table: names.split() for table, names in tomllib.load(file)["shown"].items()}
    tables = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_config.name.partition(".")[0] in SHOWN and model._meta.managed:
            columns = {field.column for field in model._meta.concrete_fields}
            tables[model._meta.db_table] = [
                column for column in shown.get(model._meta.db_table, ()) if column in columns
            ]
    return {table: columns for table, columns in tables.items() if columns}


def rights_write() -> None:
    """Exactly these rights, whatever was changed by hand."""
    quote = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {ROLE}")
        for table, columns in rights().items():
            cursor.execute(f"GRANT SELECT ({', '.join(map(quote, columns))}) ON {quote(table)} TO {ROLE}")
