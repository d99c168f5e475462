"""The terms of a table as players read them: what its rule sheet and its setting fix, with names and values.

Everything follows from what the catalogue declares: the facts of the sheet, the fields of the setting, the
limits of single chances. A page that knows two versions of the terms says in one sentence what changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.catalogue.options import Option, times
from players.shared.money import format_money

Terms = Mapping[str, tuple[str, str]]


def terms_of(system: str, sheet: Any, setting: Any) -> Terms:
    """By key, the name and the value of each term, in the language in use.

    [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
    """
    game = GAMES[system]
    terms = {
        f"sheet.{fact.field}": (fact.name, fact.value)
        for fact in game.sheet.facts(sheet)
        if not fact.for_tables
    }
    described = game.engine.describe(sheet, setting)
    for field in game.tables.options:
        if field.chance:
            terms |= _of_chance(field, described, setting)
        elif _is_told(field, setting):
            value = field.format_value(field.of(setting), setting.currency)
            terms[f"setting.{field.path}"] = (str(field.label), value)
    return terms


def _is_told(field: Option, setting: Any) -> bool:
    """Whether the field says something at this table: not where the part that it belongs to is missing."""
    part, _dot, _name = field.path.rpartition(".")
    return field.kind != "languages" and (not part or _has(setting, part))


def _has(setting: Any, path: str) -> bool:
    value = setting
    for name in path.split("."):
        value = getattr(value, name, None)
    return value is not None


def _of_chance(
    field: Option, described: Mapping[str, Any], setting: Any
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The limit of one chance that follows from sheet and setting; nothing where the chance is not offered.

    The maximum is a multiple, so that it stays the same when the minimum of the table changes.
    """
    limits = described["kinds"].get(field.chance)
    if limits is None:
        return
    if field.kind == "count?":
        name, multiple = _("Maximum: %(chance)s"), limits.get("times")
        value = times(multiple) if multiple else _("no limit")
    elif limits["min"] != setting.minimum:
        name, value = _("Minimum: %(chance)s"), format_money(limits["min"], setting.currency)
    else:
        name, value = _("Minimum: %(chance)s"), _("that of the table")
    yield f"setting.{field.path}", (name % {"chance": field.label}, value)
