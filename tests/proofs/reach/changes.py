"""What has changed since the record was made, and the tests that tell whether it is still reached."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from games.rulebook import reach
from games.rulebook.reach import EXCUSES, ReachRecord
from games.rulebook.trace import ROOT

DEFINITION = re.compile(r"^\s*(?:async )?def (test_\w+)\(", re.MULTILINE)
MOST_TESTS_OF_A_RULE = 3  # in the second run, of those that bear its name and are not in the record


class Changes:
    """The record without what is gone, and which rules have to be reached again."""

    def __init__(self, record: ReachRecord, root: Path = ROOT) -> None:
        self.root = root
        self.functions = _test_functions(root)
        recorded = {test for reached in record.rules.values() for test in reached.tests}
        self.gone = {test for test in recorded | set(record.proofs) if not self._exists(test)}
        self.old_tests = {rule: reached.tests for rule, reached in record.rules.items()}
        self.old_unreached = {
            rule: {place.partition("  ")[0] for place in reached.unreached}
            for rule, reached in record.rules.items()
        }
        changed = {
            name: unit
            for name, unit in reach.citing_units(root).items()
            if record.units.get(name) != unit.digest
        }
        self.units = set(changed)
        # A rule that lost a test has to be reached again by others, all of it.
        lost = {rule for rule, tests in self.old_tests.items() if self.gone.intersection(tests)}
        self.rules = lost.union(*(unit.rules for unit in changed.values()))
        self.record = ReachRecord(
            record.sources,
            record.units,
            {rule: reached for rule, reached in record.rules.items() if rule not in lost},
            [test for test in record.proofs if test not in self.gone],
        )

    def _exists(self, test: str) -> bool:
        file, _, name = test.partition("::")
        return name.rpartition("::")[2] in self.functions.get(file, ())

    def first_tests(self) -> list[str]:
        """The recorded tests of the rules concerned; for one that was renamed or moved, what bears its name
        now, or else its file; and the tests that prove an excuse.
        """
        if not self.units and not self.gone:
            return []
        concerned = {test for rule in self.rules for test in self.old_tests.get(rule, ())}
        tests = (concerned - self.gone) | {excuse.proof for excuse in EXCUSES if self._exists(excuse.proof)}
        for test in self.gone:
            tests.update(self._instead_of(test))
        return shortened(tests)

    def _instead_of(self, test: str) -> list[str]:
        file, _, name = test.partition("::")
        function = name.rpartition("::")[2]
        moved = [f"{path}::{function}" for path, names in self.functions.items() if function in names]
        return moved or ([file] if file in self.functions else [])

    def left_unreached(self, record: ReachRecord) -> list[str]:
        """Rules of which a place was reached before, or is new, and is not reached now."""
        return sorted(
            rule
            for rule in self.rules
            if {place.partition("  ")[0] for place in record.rules[rule].unreached}
            - self.old_unreached.get(rule, set())
        )

    def further_tests(self, rules: Iterable[str], tried: Iterable[str]) -> list[str]:
        """For rules that the first tests left unreached: the tests with their names, and the files of the
        recorded ones.
        """
        tests: set[str] = set()
        for rule in rules:
            tests.update(test.partition("::")[0] for test in self.old_tests.get(rule, ()))
            pattern = re.compile(rf"(?:^test|_){re.escape(rule.replace('-', '_').replace('.', '_'))}(?:_|$)")
            named = [
                f"{file}::{name}"
                for file, names in self.functions.items()
                for name in names
                if pattern.search(name)
            ]
            tests.update(sorted(named)[:MOST_TESTS_OF_A_RULE])
        existing = {test for test in tests if test.partition("::")[0] in self.functions}
        return shortened(existing - set(tried))


def shortened(tests: Iterable[str]) -> list[str]:
    """In order, and without the single tests of files that run whole."""
    tests = set(tests)
    return sorted(test for test in tests if "::" not in test or test.partition("::")[0] not in tests)


def _test_functions(root: Path) -> dict[str, set[str]]:
    return {
        path.relative_to(root).as_posix(): set(DEFINITION.findall(path.read_text("utf-8")))
        for path in sorted((root / "tests").rglob("test_*.py"))
    }
