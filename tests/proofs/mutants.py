"""`python -m tests.proofs.mutants`: changes lines that cite a rule, one at a time, and sees whether the tests of that rule fail.

`--sample 120` takes lines of the engines, and the tests that need no table (about a quarter of an hour). `--citing 200` takes any
citing line of the product: first the tests of its rules that need no table, then those that `manage.py trace --live` names for
them (about three quarters of an hour); exit code 1 where fewer than 95 in a hundred are noticed.

A citation that no test misses is a word and no proof. Each mutant is one cited line of an engine with one thing changed: a
comparison turned round, a number one off, «and» for «or», a condition denied. It runs in a copy of the tree, against the
tests that `manage.py trace` names for the rules that the line cites. Exit code 1 where fewer than nine in ten are killed.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple, NoReturn

import pytest

from games.rulebook import reach
from games.rulebook.trace import ROOT, citations, matrix, named_in_tests

LEAST_KILLED = 0.9
LEAST_NOTICED = 0.95  # of the mutants of any citing line
SECONDS = 300  # for one mutant's tests; who needs longer hangs, and is killed
ENGINES = ("roulette", "blackjack", "baccarat", "holdem", "stud")
# Modules that count as an engine of their own: what one regulation or one subject has for itself.
ALONE = ("caribbean", "macau", "jackpot", "poker_hands", "pots", "sessions")
COPIED = ("casino", "games", "players", "templates", "static", "tests", "manage.py", "pyproject.toml")
# What the tests import besides the product, and what can be imported without its settings.
LIBRARIES = (
    "_pytest.assertion", "_pytest.python", "celery", "channels", "cryptography", "django.contrib.admin.options",
    "django.db.models", "django.test", "hypothesis", "msgspec", "numpy", "psycopg", "pytest_asyncio", "pytest_django.plugin", "redis",
    "structlog", "yaml",
)  # fmt: skip
# Tests that need no browser and no house; the tests of a file of vectors are those that read it.
PURE = ("tests/rules/", "tests/odds/")
TESTED = (*PURE, "tests/games/")
READERS = {
    "tests/vectors/": "tests/games/rulebook/test_vectors.py",
    "tests/rounds/": "tests/rules/test_golden_rounds.py",
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


class Cited(NamedTuple):
    """A line of an engine with the rules that it cites."""

    file: str
    line: int
    rules: tuple[str, ...]


class Mutant(NamedTuple):
    at: Cited
    old: str
    new: str
    text: str  # the whole file with the change

    def __str__(self) -> str:
        return f"{self.at.file}:{self.at.line} [{'] ['.join(self.at.rules)}] «{self.old}» -> «{self.new}»"


def engine_of(file: str) -> str:
    """The engine that a file belongs to; nothing for any other file."""
    path = Path(file)
    if path.parts[:2] != ("games", "rules"):
        return ""
    if path.stem in ALONE:
        return path.stem
    return path.parts[2] if path.parts[2] in ENGINES else ""


def cited_lines(root: Path = ROOT, *, engines_only: bool = True) -> list[Cited]:
    """Every line of code with a citation; of a citation that has a line to itself, the line that follows it."""
    rules: dict[tuple[str, int], set[str]] = defaultdict(set)
    lines: dict[str, list[str]] = {}
    for rule, places in citations(root).items():
        for place in places:
            if not (engine_of(place.file) if engines_only else place.file.endswith(".py")):
                continue
            text = lines.setdefault(place.file, (root / place.file).read_text("utf-8").splitlines())
            line = place.line
            while line < len(text) and text[line - 1].lstrip().startswith("#"):
                line += 1
            rules[place.file, line].add(rule)
    return [Cited(file, line, tuple(sorted(found))) for (file, line), found in sorted(rules.items())]


def changes(tree: ast.AST, line: int) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What of that line may be changed, and into what."""
    for node in ast.walk(tree):
        for condition in _conditions(node):
            if _on(condition, line):
                yield condition, ast.UnaryOp(ast.Not(), condition)
        if not isinstance(node, ast.expr) or not _on(node, line):
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield node, ast.Compare(node.left, [OPPOSITE[type(node.ops[0])]()], node.comparators)
        elif isinstance(node, ast.BoolOp):
            yield node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, node.operand
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Add | ast.Sub)
            and not isinstance(node.left, ast.Constant | ast.Tuple)
        ):
            yield (
                node,
                ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, ast.Constant(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, ast.Constant(node.value + 1)


def removals(tree: ast.AST, line: int) -> Iterator[tuple[ast.expr, ast.expr]]:
    """For a line without anything to turn round: another word, a step left out, nothing answered."""
    texts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    texts |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and _on(node, line)
            and id(node) not in texts
        ):
            yield node, ast.Constant(f"{node.value}~")
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call | ast.YieldFrom | ast.Yield)
            and _on(node.value, line)
        ):
            yield node.value, ast.Constant(None)
        elif isinstance(node, ast.Return) and (answer := _answer_on(node, line)) is not None:
            yield answer, ast.Constant(None)


