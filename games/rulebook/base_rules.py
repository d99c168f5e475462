"""The base rules in the house's own wording, in each legal language, with the regulation's numbers."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import override
from msgspec import Struct

from games.catalogue import GAMES
from players.languages import language_of, legal_language


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

    `source` names the authentic text if it is not in the Portuguese gazette. `tag` is the language of the
    texts, `published` the day in the language of the page.
    """

    number: str
    published: str
    note: str
    approval: BaseRule
    rules: tuple[BaseRule, ...]
    tag: str
    source: str = ""


@cache
def _read(system: str) -> dict[str, Any]:
    return tomllib.loads(GAMES[system].base_rules.read_text("utf-8"))


@cache
def base_rules(system: str, language: str) -> Regulation:
    """The base rules of a game, permanent and free of charge.

    [AR-P1] [AR-P4] [AR-P5] [FR-P1] [FR-P4] [FR-P5] [HE-P1] [HE-P4]
    """
    data, legal = _read(system), legal_language(language)
    code = legal.short
    rules = []
    for number, rows in groupby(data["row"], key=lambda row: str(row["rule"])):
        rules.append(BaseRule(number, tuple(RuleText(row["id"], row[code]) for row in rows)))
    note, source = (data.get(name, {}).get(code, "") for name in ("note", "source"))
    with override(language_of(language).code):
        published = date_format(data["published"], "DATE_FORMAT")
    return Regulation(data["regulation"], published, note, rules[0], tuple(rules[1:]), legal.tag, source)
