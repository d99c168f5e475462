"""Issued reports.

An issue never changes; what the record says today is shown beside it, never instead of it.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from casino.compliance.reports.all_reports import CLOSING, REPORTS
from casino.compliance.reports.building import BuiltReport, LedgerComparison, build, digest_of
from casino.compliance.reports.models import Issue
from casino.compliance.reports.parameters import ReportChoice, choice_from
from casino.compliance.standby import position_from, stored_position
from players.audit import note
from players.models import Person
from players.shared import clock


class NotOver(Exception):
    """The days of the report are not over, so its figures may still change."""


def existing_issue(code: str, parameters: dict[str, Any]) -> Issue | None:
    """The issue of exactly this report with these parameters, if there is one."""
    return Issue.objects.filter(code=code, parameters=parameters).select_related("by").first()


def issue(
    report_code: str, choice: ReportChoice, *, by: Person | None, reason: str = "", request: Any = None
) -> Issue:
    """Issue the report, or return the issue that exists."""
    report = REPORTS[report_code]
    parameters = choice.parameters(report.fields)
    if (existing := existing_issue(report.code, parameters)) is not None:
        return existing
    if choice.until >= clock.day_of(clock.now()):
        raise NotOver(report.code)
    built = build(report, choice)
    data = {
        "columns": [column.key for column in report.columns],
        "rows": built.rows,
        "totals": built.totals,
        "checks": [
            {"label": check.label, "ours": check.ours, "ledger": check.ledger} for check in built.checks
        ],
        "position": stored_position(built.position),
    }
    try:
        with transaction.atomic():
            new_issue = Issue.objects.create(
                code=report.code,
                parameters=parameters,
                data=data,
                count=len(built.rows),
                digest=built.digest,
                by=by,
                reason=reason,
            )
            note(
                "reports.issued",
                person=by,
                about=f"issue:{new_issue.pk}",
                request=request,
                report=report.code,
                digest=built.digest,
                position=str(built.position),
                reason=reason,
            )
    except IntegrityError:
        return Issue.objects.select_related("by").get(code=report.code, parameters=parameters)
    return new_issue


def stored_report(stored: Issue) -> BuiltReport:
    """The report of an issue, from its stored rows."""
    report, data = REPORTS[stored.code], stored.data
    # The figures are those that were issued; their labels are in the reader's language, unless the checks
    # changed.
    labels = [str(check.label) for check in report.checks]
    if len(labels) != len(data["checks"]):
        labels = [check["label"] for check in data["checks"]]
    checks = [
        LedgerComparison(label, check["ours"], check["ledger"])
        for label, check in zip(labels, data["checks"], strict=True)
    ]
    choice = choice_from(stored.parameters)
    position = position_from(data.get("position"))
    return BuiltReport(
        report, choice, stored.rows, data["totals"], checks, stored.at, stored.digest, position
    )


def is_intact(stored: Issue) -> bool:
    """Whether the stored rows still have the digest that was issued."""
    return digest_of(stored.code, stored.parameters, stored.data["columns"], stored.rows) == stored.digest


def compare_with_today(stored: Issue) -> str:
    """A sentence that compares an issue with the same report computed now."""
    if not is_intact(stored):
        return _(
            "The stored rows do not match the digest that was issued: the report was changed after "
            "it was issued."
        )
    today = build(REPORTS[stored.code], choice_from(stored.parameters))
    if today.digest == stored.digest:
        return _("Computed again today, every row is identical.")
    before, now = {tuple(row) for row in stored.rows}, {tuple(row) for row in today.rows}
    counts = {"gone": len(before - now), "new": len(now - before)}
    return (
        _(
            "Computed again today, it differs: %(gone)s rows of the issued report are missing, "
            "%(new)s are new."
        )
        % counts
    )


def close_month(month: date) -> list[Issue]:
    """Issue the closing reports of a month, unless they exist. Raises NotOver before its end."""
    last = clock.months_after(month, 1) - timedelta(days=1)
    return [issue(code, ReportChoice(month, last), by=None) for code in CLOSING]


def close_last_month() -> int:
    """Close the previous month; returns the number of new issues."""
    month = clock.months_after(clock.day_of(clock.now()).replace(day=1), -1)
    before = Issue.objects.count()
    close_month(month)
    return Issue.objects.count() - before
