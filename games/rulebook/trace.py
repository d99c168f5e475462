"""Where every rule of the regulations is kept: the lines that enforce it, the tests that name it, the screens that show it.

The matrix (`matrix/rules.yaml`) lists each separately testable rule once. A line of the product that enforces a rule cites
its id in square brackets; a test names it in its own name, with underscores for hyphens, or cites it or tabulates it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
MATRIX = Path(__file__).with_name("matrix") / "rules.yaml"

# A home is named after the station where the citation stands; the first that fits is the one that is said.
HOMES: tuple[tuple[str, str], ...] = (
    ("games/rules/shared/sessions.py", "session"),
    ("games/rules/", "engine"),
    ("games/odds/", "engine"),
    ("games/catalogue/*/sheet_form.py", "rulebook"),
    ("games/catalogue/*/vectors.py", "rulebook"),
    ("games/catalogue/*/setting_form.py", "table"),
    ("games/catalogue/*/table_settings.py", "table"),
    ("games/catalogue/", "screen"),
    ("games/tables/messages/", "screen"),
    ("games/tables/web/views.py", "screen"),
    ("games/tables/", "table"),
    ("games/rulebook/publication.py", "screen"),
    ("games/rulebook/views.py", "screen"),
    ("games/rulebook/sheet_admin.py", "screen"),
    ("games/rulebook/", "rulebook"),
    ("games/rounds/history.py", "screen"),
    ("games/rounds/views.py", "screen"),
    ("games/lobby/", "screen"),
    ("games/templatetags/", "screen"),
    ("games/", "table"),
    ("players/wallet/", "money"),
    ("players/portal/views.py", "screen"),
    ("players/templatetags/", "screen"),
    ("players/", "session"),
    ("casino/backoffice/", "screen"),
    ("casino/", "report"),
    ("templates/", "screen"),
    ("static/", "screen"),
)
SOURCES = ("games", "players", "casino", "templates", "static")
WRITTEN_IN = {".py", ".html", ".js", ".css", ".txt"}
SHOWN = {"equipment", "information"}  # kinds of rules that a person must be able to see on a screen
NO_DUTY = "definition"

_CITED = re.compile(r"\[([A-Z]{2}-[A-Za-z0-9.-]+)\]")
_TABULATED = re.compile(r"[\"']([A-Z]{2}-[A-Za-z0-9.-]+)[\"']")
_NAMED = re.compile(r"test_([A-Z]{2}_\w+)")


class Rule(Struct, frozen=True):
    """One separately testable rule of a regulation."""

    id: str
    system: str
    kind: str
    option: bool
    says: str
    shows: str


class Place(Struct, frozen=True, order=True):
    """Where an id is named."""

    file: str
    line: int
    test: str = ""

    def __str__(self) -> str:
        return f"{self.file}::{self.test}" if self.test else f"{self.file}:{self.line}"


class Traced(Struct, frozen=True):
    """One rule with everything that was found of it."""

    rule: Rule
    homes: tuple[Place, ...]
    tests: tuple[Place, ...]

    @property
    def stations(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(station(place.file) for place in self.homes))

    @property
    def screens(self) -> tuple[Place, ...]:
        return tuple(place for place in self.homes if station(place.file) == "screen")

    @property
    def open(self) -> tuple[str, ...]:
        """What is still missing of this rule."""
        if self.rule.kind == NO_DUTY:
            return ()
        missing = {
            "home": not self.homes,
            "test": not self.tests,
            "screen": self.rule.kind in SHOWN and not self.screens,
        }
        return tuple(name for name, is_missing in missing.items() if is_missing)


def matrix(path: Path = MATRIX) -> list[Rule]:
    return msgspec.convert(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader), type=list[Rule])


def station(file: str) -> str:
    return next(home for pattern, home in HOMES if fnmatchcase(file, f"{pattern}*"))


def citations(root: Path = ROOT) -> dict[str, list[Place]]:
    """Every citation in the product, by rule id; also ids that no matrix knows."""
    found: dict[str, list[Place]] = defaultdict(list)
    for path in _files(root, SOURCES, WRITTEN_IN):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            for id in _CITED.findall(text):
                found[id].append(Place(path.relative_to(root).as_posix(), line))
    return dict(found)


def named_in_tests(rules: list[Rule], root: Path = ROOT) -> dict[str, list[Place]]:
    """Every test that names a rule, in its name, in a citation or in a table; a worked example of a rule is a test of it."""
    by_words = {rule.id.replace("-", "_").replace(".", "_"): rule.id for rule in rules}
    found: dict[str, list[Place]] = defaultdict(list)
    for path in _files(root, ("tests",), WRITTEN_IN | {".json"}):
        file, text = path.relative_to(root).as_posix(), path.read_text("utf-8")
        tests = _tests_by_line(text) if path.suffix == ".py" else {}
        for line, row in enumerate(text.splitlines(), 1):
            test = tests.get(line, "")
            ids = {*_CITED.findall(row), *_TABULATED.findall(row)}
            if test and f"def {test}(" in row:
                ids |= _named(test, by_words)
            for id in ids:
                found[id].append(Place(file, line, test))
    return dict(found)


def _tests_by_line(source: str) -> dict[int, str]:
    """Each line of a test with the test's name; its decorators are its own, for tables of cases stand there."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.update(dict.fromkeys(range(first, (node.end_lineno or first) + 1), node.name))
    return found


def _named(test: str, by_words: Mapping[str, str]) -> set[str]:
    """The rule that the name of a test opens with: the longest that it could be."""
    named = _NAMED.match(test)
    words = named[1].split("_") if named else []
    for length in range(len(words), 1, -1):
        if (opening := "_".join(words[:length])) in by_words:
            return {by_words[opening]}
    return set()


def _files(root: Path, folders: tuple[str, ...], suffixes: set[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file() and "migrations" not in path.parts:
                yield path


def trace(root: Path = ROOT) -> list[Traced]:
    rules = matrix()
    cited, tested = citations(root), named_in_tests(rules, root)
    return [
        Traced(rule, tuple(cited.get(rule.id, ())), tuple(sorted(set(tested.get(rule.id, ())))))
        for rule in rules
    ]


def unknown(cited: Mapping[str, list[Place]]) -> list[tuple[str, Place]]:
    """Citations of rules that no regulation has."""
    known = {rule.id for rule in matrix()}
    return [(id, place) for id, places in cited.items() if id not in known for place in places]
