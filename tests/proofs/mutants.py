"""Change lines that cite a rule, one at a time, and check that a test of the rule fails: `python -m
tests.proofs.mutants`.

Each mutant is one citing line with one change: an inverted comparison, a number plus one, `or` for `and`, a
negated condition. It runs in a copy of the tree. There are two samples, each with its own limit; exit code 1
below it:

- `--sample 120`: lines of the engines, against the tests that `manage.py trace` names for the cited rules
  and that need no table. At least 90 in a hundred are noticed. A quarter of an hour; `make long` runs it.
- `--citing 200`: any citing line of the product, against the tests that `manage.py trace` and `manage.py
  trace --live` name for its rules, then those that mirror its package. At least 95 in a hundred are noticed.
  About an hour; `make mutants` runs it. `--skip 40 --citing 80 --seed 1` runs a part of it.

Mutants that change nothing are listed with their reasons in `equivalent_mutants.toml`; they are printed, not
counted.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from games.rulebook import reach
from games.rulebook.trace import ROOT, find_citations, find_tests, load_matrix
from tests.proofs.mutant_runs import copied, copy_with_servers, passes
from tests.proofs.planted.catalogue import BROWSER_TESTS

MIN_KILLED = 0.9  # of the mutants of the engines
MIN_NOTICED = 0.95  # of the mutants of any citing line
ENGINES = ("roulette", "blackjack", "baccarat", "holdem", "stud")
# Modules that count as an engine of their own.
ALONE = ("caribbean", "macau", "jackpot", "poker_hands", "pots", "sessions")
# Changes that change nothing, each with its reason. They are printed and count neither way.
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
PURE = ("tests/rules/", "tests/odds/")
TESTED = (*PURE, "tests/games/")
READERS = {
    "tests/vectors/": "tests/games/vectors/test_runner.py",
    "tests/rounds/": "tests/rules/test_golden_rounds.py",
}
# What a player sees of a game, and the tests of all sentences.
ENGINE_PAGES = {
    "roulette": "tests/pages/test_felt.py",
    **{
        engine: f"tests/pages/test_{engine}_felt.py" for engine in ("blackjack", "baccarat", "holdem", "stud")
    },
}
# Whole rounds of every engine: what they show, what they say afterwards, and that it has words on the page.
ROUNDS_AS_DATA = (
    "tests/rules/test_golden_rounds.py",
    "tests/rules/test_stored_names.py",
    "tests/games/rounds/replay/test_explanations.py",
    "tests/pages/test_explanation_panel.py",
)
PAGES_OF_WORDS = (
    "tests/casino/languages/test_translations.py",  # a sentence that is not translated
    "tests/pages/test_words.py",
    "tests/pages/test_announcements.py",
    "tests/pages/test_explanation_panel.py",
    "tests/players/portal/test_public_pages.py",
)
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


class CitedLine(NamedTuple):
    """A line of an engine with the rules that it cites."""

    file: str
    line: int
    rules: tuple[str, ...]


class Change(NamedTuple):
    """A change of one line, as `equivalent_mutants.toml` names it."""

    file: str
    line: str  # the line without its indentation
    old: str
    new: str


class Mutant(NamedTuple):
    at: CitedLine
    changed: int  # the line that is changed: the citing line, or one of the function that cites
    change: Change
    text: str  # the whole file with the change

    def __str__(self) -> str:
        rules = "] [".join(self.at.rules)
        return f"{self.at.file}:{self.changed} [{rules}] «{self.change.old}» -> «{self.change.new}»"


def engine_of(file: str) -> str:
    """The engine of a file; an empty string for any other file."""
    path = Path(file)
    if path.parts[:2] != ("games", "rules"):
        return ""
    if path.stem in ALONE:
        return path.stem
    return path.parts[2] if path.parts[2] in ENGINES else ""


def cited_lines(root: Path = ROOT, *, engines_only: bool = True) -> list[CitedLine]:
    """Every line of code with a citation; for a citation in a comment line, the next line of code."""
    rules: dict[tuple[str, int], set[str]] = defaultdict(set)
    lines: dict[str, list[str]] = {}
    for rule, places in find_citations(root).items():
        for place in places:
            if not (engine_of(place.file) if engines_only else place.file.endswith(".py")):
                continue
            text = lines.setdefault(place.file, (root / place.file).read_text("utf-8").splitlines())
            line = place.line
            while line < len(text) and text[line - 1].lstrip().startswith("#"):
                line += 1
            rules[place.file, line].add(rule)
    return [CitedLine(file, line, tuple(sorted(matches))) for (file, line), matches in sorted(rules.items())]


def changes(tree: ast.AST, line: int) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The expressions of that line that can be changed, with their replacements."""
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
    """For a line without such an expression: another string, a removed call, or `return None`."""
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
    """The returned expression of that line, unless it is a constant."""
    value = node.value
    return value if value is not None and not isinstance(value, ast.Constant) and _on(value, line) else None


