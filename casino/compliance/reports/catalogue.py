"""Every report there is, in the order in which they are offered."""

from __future__ import annotations

from casino.compliance.reports import money, people, play, staff_decisions
from casino.compliance.reports.definition import Report

REPORTS: dict[str, Report] = {
    report.code: report
    for report in (*money.REPORTS, *play.REPORTS, *people.REPORTS, *staff_decisions.REPORTS)
}
# What a month's closing issues.
CLOSING = ("gross", "tax", "jackpots", "payments")