def _answer_on(node: ast.Return, line: int) -> ast.expr | None:
    """What is answered on that line, where it is worked out."""
    value = node.value
    return value if value is not None and not isinstance(value, ast.Constant) and _on(value, line) else None


def in_function_of(tree: ast.AST, line: int) -> list[tuple[ast.expr, ast.expr]]:
    """Of a function that cites a rule in its docstring, everything in it that may be changed."""
    for node in ast.walk(tree):
        documented = (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) is not None
        )
        if documented and node.body[0].lineno <= line <= (node.body[0].end_lineno or 0):
            rows = range(line + 1, (node.end_lineno or line) + 1)
            return [change for row in rows for change in (*changes(tree, row), *removals(tree, row))]
    return []


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []


def _on(node: ast.expr, line: int) -> bool:
    return node.lineno == node.end_lineno == line


def mutant(cited: Cited, random: Random, root: Path = ROOT, *, anything: bool = False) -> Mutant | None:
    """That line with one change, chosen at random; None where nothing of it can be changed."""
    source = (root / cited.file).read_text("utf-8")
    tree = ast.parse(source)
    found = list(changes(tree, cited.line))
    if not found and anything:
        found = list(removals(tree, cited.line)) or in_function_of(tree, cited.line)
    if not found:
        return None
    old, new = random.choice(found)
    rows = source.splitlines(keepends=True)
    row = rows[old.lineno - 1].encode()  # columns are counted in bytes
    put = f"({ast.unparse(new)})" if not isinstance(new, ast.Constant) else ast.unparse(new)
    rows[old.lineno - 1] = (row[: old.col_offset] + put.encode() + row[old.end_col_offset :]).decode()
    text = "".join(rows)
    compile(text, cited.file, "exec")
    return Mutant(cited, ast.unparse(old), put, text)


def tests_of(rules: Sequence[str], named: dict[str, list[str]]) -> list[str]:
    """Those that need no table, where there are any: an engine is a pure thing."""
    found = sorted({test for rule in rules for test in named.get(rule, ())})
    return [test for test in found if test.startswith(PURE)] or found


def tests_by_rule() -> dict[str, list[str]]:
    """As `manage.py trace` names them, in the words of pytest."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule, places in named_in_tests(matrix()).items():
        for place in places:
            reader = next((test for start, test in READERS.items() if place.file.startswith(start)), "")
            if reader:
                found[rule].append(reader)
            elif place.file.startswith(TESTED) and re.fullmatch(r"test_\w+\.py", Path(place.file).name):
                # A table before the first test is read by the tests of its file.
                found[rule].append(f"{place.file}::{place.test}" if place.test else place.file)
    return found


def sample(count: int, random: Random, named: dict[str, list[str]]) -> list[Mutant]:
    """So many mutants, of each engine in turn."""
    by_engine: dict[str, list[Cited]] = defaultdict(list)
    for cited in cited_lines():
        if tests_of(cited.rules, named):
            by_engine[engine_of(cited.file)].append(cited)
    for lines in by_engine.values():
        random.shuffle(lines)
    found: list[Mutant] = []
    while len(found) < count and any(by_engine.values()):
        for lines in by_engine.values():
            while lines:
                made = mutant(lines.pop(), random)
                if made is not None:
                    found.append(made)
                    break
    return found[:count]


def sample_citing(count: int, random: Random) -> list[Mutant]:
    """So many mutants of citing lines anywhere in the product, one of a line."""
    lines = cited_lines(engines_only=False)
    random.shuffle(lines)
    return list(
        islice((made for line in lines if (made := mutant(line, random, anything=True)) is not None), count)
    )


def rounds_of_tests(
    mutant: Mutant, named: dict[str, list[str]], live: dict[str, list[str]]
) -> list[list[str]]:
    """The tests recorded for the rules of a line: those that need no table, for they are fast; then all that reach it live."""
    pure = sorted({test for rule in mutant.at.rules for test in named.get(rule, ()) if test.startswith(PURE)})
    others = {test for rule in mutant.at.rules for test in (*live.get(rule, ()), *named.get(rule, ()))} - set(
        pure
    )
    return [tests for tests in (pure, sorted(others)) if tests]


def run_citing(count: int, seed: int) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of the sample, and those that no test of their rules noticed."""
    named = tests_by_rule()
    live = {rule: seen.tests for rule, seen in reach.record().rules.items()}
    chosen = sample_citing(count, Random(seed))
    survived: list[Mutant] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        root = copied(Path(temporary))
        for number, each in enumerate(chosen, 1):
            noticed = any(notices(root, each, tests) for tests in rounds_of_tests(each, named, live))
            if not noticed:
                survived.append(each)
            print(f"{number}/{len(chosen)} {'noticed' if noticed else 'SURVIVED'} {each}", flush=True)
    return chosen, survived


