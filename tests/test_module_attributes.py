"""Programs that no test runs (proofs, benches, drills) use only what the modules of the product still have.

A renamed function once left `make cluster` broken for a day.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from casino.services.folder import PROJECT

PROGRAMS = sorted(
    path
    for folder in ("bench", "gallery", "proofs", "vectors")
    for path in (PROJECT / "tests" / folder).rglob("*.py")
    if not path.name.startswith("test_") and "plain" not in path.parts
)
PRODUCT = ("casino", "games", "players")


def imported_modules(tree: ast.AST) -> dict[str, str]:
    """The modules of the product that a program imports, by the name they have there."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PRODUCT:
            for name in node.names:
                if is_module(full_name := f"{node.module}.{name.name}"):
                    modules[name.asname or name.name] = full_name
    return modules


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the parent is no package
        return False


def missing_attributes(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    modules = imported_modules(tree)
    assigned = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    assigned |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            if module and node.value.id not in assigned and not has(module, node.attr):
                yield f"{module}.{node.attr}"


def has(module: str, attribute: str) -> bool:
    return hasattr(importlib.import_module(module), attribute) or is_module(f"{module}.{attribute}")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_what_a_program_uses_exists(path: Path) -> None:
    assert list(missing_attributes(path.read_text())) == []


def test_a_renamed_function_is_reported() -> None:
    source = "from casino.services import valkey\nvalkey.user_password(1)\nvalkey.no_such_function(1)\n"
    assert list(missing_attributes(source)) == ["casino.services.valkey.no_such_function"]
