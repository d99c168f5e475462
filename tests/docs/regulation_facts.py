"""The tables of Regulation 903-B/2015: a row for each of its numbers, from `903_b.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import groupby
from typing import Any

import msgspec

from tests.docs.generate import ROOT

SOURCE = ROOT / "tests" / "docs" / "903_b.toml"
# As the page shows them: what is missing shall be found at a glance.
STATES = {"met": "met", "n/a": "not applicable", "open": "open"}
SHOWN = {"open": "**OPEN**"}
HEAD = "| number | requirement | state | where | evidence |\n| --- | --- | --- | --- | --- |"


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number of the regulation in our own words, whether it is met, where, and what shows it."""

    number: str
    says: str
    state: str
    where: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]


@cache
def source() -> dict[str, Any]:
    return tomllib.loads(SOURCE.read_text("utf-8"))


@cache
def requirements() -> tuple[Requirement, ...]:
    return tuple(msgspec.convert(row, Requirement) for row in source()["requirement"])


def place(path: str) -> str:
    """A page as a link, anything else as the name of the file or folder: the site has no code in it."""
    if path.startswith("docs/"):
        page = path.removeprefix("docs/")
        return f"[{page.removesuffix('.md')}](../{page})"
    return f"`{path}`"


def row_of(requirement: Requirement) -> str:
    where = "; ".join(map(place, requirement.where)) or "–"
    shown = "; ".join(f"`{name}`" for name in requirement.tests)
    evidence = ". ".join(text for text in (requirement.why, shown) if text)
    state = SHOWN.get(requirement.state, requirement.state)
    return f"| {requirement.number} | {requirement.says} | {state} | {where} | {evidence} |"


def regulation_table() -> str:
    counts = Counter(requirement.state for requirement in requirements())
    counted = ", ".join(f"{counts[state]} {words}" for state, words in STATES.items())
    parts = [f"In all {counts.total()} numbers: {counted}."]
    for chapter, group in groupby(requirements(), lambda requirement: requirement.chapter):
        title = f"## {chapter} {source()['chapters'][chapter]}"
        parts.append("\n".join([title, "", HEAD, *map(row_of, group)]))
    return "\n\n".join(parts)
