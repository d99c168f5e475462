"""Whether the publications of the database send what is declared, and nothing else.

An optional app declares its publications. Without one, nothing may be published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection

PUBLISHED = """
SELECT pubname::text, tablename::text, attnames::text[] FROM pg_publication_tables
WHERE schemaname = 'public' ORDER BY 1, 2
"""
_declared: dict[str, Mapping[str, Sequence[str]]] = {}


def declare_publication(name: str, columns: Mapping[str, Sequence[str]]) -> None:
    """What this publication may send: the columns of each of its tables."""
    _declared[name] = columns


def undeclared_columns() -> list[str]:
    """For each published table with columns that are not declared: the publication, table and columns."""
    with connection.cursor() as cursor:
        cursor.execute(PUBLISHED)
        rows = cursor.fetchall()
    lines = []
    for publication, table, columns in rows:
        more = sorted(set(columns) - set(_declared.get(publication, {}).get(table, ())))
        if more:
            lines.append(f"{publication}: {table} ({', '.join(more)})")
    return lines
