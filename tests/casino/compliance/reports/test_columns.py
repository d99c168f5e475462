"""One declaration of a column serves pages, CSV, XLSX and PDF: each of its kinds is shown in all of them."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import get_args

import pytest
from django.utils import translation

from casino.compliance.reports.exports import cell, xlsx_of
from players.shared.exports.csv_export import csv_bytes
from players.shared.exports.list_document import Column, Kind, ListDocument, display_text
from players.shared.exports.pdf_export import pdf_bytes

# Of each kind: a stored value, what a page shows, and what a CSV file holds.
SHOWN = {
    "text": ("=1+1", "=1+1", "'=1+1"),
    "word": ("open · 3", "Open today · 3", "Open today · 3"),
    "count": (12345, "12,345", "12345"),
    "number": (12345, "12345", "12345"),
    "money": (-123456, "−€1,234.56", "-1234.56"),
    "net": (123456, "+€1,234.56", "1234.56"),
    "share": (2500, "25.00 %", "0.2500"),
    "day": ("2026-03-29", "29/03/2026", "2026-03-29"),
    "month": ("2026-03-01", "March 2026", "March 2026"),
    "moment": ("2026-03-29T01:30:00+00:00", "29/03/2026 02:30", "2026-03-29 02:30:00+01:00"),
}
FIGURES = {"count", "money", "net", "share"}


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def test_every_kind_is_tried() -> None:
    assert SHOWN.keys() | {"hidden"} == set(get_args(Kind))


@pytest.mark.usefixtures("english", "db")
@pytest.mark.parametrize("kind", SHOWN)
def test_a_column_is_shown_alike_on_pages_and_in_files(kind: Kind) -> None:
    stored, on_page, in_csv = SHOWN[kind]
    column = Column("Heading", kind, key="x", words={"open": "Open today"})
    assert column.is_figure == (kind in FIGURES), "figures are aligned to the right"
    shown = cell(stored, column)
    assert display_text(shown, "EUR") == on_page

    def document() -> ListDocument:
        return ListDocument("name", "Title", "who", [], [], [column], iter([[shown], [cell(None, column)]]))

    lines = list(csv.reader(io.StringIO(csv_bytes(document()).decode("utf-8-sig"))))
    assert lines == [["Heading"], [in_csv], [""]]
    with zipfile.ZipFile(io.BytesIO(xlsx_of(document()))) as workbook:
        assert b"Heading" in workbook.read("xl/worksheets/sheet1.xml")
    assert pdf_bytes(document()).startswith(b"%PDF-")
