"""A new house begins with the tables that its migrations would make: the file of them is not stale."""

from __future__ import annotations

import difflib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from casino.management import migrated_schema
from casino.management.migrated_schema import APPLIED, FILE, is_for
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import OWNER
from casino.services.server_lease import leased_servers
from tests.migrated_schema import dump, migrated
from tests.prepared_database import LOAD, run_django

TEXT = FILE.read_text("utf-8")
KNOWN = set(APPLIED.findall(TEXT))


@contextmanager
def new_cluster() -> Iterator[Folder]:
    with tempfile.TemporaryDirectory(prefix="feltro-schema-") as temporary:
        path = Path(temporary)
        path.chmod(0o711)  # a server that drops the rights of root enters it
        folder = Folder(path)
        with leased_servers(folder, ["postgres"]):
            yield folder


def difference(expected: str, actual: str) -> str:
    lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "actual", n=1)
    return "\n".join(list(lines)[:60])


@pytest.mark.whole
def test_the_file_is_what_the_migrations_make() -> None:
    stale = difference(migrated(), TEXT)
    assert not stale, (
        f"casino/postgresql/migrated.sql is stale. Run `python -m tests.migrated_schema`.\n{stale}"
    )


@pytest.mark.whole
def test_a_database_that_begins_with_the_file_is_the_migrated_one() -> None:
    with new_cluster() as folder:
        run_django(folder, PROJECT, LOAD, OWNER)
        # A condition that was printed and read back has fewer parentheses: PostgreSQL joins its parts.
        assert difference(without_parentheses(TEXT), without_parentheses(dump(folder))) == ""


def without_parentheses(text: str) -> str:
    return text.translate({ord("("): None, ord(")"): None})


def test_the_file_stands_for_every_migration() -> None:
    assert len(KNOWN) > 40
    assert {app for app, _ in KNOWN} >= {"players", "games", "casino", "wallet", "auth"}


class Database:
    """What the loader asks of a connection."""

    def __init__(self, version: int, tables: list[str]) -> None:
        self.server_version, self.tables = version, tables
        self.connection = self.info = self.introspection = self

    def ensure_connection(self) -> None:
        """It is there."""

    def table_names(self) -> list[str]:
        return self.tables


@pytest.mark.whole
@pytest.mark.parametrize(
    ("version", "tables", "more", "is_used"),
    [
        (180_006, [], set(), True),
        (170_002, [], set(), False),
        (180_006, ["games_table"], set(), False),
        (180_006, [], {("games", "0099_of_another_branch")}, False),
    ],
)
def test_only_an_empty_database_of_that_version_begins_with_it(
    monkeypatch: pytest.MonkeyPatch, version: int, tables: list[str], more: set[Any], *, is_used: bool
) -> None:
    """Everything else migrates."""
    monkeypatch.setattr(migrated_schema, "connection", Database(version, tables))
    assert is_for(TEXT, KNOWN | more) is is_used
