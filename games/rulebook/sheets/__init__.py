"""Every rule sheet as the people who write it see it: fields in groups, game by game. A field of a sheet without words fails its test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from games.rulebook.sheets import baccarat, blackjack, holdem, roulette, stud
from games.rulebook.sheets.field import Field, Group, with_value

SHEETS: Mapping[str, Callable[[], tuple[Group, ...]]] = {
    "american-roulette": roulette.american,
    "french-roulette": roulette.french,
    "blackjack": blackjack.groups,
    "baccarat": baccarat.groups,
    "holdem": holdem.groups,
    "caribbean-stud": stud.caribbean,
    "macau-stud": stud.macau,
}


@cache
def groups_of(system: str) -> tuple[Group, ...]:
    return SHEETS[system]()


@cache
def fields_of(system: str) -> tuple[Field, ...]:
    return tuple(field for group in groups_of(system) for field in group.fields)


__all__ = ["Field", "Group", "fields_of", "groups_of", "with_value"]
