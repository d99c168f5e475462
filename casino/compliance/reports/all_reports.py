"""All reports, in the order of the page."""

from __future__ import annotations

from casino.compliance.reports import (
    large_amounts,
    money,
    payouts,
    people,
    play,
    profit,
    quarterly,
    staff_decisions,
)
from casino.compliance.reports.definition import ReportDefinition

REPORTS: dict[str, ReportDefinition] = {
    report.code: report
    for report in (
        *money.REPORTS,
        *profit.REPORTS,
        *play.REPORTS,
        *large_amounts.REPORTS,
        *payouts.REPORTS,
        *people.REPORTS,
        *quarterly.REPORTS,
        *staff_decisions.REPORTS,
    )
}
# The reports that closing a month issues.
CLOSING = ("gross", "tax", "jackpots", "payments")
