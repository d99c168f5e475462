"""Every column of an exported table is declared: it leaves the house, or it does not, with a reason."""

from __future__ import annotations

from django.apps import apps

from casino.compliance.reading import readable_columns
from casino.extras.warehouse.schema import DAY_TABLES, NOT_EXPORTED, PUBLICATIONS, exported_columns

# What no warehouse may see, whatever table it is in.
PERSONAL_OR_SECRET = {
    *("iban", "holder", "url", "alias", "person_id", "name", "email", "address", "password"),
    *("sealed", "seed", "nonces", "shares", "start", "snapshot", "data", "balance"),
}
MODELS = {model._meta.db_table: model for model in apps.get_models()}


def columns_of(table: str) -> set[str]:
    return {field.column for field in MODELS[table]._meta.concrete_fields}


def test_a_new_column_must_be_declared() -> None:
    """Add it to a table of DAY_TABLES, or to NOT_EXPORTED with the reason."""
    for table, exported in exported_columns().items():
        kept = " ".join(NOT_EXPORTED[table].values()).split()
        assert sorted([*exported, *kept]) == sorted(columns_of(table)), table


def test_no_secret_and_nothing_personal_is_exported() -> None:
    for table, exported in exported_columns().items():
        assert set(exported) & PERSONAL_OR_SECRET == set(), table


def test_the_reading_role_may_read_what_is_exported() -> None:
    readable = readable_columns()
    for table, exported in exported_columns().items():
        assert set(exported) <= set(readable[table]), table


def test_a_column_of_a_file_has_one_name() -> None:
    for table in DAY_TABLES:
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names) and "day" not in names, table.name


def test_each_table_is_published_once() -> None:
    published = [table for _, tables in PUBLICATIONS.values() for table in tables]
    assert sorted(published) == sorted(exported_columns())
