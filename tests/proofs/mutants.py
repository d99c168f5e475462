"""`python -m tests.proofs.mutants`: changes lines that cite a rule, one at a time, and sees whether the tests of that rule fail.

A citation that no test misses is a word and no proof. Each mutant is one cited line of an engine with one thing changed: a
comparison turned round, a number one off, «and» for «or», a condition denied. It runs in a copy of the tree, against the
tests that `manage.py trace` names for the rules that the line cites. Exit code 1 where fewer than nine in ten are killed.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from games.rulebook.trace import ROOT, citations, matrix, named_in_tests

LEAST_KILLED = 0.9
SECONDS = 300  # for one mutant's tests; who needs longer hangs, and is killed
ENGINES = (
    "roulette",
    "blackjack",
    "baccarat",
    "stud",
    "caribbean_stud",
    "macau_stud",
    "jackpot",
    "holdem",
    "poker_hands",
    "pots",
    "sessions",
)
COPIED = ("casino", "games", "players", "templates", "static", "tests", "manage.py", "pyproject.toml")
# Tests that need no browser and no house; the tests of a file of vectors are those that read it.
PURE = ("tests/rules/", "tests/odds/")
TESTED = (*PURE, "tests/games/")
READERS = {"tests/vectors/": "tests/rules/test_vectors.py", "tests/rounds/": "tests/rules/test_golden_rounds.py"}
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
    name = Path(file).stem
    found = [engine for engine in ENGINES if name == engine or name.startswith(engine + "_")]
    return max(found, key=len) if found and file.startswith("games/rules/") else ""


def cited_lines(root: Path = ROOT) -> list[Cited]:
    """Every line of code with a citation; of a citation that has a line to itself, the line that follows it."""
    rules: dict[tuple[str, int], set[str]] = defaultdict(set)
    lines: dict[str, list[str]] = {}
    for rule, places in citations(root).items():
        for place in places:
            if not engine_of(place.file):
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
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and not isinstance(node.left, ast.Constant | ast.Tuple):
            yield node, ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right)
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, ast.Constant(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, ast.Constant(node.value + 1)


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []


def _on(node: ast.expr, line: int) -> bool:
    return node.lineno == node.end_lineno == line


def mutant(cited: Cited, random: Random, root: Path = ROOT) -> Mutant | None:
    """That line with one change, chosen at random; None where nothing of it can be changed."""
    source = (root / cited.file).read_text("utf-8")
    found = list(changes(ast.parse(source), cited.line))
    if not found:
        return None
    old, new = random.choice(found)
    rows = source.splitlines(keepends=True)
    row = rows[cited.line - 1].encode()  # columns are counted in bytes
    put = f"({ast.unparse(new)})" if not isinstance(new, ast.Constant) else ast.unparse(new)
    rows[cited.line - 1] = (row[: old.col_offset] + put.encode() + row[old.end_col_offset :]).decode()
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


def copied(folder: Path) -> Path:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def passes(root: Path, tests: Sequence[str], *, must: bool = False) -> bool:
    """Do all of them pass there? Tests that never end have not."""
    asked = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", *tests]
    try:
        ended = subprocess.run(asked, cwd=root, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    if must and ended.returncode:
        raise RuntimeError(f"these tests fail without any change: {ended.stdout[-3000:]}")
    if ended.returncode not in (0, 1, 2, 4):  # 2 and 4: a mutant that cannot even be imported, and so has no such test
        raise RuntimeError(f"pytest said {ended.returncode}: {ended.stdout[-2000:]}{ended.stderr[-2000:]}")
    return ended.returncode == 0


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
    parser.add_argument("--seed", type=int, default=None, help="the same sample again")
    asked = parser.parse_args()
    seed = Random().getrandbits(32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    chosen, survived = run(asked.sample, seed)
    print(f"{len(chosen)} mutants, {len(chosen) - len(survived)} killed", flush=True)
    return 0 if len(chosen) - len(survived) >= LEAST_KILLED * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
