"""A list as PDF: the operator's mark, the selection, the totals, then the rows. Every page is numbered."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from players.languages import page_language
from players.shared import clock
from players.shared.exports.csv_export import attachment
from players.shared.exports.list_document import ListDocument, display_text
from players.shared.exports.pdf_columns import PADDING, Layout, Typeface, lay_out
from players.shared.exports.pdf_fonts import register_fonts

# Ink, soft ink, hairline, felt, ivory, brass: the brand's colours in print.
INK, SOFT, LINE, FELT, IVORY, BRASS = (
    HexColor(f"#{value}") for value in ("12211f", "52605d", "cfd2cc", "1d5a3d", "f4eedd", "7d6230")
)
MARGIN = 18 * mm
FACT = (9, 13)  # size and leading of the facts above a list
MAX_ROWS = 2000  # a CSV file has no limit


class Part(Struct):
    """One document of a file, as it is laid out: its page may be turned, those of the others not."""

    document: ListDocument
    page: tuple[float, float]
    flowables: list[Any]


def pdf_bytes(*documents: ListDocument) -> bytes:
    """One file of one document, or of several, each from a new page on; the pages are counted through."""
    regular, strong = register_fonts()
    typeface = Typeface(regular, strong)
    parts = [_lay_out(document, typeface) for document in documents]
    buffer = io.BytesIO()
    template = BaseDocTemplate(
        buffer,
        pagesize=parts[0].page,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        title=f"{documents[0].title} · {settings.HOUSE_NAME}",
        author=settings.HOUSE_NAME,
        lang=page_language().tag,
    )
    flowables: list[Any] = []
    for number, part in enumerate(parts):
        template.addPageTemplates(_page_template(number, part))
        if number:
            flowables += [NextPageTemplate(str(number)), PageBreak()]
        flowables += part.flowables
    template.build(flowables, canvasmaker=_numbered(typeface))
    return buffer.getvalue()


def _page_template(number: int, part: Part) -> PageTemplate:
    def remember(canvas: Any, template: Any) -> None:
        canvas.part = part

    width, height = part.page
    frame = Frame(
        MARGIN,
        22 * mm,
        width - 2 * MARGIN,
        height - 22 * mm - 34 * mm,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    return PageTemplate(id=str(number), frames=[frame], onPage=remember, pagesize=part.page)


def _lay_out(document: ListDocument, typeface: Typeface) -> Part:
    regular = typeface.regular
    text_style = ParagraphStyle("text", fontName=regular, fontSize=9, leading=13, textColor=SOFT)
    title_style = ParagraphStyle(
        "head", parent=text_style, fontName=typeface.strong, fontSize=20, leading=25, textColor=INK
    )
    rows = [
        [display_text(cell, document.currency) for cell in row] for row in islice(document.rows, MAX_ROWS + 1)
    ]
    upright, turned = (size[0] - 2 * MARGIN for size in (A4, landscape(A4)))
    layout = lay_out(document.columns, rows[:MAX_ROWS], typeface, upright, turned)
    page = landscape(A4) if layout.is_landscape else A4
    width = page[0] - 2 * MARGIN
    flowables: list[Any] = [
        Paragraph(_safe(document.title), title_style),
        Spacer(0, 2 * mm),
        _facts(document, regular, width),
    ]
    if document.sums:
        flowables += [Spacer(0, 6 * mm), _sums(document, typeface, width)]
    if len(rows) > MAX_ROWS:
        notice = _(
            "Only the first %(most)s lines are shown here; the spreadsheet with the same filters "
            "contains all of them."
        )
        flowables += [Spacer(0, 6 * mm), Paragraph(_safe(notice % {"most": MAX_ROWS}), text_style)]
    flowables.append(Spacer(0, 6 * mm))
    if rows:
        flowables.append(_rows(document, rows[:MAX_ROWS], typeface, layout))
    else:
        flowables.append(Paragraph(_safe(_("Nothing matches these filters.")), text_style))
    if document.closing:
        flowables += [Spacer(0, 6 * mm), Paragraph(_safe(document.closing), text_style)]
    return Part(document, page, flowables)


def pdf_response(document: ListDocument) -> HttpResponse:
    return attachment(pdf_bytes(document), "application/pdf", f"{document.name}.pdf")


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _facts(document: ListDocument, regular: str, width: float) -> Table:
    made = date_format(localtime(clock.now()), "DATETIME_FORMAT")
    facts = [(document.whose or _("Player"), document.who), *document.facts, (_("Made"), made)]
    labels = max(stringWidth(label, regular, FACT[0]) for label, _value in facts) + 6 * mm
    table = Table(facts, colWidths=[labels, width - labels], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), regular, *FACT),
                ("TEXTCOLOR", (0, 0), (0, -1), SOFT),
                ("TEXTCOLOR", (1, 0), (1, -1), INK),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ]
        )
    )
    return table


def _sums(document: ListDocument, typeface: Typeface, width: float) -> Table:
    """Four totals in a row: the name above, the figure below."""
    across = 4
    cells = [(label, display_text(cell, document.currency)) for label, cell in document.sums]
    rows: list[list[str]] = []
    for start in range(0, len(cells), across):
        group = cells[start : start + across]
        group += [("", "")] * (across - len(group))
        rows += [[label for label, _figure in group], [figure for _label, figure in group]]
    table = Table(rows, colWidths=[width / across] * across, hAlign="LEFT")
    styles: list[object] = [
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ]
    for row in range(0, len(rows), 2):
        styles += [
            ("LINEABOVE", (0, row), (-1, row), 0.5, LINE),
            ("FONT", (0, row), (-1, row), typeface.regular, 8, 12),
            ("TEXTCOLOR", (0, row), (-1, row), SOFT),
            ("TOPPADDING", (0, row), (-1, row), 5),
            ("FONT", (0, row + 1), (-1, row + 1), typeface.strong, 12, 16),
            ("TEXTCOLOR", (0, row + 1), (-1, row + 1), INK),
            ("BOTTOMPADDING", (0, row + 1), (-1, row + 1), 6),
        ]
    table.setStyle(TableStyle(styles))
    return table


def _rows(document: ListDocument, rows: list[list[str]], typeface: Typeface, layout: Layout) -> Table:
    size, leading = layout.size, layout.size + 2.5
    head_style = ParagraphStyle(
        "column", fontName=typeface.strong, fontSize=size - 0.5, leading=leading, textColor=SOFT
    )
    figure_style = ParagraphStyle("figure", parent=head_style, alignment=TA_RIGHT)
    text_style = ParagraphStyle(
        "cell", fontName=typeface.regular, fontSize=size, leading=leading, textColor=INK
    )
    header: list[Any] = [
        Paragraph(_safe(str(column.label)), figure_style if column.is_figure else head_style)
        for column in document.columns
    ]
    # Only text that is wider than its column is laid out as a paragraph; the rest is drawn directly, which is
    # faster.
    spaces = [
        own if column.is_figure else own - PADDING
        for own, column in zip(layout.widths, document.columns, strict=True)
    ]
    table_rows = [
        header,
        *([_cell(text, space, text_style) for text, space in zip(row, spaces, strict=True)] for row in rows),
    ]
    table = Table(table_rows, colWidths=layout.widths, repeatRows=1, hAlign="LEFT")
    styles: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.75, INK),
        ("FONT", (0, 1), (-1, -1), typeface.regular, size, leading),
        ("TEXTCOLOR", (0, 1), (-1, -1), INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
    ]
    styles += [
        ("ALIGN", (index, 0), (index, -1), "RIGHT")
        for index, column in enumerate(document.columns)
        if column.is_figure
    ]
    table.setStyle(TableStyle(styles))
    return table


def _cell(text: str, space: float, style: ParagraphStyle) -> object:
    fits = stringWidth(text, style.fontName, style.fontSize) <= space + 0.01
    return text if fits else Paragraph(_safe(text), style)


def _numbered(typeface: Typeface) -> type[Canvas]:
    """A canvas class that knows the number of pages when it draws the first."""

    class NumberedCanvas(Canvas):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.pages: list[dict[str, object]] = []
            self.part: Any = None  # of the page that is drawn

        def showPage(self) -> None:  # noqa: N802  (the library's name)
            self.pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for page in self.pages:
                self.__dict__.update(page)
                _draw_header_and_footer(self, self.part, len(self.pages), typeface)
                super().showPage()
            super().save()

    return NumberedCanvas


def _draw_header_and_footer(canvas: Any, part: Part, pages: int, typeface: Typeface) -> None:
    """Above: the mark, the operator's name and the title. Below: the licence and the page number."""
    right, top = part.page[0] - MARGIN, part.page[1] - 20 * mm
    x, y = MARGIN + 4 * mm, top + 1.4 * mm
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
    canvas.setFont(typeface.strong, 12)
    canvas.drawString(MARGIN + 11 * mm, top, settings.HOUSE_NAME)
    canvas.setFont(typeface.regular, 8.5)
    canvas.setFillColor(SOFT)
    canvas.drawRightString(right, top, part.document.title)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, top - 5 * mm, right, top - 5 * mm)
    canvas.line(MARGIN, 17 * mm, right, 17 * mm)
    canvas.setFont(typeface.regular, 7.5)
    canvas.drawString(MARGIN, 12 * mm, _footer_text())
    canvas.drawRightString(
        right,
        12 * mm,
        _("Page %(page)s of %(pages)s") % {"page": canvas.getPageNumber(), "pages": pages},
    )


def _footer_text() -> str:
    licence = settings.HOUSE_LICENCE or _("Demonstration house: no real money")
    return f"{licence[:90]} · {_('all times are Lisbon time')}"
