"""What a row of a report links to: its rounds, its transfers, or a list of the same days."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from casino.compliance.reports.definition import Values
from casino.compliance.reports.parameters import ReportChoice, period_end

ROUNDS, TRANSFERS = "compliance_reports_rounds", "compliance_reports_transfers"


PARTS = {"game": "system", "table": "name", "sheet": "sheet"}


def rounds_link(row: Values, parameters: Values) -> str:
    """The rounds that a sum of play counts."""
    return drilldown_link(ROUNDS, row, parameters, **{PARTS[parameters.get("part", "game")]: row["part"]})


def drilldown_link(page: str, row: Values, parameters: Values, **more: Any) -> str:
    """The drill-down of one row: its period within the chosen days, and the other choices."""
    query = {name: parameters[name] for name in ("since", "until", "system", "table") if parameters.get(name)}
    query |= {"period": row["period"], "step": parameters.get("step", "month")}
    if parameters.get("testing"):
        query["testing"] = 1
    return f"{reverse(page)}?{urlencode(query | more)}"


def changelist_link(page: str, field: str, row: Values, parameters: Values, **more: Any) -> str:
    """A list of the back office, filtered to the days of one row by a time field: see `days_filter`."""
    chosen = days_of_row(row, parameters)
    days = {f"{field}_since": chosen.since.isoformat(), f"{field}_until": chosen.until.isoformat()}
    return f"{reverse(page)}?{urlencode(days | more)}"


def days_of_row(row: Values, parameters: Values) -> ReportChoice:
    """The days of a row's period that the parameters include."""
    first, last = (
        date.fromisoformat(row["period"]),
        period_end(date.fromisoformat(row["period"]), parameters.get("step", "month")),
    )
    since = max(first, date.fromisoformat(parameters["since"]))
    return ReportChoice(since, max(since, min(last, date.fromisoformat(parameters["until"]))))
