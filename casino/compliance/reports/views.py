"""The pages of the reports: what there is, one report with its figures and files, what was issued, and the rounds behind a sum."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.compliance.reports import exports
from casino.compliance.reports.building import Built, TooMany, build
from casino.compliance.reports.catalogue import REPORTS
from casino.compliance.reports.definition import Report
from casino.compliance.reports.issuing import NotOver, compared, issue, issued, kept
from casino.compliance.reports.models import Issue
from casino.compliance.reports.parameters import ChoiceForm
from casino.compliance.workspace import page, shown_to
from players.models import Person
from players.shared import clock
from players.shared.exports.list_document import Money, display_text
from players.shared.staff_reasons import reason_of

SEEN, DOES = "reports.view_issue", "reports.add_issue"
SHOWN = 500  # rows on a page; a file holds all of them
SHORTEST = 5
KINDS = ("csv", "xlsx", "pdf")


@shown_to(SEEN)
def reports(request: HttpRequest) -> HttpResponseBase:
    latest = Issue.objects.select_related("by").defer("data").order_by("-pk")[:30]
    told = [
        {
            "issue": each,
            "title": REPORTS[each.code].title,
            "days": [date.fromisoformat(each.parameters[end]) for end in ("since", "until")],
        }
        for each in latest
    ]
    return page(request, "reports/reports.html", _("Reports"), reports=REPORTS.values(), issues=told)


def report_or_404(code: str) -> Report:
    if code not in REPORTS:
        raise Http404
    return REPORTS[code]


@shown_to(SEEN)
def report(request: HttpRequest, code: str) -> HttpResponseBase:
    found = report_or_404(code)
    form = ChoiceForm(request.GET, found.fields, as_of_now=found.as_of_now)
    built, earlier, trouble = None, None, ""
    if form.is_valid():
        choice = form.choice()
        earlier = issued(code, choice.told(found.fields))
        try:
            built = kept(earlier) if earlier else build(found, choice)
        except TooMany:
            trouble = _("These days hold more rows than one report may. Choose fewer days, or a longer step.")
    kind = request.GET.get("file", "")
    if built is not None and kind in KINDS:
        return exports.file_response(built, kind, str(request.user))
    shown = _shown(built, request) if built is not None else {}
    again = compared(earlier) if earlier is not None and "again" in request.GET else ""
    return page(
        request, "reports/report.html", str(found.title), report=found, form=form, issue=earlier, trouble=trouble, again=again, **shown
    )  # fmt: skip


@shown_to(SEEN)
def issue_shown(request: HttpRequest, pk: int) -> HttpResponseBase:
    """An issue by its number, as it was issued."""
    found = get_object_or_404(Issue.objects.select_related("by"), pk=pk)
    built = kept(found)
    if (kind := request.GET.get("file", "")) in KINDS:
        return exports.file_response(built, kind, str(request.user))
    again = compared(found) if "again" in request.GET else ""
    return page(
        request,
        "reports/report.html",
        str(built.report.title),
        report=built.report,
        issue=found,
        again=again,
        **_shown(built, request),
    )


@shown_to(DOES, act=DOES)
def issue_make(request: HttpRequest, code: str) -> HttpResponseBase:
    """An officer issues what is shown: from then on it stands so."""
    found = report_or_404(code)
    if found.as_of_now:
        raise Http404
    form = ChoiceForm(request.POST, found.fields)
    back = f"{reverse('compliance_report', args=[code])}?{urlencode(request.POST.dict() | {'csrfmiddlewaretoken': '', 'reason': ''})}"
    if request.method != "POST" or not form.is_valid():
        return redirect(back)
    reason = reason_of(request, minimum=SHORTEST)
    if not reason:
        return redirect(back)
    assert isinstance(request.user, Person)
    try:
        made = issue(code, form.choice(), by=request.user, reason=reason, request=request)
    except NotOver:
        messages.error(
            request, _("The days of this report are not over: what is issued must not change any more.")
        )
        return redirect(back)
    except TooMany:
        messages.error(
            request, _("These days hold more rows than one report may. Choose fewer days, or a longer step.")
        )
        return redirect(back)
    messages.success(request, _("Issued: from now on this report stands as it is."))
    return redirect("compliance_issue", made.pk)


def _shown(built: Built, request: HttpRequest) -> dict[str, Any]:
    columns = exports.shown(built)
    keys = [column.key for column in built.report.columns]
    told = built.told
    lines = []
    for row, line in zip(built.rows[:SHOWN], exports.cells(built), strict=False):
        link = built.report.link(dict(zip(keys, row, strict=True)), told) if built.report.link else ""
        words = [
            {"said": display_text(cell, "EUR"), "figure": column.figure}
            for cell, column in zip(line, columns, strict=True)
        ]
        lines.append({"cells": words, "link": link})
    foot = [
        {
            "said": display_text(exports.cell(built.totals[column.key], column), "EUR")
            if column.total
            else "",
            "figure": column.figure,
        }
        for column in columns
    ]
    checks = [
        {"label": check.label, "difference": check.difference}
        | {name: display_text(Money(getattr(check, name)), "EUR") for name in ("ours", "ledger")}
        | {"apart": display_text(Money(check.difference, signed=True), "EUR")}
        for check in built.checks
    ]
    asked = request.GET.copy()
    for name in ("file", "again", *(("since", "until") if built.report.as_of_now else ())):
        asked.pop(name, None)
    over = built.choice.until < clock.day_of(clock.now())
    return {
        "built": built, "columns": columns, "lines": lines, "foot": foot if any(each["said"] for each in foot) else [], "checks": checks,
        "more": max(0, len(built.rows) - SHOWN), "asked": asked.urlencode(), "chosen": told, "over": over,
    }  # fmt: skip
