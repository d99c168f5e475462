"""The fields of a game's rule sheet, as the people who write it see them."""

from __future__ import annotations

from games.catalogue import GAMES
from games.catalogue.sheet_fields import Field


def fields_of(system: str) -> tuple[Field, ...]:
    return tuple(field for group in GAMES[system].sheet.groups for field in group.fields)
