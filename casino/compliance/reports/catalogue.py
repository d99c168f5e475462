"""Every report there is, in the order in which they are offered."""

from __future__ import annotations

from casino.compliance.reports import decisions, money, people, play
from casino.compliance.reports.shape import Report

REPORTS: dict[str, Report] = {
    report.code: report for report in (*money.REPORTS, *play.REPORTS, *people.REPORTS, *decisions.REPORTS)
}
# What a month's closing issues.
CLOSING = ("gross", "tax", "jackpots", "payments")
