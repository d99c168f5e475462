"""A report made: its rows as plain values that are the same for ever, their totals, their digest, and what the ledger says."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from casino.compliance.reading import reading
from casino.compliance.reports.daily_totals import bounds
from casino.compliance.reports.definition import Report, Told
from casino.compliance.reports.parameters import Choice, choice_from
from players.shared import clock

MOST = 20_000  # rows of one report: a longer list is asked for in parts


class TooMany(Exception):
    """So many rows that nobody reads them: a shorter time, or a coarser step."""


class Checked(Struct, frozen=True):
    label: str
    ours: int
    ledger: int

    @property
    def difference(self) -> int:
        return self.ours - self.ledger


class Built(Struct):
    report: Report
    choice: Choice
    rows: list[list[Any]]
    totals: Told
    checks: list[Checked]
    made: datetime
    digest: str

    @property
    def told(self) -> Told:
        return self.choice.told(self.report.fields)

    @property
    def equal(self) -> bool:
        return all(check.difference == 0 for check in self.checks)


def build(report: Report, choice: Choice) -> Built:
    """One moment of the record, asked as the role that reads: rows, sums of their columns, and the ledger's own sums."""
    choice = choice_from(
        choice.told(report.fields)
    )  # what a report does not ask for stays as it is for everybody
    since, until = choice.bounds
    asked = {
        "since": choice.since, "until": choice.until, "from": since, "to": until, "step": choice.step, "part": choice.part,
        "system": choice.system, "table": choice.table, "testing": choice.testing, **bounds(choice.since, choice.until),
    }  # fmt: skip
    keys = [column.key for column in report.columns]
    with reading() as cursor:
        cursor.execute(f"SELECT * FROM ({report.sql}) AS report LIMIT {MOST + 1}", asked)
        names = [column.name for column in cursor.description]
        places = [names.index(key) for key in keys]
        rows = [[plain(row[place]) for place in places] for row in cursor.fetchall()]
        if len(rows) > MOST:
            raise TooMany(report.code)
        totals = {
            column.key: sum(row[place] or 0 for row in rows)
            for place, column in enumerate(report.columns)
            if column.total
        }
        checks = []
        for check in report.checks:
            cursor.execute(check.sql, asked)
            checks.append(Checked(str(check.label), totals[check.ours], int(cursor.fetchone()[0])))
    return Built(
        report,
        choice,
        rows,
        totals,
        checks,
        clock.now(),
        digest_of(report.code, choice.told(report.fields), keys, rows),
    )


def plain(value: Any) -> Any:
    """A value as it is kept: hours in UTC, days as days, whole numbers as they are."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="milliseconds")
        case date():
            return value.isoformat()
        case Decimal():
            return int(value)
        case _:
            return value


def digest_of(code: str, told: Told, keys: list[str], rows: list[list[Any]]) -> str:
    """SHA-256 of the report in the one form in which it can be written: JSON without spaces, keys in order, rows as they stand."""
    said = json.dumps(
        {"report": code, "parameters": told, "columns": keys, "rows": rows},
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(said.encode()).hexdigest()
