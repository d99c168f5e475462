"""The accessibility report is complete, and every test that it names exists."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache

import pytest

from casino.services.folder import PROJECT
from tests.docs.accessibility_facts import STATES, clauses

# WCAG 2.1, levels A and AA, by guideline: EN 301 549 puts a 9 before each number.
CRITERIA = {
    "1.1": (1,),
    "1.2": (1, 2, 3, 4, 5),
    "1.3": (1, 2, 3, 4, 5),
    "1.4": (1, 2, 3, 4, 5, 10, 11, 12, 13),
    "2.1": (1, 2, 4),
    "2.2": (1, 2),
    "2.3": (1,),
    "2.4": (1, 2, 3, 4, 5, 6, 7),
    "2.5": (1, 2, 3, 4),
    "3.1": (1, 2),
    "3.2": (1, 2, 3, 4),
    "3.3": (1, 2, 3, 4),
    "4.1": (1, 2, 3),
}
NAMED = sorted({name for clause in clauses() for name in clause.tests})


@cache
def functions_of(path: str) -> set[str]:
    tree = ast.parse((PROJECT / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_criterion_of_levels_a_and_aa_has_one_row() -> None:
    wanted = [f"9.{guideline}.{last}" for guideline, numbers in CRITERIA.items() for last in numbers]
    assert len(wanted) == 50
    numbers = [clause.number for clause in clauses()]
    assert [number for number, count in Counter(numbers).items() if count > 1] == []
    assert [number for number in numbers if number.startswith("9.") and number != "9.6"] == wanted


def test_every_row_has_a_state_and_something_that_shows_it() -> None:
    wrong = [
        clause.number
        for clause in clauses()
        if clause.state not in STATES
        or not (clause.why or clause.tests)
        or (clause.state != "met" and not clause.why)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", NAMED)
def test_every_test_that_the_report_names_exists(name: str) -> None:
    path, _colons, function = name.partition("::")
    assert function in functions_of(path)
