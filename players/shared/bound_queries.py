"""Calls of database functions whose values must not stand in the text of the statement.

Django writes values into the statement before it sends it. PostgreSQL shows the text of statements
(`pg_stat_activity`) to other connections of the role, and logs it when one fails or is slow. The proof of a
session or a password would stand there. Here values travel apart from the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connection


def call(sql: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """The one row of the answer. Errors are those of Django."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        row = cursor.execute(sql.encode(), values).fetchone()
    assert row is not None
    return tuple(row)
