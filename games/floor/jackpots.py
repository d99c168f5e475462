"""Jackpots: their meters and terms, and whether the transfers add up to the meters.  [MS-10.1] [MS-10.8b]"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import games_with_jackpot
from games.floor.changes import OPEN, proposed_setting
from games.floor.fields import Difference, differences
from games.floor.models import TableChange
from games.models import Table
from games.rules.shared.money import TransferKind
from games.tables.sheet_selectors import setting_of

TRANSFER_LABELS: dict[str, Promise] = {
    TransferKind.JACKPOT_SHARE: _("contributions"),
    TransferKind.JACKPOT_HELD_SHARE: _("contributions of carried bets"),
    TransferKind.JACKPOT_FILL: _("paid in by the house"),
    TransferKind.JACKPOT_PRIZE: _("prizes paid"),
}
SUMS = """
SELECT a."table", a.balance, moved.kind, moved.cents, moved.moves
FROM wallet_account AS a
LEFT JOIN LATERAL (
    SELECT kind, sum(cents)::bigint AS cents, sum(moves)::bigint AS moves FROM (
        SELECT w.kind, w.cents, 1 AS moves FROM wallet_transfer AS w WHERE w.target_id = a.id
        UNION ALL
        SELECT w.kind, -w.cents, 1 FROM wallet_transfer AS w WHERE w.source_id = a.id
        UNION ALL
        SELECT d.kind, d.received - d.paid, d.moves FROM wallet_detachedsum AS d WHERE d.account_id = a.id
    ) AS sides GROUP BY kind
) AS moved ON true
WHERE a.kind = 'jackpot' AND a."table" = ANY(%s::bigint[]) AND a.currency = ANY(%s::text[])
"""


class Part(Struct, frozen=True):
    """The sum of the transfers of one kind. What the pot received is positive."""

    label: str
    cents: int
    moves: int


class TableJackpot(Struct, frozen=True):
    table: Table
    jackpot: Any  # its terms; None if the table has no jackpot now
    meter: int
    parts: tuple[Part, ...]
    change: TableChange | None
    differences: tuple[Difference, ...] = ()  # of the open change

    @property
    def total(self) -> int:
        return sum(part.cents for part in self.parts)

    @property
    def difference(self) -> int:
        return self.meter - self.total

    @property
    def is_balanced(self) -> bool:
        return self.difference == 0


def list_pots() -> list[TableJackpot]:
    """The pots of all tables. Always three queries."""
    tables = list(
        Table.objects.filter(system__in=games_with_jackpot(), setting__isnull=False)
        .select_related("setting")
        .order_by("-currency", "name")
    )
    open_changes = TableChange.objects.filter(table__in=tables, state__in=OPEN).select_related("table")
    changes = {change.table_id: change for change in open_changes}
    meters, parts = _read_meters(tables)
    pots = []
    for table in tables:
        assert table.setting is not None
        setting, meter = setting_of(table.system, table.setting), meters.get(table.pk, 0)
        if setting.jackpot is not None or meter:
            change = changes.get(table.pk)
            changed = _changed_fields(table, setting, change) if change is not None else ()
            pots.append(
                TableJackpot(table, setting.jackpot, meter, tuple(parts.get(table.pk, ())), change, changed)
            )
    return pots


def _changed_fields(table: Table, setting: Any, change: TableChange) -> tuple[Difference, ...]:
    return tuple(differences(table.system, setting, proposed_setting(change), table.currency))


def _read_meters(tables: list[Table]) -> tuple[dict[int, int], dict[int, list[Part]]]:
    meters: dict[int, int] = {}
    parts: dict[int, list[Part]] = {}
    currencies = {table.pk: table.currency for table in tables}
    with connection.cursor() as cursor:
        cursor.execute(SUMS, [list(currencies), sorted(set(currencies.values()))])
        for table, balance, kind, cents, moves in cursor.fetchall():
            meters[table] = balance
            if kind is not None:
                parts.setdefault(table, []).append(Part(str(TRANSFER_LABELS.get(kind, kind)), cents, moves))
    return meters, parts
