"""Names hide no other name, say the verb first, and a test stands in the folder of what it tests."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

import pytest
from django.apps import apps

from casino.services.folder import PROJECT
from tests.sources import nodes, tree
from tests.test_file_rules import OTHER_TESTS, OURS, PACKAGES, PURE_PACKAGES, name


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


# --- the verb first

# Verbs that are no nouns, so that a name that ends with one has its verb last.
VERB_LAST = re.compile(
    r"[a-z](?<!after)(?<!before)(?<!can)(?<!may)(?<!must)(?<!not)(?<!or)(?<!to)_"
    r"(acknowledge|announce|apply|choose|create|decide|decline|delete|deliver|enforce|enqueue|expire|fetch|forget"
    r"|moderate|notify|propose|prove|publish|reconcile|refuse|renew|resend|revoke|send|subscribe|suspend|sweep"
    r"|unsubscribe|verify|withdraw|write)$"
)


def verb_last(module: Iterable[ast.AST]) -> list[str]:
    """Functions named `noun_verb`, where the repository writes `verb_noun`."""
    names = (node.name for node in module if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [function for function in names if VERB_LAST.search(function)]


def test_functions_that_write_have_their_verb_first() -> None:
    places = {name(path): verb_last(nodes(path)) for path in OURS}
    assert {file: names for file, names in places.items() if names} == {}


def test_a_verb_at_the_end_is_found() -> None:
    module = ast.parse("def payment_decide(): ...\ndef decide_payment(): ...\ndef may_send(): ...\n")
    assert verb_last(ast.walk(module)) == ["payment_decide"]


# --- apps

PLAYER_RISK = "care"  # the label of `casino.compliance.player_risk`


def test_an_app_has_the_label_of_its_package() -> None:
    """Tables, rights and addresses in the back office begin with it."""
    labels = {
        config.name: config.label
        for config in apps.get_app_configs()
        if config.name.partition(".")[0] in PACKAGES
    }
    assert len(labels) > 20
    assert {label for package, label in labels.items() if label != package.rpartition(".")[2]} == {
        PLAYER_RISK
    }


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


# --- test files


def package_tests() -> Iterator[tuple[str, str, str]]:
    """The file, the package and the rest of the name of each test that mirrors a package."""
    for path in sorted((PROJECT / "tests").rglob("test_*.py")):
        folder = path.parent.relative_to(PROJECT / "tests")
        if folder.parts and folder.parts[0] not in OTHER_TESTS:
            first = PURE_PACKAGES.get(folder.parts[0], folder.parts[0])
            yield name(path), "/".join([first, *folder.parts[1:]]), path.stem.removeprefix("test_")


def product_modules() -> dict[str, list[str]]:
    """The packages that have a module or a package of each name."""
    packages: dict[str, list[str]] = defaultdict(list)
    for path in OURS:
        module = path.parent if path.name == "__init__.py" else path
        if module.relative_to(PROJECT).parts[0] in PACKAGES and module.parent != PROJECT:
            packages[module.stem].append(name(module.parent))
    return packages


def misplaced(tests: Iterable[tuple[str, str, str]], modules: Mapping[str, list[str]]) -> list[str]:
    """Tests of a module that stand above the folder of its package."""
    wrong = []
    for file, package, stem in tests:
        packages = modules.get(stem, [])
        if len(packages) == 1 and packages[0].startswith(f"{package}/"):
            wrong.append(f"{file}: the module is in {packages[0]}")
    return wrong


def test_a_test_of_a_module_stands_in_the_folder_of_its_package() -> None:
    assert misplaced(package_tests(), product_modules()) == []


@pytest.mark.parametrize(
    ("package", "stem", "is_wrong"),
    [
        ("games/rulebook", "lifecycle", False),
        ("games", "lifecycle", True),
        ("games/rulebook", "two_windows", False),
    ],
)
def test_a_misplaced_test_file_is_found(package: str, stem: str, is_wrong: bool) -> None:
    wrong = misplaced([("tests/x.py", package, stem)], {"lifecycle": ["games/rulebook"]})
    assert bool(wrong) is is_wrong
