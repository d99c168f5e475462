"""Lists as PDF files. The library takes 15 MB of each process, so it is loaded with the first file."""

from __future__ import annotations

from django.http import HttpResponse

from players.shared.exports.list_document import ListDocument


def pdf_bytes(*documents: ListDocument) -> bytes:
    from players.shared.exports import pdf_export

    return pdf_export.pdf_bytes(*documents)


def pdf_response(document: ListDocument) -> HttpResponse:
    from players.shared.exports import pdf_export

    return pdf_export.pdf_response(document)
