"""The base rules as the house publishes them: its own words in both languages, under the numbers of the regulation."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from games.catalogue import GAMES


class Text(Struct, frozen=True):
    """What one separately testable rule says. Its id is the one that a refusal names, and an anchor on the page."""

    id: str
    said: str


class Rule(Struct, frozen=True):
    number: str
    texts: tuple[Text, ...]


class Regulation(Struct, frozen=True):
    """A regulation in one language. Rules of the approving decision have the number P.

    `source` says where the text stands that counts, where that is not the Portuguese gazette.
    """

    number: str
    published: str
    note: str
    approval: Rule
    rules: tuple[Rule, ...]
    source: str = ""


@cache
def _read(system: str) -> dict[str, Any]:
    return tomllib.loads(GAMES[system].base_rules.read_text("utf-8"))


@cache
def base_rules(system: str, language: str) -> Regulation:
    """The base rules of a game, permanently and free of charge.  [AR-P1] [AR-P4] [AR-P5] [FR-P1] [FR-P4] [FR-P5] [HE-P1] [HE-P4]"""
    found, spoken = _read(system), "en" if language.startswith("en") else "pt"
    groups = groupby(found["row"], key=lambda row: row["rule"])
    rules = tuple(
        Rule(number, tuple(Text(row["id"], row[spoken]) for row in rows)) for number, rows in groups
    )
    note, source = (found.get(name, {}).get(spoken, "") for name in ("note", "source"))
    return Regulation(found["regulation"], found["published"][spoken], note, rules[0], rules[1:], source)
