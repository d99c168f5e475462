"""Writes many rows with COPY: hundreds of rows cost a fraction, and triggers see one statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType
from typing import Any
from uuid import UUID

from django.db import connection


def copy_rows(sql: str, rows: Iterable[Iterable[object]]) -> None:
    """Sends rows to `COPY … FROM STDIN`.

    The driver's errors are raised as Django's, as for every other statement.
    """
    copy_lines(
        sql, ("\t".join([FORMATS.get(type(value), escape)(value) for value in row]) + "\n" for row in rows)
    )


def copy_lines(sql: str, lines: Iterable[str]) -> None:
    """Sends lines that are already in COPY's text format."""
    text = "".join(lines)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(sql) as copy:
        copy.write(text)


def array_literal(values: Iterable[int | str | None]) -> str:
    """An array of whole numbers or plain words in PostgreSQL's own notation: the driver would examine each
    of them for quotes.
    """
    return "{" + ",".join([ELEMENTS[type(value)](value) for value in values]) + "}"


def escape(value: object) -> str:
    text = str(value)
    needs_escape = "\\" in text or "\t" in text or "\n" in text or "\r" in text
    return text.translate(ESCAPES) if needs_escape else text


ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
# Most values are whole numbers and ids, and none of these needs an escape.
FORMATS: dict[type, Callable[[Any], str]] = {
    int: str,
    UUID: lambda value: f"{value.int:032x}",
    NoneType: lambda _: "\\N",
    bytes: lambda data: "\\\\x" + data.hex(),
}
ELEMENTS: dict[type, Callable[[Any], str]] = {int: str, NoneType: lambda _: "NULL", str: '"{}"'.format}
