"""Where each rule was reached by a running test: at a live table, on a page, or in the back office.

`python -m tests.proofs.reach` runs the tests and writes what it saw to `matrix/reach.json`. This module reads that record
beside the sources. It needs no database and runs no test.

The record is stale when a citing unit differs from the one it was made from. A unit is the smallest named thing around a
citation: a function, a field, a row of a table, a class; in a template or script, the paragraph. Its digest leaves out comments,
docstrings and white space. So an edit elsewhere in the file changes nothing, and an edit of the code that a rule is cited for does.
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
from games.rulebook.trace import ROOT, Rule, citations, matrix

RECORD = Path(__file__).with_name("matrix") / "reach.json"
COMMAND = "python -m tests.proofs.reach"
Excuse = Branch | Definition
EXCUSES: tuple[Excuse, ...] = (*BRANCHES, *DEFINITIONS)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Citation(NamedTuple):
    """A line that cites rules."""

    file: str
    line: int
    rules: tuple[str, ...]


class Unit(NamedTuple):
    """The smallest named thing around a citation."""

    name: str  # file::qualified name
    digest: str


class Reached(Struct, frozen=True, omit_defaults=True):
    """What was seen of one rule: tests that reached it, and the citing lines that no test reached."""

    tests: list[str] = []
    unreached: list[str] = []  # the unit, and the line itself


class Record(Struct, frozen=True):
    """`matrix/reach.json`."""

    sources: str  # the digest of all units
    units: dict[str, str]
    rules: dict[str, Reached]
    proofs: list[str]  # tests that prove an excuse, and that ran and passed


class Standing(Struct, frozen=True):
    """One rule, and how a running test reached it."""

    rule: Rule
    tests: list[str]
    unreached: list[str]
    excused: list[Excuse]

    @property
    def is_reached(self) -> bool:
        return bool(self.tests or self.excused)


def citing_lines(root: Path = ROOT) -> list[Citation]:
    found: dict[tuple[str, int], set[str]] = defaultdict(set)
    for rule, places in citations(root).items():
        for place in places:
            found[place.file, place.line].add(rule)
    return [Citation(file, line, tuple(sorted(rules))) for (file, line), rules in sorted(found.items())]


# --- units: what a citation stands on


def statement_of(tree: ast.Module, line: int) -> tuple[list[ast.AST], ast.stmt | None]:
    """The functions and classes around a line, and its statement. None: the line is a docstring, a signature or a last comment.

    A comment with a line to itself belongs to the statement that follows it.
    """
    path: list[ast.AST] = []
    container: ast.AST = tree
    while True:
        statements = list(_statements(container))
        if _in_docstring(container, line):
            return path, None
        around = [
            each for each in statements if _first_line(each) <= line <= (each.end_lineno or each.lineno)
        ]
        statement = around[-1] if around else None
        if statement is None or _between_blocks(statement, line):
            later = [each for each in statements if _first_line(each) > line]
            statement = min(later, key=_first_line) if later else None
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return path, statement
        path.append(statement)
        if line < statement.body[0].lineno:
            return path, None
        container = statement


def _statements(container: ast.AST) -> Iterable[ast.stmt]:
    """All statements below, outer before inner, without those of inner functions and classes."""
    for node in ast.iter_child_nodes(container):
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, ast.stmt | ast.match_case | ast.ExceptHandler) and not isinstance(
            node, (*FUNCTIONS, ast.ClassDef)
        ):
            yield from _statements(node)


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])


def _in_docstring(container: ast.AST, line: int) -> bool:
    first = next(iter(getattr(container, "body", [])), None)
    is_text = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    return is_text and first is not None and first.lineno <= line <= (first.end_lineno or 0)


def _between_blocks(statement: ast.stmt, line: int) -> bool:
    """Does the line, inside a compound statement, belong to none of its inner statements (a comment, an `else`)?"""
    body = getattr(statement, "body", None)
    if not isinstance(body, list) or isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return False
    return line >= body[0].lineno


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
    """Each row's key and value; of `**more`, the same expression twice."""
    return [(key or value, value) for key, value in zip(table.keys, table.values, strict=True)]


