"""Run the tests and record which citing lines they reach in the live system: `python -m tests.proofs.reach`.

`manage.py trace --live` prints the record. Without arguments all tests run except those that need a running
installation: about 27 minutes on two free cores. `--changed` brings the record up to date in a few minutes:
it runs the recorded tests of the rules that changed code cites, and where these reach less than before, the
files around them and the tests that bear the names of the rules. With arguments (files or tests, as for
pytest) only these run, and their marks are added to the record. Old marks of changed code do not count.

`--check` runs no test. It compares the record with the sources and ends with 1 if the record is stale, naming
the command that renews it, or if a rule is not reached.

The exit code is 1 if a test fails, and after `--changed` also if code that was reached is not any more: the
record is written without the failed tests. It is 2, and nothing is written, if no test ran.
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
from games.rulebook.reach import Citation, Reached, ReachRecord
from games.rulebook.trace import ROOT, load_matrix
from tests.proofs.reach.changes import Changes
from tests.proofs.reach.marks import ANY_GAME, FOLDER
from tests.proofs.reach.places import Mark, Places

MAX_TESTS = 6  # of one rule that the record names
ALL_TESTS = ("tests",)
SELECTED = "not house and not long and (page or not journey)"

TestsByMark = dict[tuple[Mark, str], set[str]]  # tests by mark and game


def run(tests: list[str], folder: Path, processes: int) -> int:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.proofs.reach.recorder",
        *(tests or ALL_TESTS),
        "-m",
        SELECTED,
    ]
    command += ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {FOLDER: str(folder)}, check=False).returncode


def read_marks(folder: Path) -> tuple[TestsByMark, set[str]]:
    """Read what the processes wrote: the tests by mark, and the tests that passed."""
    tests_by_mark: TestsByMark = defaultdict(set)
    passed: set[str] = set()
    failed: set[str] = set()
    for part in sorted(folder.glob("*.json")):
        data = json.loads(part.read_bytes())
        passed.update(data["passed"])
        failed.update(data["failed"])
        for test, marks in data["left"].items():
            for kind, file, name, game in marks:
                tests_by_mark[Mark(kind, file, name), game].add(test)
    for tests in tests_by_mark.values():
        tests.difference_update(failed)
    return tests_by_mark, passed - failed


class Recording:
    """The marks of a run, assigned to the lines that need them."""

    def __init__(self, places: Places, tests_by_mark: TestsByMark, passed: set[str]) -> None:
        self.tests_by_mark, self.passed = tests_by_mark, passed
        self.needed = {cited: marks for cited, marks in places.all().items() if marks}
        self.breadth: dict[str, int] = defaultdict(int)  # how much a test reaches: narrow tests are preferred
        for tests in tests_by_mark.values():
            for test in tests:
                self.breadth[test] += 1

    def tests_at(self, marks: frozenset[Mark], system: str) -> set[str]:
        return {
            test
            for mark in marks
            for game in (system, ANY_GAME)
            for test in self.tests_by_mark.get((mark, game), ())
        }

    def record(self, before: ReachRecord | None) -> ReachRecord:
        units = reach.units()
        excused = {excuse.proof for excuse in reach.EXCUSES}
        proofs = excused & (self.passed | set(before.proofs if before is not None else ()))
        rules = {}
        by_rule: dict[str, list[tuple[Citation, frozenset[Mark]]]] = defaultdict(list)
        for cited, marks in self.needed.items():
            for rule in cited.rules:
                by_rule[rule].append((cited, marks))
        for rule in load_matrix():
            rules[rule.id] = self._reached(rule.id, rule.system, by_rule[rule.id], units, before)
        return ReachRecord(reach.digest_of(units), units, rules, sorted(proofs))

    def _reached(
        self,
        rule: str,
        system: str,
        places: list[tuple[Citation, frozenset[Mark]]],
        units: dict[str, str],
        before: ReachRecord | None,
    ) -> Reached:
        tests: list[set[str]] = []
        missed: list[str] = []
        kept: list[str] = []
        for cited, marks in places:
            here = self.tests_at(marks, system)
            name = describe(cited)
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
        return Reached(sorted({*self._chosen(rule, tests), *kept})[: MAX_TESTS * 2], sorted(set(missed)))

    def _chosen(self, rule: str, tests: list[set[str]]) -> list[str]:
        """Few tests that reach every line: first those that name the rule, then those that reach little
        else.
        """
        name = f"test_{rule.replace('-', '_').replace('.', '_')}"
        chosen: list[str] = []
        waiting = list(tests)
        while waiting and len(chosen) < MAX_TESTS:
            candidates = {test for tests_of_line in waiting for test in tests_of_line}
            reaching = {test: sum(test in tests_of_line for tests_of_line in waiting) for test in candidates}
            best = min(
                candidates, key=lambda test: (name not in test, -reaching[test], self.breadth[test], test)
            )
            chosen.append(best)
            waiting = [tests_of_line for tests_of_line in waiting if best not in tests_of_line]
        return chosen


def describe(cited: Citation) -> str:
    """A citing line as the record names it: its unit and its text, since line numbers change with every
    edit.
    """
    text = (ROOT / cited.file).read_text("utf-8").splitlines()[cited.line - 1]
    return f"{reach.unit_name(ROOT, cited)}  {text.strip()[:100]}"


def run_changed(changes: Changes, folder: Path, processes: int) -> tuple[int, Recording]:
    """Run the tests of what has changed, and further ones for what they leave unreached."""
    places, status = Places(), 0
    tests, tried = changes.first_tests(), set[str]()
    while True:
        print(f"Running {len(tests)} tests or files.", flush=True)
        status |= run(tests, folder, processes)
        recording = Recording(places, *read_marks(folder))
        left = changes.left_unreached(recording.record(changes.record))
        if not left or tried:
            break
        tried |= set(tests)
        tests = changes.further_tests(left, tried)
        if not tests:
            break
        print(f"These rules are not reached as before yet: {' '.join(left)}.", flush=True)
    if left:
        print(f"Not reached as before: {' '.join(left)}.", file=sys.stderr)
        status = 1
    return status, recording


def write_record(record: ReachRecord, path: Path) -> None:
    text = msgspec.json.format(msgspec.json.encode(record, order="sorted"), indent=1)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text + b"\n")
    standings = reach.reached_rules(record)
    print(f"{len(standings)} rules, {sum(not standing.is_reached for standing in standings)} unreached")


def check_record(record: ReachRecord) -> int:
    """1 if the record is stale or a rule is not reached, with the reason and what to do."""
    if differences := reach.find_differences(record):
        print(reach.describe_stale(differences), file=sys.stderr)
        return 1
    unreached = [result.rule.id for result in reach.reached_rules(record) if not result.is_reached]
    if unreached:
        print(f"No test reaches these rules: {' '.join(unreached)}.", file=sys.stderr)
    return int(bool(unreached))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog=reach.COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "tests", nargs="*", help="files or tests, as for pytest; what they reach is added to the record"
    )
    parser.add_argument(
        "--changed", action="store_true", help="bring the record up to date with what has changed since"
    )
    parser.add_argument(
        "--check", action="store_true", help="run nothing: is the record up to date, and every rule reached?"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="take what a run has left there; run nothing")
    parser.add_argument("--record", type=Path, default=reach.RECORD, help="the record to add to, or to make")
    options = parser.parse_args(arguments)
    if options.changed and (options.tests or options.folder):
        parser.error("--changed chooses its tests itself.")
    try:
        before = (
            reach.load_record(options.record) if options.tests or options.changed or options.check else None
        )
    except reach.NoRecordError as error:
        if options.check or options.tests:
            print(error, file=sys.stderr)
            return 2
        options.changed, before = False, None  # the whole record, then
    if options.check and before is not None:
        return check_record(before)
    with tempfile.TemporaryDirectory(prefix="reach-") as temporary:
        folder = options.folder or Path(temporary)
        if options.changed:
            changes = Changes(before)
            if not changes.first_tests():
                print("The record is up to date.")
                return 0
            status, recording = run_changed(changes, folder, options.processes)
            before = changes.record
        else:
            status = 0 if options.folder else run(options.tests, folder, options.processes)
            recording = Recording(Places(), *read_marks(folder))
    if not recording.passed:
        print("No test ran and passed; the record stays as it is.", file=sys.stderr)
        return 2
    write_record(recording.record(before), options.record)
    return int(bool(status))


if __name__ == "__main__":
    sys.exit(main())
