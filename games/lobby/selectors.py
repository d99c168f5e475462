"""Readers of the lobby: its tiles."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models.functions import Now
from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.last_results import last_results
from games.lobby.tiles import Tile, facts_of, limits_of
from games.models import RuleSheet, Table
from games.tables.selectors import jackpot_balances
from games.tables.sheet_selectors import described, setting_of, sheets_in_force


def lobby_tables(system: str = "", currency: str = "", mode: str = "") -> list[Tile]:
    """Every table open to players or spectators: money before demonstration, in the order of the games.

    Always three queries.
    """
    sheets = sheets_in_force()
    tables = Table.objects.exclude(status=Table.Status.CLOSED).filter(
        setting__isnull=False, system__in=sheets
    )
    if system:
        tables = tables.filter(system=system)
    if currency:
        tables = tables.filter(currency=currency)
    rows = list(tables.select_related("setting").annotate(now=Now()).order_by("-currency", "id"))
    rows.sort(key=lambda table: (table.currency != "EUR", GAMES[table.system].position))
    jackpots = jackpot_balances(rows)
    tiles = [
        structs.replace(
            build_tile(table, sheets[table.system], jackpots), now=round(table.now.timestamp() * 1000)
        )
        for table in rows
    ]
    return [tile for tile in tiles if not mode or tile.setting.mode == mode]


def build_tile(table: Table, sheet: RuleSheet, jackpots: Mapping[int, int]) -> Tile:
    """The tile of a table. `jackpots` holds the meters by table."""
    assert table.setting is not None
    setting = setting_of(table.system, table.setting)
    description = described(table.system, sheet, table.setting)
    facts = facts_of(table, setting, description)
    limits = limits_of(table, setting, description)
    terms = getattr(setting, "jackpot", None)
    # A new pot begins at its minimum. The table shows the same.  [MS-10.8b]
    meter = jackpots.get(table.pk) or (terms.minimum if terms else None)
    return Tile(table, setting, facts, limits, last_results(table.system, table.recent), meter)
