"""A list as PDF in the house's look: its mark, what was chosen, the sums, then the rows in figures of one width, every page numbered."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table, TableStyle

from players.shared import clock
from players.shared.exports.csv_export import attached
from players.shared.exports.list_document import Sheet, said
from players.shared.exports.pdf_fonts import registered

# Ink, soft ink, hairline, felt, ivory, brass: the house's colours as paper takes them.
INK, SOFT, LINE, FELT, IVORY, BRASS = (
    HexColor(f"#{value}") for value in ("12211f", "52605d", "cfd2cc", "1d5a3d", "f4eedd", "7d6230")
)
MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
MOST = 2000  # rows; a spreadsheet holds any number


def pdf_of(sheet: Sheet) -> bytes:
    regular, strong = registered()
    text = ParagraphStyle("text", fontName=regular, fontSize=9, leading=13, textColor=SOFT)
    head = ParagraphStyle("head", parent=text, fontName=strong, fontSize=20, leading=25, textColor=INK)
    rows = list(islice(sheet.rows, MOST + 1))
    story: list[Any] = [Paragraph(_safe(sheet.title), head), Spacer(0, 2 * mm), _facts(sheet, regular)]
    if sheet.sums:
        story += [Spacer(0, 6 * mm), _sums(sheet, regular, strong)]
    if len(rows) > MOST:
        told = _(
            "Only the first %(most)s lines are shown here; the spreadsheet of the same choice holds all of them."
        )
        story += [Spacer(0, 6 * mm), Paragraph(_safe(told % {"most": MOST}), text)]
    story += [
        Spacer(0, 6 * mm),
        _rows(sheet, rows[:MOST], regular, strong)
        if rows
        else Paragraph(_safe(_("Nothing in this choice.")), text),
    ]
    if sheet.closing:
        story += [Spacer(0, 6 * mm), Paragraph(_safe(sheet.closing), text)]
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        title=f"{sheet.title} · {settings.HOUSE_NAME}",
        author=settings.HOUSE_NAME,
        lang="en" if (get_language() or "").startswith("en") else "pt-PT",
    )
    frame = Frame(
        MARGIN,
        22 * mm,
        WIDTH,
        A4[1] - 22 * mm - 34 * mm,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates(PageTemplate(frames=[frame]))
    document.build(story, canvasmaker=_numbered(sheet, regular, strong))
    return out.getvalue()


def pdf_response(sheet: Sheet) -> HttpResponse:
    return attached(pdf_of(sheet), "application/pdf", f"{sheet.name}.pdf")


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _facts(sheet: Sheet, regular: str) -> Table:
    made = date_format(localtime(clock.now()), "DATETIME_FORMAT")
    facts = [(sheet.whose or _("Player"), sheet.who), *sheet.facts, (_("Made"), made)]
    table = Table(facts, colWidths=[36 * mm, WIDTH - 36 * mm], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), regular, 9, 13),
                ("TEXTCOLOR", (0, 0), (0, -1), SOFT),
                ("TEXTCOLOR", (1, 0), (1, -1), INK),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ]
        )
    )
    return table


def _sums(sheet: Sheet, regular: str, strong: str) -> Table:
    """Four sums in a row: the name small above, the figure below."""
    across = 4
    cells = [(label, said(cell, sheet.currency)) for label, cell in sheet.sums]
    lines: list[list[str]] = []
    for start in range(0, len(cells), across):
        part = cells[start : start + across]
        part += [("", "")] * (across - len(part))
        lines += [[label for label, _figure in part], [figure for _label, figure in part]]
    table = Table(lines, colWidths=[WIDTH / across] * across, hAlign="LEFT")
    styles: list[Any] = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ]
    for line in range(0, len(lines), 2):
        styles += [
            ("LINEABOVE", (0, line), (-1, line), 0.5, LINE),
            ("FONT", (0, line), (-1, line), regular, 8, 12),
            ("TEXTCOLOR", (0, line), (-1, line), SOFT),
            ("TOPPADDING", (0, line), (-1, line), 5),
            ("FONT", (0, line + 1), (-1, line + 1), strong, 12, 16),
            ("TEXTCOLOR", (0, line + 1), (-1, line + 1), INK),
            ("BOTTOMPADDING", (0, line + 1), (-1, line + 1), 6),
        ]
    table.setStyle(TableStyle(styles))
    return table


def _rows(sheet: Sheet, rows: list[Any], regular: str, strong: str) -> Table:
    whole = sum(column.weight for column in sheet.columns)
    widths = [WIDTH * column.weight / whole for column in sheet.columns]
    head = ParagraphStyle("column", fontName=strong, fontSize=8, leading=10, textColor=SOFT)
    figure = ParagraphStyle("figure", parent=head, alignment=TA_RIGHT)
    text = ParagraphStyle("cell", fontName=regular, fontSize=8.5, leading=11, textColor=INK)
    heads: list[Any] = [
        Paragraph(_safe(column.label), figure if column.figure else head) for column in sheet.columns
    ]
    # Only what may be wider than its column is laid out as text: the rest is drawn as it is, and quickly.
    letters = [column.weight * 100 // whole if not column.figure else 1000 for column in sheet.columns]
    lines = [
        heads,
        *(
            [_cell(said(cell, sheet.currency), room, text) for cell, room in zip(row, letters, strict=True)]
            for row in rows
        ),
    ]
    table = Table(lines, colWidths=widths, repeatRows=1, hAlign="LEFT")
    styles: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.75, INK),
        ("FONT", (0, 1), (-1, -1), regular, 8.5, 11),
        ("TEXTCOLOR", (0, 1), (-1, -1), INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
    ]
    styles += [
        ("ALIGN", (index, 0), (index, -1), "RIGHT")
        for index, column in enumerate(sheet.columns)
        if column.figure
    ]
    table.setStyle(TableStyle(styles))
    return table


def _cell(said: str, room: int, text: ParagraphStyle) -> Any:
    return said if len(said) <= room else Paragraph(_safe(said), text)


def _numbered(sheet: Sheet, regular: str, strong: str) -> type[Canvas]:
    """A canvas that knows how many pages there are when it writes the first of them."""

    class Numbered(Canvas):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.pages: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802  (the library's name)
            self.pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for page in self.pages:
                self.__dict__.update(page)
                _edges(self, sheet, len(self.pages), regular, strong)
                super().showPage()
            super().save()

    return Numbered


def _edges(canvas: Any, sheet: Sheet, pages: int, regular: str, strong: str) -> None:
    """Above: the house's mark and name, the document's name. Below: what the house is, and the page."""
    top, x, y = A4[1] - 20 * mm, MARGIN + 4 * mm, A4[1] - 18.6 * mm
    canvas.setFillColor(FELT)
    canvas.circle(x, y, 4 * mm, stroke=0, fill=1)
    canvas.setStrokeColor(IVORY)
    canvas.setLineWidth(1.1 * mm)
    canvas.setDash([1.75 * mm, 1.75 * mm], 0)
    canvas.circle(x, y, 3.4 * mm, stroke=1, fill=0)
    canvas.setDash()
    canvas.setLineWidth(0.6 * mm)
    canvas.lines(
        [
            (x - 0.9 * mm, y - 1.5 * mm, x - 0.9 * mm, y + 1.5 * mm),
            (x - 1.2 * mm, y + 1.5 * mm, x + 1.2 * mm, y + 1.5 * mm),
        ]
    )
    canvas.line(x - 0.9 * mm, y, x + 0.7 * mm, y)
    canvas.setFillColor(INK)
    canvas.setFont(strong, 12)
    canvas.drawString(MARGIN + 11 * mm, top, settings.HOUSE_NAME)
    canvas.setFont(regular, 8.5)
    canvas.setFillColor(SOFT)
    canvas.drawRightString(A4[0] - MARGIN, top, sheet.title)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, top - 5 * mm, A4[0] - MARGIN, top - 5 * mm)
    canvas.line(MARGIN, 17 * mm, A4[0] - MARGIN, 17 * mm)
    canvas.setFont(regular, 7.5)
    canvas.drawString(MARGIN, 12 * mm, _edge_said())
    canvas.drawRightString(
        A4[0] - MARGIN,
        12 * mm,
        _("Page %(page)s of %(pages)s") % {"page": canvas.getPageNumber(), "pages": pages},
    )


def _edge_said() -> str:
    licence = settings.HOUSE_LICENCE or _("Demonstration house: no real money")
    return f"{licence[:90]} · {_('all hours are those of Lisbon')}"
