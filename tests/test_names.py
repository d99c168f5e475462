"""Names hide no other name."""

from __future__ import annotations

import ast
from collections import Counter

from django.apps import apps

from tests.sources import tree
from tests.test_file_rules import OURS, PACKAGES, name


def test_a_module_binds_each_name_once() -> None:
    """A renamed constant once took the name of another in its module, and with it the other's value."""
    places = {name(path): rebound(tree(path)) for path in OURS}
    assert {file: names for file, names in places.items() if names} == {}


def rebound(module: ast.Module) -> list[str]:
    """Names that a module assigns or defines a second time."""
    names: Counter[str] = Counter()
    for node in module.body:
        if isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            names[node.target.id] += 1
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names[node.name] += not node.decorator_list  # `overload` and its like repeat a name
    return [bound for bound, count in names.items() if count > 1]


def test_a_name_that_is_bound_twice_is_found() -> None:
    assert rebound(ast.parse("A = 1\nB: int = 2\nA = 3\n\ndef f(): ...\n")) == ["A"]


# --- apps

# Labels that were settled before the package had its name: of `casino.compliance.player_risk` and
# `casino.record_checks`.
SETTLED = {"care", "self_checks"}


def test_an_app_has_the_label_of_its_package() -> None:
    """Tables, rights and addresses in the back office begin with it."""
    labels = {
        config.name: config.label
        for config in apps.get_app_configs()
        if config.name.partition(".")[0] in PACKAGES
    }
    assert len(labels) > 20
    others = {label for package, label in labels.items() if label != package.rpartition(".")[2]}
    assert others == SETTLED


# --- locals


def shadowed_imports(module: ast.Module) -> set[str]:
    """The arguments and variables of functions that have the name of something the module imports."""
    imported_names = {
        alias.asname or alias.name.partition(".")[0]
        for node in module.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    shadowed: set[str] = set()
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                match node:
                    case ast.arg(arg=local) | ast.Name(id=local, ctx=ast.Store()) if local in imported_names:
                        shadowed.add(f"{function.name}: {local}")
    return shadowed


def test_no_local_has_the_name_of_an_import() -> None:
    shadowed = {name(path): shadowed_imports(tree(path)) for path in OURS}
    assert {file: names for file, names in shadowed.items() if names} == {}


def test_a_shadowed_import_is_found() -> None:
    module = ast.parse("import json\nfrom x import stakes\ndef one(json): stakes = 1; other = 2\n")
    assert shadowed_imports(module) == {"one: json", "one: stakes"}
