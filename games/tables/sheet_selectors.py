"""Readers of rule sheets and table settings: the sheets in force, their content, what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypedDict

import msgspec
from django.utils import translation
from msgspec import Raw

from games.catalogue import GAMES
from games.catalogue.description import ChanceTable
from games.catalogue.table_terms import terms_of
from games.models import RuleSheet, TableSetting
from players.languages import HOUSE_LANGUAGES, Language


def sheets_in_force() -> Mapping[str, RuleSheet]:
    """The approved sheet of each game that is not superseded. Only games with one are shown and played.

    [AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3]
    """
    return {sheet.system: sheet for sheet in RuleSheet.objects.filter(status=RuleSheet.Status.IN_FORCE)}


def sheet_of(sheet: RuleSheet) -> Any:
    """The rules of a sheet as its engine reads them."""
    return msgspec.json.decode(sheet.data, type=GAMES[sheet.system].engine.sheet_type)


def setting_of(system: str, setting: TableSetting) -> Any:
    """The setting of a table as its engine reads it."""
    return msgspec.json.decode(setting.data, type=GAMES[system].engine.setting_type)


def described(system: str, sheet: RuleSheet, setting: TableSetting) -> Mapping[str, Any]:
    """What a page needs to draw the table. Cached: sheets and settings never change once they are written."""
    return _described(system, sheet.data, setting.data)


@lru_cache(maxsize=512)
def _described(system: str, sheet: str, setting: str) -> Mapping[str, object]:
    engine = GAMES[system].engine
    return engine.describe(
        msgspec.json.decode(sheet, type=engine.sheet_type),
        msgspec.json.decode(setting, type=engine.setting_type),
    )


class ContentOfTerms(TypedDict):
    """What `TableTerms` say beside the numbers of sheet and setting, encoded: as objects they take 80 kB."""

    describe: Raw
    draw: Raw
    words: Raw


def content_of_terms(system: str, sheet: Any, setting: Any) -> ContentOfTerms:
    """The terms of a table for its open pages: what they draw it from, and what people read.

    [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
    """
    words = {language.tag: _terms_in(language, system, sheet, setting) for language in HOUSE_LANGUAGES}
    return {
        "describe": _encoded(GAMES[system].engine.describe(sheet, setting)),
        "draw": _encoded(sheet.draw),
        "words": _encoded(words),
    }


def _encoded(content: object) -> Raw:
    return Raw(msgspec.json.encode(content))


def _terms_in(language: Language, system: str, sheet: Any, setting: Any) -> dict[str, list[str]]:
    with translation.override(language.code):
        return {key: list(term) for key, term in terms_of(system, sheet, setting).items()}


def chance_table(sheet: RuleSheet) -> ChanceTable | None:
    """The chances of a sheet with their edges; None where the game publishes its edges in another form."""
    table = GAMES[sheet.system].chance_table
    return table(sheet_of(sheet)) if table is not None else None
