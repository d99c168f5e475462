"""The pages of files of money laundering: what waits, one file, and its reports as files.

Every opening of a file is recorded. Nothing of it is shown without the right.
"""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from casino.compliance.laundering import files
from casino.compliance.laundering.forms import EndForm, MeasureForm, ReceiptForm, ReportForm
from casino.compliance.laundering.holds import HOLDING
from casino.compliance.laundering.models import Access, Measure, Report
from casino.compliance.laundering.report_document import to_xml
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Player
from players.shared import clock
from players.shared.exports.csv_export import attachment

SEES, ACTS = "laundering.view_file", "laundering.act_file"
REFUSED = 422
FORMATS = {"xml": "application/xml", "json": "application/json"}


@require_safe
@shown_to(SEES)
def files_page(request: HttpRequest) -> HttpResponseBase:
    note("laundering.files-seen", request=request, about="files")
    return page(
        request,
        "laundering/files.html",
        _("Money laundering files"),
        now=clock.now(),
        running=HOLDING.select_related("player").order_by("due", "pk")[: files.MOST],
        reviews=files.current_classes()[: files.MOST],
        unsent=Report.objects.filter(communicated=None).select_related("player").order_by("pk")[: files.MOST],
        players=files.players_with_files()[: files.MOST],
        most=files.MOST,
    )


@require_safe
@shown_to(SEES)
def file_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    player = get_object_or_404(Player.objects.select_related("person"), pk=pk)
    files.note_access(player, staff_person(request), Access.What.READ, request)
    return _file_page(request, player)


@require_POST
@step_up_required
@shown_to(SEES, act=ACTS)
def act(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Each form of the file says in `act` what it does."""
    player = get_object_or_404(Player.objects.select_related("person"), pk=pk)
    match request.POST.get("act"):
        case "measure":
            return _enter_measure(request, player)
        case "end":
            return _end_measure(request, player)
        case "report":
            return _make_report(request, player)
        case "communicated":
            return _communicate(request, player)
    messages.error(request, _("This step does not exist."))
    return redirect("compliance_laundering_file", player.pk)


@require_safe
@shown_to(SEES)
def export_report(request: HttpRequest, pk: int, form: str) -> HttpResponseBase:
    if form not in FORMATS:
        raise Http404
    report = get_object_or_404(Report.objects.select_related("player"), pk=pk)
    files.note_access(report.player, staff_person(request), Access.What.EXPORT, request)
    if form == "xml":
        data = to_xml(report.document)
    else:
        data = json.dumps(report.document, ensure_ascii=False, indent=1).encode()
    return attachment(data, FORMATS[form], f"{report}.{form}".lower())


def _file_page(request: HttpRequest, player: Player, **refused: Any) -> HttpResponseBase:
    """The file; a form that was refused stands there as it was filled in."""
    measures = list(files.measures_of(player)[: files.MOST])
    may_act = request.user.has_perm(ACTS)
    ending: Any = refused.get("end")
    shown = page(
        request,
        "laundering/file.html",
        f"{player.alias} · {_('Money laundering file')}",
        player=player,
        now=clock.now(),
        risk=next((one for one in measures if one.kind == Measure.Kind.RISK), None),
        running=[
            {"measure": one, "form": _end_form(one, ending) if may_act else None}
            for one in measures
            if one.kind != Measure.Kind.RISK and one.ended is None
        ],
        past=[one for one in measures if one.kind == Measure.Kind.RISK or one.ended is not None],
        cases=files.cases_of(player)[: files.MOST],
        reports=[
            {"report": one, "form": _receipt_form(one, refused.get("receipt"))}
            for one in files.reports_of(player)[: files.MOST]
        ],
        accesses=files.accesses_of(player)[: files.MOST],
        may_act=may_act,
        measure_form=refused.get("measure") or MeasureForm(),
        report_form=refused.get("report") or ReportForm(),
    )
    if refused:
        shown.status_code = REFUSED
    return shown


def _end_form(measure: Measure, refused: EndForm | None) -> EndForm:
    is_refused = refused is not None and refused.measure.pk == measure.pk
    return refused if is_refused and refused else EndForm(measure, prefix=f"end{measure.pk}")


def _receipt_form(report: Report, refused: Any) -> forms.Form:
    prefix = f"receipt{report.pk}"
    return refused if refused is not None and refused.prefix == prefix else ReceiptForm(prefix=prefix)


def _done(request: HttpRequest, player: Player) -> HttpResponseBase:
    messages.success(request, _("Recorded."))
    return redirect("compliance_laundering_file", player.pk)


def _row(request: HttpRequest, rows: Any) -> Any:
    number = request.POST.get("row", "")
    return get_object_or_404(rows, pk=number if number.isdecimal() and len(number) < 18 else 0)


def _enter_measure(request: HttpRequest, player: Player) -> HttpResponseBase:
    form = MeasureForm(request.POST)
    if not form.is_valid():
        return _file_page(request, player, measure=form)
    measure = files.enter_measure(
        player=player, person=staff_person(request), request=request, **form.columns()
    )
    if measure is None:
        form.add_error(None, _("Due diligence on this player is already open: end it first."))
        return _file_page(request, player, measure=form)
    return _done(request, player)


def _end_measure(request: HttpRequest, player: Player) -> HttpResponseBase:
    measure = _row(request, Measure.objects.filter(player=player).exclude(kind=Measure.Kind.RISK))
    form = EndForm(measure, request.POST, prefix=f"end{measure.pk}")
    if not form.is_valid():
        return _file_page(request, player, end=form)
    if files.end_measure(measure, person=staff_person(request), request=request, **form.cleaned_data):
        return _done(request, player)
    messages.error(request, _("Somebody has ended this in the meantime: nothing was done."))
    return redirect("compliance_laundering_file", player.pk)


def _make_report(request: HttpRequest, player: Player) -> HttpResponseBase:
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _file_page(request, player, report=form)
    files.make_report(player=player, person=staff_person(request), request=request, **form.cleaned_data)
    return _done(request, player)


def _communicate(request: HttpRequest, player: Player) -> HttpResponseBase:
    report = _row(request, Report.objects.filter(player=player))
    form = ReceiptForm(request.POST, prefix=f"receipt{report.pk}")
    if not form.is_valid():
        return _file_page(request, player, receipt=form)
    if files.communicate_report(report, person=staff_person(request), request=request, **form.cleaned_data):
        return _done(request, player)
    messages.error(request, _("This report has already been communicated: nothing was done."))
    return redirect("compliance_laundering_file", player.pk)
