"""What the pages read of tables: the lobby's tiles, one table's facts, what came out how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.models import Round, RuleSheet, System, Table, TableSetting
from games.rules import GAMES
from games.rules.roulette import engine as roulette
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, colour
from games.rules.roulette.sheet import PRIZES, STAKE_MAX_TIMES
from games.tiles import Tile, facts_of, results_of
from players.wallet.models import Account

SPANS = (50, 100, 500)  # rounds over which frequencies are counted


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
    return msgspec.json.decode(sheet.data, type=GAMES[sheet.system].Sheet)


def setting_of(system: str, setting: TableSetting) -> Any:
    return msgspec.json.decode(setting.data, type=GAMES[system].Setting)


def described(system: str, sheet: RuleSheet, setting: TableSetting) -> Mapping[str, Any]:
    """What the page must know to draw the table. Sheets and settings never change once written, so it is worked out once."""
    return _described(system, sheet.data, setting.data)


@lru_cache(maxsize=512)
def _described(system: str, sheet: str, setting: str) -> Mapping[str, Any]:
    engine = GAMES[system]
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


def lobby(system: str = "", currency: str = "", mode: str = "") -> list[Tile]:
    """Every table that may be played or watched, money before demonstration; three queries whatever their number."""
    sheets = sheets_in_force()
    tables = Table.objects.exclude(status=Table.Status.CLOSED).filter(
        setting__isnull=False, system__in=sheets
    )
    if system:
        tables = tables.filter(system=system)
    if currency:
        tables = tables.filter(currency=currency)
    found = list(tables.select_related("setting").order_by("-currency", "system", "id"))
    standing = meters(found)
    tiles = [tile(table, sheets[table.system], standing) for table in found]
    return [each for each in tiles if not mode or each.setting.mode == mode]


def tile(table: Table, sheet: RuleSheet, meters: Mapping[int, int]) -> Tile:
    assert table.setting is not None
    setting = setting_of(table.system, table.setting)
    facts = facts_of(table, setting, described(table.system, sheet, table.setting))
    terms = getattr(setting, "jackpot", None)
    # A pot that nobody has fed yet begins at its minimum: the table shows the same.  [MS-10.8b]
    meter = meters.get(table.pk) or (terms.minimum if terms else None)
    return Tile(table, setting, facts, results_of(table), meter)


def meters(tables: Sequence[Table]) -> dict[int, int]:
    """What stands on the jackpot of each table that has one: the balance of its account.  [MS-1.4]"""
    accounts = Account.objects.filter(
        kind=Account.Kind.JACKPOT,
        table__in=[table.pk for table in tables if table.system == System.MACAU_STUD],
    )
    return {
        table: balance for table, balance in accounts.values_list("table", "balance") if table is not None
    }


def frequencies(table: int) -> dict[str, dict[str, int]]:
    """How often each result came out in the last rounds. It says nothing of the next one."""
    outcomes = list(
        Round.objects.filter(table_id=table, status=Round.Status.ENDED)
        .order_by("-number")
        .values_list("outcome", flat=True)[: SPANS[-1]]
    )
    return {str(span): dict(Counter(outcomes[:span])) for span in SPANS}


class Chance(Struct, frozen=True):
    """One chance under a rule sheet: what it covers, what it pays, how much may be laid, what the house keeps on each wheel."""

    kind: str
    covers: int
    prize: tuple[int, int]
    times: int
    edges: tuple[Fraction, ...]


def wheels(sheet: RuleSheet) -> tuple[str, ...]:
    """The wheels that a roulette's sheet allows; no other game has any."""
    return tuple(sheet_of(sheet).variants) if GAMES[sheet.system] is roulette else ()


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
