"""How much room a finished round takes in the database: its rows and their index entries.

The rows of the tables that grow with play are copied, in the order in which they were written, into temporary
tables with the same indexes. So the sizes contain no rows of others and no room of rows that are gone.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, transaction

TABLES = ("games_event", "games_command", "games_round", "games_stake", "wallet_transfer")
# Tables that are stored by month: each month has the indexes of the first.
BY_MONTH = ("games_event", "wallet_transfer")
INDEXES = """
SELECT pg_get_indexdef(indexrelid), pg_relation_size(indexrelid) FROM pg_index
WHERE indrelid = %s::regclass ORDER BY 2 DESC
"""


def bytes_of_a_round() -> dict[str, float]:
    """By table and index, the bytes of one round that ended, on average over all rounds of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_round WHERE ended IS NOT NULL")
        (rounds,) = cursor.fetchone()
    return {name: size / rounds for name, size in sizes_of(TABLES).items()}


def sizes_of(tables: Sequence[str]) -> dict[str, int]:
    """The bytes of these tables and of their indexes, without the room of rows that are gone."""
    sizes: dict[str, int] = {}
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            copied = f"size_of_{table.replace('.', '_')}"
            model = f"{table}_first" if table in BY_MONTH else table
            cursor.execute(f"CREATE TEMPORARY TABLE {copied} (LIKE {model} INCLUDING ALL) ON COMMIT DROP")
            cursor.execute(f"INSERT INTO {copied} SELECT * FROM {table} ORDER BY tableoid, ctid")
            cursor.execute(f"SELECT pg_table_size('{copied}')")
            (sizes[table],) = cursor.fetchone()
            cursor.execute(INDEXES, [copied])
            for definition, size in cursor.fetchall():
                sizes[f"{table} {definition.partition(' USING ')[2]}"] = size
            cursor.execute(f"DROP TABLE {copied}")
    return sizes
