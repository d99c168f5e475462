"""Every row of the threat model, and every arrow of its diagram, names a test that exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.generate import DOCS, ROOT

PAGE = DOCS / "threat-model.md"
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`")
TABLES = {"asset", "attacker", "arrow", "attack", "what"}  # by the title of the first column
ARROW = re.compile(r"\s*--(?:\s*\"[^\"]*\"\s*--)?>\s*")


def tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The titles and the rows of each table."""
    for block in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        lines = [
            [cell.strip() for cell in line.strip().strip("|").split(" | ")]
            for line in block.strip().splitlines()
        ]
        yield lines[0], lines[2:]


def arrows(text: str) -> set[str]:
    """The arrows of the diagram, as the table of them writes them."""
    (diagram,) = re.findall(r"^```mermaid\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names = [
        [re.split(r"[\[(]", part)[0].strip() for part in ARROW.split(line)] for line in diagram.split("\n")
    ]
    return {f"{source} → {target}" for line in names for source, target in zip(line, line[1:], strict=False)}


def faults(text: str, root: Path = ROOT) -> list[str]:
    """What a row lacks."""
    faulty, titles = [], set()
    for header, rows in tables(text):
        titles.add(header[0])
        if header[-1] != "test":
            faulty.append(f"the table of each {header[0]} has no column of tests")
            continue
        for row in rows:
            named = NAMED_TEST.findall(row[-1])
            if len(row) != len(header) or not named:
                faulty.append(f"{row[0]}: no test")
            faulty += [f"{row[0]}: {file} {test}" for file, test in named if not _is_test(root / file, test)]
        if header[0] == "arrow":
            faulty += sorted(arrows(text) ^ {row[0] for row in rows})
    return faulty + sorted(TABLES ^ titles)


def _is_test(path: Path, test: str) -> bool:
    text = path.read_text("utf-8") if path.exists() else ""
    return re.search(rf"^(?:async )?def {test}\(" if test else r"^def test_", text, re.MULTILINE) is not None


def test_every_row_and_every_arrow_names_a_test() -> None:
    text = PAGE.read_text("utf-8")
    assert faults(text) == []
    assert len(arrows(text)) >= 16 and sum(len(rows) for _header, rows in tables(text)) > 70


@pytest.mark.parametrize(
    ("written", "change", "fault"),
    [
        ("| the record |", "| the record, twice | unproven | none |\n| the record |", "no test"),
        ("| relays → beacon |", "| relays → nobody |", "relays → beacon"),
        ("    beacon -- ", "    beacon --> internet\n    beacon -- ", "beacon → internet"),
        (
            "::test_it_changes_no_address`",
            "::test_it_changes_every_address`",
            "test_it_changes_every_address",
        ),
        ("`tests/games/beacons/test_relays.py`", "`tests/games/beacons/relays.py`", "relays.py"),
        ("`tests/games/beacons/test_relays.py`", "`tests/processes.py`", "processes.py"),
        ("| asset | in particular | test |", "| asset | in particular | notes |", "no column of tests"),
    ],
)
def test_a_row_that_names_none_is_noticed(written: str, change: str, fault: str) -> None:
    text = PAGE.read_text("utf-8")
    assert written in text
    assert any(fault in line for line in faults(text.replace(written, change)))
