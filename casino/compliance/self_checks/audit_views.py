"""The log as sentences, its chain, and what is taken away of it."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

import xlsxwriter
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.self_checks import audit_reader, check_states
from casino.compliance.self_checks.models import Proof
from casino.compliance.workspace import page, shown_to
from players.audit import note
from players.shared import clock
from players.shared.exports.csv_export import attachment, csv_response
from players.shared.exports.list_document import Cell, Column, ListDocument, spreadsheet_text

SEE = "watch.view_root"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@shown_to(SEE)
def audit(request: HttpRequest) -> HttpResponseBase:
    asked = audit_reader.Asked.read(request.GET)
    form = request.GET.get("as", "")
    if form and not asked.wrong:
        return taken(request, asked, form)
    found = [] if asked.wrong else audit_reader.lines(asked, audit_reader.PAGE + 1)
    query = {
        name: value
        for name, value in request.GET.items()
        if name in audit_reader.CONDITIONS and name != "before" and value
    }
    last = found[audit_reader.PAGE - 1].id if len(found) > audit_reader.PAGE else None
    return page(
        request,
        "self_checks/audit.html",
        _("Audit reading"),
        lines=found[: audit_reader.PAGE],
        asked=asked,
        kinds=audit_reader.kinds(),
        query=urlencode(query),
        older=urlencode({**query, "before": last}) if last else "",
        chains=check_states.kept().get("chains"),
        proof=Proof.objects.filter(kind="chains").order_by("-pk").first(),
    )


def taken(request: HttpRequest, asked: audit_reader.Asked, form: str) -> HttpResponse:
    """What is filtered now, as a file; that it was taken is itself on the record."""
    if form not in ("csv", "xlsx"):
        raise Http404
    found = audit_reader.lines(asked, audit_reader.MOST)
    sheet = sheet_of(found, request)
    said = {name: str(value) for name in audit_reader.CONDITIONS if (value := getattr(asked, name))}
    note("watch.log-taken", request=request, about="audit-log", lines=len(found), format=form, query=said)
    if form == "csv":
        return csv_response(sheet)
    return attachment(xlsx_of(sheet), XLSX, f"{sheet.name}.xlsx")


def sheet_of(found: list[audit_reader.Said], request: Any) -> ListDocument:
    labels = [
        _("number"),
        _("at"),
        _("kind"),
        _("what happened"),
        _("details"),
        _("about"),
        _("network address"),
        _("device"),
    ]
    return ListDocument(
        name=f"feltro-log-{localtime(clock.now()):%Y%m%d-%H%M}",
        title=_("Audit log"),
        who=str(request.user),
        facts=[],
        sums=[(_("lines"), len(found))],
        columns=[Column(label) for label in labels],
        rows=[_cells(line) for line in found],
    )


def _cells(line: audit_reader.Said) -> list[Cell]:
    details = "; ".join(f"{label}: {value}" for label, value in line.facts)
    return [line.id, line.at, line.kind, line.sentence, details, line.about, line.address, line.device]


def xlsx_of(sheet: ListDocument) -> bytes:
    data = io.BytesIO()
    with xlsxwriter.Workbook(
        data, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        page = book.add_worksheet(sheet.title[:31])
        bold = book.add_format({"bold": True})
        page.freeze_panes(1, 0)
        page.write_row(0, 0, [column.label for column in sheet.columns], bold)
        last = 0
        for last, row in enumerate(sheet.rows, 1):
            page.write_row(
                last,
                0,
                [cell if isinstance(cell, int) else spreadsheet_text(cell, english=True) for cell in row],
            )
        page.autofilter(0, 0, max(1, last), len(sheet.columns) - 1)
    return data.getvalue()
