"""What differs between two settings of a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.catalogue import GAMES


class Difference(Struct, frozen=True):
    label: str
    rule: str
    before: str
    after: str


def differences(system: str, before: Any, after: Any, currency: str) -> list[Difference]:
    """Every field whose value differs, with the labels of the form."""
    rows = []
    for field in GAMES[system].tables.options:
        old, new = (
            field.format_value(field.of(setting), currency) if setting is not None else "–"
            for setting in (before, after)
        )
        if old != new:
            rows.append(Difference(str(field.label), field.rule, old, new))
    return rows
