"""The audit log page and its exports."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.compliance.standby import Position, read_report
from casino.compliance.workspace import page, shown_to
from casino.record_checks import audit_reader
from casino.record_checks.models import Proof
from players.audit import note
from players.shared import clock
from players.shared.exports.csv_export import attachment, csv_response
from players.shared.exports.list_document import Cell, Column, ListDocument, spreadsheet_text

VIEW_PERMISSION = "self_checks.view_root"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@shown_to(VIEW_PERMISSION)
def audit(request: HttpRequest) -> HttpResponseBase:
    audit_filter = audit_reader.AuditFilter.from_query(request.GET)
    export_format = request.GET.get("as", "")
    if export_format and not audit_filter.errors:
        return _export(request, audit_filter, export_format)
    page_size = audit_reader.PAGE_SIZE
    entries = [] if audit_filter.errors else audit_reader.find_entries(audit_filter, page_size + 1)
    query = {
        name: value
        for name, value in request.GET.items()
        if name in audit_reader.CONDITIONS and name != "before" and value
    }
    last = entries[page_size - 1].id if len(entries) > page_size else None
    return page(
        request,
        "self_checks/audit.html",
        _("Audit log"),
        entries=entries[:page_size],
        filter=audit_filter,
        kinds=audit_reader.kind_choices(),
        query=urlencode(query),
        older=urlencode({**query, "before": last}) if last else "",
        proof=Proof.objects.filter(kind="chains").order_by("-pk").first(),
    )


def _export(request: HttpRequest, audit_filter: audit_reader.AuditFilter, export_format: str) -> HttpResponse:
    """The filtered lines as a file. The export itself is audited."""
    if export_format not in ("csv", "xlsx"):
        raise Http404

    def find(_cursor: Any, position: Position) -> tuple[list[audit_reader.AuditEntry], Position]:
        return audit_reader.find_entries(audit_filter, audit_reader.MAX_EXPORT), position

    entries, position = read_report(find)
    document = _document(entries, request)
    document.name = f"{document.name}-{position.file_name}"
    query = {name: str(value) for name in audit_reader.CONDITIONS if (value := getattr(audit_filter, name))}
    note(
        "watch.log-taken",
        request=request,
        about="audit-log",
        lines=len(entries),
        format=export_format,
        position=str(position),
        query=query,
    )
    if export_format == "csv":
        return csv_response(document)
    return attachment(_xlsx(document), XLSX, f"{document.name}.xlsx")


def _document(entries: list[audit_reader.AuditEntry], request: HttpRequest) -> ListDocument:
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
        sums=[(_("lines"), len(entries))],
        columns=[Column(label) for label in labels],
        rows=[_cells(entry) for entry in entries],
    )


def _cells(entry: audit_reader.AuditEntry) -> list[Cell]:
    details = "; ".join(f"{label}: {value}" for label, value in entry.details)
    return [
        entry.id,
        entry.at,
        entry.kind,
        entry.sentence,
        details,
        entry.about,
        entry.address,
        entry.device,
    ]


def _xlsx(document: ListDocument) -> bytes:
    data = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    import xlsxwriter  # with the first file: a process is smaller without it

    with xlsxwriter.Workbook(data, options) as workbook:
        sheet = workbook.add_worksheet(document.title[:31])
        bold = workbook.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, [str(column.label) for column in document.columns], bold)
        last = 0
        for last, row in enumerate(document.rows, 1):
            cells = [cell if isinstance(cell, int) else spreadsheet_text(cell) for cell in row]
            sheet.write_row(last, 0, cells)
        sheet.autofilter(0, 0, max(1, last), len(document.columns) - 1)
    return data.getvalue()