def in_function_of(tree: ast.AST, line: int) -> list[tuple[ast.expr, ast.expr]]:
    """All possible changes in a function that cites a rule in its docstring."""
    for node in ast.walk(tree):
        documented = (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) is not None
        )
        if documented and node.body[0].lineno <= line <= (node.body[0].end_lineno or 0):
            rows = range(line + 1, (node.end_lineno or line) + 1)
            return [change for row in rows for change in (*changes(tree, row), *removals(tree, row))]
    return []


def possible_changes(tree: ast.AST, line: int, *, anything: bool) -> list[tuple[ast.expr, ast.expr]]:
    matches = list(changes(tree, line))
    if not matches and anything:
        matches = list(removals(tree, line)) or in_function_of(tree, line)
    return matches


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []


def _on(node: ast.expr, line: int) -> bool:
    return node.lineno == node.end_lineno == line


def mutant(
    line_with_rules: CitedLine, random: Random, root: Path = ROOT, *, anything: bool = False
) -> Mutant | None:
    """That line with one random change; None if nothing in it can be changed."""
    source = (root / line_with_rules.file).read_text("utf-8")
    tree = ast.parse(source)
    matches = possible_changes(tree, line_with_rules.line, anything=anything)
    if not matches:
        return None
    return changed_by(line_with_rules, source, *random.choice(matches))


def changed_by(line_with_rules: CitedLine, source: str, old: ast.expr, new: ast.expr) -> Mutant:
    """The source with `new` in place of `old`."""
    rows = source.splitlines(keepends=True)
    line = rows[old.lineno - 1]
    row = line.encode()  # columns are counted in bytes
    replacement = f"({ast.unparse(new)})" if not isinstance(new, ast.Constant) else ast.unparse(new)
    rows[old.lineno - 1] = (row[: old.col_offset] + replacement.encode() + row[old.end_col_offset :]).decode()
    text = "".join(rows)
    compile(text, line_with_rules.file, "exec")
    change = Change(line_with_rules.file, line.strip(), ast.unparse(old), replacement)
    return Mutant(line_with_rules, old.lineno, change, text)


def tests_of(rules: Sequence[str], named: dict[str, list[str]]) -> list[str]:
    """The pure tests of these rules if there are any, otherwise all."""
    matches = sorted({test for rule in rules for test in named.get(rule, ())})
    return [test for test in matches if test.startswith(PURE)] or matches


def tests_by_rule(folders: tuple[str, ...] = TESTED) -> dict[str, list[str]]:
    """The tests in these folders that `manage.py trace` names, as pytest ids."""
    matches: dict[str, list[str]] = defaultdict(list)
    for rule, places in find_tests(load_matrix()).items():
        for place in places:
            reader = next((test for start, test in READERS.items() if place.file.startswith(start)), "")
            if reader:
                matches[rule].append(reader)
            elif place.file.startswith(folders) and re.fullmatch(r"test_\w+\.py", Path(place.file).name):
                # A table before the first test is read by the tests of its file.
                matches[rule].append(f"{place.file}::{place.test}" if place.test else place.file)
    return matches


def sample(count: int, random: Random, named: dict[str, list[str]]) -> list[Mutant]:
    """`count` mutants, of each engine in turn."""
    by_engine: dict[str, list[CitedLine]] = defaultdict(list)
    for line_with_rules in cited_lines():
        if tests_of(line_with_rules.rules, named):
            by_engine[engine_of(line_with_rules.file)].append(line_with_rules)
    for lines in by_engine.values():
        random.shuffle(lines)
    matches: list[Mutant] = []
    while len(matches) < count and any(by_engine.values()):
        for lines in by_engine.values():
            while lines:
                new_mutant = mutant(lines.pop(), random)
                if new_mutant is not None:
                    matches.append(new_mutant)
                    break
    return matches[:count]


def sample_citing(count: int, random: Random) -> list[Mutant]:
    """`count` mutants of citing lines anywhere in the product, one per line."""
    lines = cited_lines(engines_only=False)
    random.shuffle(lines)
    made = (mutant(line, random, anything=True) for line in lines)
    return list(islice((new_mutant for new_mutant in made if new_mutant is not None), count))


def load_equivalents() -> dict[Change, str]:
    """The changes that no test can notice, with the reason of each."""
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    return {
        Change(entry["file"], entry["line"], entry["old"], entry["new"]): entry["reason"] for entry in entries
    }


