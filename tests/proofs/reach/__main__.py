"""`python -m tests.proofs.reach`: runs the tests, sees which citing lines they reach live, and writes the record of it.

`manage.py trace --live` prints the record. Without arguments all tests run except those that need a running house: some twenty
minutes on two cores. With arguments (files or tests, as for pytest) only these run, and what they reach is added: for a change of
a few files. Of code that has changed since the record was made, nothing old counts. Ends with 1 if a test fails: the record is
written all the same, without the failed tests. Ends with 2, and writes nothing, if no test ran.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import msgspec

from games.rulebook import reach
from games.rulebook.reach import Citation, Reached, Record
from games.rulebook.trace import ROOT, matrix
from tests.proofs.reach.marks import ANY_GAME, FOLDER
from tests.proofs.reach.places import Mark, Places

MOST_TESTS = 6  # of one rule that the record names
EVERYTHING = ("tests",)
SELECTED = "not house and not long and (page or not journey)"

Seen = dict[tuple[Mark, str], set[str]]  # tests by mark and game


def run(asked: list[str], folder: Path, processes: int) -> int:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.proofs.reach.recorder",
        *(asked or (*EVERYTHING, "-m", SELECTED)),
    ]
    command += ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {FOLDER: str(folder)}, check=False).returncode


def seen(folder: Path) -> tuple[Seen, set[str]]:
    """What the processes wrote: which tests left which mark, and which tests passed."""
    found: Seen = defaultdict(set)
    passed: set[str] = set()
    failed: set[str] = set()
    for part in sorted(folder.glob("*.json")):
        told = json.loads(part.read_bytes())
        passed.update(told["passed"])
        failed.update(told["failed"])
        for test, marks in told["left"].items():
            for kind, file, name, game in marks:
                found[Mark(kind, file, name), game].add(test)
    for tests in found.values():
        tests -= failed
    return found, passed - failed


class Recording:
    """The marks of a run, laid on the lines that need them."""

    def __init__(self, places: Places, found: Seen, passed: set[str]) -> None:
        self.found, self.passed = found, passed
        self.needed = {cited: marks for cited, marks in places.all().items() if marks}
        self.breadth: dict[str, int] = defaultdict(int)  # how much a test reaches: the narrow one says more
        for tests in found.values():
            for test in tests:
                self.breadth[test] += 1

    def tests_at(self, marks: frozenset[Mark], system: str) -> set[str]:
        return {
            test for mark in marks for game in (system, ANY_GAME) for test in self.found.get((mark, game), ())
        }

    def record(self, before: Record | None) -> Record:
        units = reach.units()
        wanted = {each.proof for each in reach.EXCUSES}
        proofs = wanted & (self.passed | set(before.proofs if before is not None else ()))
        rules = {}
        by_rule: dict[str, list[tuple[Citation, frozenset[Mark]]]] = defaultdict(list)
        for cited, marks in self.needed.items():
            for rule in cited.rules:
                by_rule[rule].append((cited, marks))
        for rule in matrix():
            rules[rule.id] = self._reached(rule.id, rule.system, by_rule[rule.id], units, before)
        return Record(reach.digest_of(units), units, rules, sorted(proofs))

    def _reached(
        self,
        rule: str,
        system: str,
        places: list[tuple[Citation, frozenset[Mark]]],
        units: dict[str, str],
        before: Record | None,
    ) -> Reached:
        tests: list[set[str]] = []
        missed: list[str] = []
        kept: list[str] = []
        for cited, marks in places:
            here = self.tests_at(marks, system)
            name = described(cited)
            unit = name.partition("  ")[0]
            if here:
                tests.append(here)
            elif (
                before is not None
                and rule in before.rules
                and before.units.get(unit) == units[unit]
                and name not in before.rules[rule].unreached
            ):
                kept = before.rules[rule].tests
            else:
                missed.append(name)
        return Reached(sorted({*self._chosen(rule, tests), *kept})[: MOST_TESTS * 2], sorted(set(missed)))

    def _chosen(self, rule: str, tests: list[set[str]]) -> list[str]:
        """As few tests as reach every line; before others those that name the rule, then those that reach little else."""
        name = f"test_{rule.replace('-', '_').replace('.', '_')}"
        chosen: list[str] = []
        waiting = list(tests)
        while waiting and len(chosen) < MOST_TESTS:
            candidates = {test for each in waiting for test in each}
            reaching = {test: sum(test in each for each in waiting) for test in candidates}
            best = min(
                candidates, key=lambda test: (name not in test, -reaching[test], self.breadth[test], test)
            )
            chosen.append(best)
            waiting = [each for each in waiting if best not in each]
        return chosen


def described(cited: Citation) -> str:
    """A citing line as the record names it: its unit and its text, for numbers of lines change with every edit."""
    text = (ROOT / cited.file).read_text("utf-8").splitlines()[cited.line - 1]
    return f"{reach.unit_name(ROOT, cited)}  {text.strip()[:100]}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog=reach.COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "tests", nargs="*", help="files or tests, as for pytest; what they reach is added to the record"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="take what a run has left there; run nothing")
    parser.add_argument("--record", type=Path, default=reach.RECORD, help="the record to add to, or to make")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="reach-") as temporary:
        folder = asked.folder or Path(temporary)
        status = 0 if asked.folder else run(asked.tests, folder, asked.processes)
        found, passed = seen(folder)
    if not passed:
        print("No test ran and passed; the record stays as it is.", file=sys.stderr)
        return 2
    before = reach.record(asked.record) if asked.tests else None
    made = Recording(Places(), found, passed).record(before)
    asked.record.write_bytes(msgspec.json.format(msgspec.json.encode(made, order="sorted"), indent=1) + b"\n")
    standings = reach.standings(made)
    print(f"{len(standings)} rules, {sum(not standing.is_reached for standing in standings)} unreached")
    return int(bool(status))


if __name__ == "__main__":
    sys.exit(main())
