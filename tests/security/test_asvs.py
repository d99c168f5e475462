"""The table of security requirements is complete, and every test that it names exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import lru_cache

import pytest

from casino.services.folder import PROJECT

PAGE = (PROJECT / "docs" / "asvs.md").read_text("utf-8")
REQUIRED = [
    line.split()[0]
    for line in (PROJECT / "tests" / "security" / "asvs_requirements.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
ROW = re.compile(r"^\| (\d[\d., ]*) \| (.+?) \| (\S+) \| (.+) \|$", re.M)
ROWS = ROW.findall(PAGE)
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)))
FILES = sorted(set(re.findall(r"`((?:docs|casino|deploy|players)/[\w./-]+\.\w+)`", PAGE)))


@lru_cache
def functions(path: str) -> set[str]:
    tree = ast.parse((PROJECT / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_requirement_has_one_row() -> None:
    assert len(REQUIRED) == 283
    numbers = [number for row in ROWS for number in row[0].split(", ")]
    assert sorted(numbers) == sorted(REQUIRED)


def test_every_row_has_a_status_and_a_reason() -> None:
    wrong = [row for row in ROWS if row[2] not in ("met", "partly", "open", "n/a") or not row[3].strip()]
    assert wrong == []


def test_the_sum_at_the_top_is_right() -> None:
    counted = Counter(row[2] for row in ROWS for _number in row[0].split(", "))
    stated = {
        status: int(count)
        for count, status in re.findall(r"(\d+) (met|partly|open|n/a)", PAGE.split("\n## ")[0])
    }
    assert stated == dict(counted)


@pytest.mark.parametrize(("path", "name"), TESTS)
def test_every_test_that_is_named_exists(path: str, name: str) -> None:
    assert (PROJECT / path).is_file()
    assert not name or name in functions(path)


# Rows that were found false or too strong: what they say now is what these tests show.
CORRECTED = (
    "2.2.1", "2.4.1", "3.7.2", "5.4.3", "6.4.1", "7.1.1", "7.3.2", "9.2.1", "11.6.2", "12.3.1", "13.2.2",
)  # fmt: skip


@pytest.mark.parametrize("number", CORRECTED)
def test_a_corrected_row_names_the_function_of_its_test(number: str) -> None:
    (row,) = [row for row in ROWS if row[0] == number]
    assert re.search(r"`tests/[\w/]+\.py::test_\w+`", row[3])


@pytest.mark.parametrize("path", FILES)
def test_every_file_that_is_named_exists(path: str) -> None:
    assert (PROJECT / path).exists()
