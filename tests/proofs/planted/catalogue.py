"""The planted faults: small changes of one file, as text before and after, and the tests that must notice
them.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from casino.services.folder import PROJECT

FOLDER = Path(__file__).with_name("faults")
MOST_LINES = 5
BROWSER_TESTS = ("tests/pages/", "tests/journeys/")


@dataclass(frozen=True)
class Fault:
    """One fault. `before` occurs exactly once in `file`; `tests` are pytest ids."""

    name: str
    file: str
    why: str
    before: str
    after: str
    tests: list[str] = field(default_factory=list)

    @property
    def needs_browser(self) -> bool:
        return any(test.startswith(BROWSER_TESTS) for test in self.tests)

    def planted_text(self, root: Path = PROJECT) -> str:
        """The whole file with the fault in it; ValueError where the fault does not apply any more."""
        path = root / self.file
        if not path.is_file():
            raise ValueError(f"{self.name}: there is no file {self.file}.")
        text = path.read_text("utf-8")
        count = text.count(self.before)
        if count != 1:
            raise ValueError(
                f"{self.name}: the text to change occurs {count} times in {self.file}, not once."
            )
        return text.replace(self.before, self.after)


def load(folder: Path = FOLDER) -> list[Fault]:
    """All faults, file by file, in the order in which they are written."""
    faults: list[Fault] = []
    for path in sorted(folder.glob("*.toml")):
        faults += [Fault(**entry) for entry in tomllib.loads(path.read_text("utf-8"))["fault"]]
    return faults


def changed_lines(fault: Fault) -> int:
    """How many lines the fault changes, adds or takes away."""
    before, after = Counter(fault.before.splitlines()), Counter(fault.after.splitlines())
    return max((before - after).total(), (after - before).total())


def problems(faults: Iterable[Fault], root: Path = PROJECT) -> list[str]:
    """What is wrong with the faults themselves: one that does not apply, is too large, or names a test that
    is not there.
    """
    problems_found: list[str] = []
    names: set[str] = set()
    for fault in faults:
        if fault.name in names:
            problems_found.append(f"{fault.name}: two faults have this name.")
        names.add(fault.name)
        problems_found += _problems_of(fault, root)
    return problems_found


def _problems_of(fault: Fault, root: Path) -> list[str]:
    problems_found: list[str] = []
    if not 1 <= changed_lines(fault) <= MOST_LINES:
        problems_found.append(
            f"{fault.name}: it changes {changed_lines(fault)} lines; from one to {MOST_LINES} are allowed."
        )
    try:
        text = fault.planted_text(root)
        if fault.file.endswith(".py"):
            ast.parse(text)
    except (ValueError, SyntaxError) as error:
        problems_found.append(str(error))
    if not fault.tests:
        problems_found.append(f"{fault.name}: it names no test.")
    problems_found += [
        f"{fault.name}: there is no test {test}." for test in fault.tests if not test_exists(test, root)
    ]
    return problems_found


def test_exists(address: str, root: Path = PROJECT) -> bool:
    """Whether the file is there and defines the function that the address names, whatever its parameters."""
    name, _, function = address.partition("::")
    path = root / name
    if not path.is_file():
        return False
    wanted = function.partition("[")[0]
    return not wanted or f"def {wanted}(" in path.read_text("utf-8")
