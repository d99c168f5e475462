"""Rows written as one set, by COPY: for hundreds of rows it costs a fraction of what parameters do, and triggers see one statement."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection


def copy_in(sql: str, rows: Iterable[Iterable[object]]) -> None:
    """Sends rows to `COPY … FROM STDIN`. The driver's errors arrive as Django's, as they do from every other statement."""
    text = "".join("\t".join(map(_written, row)) + "\n" for row in rows)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(sql) as copy:
        copy.write(text)


def _written(value: object) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, bytes):
        return "\\\\x" + value.hex()
    text = str(value)
    return text.translate(ESCAPED) if "\\" in text or "\t" in text or "\n" in text else text


ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