def changes_of(files: Collection[str], root: Path = ROOT) -> set[Change]:
    """Every change that a sample of citing lines can contain in these files."""
    sources = {file: (root / file).read_text("utf-8") for file in files}
    trees = {file: ast.parse(source) for file, source in sources.items()}
    return {
        changed_by(at, sources[at.file], old, new).change
        for at in cited_lines(root, engines_only=False)
        if at.file in trees
        for old, new in possible_changes(trees[at.file], at.line, anything=True)
    }


def rounds_of_tests(
    mutant: Mutant, named: dict[str, list[str]], live: dict[str, list[str]]
) -> list[list[str]]:
    """All tests recorded for the rules of a line, the fastest first: pure tests, tests with a database, tests
    with a browser.

    The record names a few tests of each rule only, so the tests that mirror the line's package come last.
    """
    recorded = {test for rule in mutant.at.rules for test in (*live.get(rule, ()), *named.get(rule, ()))}
    pure = {test for test in recorded if test.startswith(PURE)}
    pages = {test for test in recorded if test.startswith(BROWSER_TESTS)}
    rounds = [pure, recorded - pure - pages, pages, set(mirrors(mutant.at.file))]
    return [sorted(tests) for tests in rounds if tests]


def mirrors(file: str) -> list[str]:
    """The tests of this file's package, the nearest folder that exists; for what several games share, those
    of all; for engines, whole rounds kept as data; for what players see, those of the pages too.
    """
    parts = Path(file).parts
    folder = (
        Path("tests") / Path(file.replace("games/rules/", "rules/").replace("games/odds/", "odds/")).parent
    )
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    if folder == Path("tests/rules/shared"):
        folder = folder.parent
    elif folder.parent == Path("tests/games/tables"):
        folder = folder.parent  # most tests play whole rounds, through every package of the tables
    elif "catalogue" in parts and not file.endswith("messages.py"):
        folder = Path("tests/games/rulebook")
    if file.endswith("messages.py"):
        tests = []
    elif folder in (Path("tests/games"), Path("tests/players")):
        tests = [str(path.relative_to(ROOT)) for path in sorted((ROOT / folder).glob("test_*.py"))]
    else:
        tests = [str(folder)]
    if engine_of(file):
        tests += ROUNDS_AS_DATA
    tests += [page for engine, page in ENGINE_PAGES.items() if engine in parts]
    if "catalogue" in parts or "messages" in parts:
        tests += PAGES_OF_WORDS
    return tests


def run_citing(count: int, seed: int, skip: int = 0) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of the sample that count, and those that no test noticed."""
    named = tests_by_rule(("tests/",))
    live = {rule: seen.tests for rule, seen in reach.load_record().rules.items()}
    listed = load_equivalents()
    counted: list[Mutant] = []
    survived: list[Mutant] = []
    with copy_with_servers() as copy:
        for number, candidate in enumerate(sample_citing(count, Random(seed))[skip:], skip + 1):
            if candidate.change in listed:
                print(f"{number}/{count} equivalent {candidate}: {listed[candidate.change]}", flush=True)
                continue
            counted.append(candidate)
            rounds = rounds_of_tests(candidate, named, live)
            results = (copy.notices(candidate.at.file, candidate.text, tests) for tests in rounds)
            noticed = next(filter(None, results), "")
            if not noticed:
                survived.append(candidate)
            result = f"noticed by {noticed}:" if noticed else "SURVIVED"
            print(f"{number}/{count} {result} {candidate}", flush=True)
    return counted, survived


def run(count: int, seed: int) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of the sample, and those that survived."""
    named = tests_by_rule()
    chosen = sample(count, Random(seed), named)
    survived: list[Mutant] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        root = copied(Path(temporary))
        all_tests = sorted({test for candidate in chosen for test in tests_of(candidate.at.rules, named)})
        passes(root, all_tests, must=True)
        for number, candidate in enumerate(chosen, 1):
            file = root / candidate.at.file
            before = file.read_text("utf-8")
            file.write_text(candidate.text, "utf-8")
            alive = passes(root, tests_of(candidate.at.rules, named))
            file.write_text(before, "utf-8")
            if alive:
                survived.append(candidate)
            print(f"{number}/{len(chosen)} {'SURVIVED' if alive else 'killed'} {candidate}", flush=True)
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
    parser.add_argument("--seed", type=int, default=None, help="repeat a sample")
    parser.add_argument("--skip", type=int, default=0, help="begin after so many mutants of --citing")
    options = parser.parse_args()
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    if options.citing:
        chosen, survived = run_citing(options.citing, seed, options.skip)
        equivalent = f" ({options.citing - options.skip - len(chosen)} equivalent ones not counted)"
    else:
        chosen, survived = run(options.sample, seed)
        equivalent = ""
    least = MIN_NOTICED if options.citing else MIN_KILLED
    print(f"{len(chosen)} mutants, {len(chosen) - len(survived)} killed{equivalent}", flush=True)
    return 0 if len(chosen) - len(survived) >= least * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
