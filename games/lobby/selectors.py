"""The tiles of the lobby."""

from __future__ import annotations

from collections.abc import Mapping

from games.lobby.tiles import Tile, facts_of, results_of
from games.models import RuleSheet, Table
from games.rulebook.selectors import described, setting_of, sheets_in_force
from games.tables.selectors import meters


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
