"""Traces every rule of the regulations to the lines that enforce it, its tests and the screens that show it.

The matrix (`matrix/rules.yaml`) lists each separately testable rule once. A line of the product that enforces
a rule cites its id in square brackets. A test has the id in its name, with underscores for hyphens, or cites
it, or has it in a table of cases.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct, structs

ROOT = Path(__file__).resolve().parents[2]
MATRIX = Path(__file__).with_name("matrix") / "rules.yaml"

# The area of the product that each file belongs to. The first pattern that matches decides.
AREAS: tuple[tuple[str, str], ...] = (
    ("games/rules/shared/sessions.py", "session"),
    ("games/rules/", "engine"),
    ("games/odds/", "engine"),
    ("games/catalogue/", "screen"),
    ("games/tables/messages/", "screen"),
    ("games/tables/web/views.py", "screen"),
    ("games/tables/sheet_selectors.py", "rulebook"),
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
SUFFIXES = {".py", ".html", ".js", ".css", ".txt"}
SHOWN_KINDS = {"equipment", "information"}  # kinds of rules that a screen must show
NO_DUTY = "definition"

_CITATION = re.compile(r"\[([A-Z]{2}-[A-Za-z0-9.-]+)\]")
_QUOTED_ID = re.compile(r"[\"']([A-Z]{2}-[A-Za-z0-9.-]+)[\"']")
_TEST_DEFINITION = re.compile(r"\s*(?:async )?def (test_\w+)\(")
_TEST_NAME = re.compile(r"test_([A-Z]{2}_\w+)")


class Rule(Struct, frozen=True):
    """One separately testable rule of a regulation."""

    id: str
    system: str
    kind: str
    option: bool
    says: str
    shows: str


class SourceLine(Struct, frozen=True, order=True):
    """A line that names a rule."""

    file: str
    line: int
    test: str = ""

    def __str__(self) -> str:
        return f"{self.file}::{self.test}" if self.test else f"{self.file}:{self.line}"


class TracedRule(Struct, frozen=True):
    """A rule with the lines that enforce, test and show it."""

    rule: Rule
    citations: tuple[SourceLine, ...]
    tests: tuple[SourceLine, ...]

    @property
    def areas(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(area_of(line.file) for line in self.citations))

    @property
    def screens(self) -> tuple[SourceLine, ...]:
        return tuple(line for line in self.citations if area_of(line.file) == "screen")

    @property
    def open(self) -> tuple[str, ...]:
        """What this rule still lacks."""
        if self.rule.kind == NO_DUTY:
            return ()
        missing = {
            "home": not self.citations,
            "test": not self.tests,
            "screen": self.rule.kind in SHOWN_KINDS and not self.screens,
        }
        return tuple(name for name, is_missing in missing.items() if is_missing)


def load_matrix(path: Path = MATRIX) -> list[Rule]:
    """Every rule of the matrix, in its order."""
    return msgspec.convert(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader), type=list[Rule])


def area_of(file: str) -> str:
    """The area of the product that a file belongs to."""
    return next(area for pattern, area in AREAS if fnmatchcase(file, f"{pattern}*"))


def find_citations(root: Path = ROOT) -> dict[str, list[SourceLine]]:
    """Every citation in the product by rule id, unknown ids included."""
    citations: dict[str, list[SourceLine]] = defaultdict(list)
    for path in _files(root, SOURCES, SUFFIXES):
        source = path.read_text("utf-8")
        if not _CITATION.search(source):
            continue
        for line, text in enumerate(source.splitlines(), 1):
            for rule_id in _CITATION.findall(text):
                citations[rule_id].append(SourceLine(path.relative_to(root).as_posix(), line))
    return dict(citations)


def find_tests(rules: list[Rule], root: Path = ROOT) -> dict[str, list[SourceLine]]:
    """Every line of a test that names a rule: in its name, in a citation or in a table.

    A worked example of a rule is a test of it. The lines do not say yet to which test they belong: finding
    that out reads the syntax of each file, and takes longer than everything else (`name_tests`).
    """
    by_test_name = {rule.id.replace("-", "_").replace(".", "_"): rule.id for rule in rules}
    lines: dict[str, list[SourceLine]] = defaultdict(list)
    for path in _files(root, ("tests",), SUFFIXES | {".json"}):
        file, text = path.relative_to(root).as_posix(), path.read_text("utf-8")
        if not (_CITATION.search(text) or _QUOTED_ID.search(text) or _TEST_NAME.search(text)):
            continue
        for line, row in enumerate(text.splitlines(), 1):
            rule_ids = {*_CITATION.findall(row), *_QUOTED_ID.findall(row)}
            if path.suffix == ".py" and (definition := _TEST_DEFINITION.match(row)):
                rule_ids |= _rules_in_name(definition[1], by_test_name)
            for rule_id in rule_ids:
                lines[rule_id].append(SourceLine(file, line))
    return dict(lines)


def name_tests(lines: Iterable[SourceLine], root: Path = ROOT) -> tuple[SourceLine, ...]:
    """The same lines, each with the test that it belongs to, in order."""
    named = {structs.replace(line, test=_tests_in(root / line.file).get(line.line, "")) for line in lines}
    return tuple(sorted(named))


@cache
def _tests_in(path: Path) -> dict[int, str]:
    """The tests of a file. Cached: files do not change while a process runs."""
    return _tests_by_line(path.read_text("utf-8")) if path.suffix == ".py" else {}


def _tests_by_line(source: str) -> dict[int, str]:
    """The name of the test that each line belongs to. Decorators are included: they hold tables of cases."""
    tests = {}
    statements = list(ast.parse(source).body)
    for node in statements:
        if isinstance(node, ast.ClassDef):
            statements += node.body
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            tests.update(dict.fromkeys(range(first, (node.end_lineno or first) + 1), node.name))
    return tests


def _rules_in_name(test: str, by_test_name: Mapping[str, str]) -> set[str]:
    """The rule at the beginning of a test's name: the longest id that matches."""
    match = _TEST_NAME.match(test)
    words = match[1].split("_") if match else []
    for length in range(len(words), 1, -1):
        if (prefix := "_".join(words[:length])) in by_test_name:
            return {by_test_name[prefix]}
    return set()


def _files(root: Path, folders: tuple[str, ...], suffixes: set[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file() and "migrations" not in path.parts:
                yield path


def trace_rules(root: Path = ROOT, *, with_names: bool = True) -> list[TracedRule]:
    """Every rule of the matrix with its citations and tests, with their names on request."""
    rules = load_matrix()
    citations, tests = find_citations(root), find_tests(rules, root)
    traced = []
    for rule in rules:
        lines = tests.get(rule.id, [])
        named = name_tests(lines, root) if with_names else tuple(sorted(set(lines)))
        traced.append(TracedRule(rule, tuple(citations.get(rule.id, ())), named))
    return traced


def unknown_citations(citations: Mapping[str, list[SourceLine]]) -> list[tuple[str, SourceLine]]:
    """Citations of rules that are not in the matrix."""
    known = {rule.id for rule in load_matrix()}
    return [(rule_id, line) for rule_id, lines in citations.items() if rule_id not in known for line in lines]
