"""What a warehouse receives, and the SQL of its publications, from the declared schema."""

from __future__ import annotations

from django.apps import apps
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.models import Field, ForeignKey

from casino.extras.warehouse.schema import DAY_TABLES, PUBLICATIONS, exported_columns
from tests.docs.markdown import code, table

ROLE = "house_warehouse"
WIDTH = 4  # columns on one line of the SQL


def warehouse_columns() -> str:
    parts = []
    for day_table in DAY_TABLES:
        parts.append(f"**{day_table.name}**: {day_table.meaning}")
        rows = [(code(column.name), column.type, column.meaning) for column in day_table.columns]
        parts.append(table(("column", "type", "meaning"), rows))
    return "\n\n".join(parts)


def quoted(column: str) -> str:
    """`table` is a word of SQL."""
    return f'"{column}"' if column == "table" else column


def publication_sql() -> str:
    statements = []
    for name, (publish, tables) in PUBLICATIONS.items():
        lists = [f"    {published} ({', '.join(map(quoted, columns_of(published)))})" for published in tables]
        statements.append(
            f"CREATE PUBLICATION {name} FOR TABLE\n"
            + ",\n".join(lists)
            + f"\n    WITH (publish = '{publish}', publish_via_partition_root = true);"
        )
    return "\n\n".join(["```sql", *statements, "```"])


def role_sql() -> str:
    grants = [
        f"GRANT SELECT ({', '.join(map(quoted, columns))}) ON {name} TO {ROLE};"
        for name, columns in exported_columns().items()
    ]
    return "\n".join([
        "```sql",
        f"CREATE ROLE {ROLE} LOGIN REPLICATION CONNECTION LIMIT 10;",
        f"ALTER ROLE {ROLE} SET default_transaction_read_only = on;",
        *grants,
        "```",
    ])  # fmt: skip


def subscriber_sql() -> str:
    """Tables for the relay, with the published columns alone."""
    statements = [
        f"CREATE TABLE {name} (\n    "
        + ",\n    ".join(f"{quoted(column)} {type_of(name, column)}" for column in columns)
        + "\n);"
        for name, columns in exported_columns().items()
    ]
    return "\n".join(["```sql", *statements, "```"])


def columns_of(name: str) -> list[str]:
    return exported_columns()[name]


def type_of(name: str, column: str) -> str:
    model = next(model for model in apps.get_models() if model._meta.db_table == name)
    field = next(field for field in model._meta.concrete_fields if field.column == column)
    source: Field = field.target_field if isinstance(field, ForeignKey) else field
    # Of a text with a length, Django has a function.
    listed = DatabaseWrapper.data_types[source.get_internal_type()]
    kind = listed if isinstance(listed, str) else "text"
    return f"{kind} PRIMARY KEY" if field.primary_key else kind
