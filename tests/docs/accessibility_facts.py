"""The accessibility report: a row for each clause, from `en_301_549.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import groupby

import msgspec

from tests.docs.generate import ROOT

SOURCE = ROOT / "tests" / "docs" / "en_301_549.toml"
STATES = ("met", "partly", "n/a")


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause in our own words, how far it is met, and what shows it."""

    chapter: str
    number: str
    title: str
    state: str
    why: str = ""
    tests: tuple[str, ...] = ()


@cache
def clauses() -> tuple[Clause, ...]:
    rows = tomllib.loads(SOURCE.read_text("utf-8"))["clause"]
    return tuple(msgspec.convert(row, Clause) for row in rows)


def row_of(clause: Clause) -> str:
    shown = "; ".join(f"`{name}`" for name in clause.tests)
    evidence = ". ".join(text for text in (clause.why, shown) if text)
    return f"| {clause.number} | {clause.title} | {clause.state} | {evidence} |"


def accessibility_report() -> str:
    counts = Counter(clause.state for clause in clauses())
    parts = ["In all: " + ", ".join(f"{counts[state]} {state}" for state in STATES) + "."]
    for chapter, group in groupby(clauses(), lambda clause: clause.chapter):
        head = f"## {chapter}\n\n| clause | requirement | state | evidence |\n| --- | --- | --- | --- |"
        parts.append("\n".join([head, *map(row_of, group)]))
    return "\n\n".join(parts)
