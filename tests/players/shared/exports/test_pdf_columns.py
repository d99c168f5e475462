"""No figure of a printed list is cut or covers its neighbour, however many columns there are."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from players.shared import clock
from players.shared.exports.list_document import Column, ListDocument, Money
from players.shared.exports.pdf_columns import PADDING, SIZES, Typeface, lay_out
from players.shared.exports.pdf_export import pdf_bytes

TYPEFACE = Typeface("Helvetica", "Helvetica-Bold")
PORTRAIT, LANDSCAPE = 493.0, 740.0
FIGURE = "25 577 584,00 €"


def columns(figures: int) -> list[Column]:
    return [Column("Período"), *(Column(f"Soma {number}", "count") for number in range(figures))]


@pytest.mark.parametrize(
    ("figures", "is_landscape", "smaller"), [(2, False, False), (8, True, False), (10, True, True)]
)
def test_every_figure_fits_into_its_column(figures: int, is_landscape: bool, smaller: bool) -> None:
    rows = [["parcial: 01/11/2026 – 26/11/2026", *[FIGURE] * figures]]
    layout = lay_out(columns(figures), rows, TYPEFACE, PORTRAIT, LANDSCAPE)
    assert (layout.is_landscape, layout.size < SIZES[0]) == (is_landscape, smaller)
    assert sum(layout.widths) == pytest.approx(LANDSCAPE if is_landscape else PORTRAIT)
    needed = stringWidth(FIGURE, TYPEFACE.regular, layout.size) + PADDING
    assert all(own >= needed - 0.01 for own in layout.widths[1:])


def test_no_word_of_a_heading_or_text_is_broken() -> None:
    texts = ["Correções", "26/11/2026"]
    layout = lay_out([Column("Movimentado"), Column("x")], [texts], TYPEFACE, PORTRAIT, LANDSCAPE)
    assert layout.widths[0] >= stringWidth("Movimentado", TYPEFACE.strong, layout.size) + PADDING - 0.01


def test_a_list_with_many_columns_is_printed_across_the_page() -> None:
    document = ListDocument(
        name="x", title="Receita", who="ana", facts=[("Receita bruta segundo as transferências", "igual")],
        sums=[], columns=columns(9), rows=[["01/09/2026", *[Money(2_557_758_400)] * 9]],
    )  # fmt: skip
    with clock.at(datetime(2026, 9, 1, tzinfo=UTC)):
        pdf = pdf_bytes(document)
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert boxes and all(float(width) > float(height) for width, height in boxes)
