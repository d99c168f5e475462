"""The planted faults apply to the current code, name existing tests, and cover all packages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.proofs.planted.catalogue import Fault, load, problems
from tests.proofs.planted.runner import Copy, Runner

LEAST = 80
# The minimum number of faults in each part of the code.
PARTS = {
    "players/wallet/": 8, "players/protection/": 8, "players/identity/": 3, "players/inbox/": 2,
    "players/audit/": 3, "players/history/": 2, "games/rules/": 8, "games/tables/": 8, "games/rulebook/": 3,
    "games/floor/": 2, "games/lobby/": 1, "casino/compliance/reports/": 4, "casino/compliance/regulator/": 3,
    "casino/compliance/rtp_monitoring/": 2, "casino/record_checks/": 2,
    "casino/compliance/collusion/": 2, "casino/compliance/player_risk/": 1,
    "casino/compliance/monitoring/": 3, "casino/backoffice/": 2,
    "casino/services/": 3, "static/js/": 5, "templates/": 2,
}  # fmt: skip
FAULTS = load()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_applies_and_names_tests_that_exist(fault: Fault) -> None:
    assert problems([fault]) == []


def test_no_two_faults_have_one_name_and_all_packages_have_some() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= LEAST
    counts = Counter({part: sum(fault.file.startswith(part) for fault in FAULTS) for part in PARTS})
    assert {part: counts[part] for part, least in PARTS.items() if counts[part] < least} == {}


def fault(**changes: str) -> Fault:
    facts = {"name": "sum", "file": "one.py", "why": "", "before": "a + b", "after": "a - b"} | changes
    return Fault(**facts, tests=["test_one.py::test_sum"])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "one.py").write_text("def add(a: int, b: int) -> int:\n    return a + b\n")
    (tmp_path / "test_one.py").write_text(
        "from one import add\n\n\ndef test_sum() -> None:\n    assert add(1, 2) == 3\n"
    )
    return tmp_path


@pytest.mark.parametrize(("changes", "words"), [
    ({}, ""),
    ({"before": "a * b"}, "occurs 0 times"),
    ({"before": "a"}, "not once"),
    ({"after": "a -"}, "invalid syntax"),
    ({"after": "a + b"}, "changes 0 lines"),
    ({"after": "(\n1,\n2,\n3,\n4,\n5,\n6)"}, "changes 7 lines"),
    ({"file": "two.py"}, "no file two.py"),
])  # fmt: skip
def test_a_fault_that_does_not_apply_is_reported(checkout: Path, changes: dict[str, str], words: str) -> None:
    messages = problems([fault(**changes)], checkout)
    assert words in "".join(messages) and bool(words) == bool(messages)


@pytest.mark.long
def test_a_fault_is_caught_only_by_a_test_that_ran_and_failed(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a copy of a small project; the copy is as it was afterwards."""
    monkeypatch.setattr("tests.proofs.planted.runner.PROJECT", checkout)
    monkeypatch.setattr(
        "tests.proofs.planted.runner.PYTEST", ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    )
    copy = Copy(tmp_path_factory.mktemp("copies"), Runner(1))
    caught = copy.try_fault(fault())
    assert (caught.caught, caught.reason) == (True, "test_one.py::test_sum")
    assert copy.try_fault(fault(after="b + a")).reason == "the tests passed"
    broken = copy.try_fault(fault(before="def add", after="import nothing_of_this_name\n\n\ndef add"))
    assert not broken.caught and broken.reason.startswith("pytest ended with")
    assert (copy.root / "one.py").read_text() == (checkout / "one.py").read_text()
    assert copy.run(["test_one.py"])[0] == 0
