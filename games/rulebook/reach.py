"""Where a running test reached each rule: at a live table, on a page, or in the back office.

`python -m tests.proofs.reach` runs the tests and writes its results to `.house/reach.json`, which is made for
a release and never committed. This module compares that record with the sources. It needs no database and
runs no test.

The record is stale when a citing unit differs from the recorded one. A unit is the smallest named thing
around a citation: a function, a field, a row of a table, a class; in a template or script, the paragraph. Its
digest leaves out comments, docstrings and white space. An edit elsewhere in the file changes nothing.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from games.rulebook.cannot_happen import BRANCHES, DEFINITIONS, Branch, Definition
from games.rulebook.trace import ROOT, Rule, find_citations, load_matrix

RECORD = ROOT / ".house" / "reach.json"
COMMAND = "python -m tests.proofs.reach"
MAX_DIFFERENCES = 20  # of a stale record, printed
Excuse = Branch | Definition
EXCUSES: tuple[Excuse, ...] = (*BRANCHES, *DEFINITIONS)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Citation(NamedTuple):
    """A line that cites rules."""

    file: str
    line: int
    rules: tuple[str, ...]


class Reached(Struct, frozen=True, omit_defaults=True):
    """The tests that reached one rule, and the citing lines that no test reached."""

    tests: list[str] = []
    unreached: list[str] = []  # the unit, and the line itself


class ReachRecord(Struct, frozen=True):
    """`.house/reach.json`."""

    sources: str  # the digest of all units
    units: dict[str, str]
    rules: dict[str, Reached]
    proofs: list[str]  # tests that prove an excuse, ran and passed


class RuleReach(Struct, frozen=True):
    """One rule, with the tests that reached it or its excuses."""

    rule: Rule
    tests: list[str]
    unreached: list[str]
    excused: list[Excuse]

    @property
    def is_reached(self) -> bool:
        return bool(self.tests or self.excused)


def citing_lines(root: Path = ROOT) -> list[Citation]:
    """Every line of the product that cites rules."""
    rules_by_line: dict[tuple[str, int], set[str]] = defaultdict(set)
    for rule, lines in find_citations(root).items():
        for line in lines:
            rules_by_line[line.file, line.line].add(rule)
    return [
        Citation(file, line, tuple(sorted(rules))) for (file, line), rules in sorted(rules_by_line.items())
    ]


# --- units: the code around a citation


def statement_of(tree: ast.Module, line: int) -> tuple[list[ast.AST], ast.stmt | None]:
    """The functions and classes around a line, and its statement.

    The statement is None if the line is part of a docstring, a signature or a last comment. A comment on its
    own line belongs to the statement that follows it.
    """
    path: list[ast.AST] = []
    container: ast.AST = tree
    while True:
        statements = list(_statements(container))
        if _in_docstring(container, line):
            return path, None
        around = [
            node for node in statements if _first_line(node) <= line <= (node.end_lineno or node.lineno)
        ]
        statement = around[-1] if around else None
        if statement is None or _between_blocks(statement, line):
            later = [node for node in statements if _first_line(node) > line]
            statement = min(later, key=_first_line) if later else None
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return path, statement
        path.append(statement)
        if line < statement.body[0].lineno:
            return path, None
        container = statement


def _statements(container: ast.AST) -> Iterable[ast.stmt]:
    """All statements inside, outer before inner, except those of inner functions and classes."""
    for node in ast.iter_child_nodes(container):
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, ast.stmt | ast.match_case | ast.ExceptHandler) and not isinstance(
            node, (*FUNCTIONS, ast.ClassDef)
        ):
            yield from _statements(node)


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _in_docstring(container: ast.AST, line: int) -> bool:
    first = next(iter(getattr(container, "body", [])), None)
    is_text = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return is_text and first is not None and first.lineno <= line <= (first.end_lineno or 0)


def _between_blocks(statement: ast.stmt, line: int) -> bool:
    """Whether the line is inside a compound statement but in no inner one: a comment or an `else`."""
    body = getattr(statement, "body", None)
    if not isinstance(body, list) or isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return False
    return bool(line >= body[0].lineno)


def unit_of(tree: ast.Module, line: int) -> tuple[str, ast.AST]:
    """The name of the unit around a line of Python, and its node."""
    path, statement = statement_of(tree, line)
    names = [getattr(node, "name", "") for node in path]
    if path and isinstance(path[-1], FUNCTIONS):
        return ".".join(names), path[-1]
    if statement is None:
        return ".".join(names) or "module", path[-1] if path else tree
    targets = assigned_names(statement)
    row = row_of(statement, line)
    name = targets[0] if targets else ast.unparse(statement).splitlines()[0][:60]
    if row is not None:
        return f"{name}[{ast.unparse(row[0])}]", row[1]
    return ".".join([*names, name]), statement


def assigned_names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.AnnAssign):
        targets: list[ast.expr] = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = [name for target in statement.targets for name in getattr(target, "elts", [target])]
    else:
        return []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def table_of(statement: ast.AST) -> ast.Dict | None:
    """The literal table that a statement binds to a name."""
    value = getattr(statement, "value", None)
    return (
        value if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(value, ast.Dict) else None
    )


def rows_of(table: ast.Dict) -> list[tuple[ast.expr, ast.expr]]:
    """The key and value of each row. `**rows` gives the same expression twice."""
    return [(key or value, value) for key, value in zip(table.keys, table.values, strict=True)]


def row_of(statement: ast.AST, line: int) -> tuple[ast.expr, ast.expr] | None:
    """The row of a table around a line; for a comment, the row that follows it.

    None if the line is the first line of the table itself.
    """
    table = table_of(statement)
    if table is None or line <= table.lineno:
        return None
    rows = rows_of(table)
    return next((row for row in rows if line <= (row[1].end_lineno or 0)), None)


@cache
def _source(path: Path) -> tuple[str, ast.Module, dict[int, int]]:
    text = path.read_text("utf-8")
    comments = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.start[1]
    return text, ast.parse(text), comments


class Unit(Struct, frozen=True):
    """A citing unit: the rules that it cites, and the digest of these and of its code."""

    rules: frozenset[str]
    digest: str


def citing_units(root: Path = ROOT) -> dict[str, Unit]:
    rules: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, dict[str, None]] = defaultdict(dict)
    for citation in citing_lines(root):
        name, text = _unit_text(root, citation)
        rules[name].update(citation.rules)
        texts[name][text] = None
    return {
        name: Unit(frozenset(rules[name]), _digest(" ".join(sorted(rules[name])), *texts[name]))
        for name in sorted(rules)
    }


def units(root: Path = ROOT) -> dict[str, str]:
    """Every citing unit with its digest."""
    return {name: unit.digest for name, unit in citing_units(root).items()}


def unit_name(root: Path, citation: Citation) -> str:
    return _unit_text(root, citation)[0]


def _unit_text(root: Path, citation: Citation) -> tuple[str, str]:
    path = root / citation.file
    if path.suffix == ".py":
        _, tree, _ = _source(path)
        name, node = unit_of(tree, citation.line)
        return f"{citation.file}::{name}", _code(path, node)
    rows = path.read_text("utf-8").splitlines()
    first = last = citation.line - 1
    while first > 0 and rows[first - 1].strip():
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].strip():
        last += 1
    paragraph = "".join("".join(rows[first : last + 1]).split())
    return f"{citation.file}::{' '.join(citation.rules)}", paragraph


def _code(path: Path, node: ast.AST) -> str:
    """The text of a node without comments, docstrings and white space."""
    text, _, comments = _source(path)
    rows = text.splitlines()
    left_out: set[int] = set()
    for inner in ast.walk(node):
        if isinstance(inner, (*FUNCTIONS, ast.ClassDef, ast.Module)) and _has_docstring(inner):
            left_out.update(range(inner.body[0].lineno, (inner.body[0].end_lineno or 0) + 1))
    first = 1 if isinstance(node, ast.Module) else getattr(node, "lineno", 1)
    last = len(rows) if isinstance(node, ast.Module) else getattr(node, "end_lineno", len(rows))
    kept = [rows[line - 1][: comments.get(line)] for line in range(first, last + 1) if line not in left_out]
    return "".join("".join(kept).split())


def _has_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) -> bool:
    return bool(node.body) and _in_docstring(node, node.body[0].lineno)


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def digest_of(unit_digests: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(unit_digests, sort_keys=True).encode()).hexdigest()


# --- the record compared with the sources


class NoRecordError(Exception):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"There is no record of reached rules at {path}. `{COMMAND}` makes it: half an hour on two cores."
        )


def load_record(path: Path = RECORD) -> ReachRecord:
    if not path.exists():
        raise NoRecordError(path)
    return msgspec.json.decode(path.read_bytes(), type=ReachRecord)


def reached_rules(record: ReachRecord, excuses: Sequence[Excuse] = EXCUSES) -> list[RuleReach]:
    """Every rule of the matrix with its results. An excuse counts only if its proof ran."""
    proved: dict[str, list[Excuse]] = defaultdict(list)
    for excuse in excuses:
        if excuse.proof in record.proofs:
            proved[excuse.rule].append(excuse)
    results = ((rule, record.rules.get(rule.id, Reached())) for rule in load_matrix())
    return [
        RuleReach(rule, result.tests, result.unreached, proved.get(rule.id, [])) for rule, result in results
    ]


def find_differences(
    record: ReachRecord, excuses: Sequence[Excuse] = EXCUSES, root: Path = ROOT
) -> list[str]:
    """One sentence for each difference between the record and the sources.

    The record is stale if there is one.
    """
    current, recorded = units(root), record.units
    differences = [
        f"{name} has changed."
        for name in sorted(current.keys() & recorded.keys())
        if current[name] != recorded[name]
    ]
    differences += [f"{name} is not in the record." for name in sorted(current.keys() - recorded.keys())]
    differences += [f"{name} no longer exists." for name in sorted(recorded.keys() - current.keys())]
    proofs = {excuse.proof for excuse in excuses}
    differences += [
        f"{test}, which proves an excuse, did not run." for test in sorted(proofs - set(record.proofs))
    ]
    if not differences and digest_of(recorded) != record.sources:
        differences.append("The digest of the sources does not belong to this record.")
    if (root / "tests").is_dir():
        tests = {test for result in record.rules.values() for test in result.tests} | set(record.proofs)
        differences += [f"{test} no longer exists." for test in sorted(tests) if not _exists(root, test)]
    return differences


def describe_stale(differences: Sequence[str]) -> str:
    """The first differences, and the command that renews the record."""
    shown = "\n".join(differences[:MAX_DIFFERENCES])
    return (
        f"{shown}\nThe record of reached rules is stale: {len(differences)} differences. "
        f"Bring it up to date with `{COMMAND} --changed`."
    )


def _exists(root: Path, test: str) -> bool:
    file, _, name = test.partition("::")
    path = root / file
    return path.is_file() and f"def {name.rpartition('::')[2]}(" in path.read_text("utf-8")
