"""Where a row of a report leads: to the rounds it counts, to the transfers that moved its money, to a list of the same days."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from casino.compliance.reports.definition import Told
from casino.compliance.reports.parameters import Choice, period_end

ROUNDS, TRANSFERS = "compliance_reports_rounds", "compliance_reports_transfers"


PARTS = {"game": "system", "table": "name", "sheet": "sheet"}


def rounds_link(row: Told, asked: Told) -> str:
    """The rounds behind a sum of play."""
    return behind_link(ROUNDS, row, asked, **{PARTS[asked.get("part", "game")]: row["part"]})


def behind_link(page: str, row: Told, asked: Told, **more: Any) -> str:
    """The list behind one row: its own period within the days asked for, and what else was chosen."""
    told = {name: asked[name] for name in ("since", "until", "system", "table") if asked.get(name)}
    told |= {"period": row["period"], "step": asked.get("step", "month")} | (
        {"testing": 1} if asked.get("testing") else {}
    )
    return f"{reverse(page)}?{urlencode(told | more)}"


def listed_link(page: str, hour: str, row: Told, asked: Told, **more: Any) -> str:
    """A list of the back office, of the days of one row by that hour of its lines."""
    since, until = days_of_row(row, asked).bounds
    return f"{reverse(page)}?{urlencode({f'{hour}__gte': since.isoformat(), f'{hour}__lt': until.isoformat()} | more)}"


def days_of_row(row: Told, asked: Told) -> Choice:
    first, last = (
        date.fromisoformat(row["period"]),
        period_end(date.fromisoformat(row["period"]), asked.get("step", "month")),
    )
    since = max(first, date.fromisoformat(asked["since"]))
    return Choice(since, max(since, min(last, date.fromisoformat(asked["until"]))))
