"""The closing of a month as one PDF file: the checklist, the files, the signatures and the four reports."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.compliance.reports.closing import SIGNATURES, ClosingPoint, MonthClosing
from casino.compliance.reports.exports import sheet_of
from players.shared.exports.list_document import Column, ListDocument
from players.shared.exports.pdf import pdf_bytes


def closing_pack(closing: MonthClosing, who: str) -> bytes:
    parts = [_checklist(closing, who), _files(closing, who), _signatures(closing, who)]
    return pdf_bytes(*parts, *(sheet_of(report.built, who) for report in closing.reports))


def pack_name(closing: MonthClosing) -> str:
    return f"feltro-closing-{closing.month:%Y-%m}.pdf"


def point_state(point: ClosingPoint) -> str:
    """What a point of the checklist is, in words."""
    if point.is_done:
        return _("in order")
    if point.is_information:
        return _("for information")
    if not point.is_known:
        return _("unknown: it was not checked, or not for the whole month")
    return _("not in order")


def _document(
    closing: MonthClosing, who: str, title: str, facts: list[tuple[str, str]], columns: list[Column]
) -> ListDocument:
    month = (_("Month"), date_format(closing.month, "YEAR_MONTH_FORMAT"))
    return ListDocument(
        name=pack_name(closing),
        title=title,
        who=who,
        facts=[month, *facts],
        sums=[],
        columns=columns,
        rows=[],
        whose=_("Exported by"),
    )


def _checklist(closing: MonthClosing, who: str) -> ListDocument:
    issued = _("issued") if closing.is_issued else _("not issued: their figures may still change")
    signed = _("%(count)s of %(needed)s") % {"count": len(closing.signatures), "needed": SIGNATURES}
    facts = [(_("The four reports"), issued), (_("Signatures"), signed)]
    columns = [Column(_("Point"), weight=4), Column(_("State"), weight=2), Column(_("Count"), "count")]
    document = _document(closing, who, _("Closing of the month"), facts, columns)
    document.rows = [[str(point.label), point_state(point), point.count] for point in closing.points]
    return document


def _files(closing: MonthClosing, who: str) -> ListDocument:
    columns = [
        Column(_("File"), weight=4),
        Column(pgettext("files", "Expected"), "count"),
        Column(_("Present"), "count"),
        Column(_("Missing"), "count"),
    ]
    document = _document(closing, who, _("Files for the regulator"), [], columns)
    document.rows = [[one.name, one.expected, one.present, one.missing] for one in closing.files]
    return document


def _signatures(closing: MonthClosing, who: str) -> ListDocument:
    columns = [Column(_("Signed by")), Column(_("Signed")), Column(_("Note")), Column("SHA-256")]
    document = _document(closing, who, _("Signatures"), [], columns)
    document.rows = [
        [
            signature.person.email,
            date_format(localtime(signature.at), "SHORT_DATETIME_FORMAT"),
            signature.note,
            signature.digest,
        ]
        for signature in closing.signatures
    ]
    return document
