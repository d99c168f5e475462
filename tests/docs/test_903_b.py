"""The page of Regulation 903-B/2015 answers every number of the print once, and what it names exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.docs.generate import DOCS, ROOT
from tests.docs.regulation_facts import STATES

PAGE = DOCS / "regulation" / "903-b.md"
# The numbers of the print that say something, as ranges of their last part. Mere headings are left out. The
# print goes from 6.3.6, 4 to 6.3.6, 6, and begins 6.4.2 with 2.
PRINTED = """
1.1-5
2.1 2.1.1-4 2.2 2.2.1-3 2.3.1-6
3.1 3.2 3.2.1-3 3.3 3.3.1-4
4.1 4.2 4.2.1 4.3.1
5.1.1.1-16 5.1.2.1-6 5.1.3.1-2 5.1.4.1
5.2.1.1-7 5.2.2.1-10 5.2.3.1-5 5.2.4.1-3
5.3.1.1-4 5.3.2.1-11 5.3.3.1-11
5.4.1.1-8 5.4.2.1-9 5.4.3.1-8 5.4.4.1-4
5.5.1.1-11
6.1.1.1-4 6.1.2.1-5 6.1.3 6.1.4 6.1.5.1-3 6.1.6.1-10
6.2.1.1-5 6.2.2.1-4 6.2.3.1-3 6.2.4
6.3.1.1-7 6.3.2.1-5 6.3.3.1-4 6.3.4.1-3 6.3.5.1-6 6.3.6.1-4 6.3.6.6-7 6.3.7.1
6.4.1.1 6.4.2.2-6 6.4.3.1-3 6.4.4.1-4 6.4.5.1 6.4.6.1-3 6.4.7.1-3
6.5.1.1-4
6.6.1.1-4 6.6.2.1-5 6.6.3.1-3
6.7.1.1-7 6.7.2.1-7 6.7.3.1-2 6.7.4.1 6.7.5.1
7.1.1.1-2 7.2.1.1 7.2.2.1 7.3.1.1
7.4.1.1 7.4.2.1 7.4.3.1-2 7.4.4.1-3 7.4.5.1-2
7.5.1.1 7.6.1.1-2 7.6.2.1 7.6.3.1
7.7.1.1 7.7.2.1-2 7.7.3.1 7.7.4.1 7.7.5.1-2 7.7.6.1-4 7.7.7.1
7.8.1.1-4 7.8.2.1-3 7.8.3.1 7.8.4.1
7.9.1.1-3 7.10.1.1-3 7.11.1.1-2 7.12.1.1-3
8.1.1.1-4
8.2.1.1-2 8.2.2.1 8.2.3.1-2 8.2.4.1-5 8.2.5.1-3
8.3.1.1-2 8.3.2.1 8.3.3.1-2 8.3.4.1-5 8.3.5.1-3
8.4.1.1-3 8.4.2.1 8.4.3.1 8.4.4.1-4
9.1 9.2.1-2 9.3
9.4 9.4.1-4 9.4.4.1-2 9.5 9.6
9.7 9.7.1-6 9.8
9.9 9.9.1-2 9.9.2.1-2
"""
ROW = re.compile(r"^\| ([\d.]+) \| (.+?) \| (met|n/a|\*\*OPEN\*\*) \| (.+?) \| (.+) \|$", re.MULTILINE)
TABLE_LINE = re.compile(r"^\| \d.*$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
PLACE = re.compile(r"`([^`]+)`|\]\(\.\./([^)#]+)\)")
STATE_OF = {"met": "met", "n/a": "n/a", "**OPEN**": "open"}
ROWS = ROW.findall(PAGE.read_text("utf-8"))


def numbers_of(printed: str) -> Iterator[str]:
    for span in printed.split():
        first, _, last = span.partition("-")
        stem, _, begin = first.rpartition(".")
        yield from (f"{stem}.{number}" for number in range(int(begin), int(last or begin) + 1))


def order_of(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_number_of_the_print_has_one_row_in_its_order() -> None:
    wanted = list(numbers_of(PRINTED))
    assert len(wanted) == len(set(wanted)) == 389
    assert [number for number, *_rest in ROWS] == sorted(wanted, key=order_of)


def test_no_line_of_a_table_is_left_unread() -> None:
    assert len(TABLE_LINE.findall(PAGE.read_text("utf-8"))) == len(ROWS)


def test_the_counts_at_the_top_are_those_of_the_tables() -> None:
    counts = Counter(STATE_OF[state] for _number, _says, state, *_rest in ROWS)
    counted = ", ".join(f"{counts[state]} {words}" for state, words in STATES.items())
    assert f"\nIn all {len(ROWS)} numbers: {counted}.\n" in PAGE.read_text("utf-8")


def test_every_place_that_a_row_names_exists() -> None:
    named = {
        name or f"docs/{page}"
        for _number, _says, _state, where, _ in ROWS
        for name, page in PLACE.findall(where)
    }
    assert len(named) > 100
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_test_that_a_row_names_exists() -> None:
    named = {found for *_row, evidence in ROWS for found in TEST.findall(evidence)}
    assert len(named) > 100
    assert [f"{path}::{test}" for path, test in sorted(named) if test not in functions_of(path)] == []


def test_a_row_is_met_by_a_place_and_a_test_and_otherwise_has_a_reason() -> None:
    wrong = []
    for number, _says, state, where, evidence in ROWS:
        places, tests = PLACE.findall(where), TEST.findall(evidence)
        reason = TEST.sub("", evidence).strip(" ;.")
        if len(places) > 2 or not ((places and tests) if state == "met" else reason):
            wrong.append(number)
    assert wrong == []
