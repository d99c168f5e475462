"""A list as CSV that a spreadsheet opens as it is: in Portuguese with semicolons and decimal commas, in English with commas and points."""

from __future__ import annotations

import csv
import io

from django.http import HttpResponse
from django.utils.translation import get_language

from players.shared.exports.list_document import Sheet, plain


def csv_of(sheet: Sheet) -> bytes:
    english = (get_language() or "").startswith("en")
    text = io.StringIO()
    writer = csv.writer(text, delimiter="," if english else ";", lineterminator="\r\n")
    writer.writerow([column.label for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([plain(cell, english=english) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def csv_response(sheet: Sheet) -> HttpResponse:
    return attached(csv_of(sheet), "text/csv; charset=utf-8", f"{sheet.name}.csv")


def attached(data: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
