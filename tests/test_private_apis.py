"""Private parts of libraries: each has one adapter that says why, and its library an upper bound.

The linter refuses private attributes (SLF001). These tests refuse what it does not see: private modules, and
private methods that a subclass replaces.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from casino.services.folder import PROJECT
from tests.sources import nodes, text

PACKAGES = ("casino", "games", "players")
# The adapters, and the libraries of which they use private parts.
ADAPTERS = {
    "casino/web/static.py": "django",
    "games/tables/web/socket_protocol.py": "uvicorn",
    "players/identity/sign_in/adapters.py": "django-allauth",
}
# Importable without an underscore, but not documented.
UNDOCUMENTED = {"uvicorn.protocols"}
# Documented in spite of the underscore: https://docs.djangoproject.com/en/stable/howto/custom-file-storage/
DOCUMENTED = {"_open", "_save"}
# Attributes that Python and Django set on classes.
# `_member_map_` and the like are set for an enumeration.
SET_BY_METACLASSES = re.compile(r"_(abc_impl|meta|is_protocol|is_runtime_protocol)|_[a-z]\w*_|__.*")
# What a file that imports a private module contains; parsing every file takes long.
CANDIDATE = re.compile(r"(?:from|import) .*(?:\binternal\b|\b_|uvicorn\.protocols)")


def modules() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in sorted((PROJECT / package).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def private_imports(path: Path) -> Iterator[str]:
    if not CANDIDATE.search(text(path)):
        return
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            is_private = any(part == "internal" or part.startswith("_") for part in parts[1:])
            if parts[0] not in PACKAGES and (is_private or ".".join(parts[:2]) in UNDOCUMENTED):
                yield name


def replaced_private_attributes(path: Path) -> Iterator[str]:
    """Private attributes of a library's class that a class of this module replaces."""
    module = importlib.import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))
    for owner in vars(module).values():
        if not isinstance(owner, type) or owner.__module__ != module.__name__:
            continue
        foreign = [base for base in owner.__mro__[1:] if base.__module__.partition(".")[0] not in PACKAGES]
        for name in vars(owner):
            is_private = name.startswith("_") and name not in DOCUMENTED
            is_private = is_private and not SET_BY_METACLASSES.fullmatch(name)
            if is_private and any(name in vars(base) for base in foreign):
                yield f"{owner.__name__}.{name}"


def test_only_the_adapters_import_private_modules() -> None:
    importing = {str(path.relative_to(PROJECT)): set(private_imports(path)) for path in modules()}
    named = {path: names for path, names in importing.items() if names}
    assert named.keys() <= ADAPTERS.keys(), named


def test_only_the_adapters_replace_private_methods_of_a_library() -> None:
    own_classes = re.compile(r"^ +(def _[a-z]|_[a-z]\w+ = )", re.MULTILINE)
    candidates = [path for path in modules() if own_classes.search(text(path))]
    replaced = {str(path.relative_to(PROJECT)): set(replaced_private_attributes(path)) for path in candidates}
    named = {path: names for path, names in replaced.items() if names}
    assert named.keys() <= ADAPTERS.keys(), named


def test_only_the_adapters_are_excepted_from_the_linter() -> None:
    excepted = {str(path.relative_to(PROJECT)) for path in modules() if "noqa: SLF001" in text(path)}
    assert excepted <= ADAPTERS.keys()


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_adapter_needs_its_exception(adapter: str) -> None:
    path = PROJECT / adapter
    assert {*private_imports(path), *replaced_private_attributes(path)}


@pytest.mark.parametrize("library", sorted(set(ADAPTERS.values())))
def test_a_library_with_an_adapter_has_an_upper_bound(library: str) -> None:
    lines = (PROJECT / "locks/production.in").read_text().splitlines()
    bounds = {
        requirement.name: requirement.specifier
        for requirement in (Requirement(line) for line in lines if line and line[0].isalpha())
    }
    assert any(bound.operator in ("<", "<=", "==", "~=") for bound in bounds[library])
