"""A list as CSV for spreadsheets: semicolons where the language has decimal commas, otherwise commas."""

from __future__ import annotations

import csv
import io

from django.http import HttpResponse

from players.languages import page_language
from players.shared.exports.list_document import ListDocument, spreadsheet_text
from players.shared.number_formats import number_format_of


def csv_bytes(document: ListDocument) -> bytes:
    point = number_format_of(page_language().code).point
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if point == "," else ",", lineterminator="\r\n")
    writer.writerow([str(column.label) for column in document.columns])
    for row in document.rows:
        writer.writerow([spreadsheet_text(cell, point=point) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def csv_response(document: ListDocument) -> HttpResponse:
    return attachment(csv_bytes(document), "text/csv; charset=utf-8", f"{document.name}.csv")


def attachment(data: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
