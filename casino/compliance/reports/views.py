"""The pages of the reports: the list, one report with its figures and files, and issued reports."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.compliance.reports import daily_totals, exports
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, TooManyRows, build
from casino.compliance.reports.definition import ReportDefinition
from casino.compliance.reports.issuing import (
    NotOver,
    compare_with_today,
    existing_issue,
    issue,
    stored_report,
)
from casino.compliance.reports.models import Issue
from casino.compliance.reports.parameters import ReportChoiceForm
from casino.compliance.reports.periods import presets
from casino.compliance.reports.summaries import PeriodComparison, month_subtotals, report_chart
from casino.compliance.workspace import page, shown_to, staff_person
from players.shared import clock
from players.shared.exports.list_document import Column, Money, display_text
from players.shared.staff_reasons import reason_of

VIEW, ISSUE = "reports.view_issue", "reports.add_issue"
ROWS_ON_PAGE = 500  # files contain all rows
REASON_LENGTH = 5
FILE_KINDS = ("csv", "xlsx", "pdf")
TOO_MANY_ROWS = lazy(
    "There are more rows in this period than a report can have. Choose fewer days, or a longer step."
)


@shown_to(VIEW)
def reports(request: HttpRequest) -> HttpResponseBase:
    latest = Issue.objects.select_related("by").defer("data").order_by("-pk")[:30]
    issues = [
        {
            "issue": issued_report,
            "title": REPORTS[issued_report.code].title,
            "days": [date.fromisoformat(issued_report.parameters[end]) for end in ("since", "until")],
        }
        for issued_report in latest
    ]
    return page(
        request,
        "reports/reports.html",
        _("Reports"),
        reports=REPORTS.values(),
        issues=issues,
        last_day=daily_totals.last_folded_day(),
    )


def report_or_404(code: str) -> ReportDefinition:
    if code not in REPORTS:
        raise Http404
    return REPORTS[code]


@shown_to(VIEW)
def report(request: HttpRequest, code: str) -> HttpResponseBase:
    chosen_report = report_or_404(code)
    form = ReportChoiceForm(
        request.GET,
        chosen_report.fields,
        as_of_now=chosen_report.as_of_now,
        max_days=chosen_report.max_days,
        amounts=chosen_report.amounts,
    )
    built, earlier, error = None, None, ""
    if form.is_valid():
        choice = form.choice()
        earlier = existing_issue(code, choice.parameters(chosen_report.fields))
        try:
            built = stored_report(earlier) if earlier else build(chosen_report, choice)
        except TooManyRows:
            error = str(TOO_MANY_ROWS)
    kind = request.GET.get("file", "")
    if built is not None and kind in FILE_KINDS:
        return exports.file_response(built, kind, str(request.user), with_totals="totals" in request.GET)
    return page(
        request,
        "reports/report.html",
        str(chosen_report.title),
        report=chosen_report,
        form=form,
        presets=[] if chosen_report.as_of_now else _presets(chosen_report, request),
        issue=earlier,
        error=error,
        comparison=_comparison(earlier, request),
        **(_context(built, request) if built is not None else {}),
    )


@shown_to(VIEW)
def show_issue(request: HttpRequest, pk: int) -> HttpResponseBase:
    """An issued report, by its number."""
    stored = get_object_or_404(Issue.objects.select_related("by"), pk=pk)
    built = stored_report(stored)
    if (kind := request.GET.get("file", "")) in FILE_KINDS:
        return exports.file_response(built, kind, str(request.user), with_totals="totals" in request.GET)
    return page(
        request,
        "reports/report.html",
        str(built.report.title),
        report=built.report,
        issue=stored,
        comparison=_comparison(stored, request),
        **_context(built, request),
    )


def _comparison(stored: Issue | None, request: HttpRequest) -> str:
    return compare_with_today(stored) if stored is not None and "again" in request.GET else ""


@shown_to(ISSUE, act=ISSUE)
def create_issue(request: HttpRequest, code: str) -> HttpResponseBase:
    """Issue the report that is shown."""
    chosen_report = report_or_404(code)
    if chosen_report.as_of_now:
        raise Http404
    form = ReportChoiceForm(
        request.POST,
        chosen_report.fields,
        max_days=chosen_report.max_days,
        amounts=chosen_report.amounts,
    )
    query = urlencode(request.POST.dict() | {"csrfmiddlewaretoken": "", "reason": ""})
    back = f"{reverse('compliance_report', args=[code])}?{query}"
    if request.method != "POST" or not form.is_valid():
        return redirect(back)
    reason = reason_of(request, minimum=REASON_LENGTH)
    if not reason:
        return redirect(back)
    try:
        new_issue = issue(code, form.choice(), by=staff_person(request), reason=reason, request=request)
    except NotOver:
        messages.error(
            request, _("The days of this report are not over, and an issued report can no longer change.")
        )
        return redirect(back)
    except TooManyRows:
        messages.error(request, TOO_MANY_ROWS)
        return redirect(back)
    messages.success(request, _("Issued: this report can no longer change."))
    return redirect("compliance_issue", new_issue.pk)


def _context(built: BuiltReport, request: HttpRequest) -> dict[str, Any]:
    """What the template needs to show a report."""
    columns = exports.visible_columns(built)
    query = request.GET.copy()
    for name in ("file", "again", "totals", *(("since", "until") if built.report.as_of_now else ())):
        query.pop(name, None)
    checks = [
        {
            "label": check.label,
            "difference": check.difference,
            "ledger": display_text(Money(check.ledger), "EUR"),
            "apart": display_text(Money(check.difference, signed=True), "EUR"),
        }
        for check in built.checks
    ]
    return {
        "built": built,
        "columns": columns,
        "lines": _lines(built, columns),
        "chart": report_chart(built),
        "earlier": PeriodComparison(built)
        if "compare" in request.GET and not built.report.as_of_now
        else None,
        "comparable": not built.report.as_of_now and any(column.total for column in built.report.columns),
        "compare_query": _changed(query, compare=None if "compare" in request.GET else "1"),
        "foot": _foot(built, columns),
        "checks": checks,
        "more": max(0, len(built.rows) - ROWS_ON_PAGE),
        "query": query.urlencode(),
        "chosen": built.parameters,
        "over": built.choice.until < clock.day_of(clock.now()),
    }


def _changed(query: QueryDict, **parameters: str | None) -> str:
    """The query with other values; None removes a parameter."""
    changed = query.copy()
    for name, value in parameters.items():
        changed.pop(name, None)
        if value is not None:
            changed[name] = value
    return changed.urlencode()


def _presets(chosen_report: ReportDefinition, request: HttpRequest) -> list[dict[str, Any]]:
    """Links to the report of usual periods; the other choices stay."""
    links = []
    for preset in presets(clock.day_of(clock.now())):
        days = {"since": preset.since.isoformat(), "until": preset.until.isoformat()}
        step = {"step": preset.step} if "step" in chosen_report.fields else {}
        links.append(
            {
                "label": preset.label,
                "query": _changed(request.GET, file=None, again=None, totals=None, **days, **step),
                "is_chosen": all(request.GET.get(name) == value for name, value in days.items()),
            }
        )
    return links


def _lines(built: BuiltReport, columns: list[Column]) -> list[dict[str, Any]]:
    """The rows of the page, with the subtotals of months among them."""
    keys = [column.key for column in built.report.columns]
    subtotals = month_subtotals(built)
    lines = []
    for position, (row, values) in enumerate(
        zip(built.rows[:ROWS_ON_PAGE], exports.cells(built), strict=False)
    ):
        link = (
            built.report.link(dict(zip(keys, row, strict=True)), built.parameters)
            if built.report.link
            else ""
        )
        cells = [
            {"text": display_text(value, "EUR"), "figure": column.is_figure}
            for value, column in zip(values, columns, strict=True)
        ]
        lines.append({"cells": cells, "link": link})
        if position in subtotals:
            lines.append(_subtotal(*subtotals[position], columns))
    return lines


def _subtotal(month: str, sums: dict[str, int], columns: list[Column]) -> dict[str, Any]:
    cells = [
        {
            "text": display_text(exports.cell(sums[column.key], column), "EUR") if column.total else "",
            "figure": column.is_figure,
        }
        for column in columns
    ]
    cells[0] = {"text": _("Subtotal of %(month)s") % {"month": month}, "figure": False}
    return {"cells": cells, "link": "", "is_subtotal": True}


def _foot(built: BuiltReport, columns: list[Column]) -> list[dict[str, Any]]:
    """The totals under the columns; none if no column has one."""
    if not any(column.total for column in columns):
        return []
    return [
        {"text": _total(built, column) if column.total else "", "figure": column.is_figure}
        for column in columns
    ]


def _total(built: BuiltReport, column: Column) -> str:
    return display_text(exports.cell(built.totals[column.key], column), "EUR")
