"""The readings of unclear rules that decide something for players, as each rules page publishes them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from games import catalogue
from games.catalogue import GAMES
from games.catalogue.options import Fact
from players.languages import legal_language

FILE = Path(catalogue.__file__).with_name("readings.toml")
EVERY_GAME = ["*"]


class Reading(Struct, frozen=True):
    """One reading in one language: its rules of this game, and what the rule sheet in force chooses."""

    id: str
    wording: str
    rules: tuple[str, ...]
    chosen: tuple[Fact, ...]


@cache
def load_readings() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def readings(system: str, language: str, facts: Iterable[Fact] = ()) -> tuple[Reading, ...]:
    """The readings that hold for a game.

    [AR-P2] [AR-P4] [AR-25] [FR-P2] [FR-P4] [FR-R26] [BJ-P2] [BJ-P4] [BJ-32] [PB-P2] [PB-P4] [PB-32] [CS-P2]
    [CS-P4] [CS-38] [HE-P2] [HE-P4] [HE-66]
    """
    code, prefix = legal_language(language).short, f"{GAMES[system].rule_prefix}-"
    by_field: dict[str, list[Fact]] = {}
    for fact in facts:
        by_field.setdefault(fact.field.partition(".")[0], []).append(fact)
    return tuple(
        Reading(
            row["id"],
            row[code],
            tuple(rule for rule in row["rules"] if rule.startswith(prefix)),
            tuple(fact for field in row.get("fields", ()) for fact in by_field.get(field, ())),
        )
        for row in load_readings()["reading"]
        if row["games"] == EVERY_GAME or system in row["games"]
    )