def row_of(statement: ast.AST, line: int) -> tuple[ast.expr, ast.expr] | None:
    """The row of a table around a line; of a comment, the row that follows it. None: the line is the table's own first line."""
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


def units(root: Path = ROOT) -> dict[str, str]:
    """Every citing unit with its digest: the rules that it cites, and its code."""
    rules: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, dict[str, None]] = defaultdict(dict)
    for cited in citing_lines(root):
        name, text = _unit_text(root, cited)
        rules[name].update(cited.rules)
        texts[name][text] = None
    return {name: _digest(" ".join(sorted(rules[name])), *texts[name]) for name in sorted(rules)}


def unit_name(root: Path, cited: Citation) -> str:
    return _unit_text(root, cited)[0]


def _unit_text(root: Path, cited: Citation) -> tuple[str, str]:
    path = root / cited.file
    if path.suffix == ".py":
        _, tree, _ = _source(path)
        name, node = unit_of(tree, cited.line)
        return f"{cited.file}::{name}", _code(path, node)
    rows = path.read_text("utf-8").splitlines()
    first = last = cited.line - 1
    while first > 0 and rows[first - 1].strip():
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].strip():
        last += 1
    paragraph = "".join("".join(rows[first : last + 1]).split())
    return f"{cited.file}::{' '.join(cited.rules)}", paragraph


def _code(path: Path, node: ast.AST) -> str:
    """The text of a node without comments, docstrings and white space."""
    text, _, comments = _source(path)
    rows = text.splitlines()
    documented = [
        each
        for each in ast.walk(node)
        if isinstance(each, (*FUNCTIONS, ast.ClassDef, ast.Module)) and _docstring(each)
    ]
    left_out = {
        line for each in documented for line in range(each.body[0].lineno, (each.body[0].end_lineno or 0) + 1)
    }
    first = 1 if isinstance(node, ast.Module) else getattr(node, "lineno", 1)
    last = len(rows) if isinstance(node, ast.Module) else getattr(node, "end_lineno", len(rows))
    kept = [rows[line - 1][: comments.get(line)] for line in range(first, last + 1) if line not in left_out]
    return "".join("".join(kept).split())


def _docstring(node: ast.AST) -> bool:
    return _in_docstring(node, getattr(node, "body")[0].lineno)  # noqa: B009


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def digest_of(found: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


# --- the record beside the sources


def record(path: Path = RECORD) -> Record:
    return msgspec.json.decode(path.read_bytes(), type=Record)


def standings(found: Record, excuses: Sequence[Excuse] = EXCUSES) -> list[Standing]:
    """Every rule of the matrix, as the record has it. An excuse counts once the test that it names has run."""
    proved = [each for each in excuses if each.proof in found.proofs]
    result = []
    for rule in matrix():
        seen = found.rules.get(rule.id, Reached())
        result.append(
            Standing(rule, seen.tests, seen.unreached, [each for each in proved if each.rule == rule.id])
        )
    return result


def stale(found: Record, excuses: Sequence[Excuse] = EXCUSES, root: Path = ROOT) -> list[str]:
    """What differs between the record and the sources: one sentence each."""
    now = units(root)
    said = [
        f"{name} has changed."
        for name in sorted(now.keys() & found.units.keys())
        if now[name] != found.units[name]
    ]
    said += [f"{name} is not in the record." for name in sorted(now.keys() - found.units.keys())]
    said += [f"{name} no longer exists." for name in sorted(found.units.keys() - now.keys())]
    said += [
        f"{test}, which proves an excuse, did not run."
        for test in sorted({each.proof for each in excuses} - set(found.proofs))
    ]
    if not said and digest_of(found.units) != found.sources:
        said.append("The digest of the sources does not belong to this record.")
    if (root / "tests").is_dir():
        named = {test for seen in found.rules.values() for test in seen.tests} | set(found.proofs)
        said += [f"{test} no longer exists." for test in sorted(named) if not _exists(root, test)]
    return said


def _exists(root: Path, test: str) -> bool:
    file, _, name = test.partition("::")
    path = root / file
    return path.is_file() and f"def {name.rpartition('::')[2]}(" in path.read_text("utf-8")
