"""The tests of a rule fail if a line that cites it changes: a sample of mutants."""

from __future__ import annotations

import ast
from random import Random

import pytest

from games.rulebook import reach
from games.rulebook.trace import ROOT
from tests.proofs import mutants


def test_every_kind_of_change_is_made() -> None:
    source = "def f(a, b):\n    return a < 3 and not b if a in b else a + 1 - True\n"
    made = {(ast.unparse(old), ast.unparse(new)) for old, new in mutants.changes(ast.parse(source), 2)}
    assert {
        ("a < 3", "a >= 3"), ("3", "4"), ("a < 3 and (not b)", "a < 3 or not b"), ("not b", "b"),
        ("a in b", "not a in b"), ("a in b", "a not in b"), ("a + 1", "a - 1"),
        ("a + 1 - True", "a + 1 + True"), ("True", "False"), ("1", "2"),
    } <= made  # fmt: skip


def test_a_mutant_differs_in_its_cited_line_alone() -> None:
    cited = [
        candidate for candidate in mutants.cited_lines() if candidate.file == "games/rules/baccarat/hands.py"
    ]
    made = [
        new_mutant for candidate in cited if (new_mutant := mutants.mutant(candidate, Random(1))) is not None
    ]
    assert len(made) > 5
    for candidate in made:
        before = (mutants.ROOT / candidate.at.file).read_text("utf-8").splitlines()
        differ = [
            line
            for line, (one, other) in enumerate(zip(before, candidate.text.splitlines(), strict=True), 1)
            if one != other
        ]
        assert differ == [candidate.at.line] == [candidate.changed]


def test_every_engine_is_in_a_sample() -> None:
    chosen = mutants.sample(60, Random(3), mutants.tests_by_rule())
    assert len(chosen) == 60
    assert {"roulette", "blackjack", "baccarat", "stud", "holdem", "poker_hands"} <= {
        mutants.engine_of(candidate.at.file) for candidate in chosen
    }


@pytest.mark.long
def test_the_tests_of_their_rules_kill_nine_of_ten_mutants(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seed = Random().getrandbits(32)
    with capsys.disabled():
        print(f"\nmutants, seed {seed}")
        chosen, survived = mutants.run(120, seed)
        print(f"{len(chosen)} mutants, {len(chosen) - len(survived)} killed")
    assert len(survived) <= (1 - mutants.MIN_KILLED) * len(chosen), "\n".join(map(str, survived))


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        (
            "games/rules/holdem/view.py",
            ["tests/rules/holdem", *mutants.ROUNDS_AS_DATA, "tests/pages/test_holdem_felt.py"],
        ),
        ("games/rounds/history.py", ["tests/games/rounds"]),
        ("games/rules/shared/pots.py", ["tests/rules", *mutants.ROUNDS_AS_DATA]),
        (
            "games/catalogue/stud/table_messages.py",
            ["tests/pages/test_stud_felt.py", *mutants.PAGES_OF_WORDS],
        ),
        (
            "games/catalogue/stud/options.py",
            ["tests/games/rulebook", "tests/pages/test_stud_felt.py", *mutants.PAGES_OF_WORDS],
        ),
        ("players/protection/limits.py", ["tests/players/protection"]),
    ],
)
def test_the_last_tests_are_those_of_the_package_and_of_its_pages(file: str, tests: list[str]) -> None:
    assert mutants.mirrors(file) == tests
    assert all((ROOT / test).exists() for test in tests)


@pytest.mark.long
def test_all_tests_that_the_record_names_for_a_rule_are_run() -> None:
    live = {rule: seen.tests for rule, seen in reach.load_record().rules.items()}
    named = mutants.tests_by_rule(("tests/",))
    cited = mutants.cited_lines(engines_only=False)
    assert {"games", "players"} <= {line.file.partition("/")[0] for line in cited}
    for candidate in mutants.sample_citing(60, Random(1)):
        rounds = mutants.rounds_of_tests(candidate, named, live)
        run = {test for tests in rounds for test in tests}
        assert {test for rule in candidate.at.rules for test in live[rule]} <= run


def test_every_equivalent_mutant_still_applies_and_has_a_reason() -> None:
    listed = mutants.load_equivalents()
    assert listed.keys() - mutants.changes_of({change.file for change in listed}) == set()
    assert all(reason.endswith(".") for reason in listed.values())
