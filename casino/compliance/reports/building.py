"""Build a report: its rows as plain values, their totals and digest, and the comparison with the ledger."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from casino.compliance.reports.daily_totals import fold_bounds, folded_in
from casino.compliance.reports.definition import ReportDefinition, Values
from casino.compliance.reports.parameters import ReportChoice, choice_from
from casino.compliance.standby import Position, describe, read_report
from players.audit.online_record import is_archived, online_since
from players.shared import clock

MAX_ROWS = 20_000


class TooManyRows(Exception):
    """The report has more than MAX_ROWS rows: choose fewer days or a longer step."""


class LedgerComparison(Struct, frozen=True):
    """A total of the report (`ours`) beside the same sum of transfers."""

    label: str
    ours: int
    ledger: int

    @property
    def difference(self) -> int:
        return self.ours - self.ledger


class BuiltReport(Struct):
    report: ReportDefinition
    choice: ReportChoice
    rows: list[list[Any]]
    totals: Values
    checks: list[LedgerComparison]
    made: datetime
    digest: str
    position: Position | None = None  # reports issued by earlier releases have none

    @property
    def parameters(self) -> Values:
        return self.choice.parameters(self.report.fields)

    @property
    def position_text(self) -> str:
        return describe(self.position)

    @property
    def archived_until(self) -> date | None:
        """Up to which day its transfers are in the archive alone, where it needs them one by one."""
        if not self.report.is_from_transfers or not is_archived(self.choice.bounds[0]):
            return None
        since = online_since()
        return clock.day_of(since) if since is not None else None

    @property
    def equal(self) -> bool:
        return all(check.difference == 0 for check in self.checks)


def build(report: ReportDefinition, choice: ReportChoice) -> BuiltReport:
    """Query one snapshot as the read-only role: rows, sums of their columns, and the ledger's own sums."""
    # Choices that this report does not offer keep their default.
    choice = choice_from(choice.parameters(report.fields))

    def query(cursor: Any, position: Position) -> BuiltReport:
        return _query(report, choice, cursor, position)

    return read_report(query, until=choice.bounds[1])


def _query(report: ReportDefinition, choice: ReportChoice, cursor: Any, position: Position) -> BuiltReport:
    since, until = choice.bounds
    query_parameters = {
        "since": choice.since, "until": choice.until, "from": since, "to": until, "step": choice.step,
        "part": choice.part, "system": choice.system, "table": choice.table, "testing": choice.testing,
        "least": choice.least * 100, "summed": choice.summed * 100,
        **fold_bounds(choice.since, choice.until, folded_in(cursor)),
    }  # fmt: skip
    keys = [column.key for column in report.columns]
    cursor.execute(f"SELECT * FROM ({report.sql}) AS report LIMIT {MAX_ROWS + 1}", query_parameters)
    names = [column.name for column in cursor.description]
    places = [names.index(key) for key in keys]
    rows = [[plain(row[place]) for place in places] for row in cursor.fetchall()]
    if len(rows) > MAX_ROWS:
        raise TooManyRows(report.code)
    totals = {
        column.key: sum(row[place] or 0 for row in rows)
        for place, column in enumerate(report.columns)
        if column.total
    }
    checks = []
    is_complete = not is_archived(since)
    for check in report.checks:
        if check.from_transfers and not is_complete:
            continue
        cursor.execute(check.sql, query_parameters)
        ledger = int(cursor.fetchone()[0])
        checks.append(LedgerComparison(str(check.label), totals[check.total], ledger))
    digest = digest_of(report.code, choice.parameters(report.fields), keys, rows)
    return BuiltReport(report, choice, rows, totals, checks, clock.now(), digest, position)


def plain(value: Any) -> Any:
    """A value as it is stored: times in UTC, dates in ISO format, decimals as integers."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="milliseconds")
        case date():
            return value.isoformat()
        case Decimal():
            return int(value)
        case _:
            return value


def digest_of(code: str, parameters: Values, keys: list[str], rows: list[list[Any]]) -> str:
    """SHA-256 of the report as canonical JSON: no spaces, sorted keys, rows in their order."""
    content = {"report": code, "parameters": parameters, "columns": keys, "rows": rows}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