def notices(root: Path, mutant: Mutant, tests: list[str]) -> bool:
    """Do these tests fail with the change, and pass without it?"""
    file = root / mutant.at.file
    before = file.read_text("utf-8")
    file.write_text(mutant.text, "utf-8")
    failed = not passes(root, tests)
    file.write_text(before, "utf-8")
    return failed and passes_unchanged(root, tuple(tests))


@cache
def passes_unchanged(root: Path, tests: tuple[str, ...]) -> bool:
    return passes(root, tests, must=True)


def copied(folder: Path) -> Path:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def passes(root: Path, tests: Sequence[str], *, must: bool = False) -> bool:
    """Do all of them pass there? Tests that never end have not."""
    code, said = forked(root, tests)
    if must and code:
        raise RuntimeError(f"these tests fail without any change: {said[-3000:]}")
    if code not in (
        0,
        1,
        2,
        4,
        None,
    ):  # 2 and 4: a mutant that cannot even be imported, and so has no such test
        raise RuntimeError(f"pytest said {code}: {said[-4000:]}")
    return code == 0


def forked(root: Path, tests: Sequence[str]) -> tuple[int | None, str]:
    """What pytest says of them there, and its exit code; None where the time ran out.

    In a child of this process, which has the libraries loaded already: most of the time of a short run is their import.
    """
    preload()
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if not child:
            run_child(root, tests, output.fileno())
        code = wait_for(child)
        output.seek(0)
        return code, output.read().decode(errors="replace")


@cache
def preload() -> None:
    for library in LIBRARIES:
        import_module(library)


def run_child(root: Path, tests: Sequence[str], output: int) -> NoReturn:
    code = 3
    try:
        os.setsid()
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(root)
        for name in [name for name in sys.modules if name.partition(".")[0] in (*COPIED, "manage")]:
            del sys.modules[name]
        sys.path.insert(0, str(root))
        sys.dont_write_bytecode = True
        asked = [
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "--no-header",
            f"--rootdir={root}",
            "-c",
            str(root / "pyproject.toml"),
        ]
        code = int(pytest.main([*asked, *tests]))
        sys.stdout.flush()
    finally:
        os._exit(code)


def wait_for(child: int) -> int | None:
    """The exit code of the child; None where it took too long and was ended, with all that it had started."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run(count: int, seed: int) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of the sample, and those that survived."""
    named = tests_by_rule()
    chosen = sample(count, Random(seed), named)
    survived: list[Mutant] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        root = copied(Path(temporary))
        everything = sorted({test for each in chosen for test in tests_of(each.at.rules, named)})
        passes(root, everything, must=True)
        for number, each in enumerate(chosen, 1):
            file = root / each.at.file
            before = file.read_text("utf-8")
            file.write_text(each.text, "utf-8")
            alive = passes(root, tests_of(each.at.rules, named))
            file.write_text(before, "utf-8")
            if alive:
                survived.append(each)
            print(f"{number}/{len(chosen)} {'SURVIVED' if alive else 'killed'} {each}", flush=True)
    return chosen, survived


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=120, help="how many mutants")
    parser.add_argument(
        "--citing",
        type=int,
        metavar="COUNT",
        help="mutants of any citing line, against all tests of its rules",
    )
    parser.add_argument("--seed", type=int, default=None, help="the same sample again")
    asked = parser.parse_args()
    seed = Random().getrandbits(32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    chosen, survived = run_citing(asked.citing, seed) if asked.citing else run(asked.sample, seed)
    least = LEAST_NOTICED if asked.citing else LEAST_KILLED
    print(f"{len(chosen)} mutants, {len(chosen) - len(survived)} killed", flush=True)
    return 0 if len(chosen) - len(survived) >= least * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
