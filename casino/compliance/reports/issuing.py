"""A report issued: from then on it stands as it was. What the record would say today is shown beside it, and never instead of it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from casino.compliance.reports.building import Built, Checked, build, digest_of
from casino.compliance.reports.catalogue import CLOSING, REPORTS
from casino.compliance.reports.models import Issue
from casino.compliance.reports.parameters import Choice, choice_from
from players.audit import note
from players.models import Person
from players.shared import clock


class NotOver(Exception):
    """The days of the report are not over: tomorrow it would say something else."""


def issued(code: str, told: dict[str, Any]) -> Issue | None:
    """The issue of exactly this report and choice, if there is one."""
    return Issue.objects.filter(code=code, parameters=told).select_related("by").first()


def issue(
    report_code: str, choice: Choice, *, by: Person | None, reason: str = "", request: Any = None
) -> Issue:
    """Issues it once; asked again, the same is answered."""
    report = REPORTS[report_code]
    told = choice.told(report.fields)
    if (known := issued(report.code, told)) is not None:
        return known
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
    }
    try:
        with transaction.atomic():
            made = Issue.objects.create(
                code=report.code,
                parameters=told,
                data=data,
                count=len(built.rows),
                digest=built.digest,
                by=by,
                reason=reason,
            )
            note(
                "reports.issued",
                person=by,
                about=f"issue:{made.pk}",
                request=request,
                report=report.code,
                digest=built.digest,
                reason=reason,
            )
    except IntegrityError:
        return Issue.objects.select_related("by").get(code=report.code, parameters=told)
    return made


def kept(found: Issue) -> Built:
    """An issue as a report is shown: nothing of it is counted again."""
    report = REPORTS[found.code]
    # Figures as they were issued; what they are called is said in the language of whoever reads.
    called = [str(check.label) for check in report.checks]
    labels = (
        called
        if len(called) == len(found.data["checks"])
        else [check["label"] for check in found.data["checks"]]
    )
    checks = [
        Checked(label, check["ours"], check["ledger"])
        for label, check in zip(labels, found.data["checks"], strict=True)
    ]
    return Built(
        report,
        choice_from(found.parameters),
        found.rows,
        found.data["totals"],
        checks,
        found.at,
        found.digest,
    )


def whole(found: Issue) -> bool:
    """Whether the kept rows still make the digest that was issued."""
    return digest_of(found.code, found.parameters, found.data["columns"], found.rows) == found.digest


def compared(found: Issue) -> str:
    """What the record says of the same question today, in a sentence."""
    if not whole(found):
        return _(
            "The kept rows do not make the digest that was issued: the issue was changed after it was made."
        )
    today = build(REPORTS[found.code], choice_from(found.parameters))
    if today.digest == found.digest:
        return _("Computed again today it is the same, row for row.")
    before, now = {tuple(row) for row in found.rows}, {tuple(row) for row in today.rows}
    told = {"gone": len(before - now), "new": len(now - before)}
    return (
        _(
            "Computed again today it differs: %(gone)s rows of the issue are not there any more, %(new)s are new."
        )
        % told
    )


def month_close(month: date) -> list[Issue]:
    """Issues what a month owes, each once. Asked again it makes nothing new; a month that is not over is refused."""
    last = clock.months_after(month, 1) - timedelta(days=1)
    return [issue(code, Choice(month, last), by=None) for code in CLOSING]


def months_close() -> int:
    """The month that is over, once its days are folded; how many issues are new."""
    month = clock.months_after(clock.day_of(clock.now()).replace(day=1), -1)
    before = Issue.objects.count()
    month_close(month)
    return Issue.objects.count() - before
