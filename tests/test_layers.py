"""Layers: `casino → games → players`. A package imports, and names the tables of, only packages to its right.

Import contracts (pyproject.toml) check the imports between them. These tests check what such a contract
cannot see: SQL, migrations, names of models, permissions and pages in strings, the order of the packages in
`players`, and that no two packages import each other.
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
from tests.sources import nodes

PACKAGES = ("players", "games", "casino")  # from the lowest to the highest
# This law is one subject for the tables of all packages.
LAWS_OF_ALL = "casino/database/allowed_to_write.sql"
# Loads the laws of the core, which the triggers of an optional app ask, whatever its layer.
LAWS_OF_THE_CORE = ("casino", "0002_laws")
# Definitions in a file of laws.
DEFINED = re.compile(r"^CREATE FUNCTION (\w+)", re.MULTILINE)
# The packages of `players`, lowest first. A package imports, and queries, only those before it.
LAYERS_OF_PLAYERS = (
    "players",
    "players.shared",
    "players.shared.exports",
    "players.templatetags",
    "players.wallet",
    "players.audit",
    "players.decisions",
    "players.inbox",
    "players.identity.models",
    "players.identity.sign_in",
    "players.identity.verification",
    "players.identity.registration",
    "players.identity.staff",
    "players.identity",
    "players.identity.templatetags",
    "players.protection",
    "players.protection.templatetags",
    "players.wallet.methods",
    "players.wallet.cashier",
    "players.wallet.cashier.sandbox",
    "players.wallet.bank",
    "players.history",
    "players.api",
    "players.portal",
    "players.administration",
    "players.administration.templatetags",
    "players.extras",
    "players.extras.push",
)
# One function erases all data at the end of its retention: as the owner of the tables, in one transaction.
ERASURE = ("players/identity/database/erasure.sql", {"protection_documentmark"})
# What is staked in open rounds, games alone know; players ask their function.
STAKES = ("players/protection/database/eligibility.sql", {"protection_stakes_in_play"})
REVERSING = {"redirect", "reverse", "reverse_lazy"}


def package_of(config: AppConfig) -> str:
    return config.name.partition(".")[0]


def own_apps() -> list[AppConfig]:
    return [config for config in apps.get_app_configs() if package_of(config) in PACKAGES]


@cache
def sources(package: str) -> list[Path]:
    return sorted((PROJECT / package).rglob("*.py"))


def docstrings(path: Path) -> set[ast.expr]:
    expressions: set[ast.expr] = set()
    for node in nodes(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                expressions.add(first.value)
    return expressions


@cache
def laws(package: str) -> list[Path]:
    """The laws of the database that a package writes."""
    return sorted((PROJECT / package).rglob("database/*.sql"))


@cache
def strings(path: Path) -> list[tuple[int, str]]:
    """Every string of a module but its docstrings, with its line; of a file of laws, its lines."""
    if path.suffix == ".sql":
        lines = path.read_text("utf-8").splitlines()
        return [(number, text) for number, text in enumerate(lines, 1) if not text.startswith("--")]
    left_out = docstrings(path)
    return [
        (node.lineno, node.value)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out
    ]


@cache
def owners() -> dict[str, str]:
    """The package that owns a table, function or sequence of the database."""
    packages: dict[str, str] = {}
    for package in PACKAGES:
        for path in laws(package):
            if str(path.relative_to(PROJECT)) == LAWS_OF_ALL:
                continue
            packages |= dict.fromkeys(DEFINED.findall(path.read_text("utf-8")), package)
    for config in own_apps():
        for model in config.get_models(include_auto_created=True):
            packages[model._meta.db_table] = package_of(config)
    return packages


@cache
def routes() -> dict[str, str]:
    """The package that owns a named page: that of its view."""

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
        for path in [*sources(package), *laws(package)]
        for line, text in strings(path)
        if (names := above & set(re.findall(r"\w+", text)))
        if (str(path.relative_to(PROJECT)), names) != STAKES
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
        for node in nodes(path)
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
        for node in nodes(path)
        if isinstance(node, ast.Tuple) and len(node.elts) == 2
        for label, name in [node.elts]
        if isinstance(label, ast.Constant) and isinstance(name, ast.Constant)
        if label.value in above and (label.value, name.value) != LAWS_OF_THE_CORE
    ]
    assert named == []


def module_of(path: Path) -> str:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    """The package of a module; commands and migrations belong to their application's package."""
    parents = [module.rsplit(".", count)[0] for count in range(module.count(".") + 1)]
    return next(parent for parent in parents if parent in LAYERS_OF_PLAYERS)


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Every module that a module imports, at its top or inside a function, with the line."""
    imported: list[tuple[int, str]] = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            imported += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{path}: a relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                imported.append((node.lineno, name if is_module(name) else node.module))
    return imported


@cache
def is_module(name: str) -> bool:
    path = PROJECT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or path.is_dir()


# --- between the packages of all three


@cache
def unit_of(module: str) -> str:
    """The package of a module. Modules beside the packages, such as `casino.urls`, stand for themselves."""
    parent = module if (PROJECT / module.replace(".", "/")).is_dir() else module.rpartition(".")[0]
    return module if parent in PACKAGES else parent


def imported_units() -> dict[str, set[str]]:
    units: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in sources(package):
            if "migrations" not in path.parts:
                unit = unit_of(module_of(path))
                others = {unit_of(name) for _, name in imports(path) if name.partition(".")[0] in PACKAGES}
                units.setdefault(unit, set()).update(others - {unit, package})
    return units


def circles(graph: dict[str, set[str]]) -> list[str]:
    """What remains after removing, again and again, every unit that imports none of the remaining ones."""
    remaining = {unit: set(others) for unit, others in graph.items()}
    while free := {unit for unit, others in remaining.items() if not others & remaining.keys()}:
        remaining = {unit: others for unit, others in remaining.items() if unit not in free}
    return sorted(remaining)


def test_no_packages_import_each_other_not_even_by_way_of_others() -> None:
    assert circles(imported_units()) == []


def test_a_circle_of_imports_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"e"}, "e": set()}) == ["a", "b", "c"]


def test_games_has_no_modules_beside_its_packages() -> None:
    assert {path.name for path in (PROJECT / "games").glob("*.py")} == {"__init__.py", "apps.py", "urls.py"}


# --- inside players


def test_every_package_of_players_has_its_layer() -> None:
    folders = {
        module_of(path).rpartition(".")[0] if path.name != "__init__.py" else module_of(path)
        for path in sources("players")
        if not {"migrations", "management"} & set(path.parts)
    }
    assert folders == set(LAYERS_OF_PLAYERS)


def test_no_package_of_players_imports_one_above_it() -> None:
    above = [
        f"{place(path, line)}: {name}"
        for path in sources("players")
        if "migrations" not in path.parts  # they use the operations of `players.shared`
        for line, name in imports(path)
        if name.partition(".")[0] == "players"
        if LAYERS_OF_PLAYERS.index(layer_of(name)) > LAYERS_OF_PLAYERS.index(layer_of(module_of(path)))
    ]
    assert above == []


def test_no_sql_of_players_names_a_table_of_a_package_above_it() -> None:
    layers = {
        model._meta.db_table: LAYERS_OF_PLAYERS.index(layer_of(model.__module__))
        for config in own_apps()
        if config.name in LAYERS_OF_PLAYERS
        for model in config.get_models(include_auto_created=True)
    }
    above = []
    for path in sources("players"):
        layer = LAYERS_OF_PLAYERS.index(layer_of(module_of(path)))
        for line, text in strings(path):
            names = {name for name in re.findall(r"\w+", text) if layers.get(name, 0) > layer}
            if names and (str(path.relative_to(PROJECT)), names) != ERASURE:
                above.append(f"{place(path, line)}: {', '.join(sorted(names))}")
    assert above == []
