"""docs/readings.md contains every reading that the product or a worked example cites, with all its parts; and
the code cites each where it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READINGS = ROOT / "docs" / "readings.md"
PARTS = ("Text", "Readings", "Ours", "Why", "Change")
CITED = re.compile(r"(?<![0-9A-Za-z])A(?:0[1-9]|[1-9][0-9])(?![0-9A-Za-z])")
WRITTEN_IN = {".py", ".toml", ".html", ".js", ".css", ".json", ".yaml", ".md"}
PRODUCT = ("games", "players", "casino", "templates", "static")
FOLDERS = (*PRODUCT, "tests")


def entries() -> dict[str, str]:
    """Each reading's number with its text."""
    parts = re.split(r"^### (A\d\d) · ", READINGS.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(set(parts[::2])) == len(parts[::2]), "a number stands for one reading"
    return dict(zip(parts[::2], parts[1::2], strict=True))


def cited() -> Iterator[tuple[str, str]]:
    """Each citation with the file in which it stands."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in WRITTEN_IN and path.is_file():
                for number in set(CITED.findall(path.read_text("utf-8"))):
                    yield number, path.relative_to(ROOT).as_posix()


def test_every_reading_that_is_cited_is_published() -> None:
    missing = sorted(
        {(number, file) for number, file in cited()}
        - {(number, file) for number, file in cited() if number in entries()}
    )
    assert not missing, (
        "Write an entry `### A00 · Title` with Text, Readings, Ours, Why and Change into docs/readings.md, "
        f"or mend the number. Cited and not there: {missing}"
    )


def test_every_reading_that_is_published_is_cited_where_the_code_decides() -> None:
    by_code = {number for number, file in cited() if file.startswith(PRODUCT) and not file.endswith(".md")}
    uncited = sorted(entries().keys() - by_code)
    assert not uncited, (
        f"Cite the reading on the line that follows it, or take it out of docs/readings.md: {uncited}"
    )


def test_a_citation_is_found_however_it_is_written() -> None:
    matches = CITED.findall('# (A02, A34) and A03; """(A50).""" {"reading": "A12"} test_A49_of A4 A100 BA12')
    assert matches == ["A02", "A34", "A03", "A50", "A12", "A49"]


@pytest.mark.parametrize("number", entries())
def test_a_reading_has_all_its_parts(number: str) -> None:
    text = entries()[number]
    for part in PARTS:
        matches = re.search(rf"^- \*\*{part}:\*\* (.+)$", text, flags=re.MULTILINE)
        assert matches and len(matches[1]) >= len("none."), f"{number} does not say its {part.lower()}"
