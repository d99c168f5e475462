"""Jackpots: what stands on each meter, what it is set to, and whether the transfers add up to it: equal, or red.  [MS-10.1] [MS-10.8b]"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import games_with_jackpot
from games.floor.changes import OPEN, read
from games.floor.fields import Difference, differences
from games.floor.models import TableChange
from games.models import Table
from games.rulebook.selectors import setting_of
from games.rules.shared.money import TransferKind

NAMES: dict[str, Promise] = {
    TransferKind.JACKPOT_SHARE: _("contributions"),
    TransferKind.JACKPOT_HELD_SHARE: _("contributions of bets carried on"),
    TransferKind.JACKPOT_FILL: _("put in by the house"),
    TransferKind.JACKPOT_PRIZE: _("prizes paid"),
}
SUMS = """
SELECT a."table", a.balance, moved.kind, moved.cents, moved.moves
FROM wallet_account AS a
LEFT JOIN LATERAL (
    SELECT kind, sum(cents)::bigint AS cents, count(*) AS moves FROM (
        SELECT w.kind, w.cents FROM wallet_transfer AS w WHERE w.target_id = a.id
        UNION ALL
        SELECT w.kind, -w.cents FROM wallet_transfer AS w WHERE w.source_id = a.id
    ) AS sides GROUP BY kind
) AS moved ON true
WHERE a.kind = 'jackpot' AND a."table" = ANY(%s::bigint[]) AND a.currency = ANY(%s::text[])
"""


class Part(Struct, frozen=True):
    """What transfers of one kind moved, signed as the pot received it."""

    label: str
    cents: int
    moves: int


class Pot(Struct, frozen=True):
    table: Table
    jackpot: Any  # the setting of it, or None where the table has none now
    meter: int
    parts: tuple[Part, ...]
    change: TableChange | None
    will: tuple[Difference, ...] = ()  # what the change that waits would make of it

    @property
    def sum(self) -> int:
        return sum(part.cents for part in self.parts)

    @property
    def difference(self) -> int:
        return self.meter - self.sum

    @property
    def level(self) -> bool:
        return self.difference == 0


def pots() -> list[Pot]:
    """Three queries, whatever the number of tables."""
    tables = list(
        Table.objects.filter(system__in=games_with_jackpot(), setting__isnull=False)
        .select_related("setting")
        .order_by("-currency", "name")
    )
    changes = {
        each.table_id: each
        for each in TableChange.objects.filter(table__in=tables, state__in=OPEN).select_related("table")
    }
    meters, parts = _sums(tables)
    found = []
    for table in tables:
        setting, change = setting_of(table.system, table.setting), changes.get(table.pk)
        if setting.jackpot is not None or meters.get(table.pk):
            will = (
                tuple(differences(table.system, setting, read(change), table.currency))
                if change is not None
                else ()
            )
            found.append(
                Pot(
                    table,
                    setting.jackpot,
                    meters.get(table.pk, 0),
                    tuple(parts.get(table.pk, ())),
                    change,
                    will,
                )
            )
    return found


def _sums(tables: list[Table]) -> tuple[dict[int, int], dict[int, list[Part]]]:
    meters: dict[int, int] = {}
    parts: dict[int, list[Part]] = {}
    currencies = {table.pk: table.currency for table in tables}
    with connection.cursor() as cursor:
        cursor.execute(SUMS, [list(currencies), sorted(set(currencies.values()))])
        for table, balance, kind, cents, moves in cursor.fetchall():
            meters[table] = balance
            if kind is not None:
                parts.setdefault(table, []).append(Part(str(NAMES.get(kind, kind)), cents, moves))
    return meters, parts
