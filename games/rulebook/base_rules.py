"""The base rules in the house's own wording, in both languages, with the regulation's numbers."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from games.catalogue import GAMES


class RuleText(Struct, frozen=True):
    """The wording of one separately testable rule.

    Refusals name its id, which is also an anchor on the page.
    """

    id: str
    wording: str


class BaseRule(Struct, frozen=True):
    number: str
    texts: tuple[RuleText, ...]


class Regulation(Struct, frozen=True):
    """A regulation in one language. Rules of the approving decision have the number P.

    `source` names the authentic text if it is not in the Portuguese gazette.
    """

    number: str
    published: str
    note: str
    approval: BaseRule
    rules: tuple[BaseRule, ...]
    source: str = ""


@cache
def _read(system: str) -> dict[str, Any]:
    return tomllib.loads(GAMES[system].base_rules.read_text("utf-8"))


@cache
def base_rules(system: str, language: str) -> Regulation:
    """The base rules of a game, permanent and free of charge.

    [AR-P1] [AR-P4] [AR-P5] [FR-P1] [FR-P4] [FR-P5] [HE-P1] [HE-P4]
    """
    data, code = _read(system), "en" if language.startswith("en") else "pt"
    rules = []
    for number, rows in groupby(data["row"], key=lambda row: str(row["rule"])):
        rules.append(BaseRule(number, tuple(RuleText(row["id"], row[code]) for row in rows)))
    note, source = (data.get(name, {}).get(code, "") for name in ("note", "source"))
    published = data["published"][code]
    return Regulation(data["regulation"], published, note, rules[0], tuple(rules[1:]), source)
