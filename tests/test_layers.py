"""Layers: `casino → games → players`. A package imports, and names the tables of, only packages to its right.

Import contracts (pyproject.toml) read the imports. These tests read what an import contract cannot see: SQL, migrations, and
the names of models, permissions and pages that stand in strings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import AppConfig, apps
from django.urls import URLPattern, URLResolver, get_resolver

from casino.services.folder import PROJECT

PACKAGES = ("players", "games", "casino")  # from the lowest to the highest
# What a migration gives a name to. A function that a higher package replaces still belongs to the lowest that defines it.
DEFINED = re.compile(
    r"CREATE (?:OR REPLACE )?(?:TEMPORARY )?(?:FUNCTION|SEQUENCE|VIEW|TABLE)(?: IF NOT EXISTS)? (\w+)"
)
# The rights of the house's processes are granted by one migration of the highest package, before any package takes rights back.
RIGHTS = ("casino", "0001_rights")
REVERSING = {"redirect", "reverse", "reverse_lazy"}


def package_of(config: AppConfig) -> str:
    return config.name.partition(".")[0]


def own_apps() -> list[AppConfig]:
    return [config for config in apps.get_app_configs() if package_of(config) in PACKAGES]


def sources(package: str) -> list[Path]:
    return sorted((PROJECT / package).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def docstrings(module: ast.Module) -> set[ast.expr]:
    found: set[ast.expr] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                found.add(first.value)
    return found


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a module but its docstrings, with its line."""
    left_out = docstrings(tree(path))
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield node.lineno, node.value


@cache
def owners() -> dict[str, str]:
    """Which package each table, function and sequence of the database belongs to."""
    found: dict[str, str] = {}
    for package in PACKAGES:
        for path in sources(package):
            if "migrations" in path.parts:
                for _line, text in strings(path):
                    for name in DEFINED.findall(text):
                        found.setdefault(name, package)
    for config in own_apps():
        for model in config.get_models(include_auto_created=True):
            found[model._meta.db_table] = package_of(config)
    return found


@cache
def routes() -> dict[str, str]:
    """Which package each named page belongs to, by the module of its view."""

    def walk(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                if pattern.namespace is None:
                    yield from walk(pattern.url_patterns)
            elif pattern.name:
                yield pattern.name, pattern.callback.__module__.partition(".")[0]

    return dict(walk(get_resolver().url_patterns))


def is_above(package: str, other: str) -> bool:
    return other in PACKAGES and PACKAGES.index(other) > PACKAGES.index(package)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(PROJECT)}:{line}"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sql_names_a_table_or_function_of_a_package_above(package: str) -> None:
    above = {name for name, owner in owners().items() if is_above(package, owner)}
    named = [
        f"{place(path, line)}: {', '.join(sorted(names))}"
        for path in sources(package)
        for line, text in strings(path)
        if (names := above & set(re.findall(r"\w+", text)))
    ]
    assert named == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_string_names_a_model_permission_or_admin_page_of_a_package_above(package: str) -> None:
    labels = [config.label for config in own_apps() if is_above(package, package_of(config))]
    if not labels:
        return
    label = "|".join(map(re.escape, labels))
    dotted = re.compile(rf"(?:{label})\.[\w.-]*|admin:(?:{label})_\w+|(?:\.\./)+(?:{label})/.*")
    named = [
        f"{place(path, line)}: {text}"
        for path in sources(package)
        for line, text in strings(path)
        if dotted.fullmatch(text)
    ]
    assert named == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_view_leads_to_a_page_of_a_package_above(package: str) -> None:
    named = [
        f"{place(path, node.lineno)}: {argument.value}"
        for path in sources(package)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REVERSING
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant) and is_above(package, routes().get(argument.value, package))
    ]
    assert named == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_migration_depends_on_one_of_a_package_above(package: str) -> None:
    above = {config.label for config in own_apps() if is_above(package, package_of(config))}
    named = [
        f"{place(path, node.lineno)}: {label.value}.{name.value}"
        for path in sources(package)
        if "migrations" in path.parts
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Tuple) and len(node.elts) == 2
        for label, name in [node.elts]
        if isinstance(label, ast.Constant) and isinstance(name, ast.Constant)
        if label.value in above and (label.value, name.value) != RIGHTS
    ]
    assert named == []
