"""The cited lines of the engines are missed by the tests of their rules: a sample is changed, line by line."""

from __future__ import annotations

import ast
from random import Random

import pytest

from tests.proofs import mutants


def test_every_kind_of_change_is_made() -> None:
    source = "def f(a, b):\n    return a < 3 and not b if a in b else a + 1 - True\n"
    made = {(ast.unparse(old), ast.unparse(new)) for old, new in mutants.changes(ast.parse(source), 2)}
    assert {
        ("a < 3", "a >= 3"), ("3", "4"), ("a < 3 and (not b)", "a < 3 or not b"), ("not b", "b"), ("a in b", "not a in b"),
        ("a in b", "a not in b"), ("a + 1", "a - 1"), ("a + 1 - True", "a + 1 + True"), ("True", "False"), ("1", "2"),
    } <= made  # fmt: skip


def test_a_mutant_differs_in_its_cited_line_alone() -> None:
    cited = [each for each in mutants.cited_lines() if each.file == "games/rules/baccarat/hands.py"]
    made = [found for each in cited if (found := mutants.mutant(each, Random(1))) is not None]
    assert len(made) > 5
    for each in made:
        before = (mutants.ROOT / each.at.file).read_text("utf-8").splitlines()
        differ = [
            line
            for line, (one, other) in enumerate(zip(before, each.text.splitlines(), strict=True), 1)
            if one != other
        ]
        assert differ == [each.at.line]


def test_every_engine_is_in_a_sample() -> None:
    chosen = mutants.sample(60, Random(3), mutants.tests_by_rule())
    assert len(chosen) == 60
    assert {"roulette", "blackjack", "baccarat", "stud", "holdem", "poker_hands"} <= {
        mutants.engine_of(each.at.file) for each in chosen
    }


@pytest.mark.long
def test_nine_of_ten_changed_lines_are_missed_by_the_tests_of_their_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seed = Random().getrandbits(32)
    with capsys.disabled():
        print(f"\nmutants, seed {seed}")
        chosen, survived = mutants.run(120, seed)
        print(f"{len(chosen)} mutants, {len(chosen) - len(survived)} killed")
    assert len(survived) <= (1 - mutants.LEAST_KILLED) * len(chosen), "\n".join(map(str, survived))
