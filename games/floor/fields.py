"""The fields of a table's setting in its form, and what differs between two settings."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.setting_fields import SettingField, SettingGroup


def setting_groups(system: str) -> tuple[SettingGroup, ...]:
    return GAMES[system].tables.groups


def setting_fields(system: str) -> tuple[SettingField, ...]:
    return tuple(field for group in setting_groups(system) for field in group.fields)


class Difference(Struct, frozen=True):
    label: str
    rule: str
    before: str
    after: str


def differences(system: str, before: Any, after: Any, currency: str) -> list[Difference]:
    """Every field whose value differs, with the labels of the form."""
    rows = []
    for field in setting_fields(system):
        old, new = (
            field.describe(field.value_in(setting), currency) if setting is not None else "–"
            for setting in (before, after)
        )
        if old != new:
            rows.append(Difference(str(field.label), field.rule, old, new))
    return rows
