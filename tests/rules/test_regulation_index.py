"""The index of the regulations: a line of the product cites every rule, and a test names it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import trace
from games.rulebook.cannot_happen import BRANCHES, Branch
from games.rulebook.trace import (
    NO_DUTY,
    ROOT,
    TracedRule,
    find_citations,
    find_tests,
    load_matrix,
    trace_rules,
    unknown_citations,
)

RULE_COUNTS = {
    "american-roulette": 83,
    "baccarat": 82,
    "blackjack": 84,
    "caribbean-stud": 92,
    "french-roulette": 92,
    "holdem": 140,
    "macau-stud": 72,
}


@cache
def traced_rules() -> list[TracedRule]:
    return trace_rules()


def test_the_matrix_is_complete() -> None:
    assert Counter(rule.system for rule in load_matrix()) == RULE_COUNTS
    assert len({rule.id for rule in load_matrix()}) == 645


@pytest.mark.parametrize("system", RULE_COUNTS)
def test_every_rule_is_cited_and_tested_and_has_the_screen_it_needs(system: str) -> None:
    rules = [traced for traced in traced_rules() if traced.rule.system == system]
    lacking = [
        f"{traced.rule.id} ({traced.rule.kind}) lacks {traced.open}: {traced.rule.shows}"
        for traced in rules
        if traced.open
    ]
    assert lacking == [] and len(rules) == RULE_COUNTS[system]


def test_no_line_cites_an_unknown_rule() -> None:
    assert unknown_citations(find_citations()) == []


def test_a_rule_is_open_until_it_is_cited_and_tested(tmp_path: Path) -> None:
    (tmp_path / "games" / "rules").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    by_id = {traced.rule.id: traced for traced in trace_rules(tmp_path)}
    assert by_id["AR-10"].open == ("home", "test")
    assert by_id["AR-6e"].open == ("home", "test", "screen")
    assert by_id["AR-1"].rule.kind == NO_DUTY
    assert by_id["AR-1"].open == ()
    (tmp_path / "games" / "rules" / "one.py").write_text("LEAST = 1  # " + "[AR-10]\n")
    (tmp_path / "tests" / "test_one.py").write_text("def test_AR_10_the_least() -> None: ...\n")
    (traced,) = (rule for rule in trace_rules(tmp_path) if rule.rule.id == "AR-10")
    assert (traced.open, traced.areas) == ((), ("engine",))
    assert str(traced.citations[0]) == "games/rules/one.py:1"
    assert str(traced.tests[0]) == "tests/test_one.py::test_AR_10_the_least"


def test_a_test_name_names_the_longest_matching_rule(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text(
        "def test_AR_13a_ii_a_split() -> None: ...\ndef test_AR_13_all() -> None: ...\n"
    )
    assert find_tests(load_matrix(), tmp_path).keys() == {"AR-13a-ii"}


def test_the_command_ends_with_the_counts() -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "trace"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    *lines, last = result.stdout.splitlines()
    homeless = sum("home" in traced.open for traced in traced_rules())
    opened = sum(bool(traced.open) for traced in traced_rules())
    assert last == f"645 rules, {homeless} without a home, {opened} open"
    assert {traced.rule.id for traced in traced_rules()} <= {line.split(" ")[0] for line in lines}


@pytest.mark.parametrize("branch", BRANCHES, ids=lambda branch: f"{branch.rule} {branch.case}")
def test_an_impossible_branch_has_a_reason_and_a_test_that_proves_it(branch: Branch) -> None:
    assert branch.rule in {rule.id for rule in load_matrix()} and branch.reason
    file, _, name = branch.proof.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text("utf-8")


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reads the sources itself in `test_the_command_ends_with_the_counts`."""
    monkeypatch.setattr(trace, "trace_rules", traced_rules)


@pytest.mark.usefixtures("read_once")
def test_MS_11_2_the_trace_reports_impossible_branches_with_reasons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("trace")
    printed = capsys.readouterr().out
    assert all(f"  {branch}\n" in printed for branch in BRANCHES)


@pytest.mark.usefixtures("read_once")
def test_the_trace_of_one_rule_names_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("trace", "BJ-15b")
    printed = capsys.readouterr().out
    assert printed.startswith("BJ-15b: Without a blackjack: a player may double")
    enforced = printed.partition("  enforced:\n")[2].partition("  tested:\n")[0]
    assert "games/rules/blackjack/decisions.py:" in enforced
    assert "test_BJ_15b_doubling_at_9_10_and_11_alone" in printed.partition("  tested:\n")[2]


@pytest.mark.usefixtures("read_once")
def test_the_trace_of_a_rule_includes_its_letters(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("trace", "BJ-16")
    printed = capsys.readouterr().out
    named = [line.partition(":")[0] for line in printed.splitlines() if line.startswith("BJ-")]
    assert named == ["BJ-16", "BJ-16a", "BJ-16b", "BJ-16c", "BJ-16d", "BJ-16e"]


@pytest.mark.usefixtures("read_once")
def test_a_rule_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CommandError, match="There is no rule BJ-99"):
        call_command("trace", "BJ-99")
