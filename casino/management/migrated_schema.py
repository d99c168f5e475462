"""The tables of a new house as all migrations leave them, in one file: migrating takes ten times as long.

`casino/postgresql/migrated.sql` is written by `python -m tests.migrated_schema`; a test compares it with what
the migrations make. Migrations that the file does not have yet run after it, so a house never depends on it.
Only a new demonstration, or a copy of a test database, begins with it: an installation migrates.
"""

from __future__ import annotations

import re
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from casino.compliance.apps import grant_reader

FILE = Path(__file__).resolve().parent.parent / "postgresql" / "migrated.sql"
VERSION = re.compile(r"^-- PostgreSQL (\d+)$", re.MULTILINE)
APPLIED = re.compile(r"^\t\(\d+, '(\w+)', '(\w+)', CURRENT_TIMESTAMP\)", re.MULTILINE)


def load_schema() -> int:
    """Make the tables of an empty database. Returns the number of migrations that they replace, or 0."""
    text = FILE.read_text("utf-8")
    applied = set(APPLIED.findall(text))
    if not is_for(text, applied):
        return 0
    with connection.connection.transaction():
        # Without parameters, so that PostgreSQL takes all statements at once.
        connection.connection.execute(text)
    connection.close()  # with the settings of the file
    # What compliance may read is decided by a list that is not part of the migrations. It may name columns of
    # migrations that the file does not have yet; they grant it when they have run.
    if applied == MigrationLoader(None).disk_migrations.keys():
        grant_reader()
    return len(applied)


def is_for(text: str, applied: set[tuple[str, str]]) -> bool:
    """Whether the database is empty, of this version of PostgreSQL, and every migration still exists."""
    connection.ensure_connection()
    version = VERSION.search(text)
    if version is None or connection.connection.info.server_version // 10_000 != int(version[1]):
        return False
    if not applied or not applied <= MigrationLoader(None).disk_migrations.keys():
        return False
    return connection.introspection.table_names() == []
