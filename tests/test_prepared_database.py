"""The migrated database that tests copy is as new as what made it."""

from __future__ import annotations

import ast
import shutil
from datetime import datetime
from pathlib import Path

import pytest

from casino.services.folder import PROJECT, Folder
from tests.prepared_database import LISBON, PACKAGES, digest_of, put_into

MIGRATIONS = sorted(
    path for package in PACKAGES for path in (PROJECT / package).rglob("migrations/*.py") if path.is_file()
)
# `games.catalogue` and `players.languages` give choices, of which the database knows nothing.
IMPORTED = {
    "players.shared.first_migration",
    "players.shared.law_operations",
    "games.catalogue",
    "players.languages",
    "players.models",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("casino", "deploy", "players", "requirements.txt"):
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "locale"))
        else:
            shutil.copy(source, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("casino/migrations/0002_laws.py", True),
        ("casino/database/months.sql", True),
        ("players/shared/laws.py", True),
        ("casino/backoffice/models.py", True),
        ("deploy/roles.sql", True),
        ("requirements.txt", True),
        ("casino/operation/health.py", False),
    ],
)
def test_a_change_of_what_migrates_makes_another_database(project: Path, name: str, changes: bool) -> None:
    before = digest_of(project)
    file = project / name
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    assert (digest_of(project) != before) is changes


def test_a_new_month_makes_another_database(project: Path) -> None:
    """Red before: on the first of December, a copy of November's had a month too few."""
    begin, end, next_month = (
        digest_of(project, datetime(2026, month, day, 23, 59, tzinfo=LISBON))
        for month, day in ((11, 1), (11, 30), (12, 1))
    )
    assert begin == end != next_month


def test_migrations_read_nothing_of_the_product_but_models() -> None:
    for path in MIGRATIONS:
        tree = ast.parse(path.read_text("utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        own = {name for name in modules if name.startswith(PACKAGES)}
        assert own <= IMPORTED, path
        assert not {"pathlib", "importlib"} & modules, path
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and hasattr(node.func, "id")
        }
        assert "open" not in calls, path
    assert len(MIGRATIONS) > 20


def test_the_files_of_a_folder_are_left_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.data.mkdir()
    assert put_into(folder) is False
    assert list(folder.data.iterdir()) == []
