"""A list as a document: a title, what was chosen, sums, columns, rows. Pages, spreadsheets and paper are made of the same one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

from django.utils import formats
from django.utils.timezone import localtime
from msgspec import Struct

from players.shared.money import written


class Money(Struct, frozen=True):
    cents: int
    signed: bool = False


Cell = str | int | date | datetime | Money | None


class Column(Struct, frozen=True):
    label: str
    # Figures stand to the right; the weight says how much of the width a column wants.
    figure: bool = False
    weight: int = 2


class Sheet(Struct):
    """`name` is the file's, without its ending; `cut` says how many rows paper may show of a longer list."""

    name: str
    title: str
    who: str
    facts: list[tuple[str, str]]
    sums: list[tuple[str, Cell]]
    columns: list[Column]
    rows: Iterable[list[Cell]]
    currency: str = "EUR"
    closing: str = ""
    whose: str = ""  # what stands beside `who`; the player where nothing else is said


def said(cell: Cell, currency: str) -> str:
    """A cell as people read it, in the language of the page; hours are Lisbon's."""
    match cell:
        case None:
            return "–"
        case Money():
            return written(cell.cents, currency, signed=cell.signed)
        case datetime():
            return str(formats.date_format(localtime(cell), "SHORT_DATETIME_FORMAT"))
        case date():
            return str(formats.date_format(cell, "SHORT_DATE_FORMAT"))
        case int():
            return str(formats.number_format(cell, use_l10n=True, force_grouping=True))
        case _:
            return cell


def plain(cell: Cell, *, english: bool) -> str:
    """A cell as a spreadsheet reads it: bare figures, hours with their offset, and no text that it would take for a formula."""
    match cell:
        case None:
            return ""
        case Money():
            figure = f"{Decimal(cell.cents).scaleb(-2):.2f}"
            return figure if english else figure.replace(".", ",")
        case datetime():
            return localtime(cell).isoformat(sep=" ", timespec="seconds")
        case date():
            return cell.isoformat()
        case int():
            return str(cell)
        case _:
            return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
