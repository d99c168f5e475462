"""Rule sheets and table settings as pages read them: what is in force, the limits it sets, the odds of each bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.models import RuleSheet, TableSetting
from games.rules.roulette import engine as roulette
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, colour
from games.rules.roulette.sheet import PRIZES, STAKE_MAX_TIMES


class Limit(Struct, frozen=True):
    """What one player may lay on one place of a kind, and what it pays.  [AR-10] [AR-25] [FR-R11] [FR-R26]"""

    kind: str
    least: int
    most: int
    times: int
    prize: tuple[int, int]
    rule: str


def sheets_in_force() -> Mapping[str, RuleSheet]:
    """What is approved and not yet superseded: no other table is shown or played.  [AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3]"""
    return {sheet.system: sheet for sheet in RuleSheet.objects.filter(status=RuleSheet.Status.IN_FORCE)}


def sheet_of(sheet: RuleSheet) -> Any:
    """The rules of a sheet as its engine reads them."""
    return msgspec.json.decode(sheet.data, type=GAMES[sheet.system].engine.Sheet)


def setting_of(system: str, setting: TableSetting) -> Any:
    return msgspec.json.decode(setting.data, type=GAMES[system].engine.Setting)


def described(system: str, sheet: RuleSheet, setting: TableSetting) -> Mapping[str, Any]:
    """What the page must know to draw the table. Sheets and settings never change once written, so it is worked out once."""
    return _described(system, sheet.data, setting.data)


@lru_cache(maxsize=512)
def _described(system: str, sheet: str, setting: str) -> Mapping[str, Any]:
    engine = GAMES[system].engine
    return engine.describe(
        msgspec.json.decode(sheet, type=engine.Sheet), msgspec.json.decode(setting, type=engine.Setting)
    )


def limits(description: Mapping[str, Any]) -> tuple[Limit, ...]:
    kinds: Mapping[str, Any] = description.get("kinds", {})
    return tuple(
        Limit(
            kind,
            each["min"],
            each["max"],
            each["times"],
            (each["prize"][0], each["prize"][1]),
            each["rules"]["max"],
        )
        for kind, each in kinds.items()
    )


class Chance(Struct, frozen=True):
    """One chance under a rule sheet: what it covers, what it pays, how much may be laid, what the house keeps on each wheel."""

    kind: str
    covers: int
    prize: tuple[int, int]
    times: int
    edges: tuple[Fraction, ...]


def wheels(sheet: RuleSheet) -> tuple[str, ...]:
    """The wheels that a roulette's sheet allows; no other game has any."""
    return tuple(sheet_of(sheet).variants) if GAMES[sheet.system].engine is roulette else ()


def chances(sheet: RuleSheet) -> tuple[Chance, ...]:
    """Every chance of a roulette with the exact house edge on each of its wheels.  [AR-25] [FR-R26]"""
    from games.odds.roulette import (
        edges,
    )  # only the rules page asks; no other page pays for loading all the odds

    if not wheels(sheet):
        return ()
    rules = sheet_of(sheet)
    by_wheel = [edges(rules, variant) for variant in rules.variants]
    places = {spot.kind: spot for spot in PLACES[LAYOUT_OF[rules.variants[0]]].values()}
    return tuple(
        Chance(
            str(kind),
            len(places[kind].numbers),
            PRIZES[kind],
            rules.max_times.of(kind) or STAKE_MAX_TIMES[kind],
            tuple(wheel[kind] for wheel in by_wheel),
        )
        for kind in by_wheel[0]
    )


def pockets(variant: str) -> tuple[tuple[str, str, str], ...]:
    """A wheel as a picture needs it: each number with its colour and how far it is turned, in degrees."""
    wheel = WHEELS[variant]
    turns = (divmod(index * 360_000 // len(wheel), 1000) for index in range(len(wheel)))
    return tuple(
        (number, colour(number), f"{whole}.{rest:03}")
        for number, (whole, rest) in zip(wheel, turns, strict=True)
    )
