"""Every choice that the regulations leave to the house, and where it is made: rule sheet, table or player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from games.catalogue import GAMES
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
    "AR-15": BY_THE_MODE,
    "FR-R16": BY_THE_MODE,
    "PB-28": BY_THE_MODE,
}


class Choice(Struct, frozen=True):
    """One choice, with the fields of the rule sheet that make it, or the place where it is made."""

    id: str
    fields: tuple[str, ...]
    elsewhere: str = ""


@cache
def house_options() -> tuple[Choice, ...]:
    by_rule: dict[str, list[str]] = {}
    elsewhere = dict(ELSEWHERE)
    for system, game in GAMES.items():
        elsewhere |= {option.rule: AT_THE_TABLE for option in game.tables.options}
        for option in game.sheet.options:
            for rule in option.rules:
                by_rule.setdefault(rule, []).append(f"{system}: {option.path}")
    return tuple(
        Choice(
            rule.id, tuple(by_rule.get(rule.id, ())), "" if rule.id in by_rule else elsewhere.get(rule.id, "")
        )
        for rule in load_matrix()
        if rule.option
    )
