"""What defines a report: a query, its columns and the ledger sums that it must equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from msgspec import Struct

from players.shared.exports.list_document import Column

Values = dict[str, Any]


class LedgerCheck(Struct, frozen=True):
    """A ledger sum that a total must equal: `sql` returns one number, `total` is the key of the total.

    `from_transfers`: it adds up transfers one by one, and not daily totals, which outlast them.
    """

    label: str | Promise
    sql: str
    total: str
    from_transfers: bool = False


class ReportDefinition(Struct, frozen=True):
    code: str
    title: str | Promise
    about: str | Promise
    sql: str
    columns: tuple[Column, ...]
    fields: tuple[str, ...] = ()
    checks: tuple[LedgerCheck, ...] = ()
    # The address that a row links to, from the row and the parameters.
    link: Callable[[Values, Values], str] | None = None
    # It describes the present: it has no days and cannot be issued.
    as_of_now: bool = False
    # The column that the chart adds up; empty to count the rows.
    measure: str = ""
    # The column that the chart groups by; a period becomes a bar for each day, week or month.
    bars: str = "period"
    # Whether the bars of categories are in the order of the rows; otherwise the largest is first.
    are_bars_in_order: bool = False
    # How many days it covers at most; 0 for no limit of its own.
    max_days: int = 0

    # The settings that give the amounts of its form their first values: field -> setting, in cents.
    amounts: Mapping[str, str] = {}

    @property
    def is_from_transfers(self) -> bool:
        return any(check.from_transfers for check in self.checks)

    def column(self, key: str) -> Column:
        return next(column for column in self.columns if column.key == key)

    def position(self, key: str) -> int:
        return next(at for at, column in enumerate(self.columns) if column.key == key)
