"""Every choice that the regulations leave to the house, and where it is made: rule sheet, table or player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from games.catalogue import GAMES
from games.rulebook.sheet_fields import fields_of
from games.rulebook.trace import load_matrix

AT_THE_TABLE = "set table by table, within the rule sheet"
BY_THE_MODE = "follows from the mode of the table: at a table for one the player begins"
ALL_OF_THEM = "is the choice to have specific rules at all: the rule sheet as a whole"
# Choices of the matrix that are not fields of a rule sheet, and the reason.
ELSEWHERE: Mapping[str, str] = {
    "AR-P2": ALL_OF_THEM,
    "FR-P2": ALL_OF_THEM,
    "BJ-P2": ALL_OF_THEM,
    "CS-P2": ALL_OF_THEM,
    "HE-P2": ALL_OF_THEM,
    "PB-P2": ALL_OF_THEM,
    "BJ-16": "names the choices a to e, each of which is a field of its own",
    "AR-4": AT_THE_TABLE,
    "FR-4": AT_THE_TABLE,
    "PB-4": AT_THE_TABLE,
    "BJ-4a": AT_THE_TABLE,
    "PB-6a": AT_THE_TABLE,
    "AR-10": AT_THE_TABLE,
    "FR-R11": AT_THE_TABLE,
    "BJ-10": AT_THE_TABLE,
    "CS-17": AT_THE_TABLE,
    "HE-14": AT_THE_TABLE,
    "HE-22b": AT_THE_TABLE,
    "PB-14": AT_THE_TABLE,
    "AR-14a": AT_THE_TABLE,
    "FR-R15a": AT_THE_TABLE,
    "BJ-12a": AT_THE_TABLE,
    "CS-14a": AT_THE_TABLE,
    "PB-27a": AT_THE_TABLE,
    "HE-43": AT_THE_TABLE,
    "AR-15": BY_THE_MODE,
    "FR-R16": BY_THE_MODE,
    "PB-28": BY_THE_MODE,
}


class Option(Struct, frozen=True):
    """One choice, with the fields of the rule sheet that make it, or the place where it is made."""

    id: str
    fields: tuple[str, ...]
    elsewhere: str = ""


@cache
def house_options() -> tuple[Option, ...]:
    by_rule: dict[str, list[str]] = {}
    for system in GAMES:
        for field in fields_of(system):
            for rule in field.rules:
                by_rule.setdefault(rule, []).append(f"{system}: {field.path}")
    return tuple(
        Option(rule.id, tuple(by_rule.get(rule.id, ())), ELSEWHERE.get(rule.id, ""))
        for rule in load_matrix()
        if rule.option
    )
