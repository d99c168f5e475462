"""Whether the publications of the database send what the schema declares, and nothing else."""

from __future__ import annotations

from django.db import connection

from casino.compliance.warehouse.schema import PUBLICATIONS, exported_columns

PUBLISHED = """
SELECT pubname::text, tablename::text, attnames::text[] FROM pg_publication_tables
WHERE schemaname = 'public' ORDER BY 1, 2
"""


def undeclared_columns() -> list[str]:
    """For each published table with columns that are not declared: the publication, table and columns."""
    declared = exported_columns()
    with connection.cursor() as cursor:
        cursor.execute(PUBLISHED)
        rows = cursor.fetchall()
    lines = []
    for publication, table, columns in rows:
        is_ours = publication in PUBLICATIONS and table in PUBLICATIONS[publication][1]
        more = sorted(set(columns) - set(declared[table] if is_ours else ()))
        if more:
            lines.append(f"{publication}: {table} ({', '.join(more)})")
    return lines
