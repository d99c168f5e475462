"""A list as a document: a title, what was selected, totals, columns and rows.

Pages, CSV files and PDF files are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from django.utils import formats
from django.utils.functional import Promise
from django.utils.timezone import localtime
from msgspec import Struct

from players.shared.money import format_money
from players.shared.number_formats import format_whole

# A spreadsheet takes a text that begins with one of these for a formula.
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")


class Money(Struct, frozen=True):
    cents: int
    signed: bool = False


class Share(Struct, frozen=True):
    """A part of a whole, in hundredths of one per cent."""

    parts: int


Cell = str | int | date | datetime | Money | Share | None


# What the values of a column are. The labels of a "word" are in `words`; a "hidden" column is shown nowhere.
Kind = Literal["text", "word", "count", "number", "money", "net", "share", "day", "month", "moment", "hidden"]


class Column(Struct, frozen=True):
    """A column of a list, a report, a file or a table of the back office."""

    label: str | Promise
    kind: Kind = "text"
    key: str = ""  # of a report: the name of the value in its rows and totals
    total: bool = False  # of a report: whether it is added up
    words: Mapping[str, str | Promise] = {}
    weight: int = 2  # how much of the width of a page it takes

    @property
    def is_figure(self) -> bool:
        """Figures are aligned to the right."""
        return self.kind in ("count", "money", "net", "share")


class ListDocument(Struct):
    name: str  # of the file, without its extension
    title: str
    who: str
    facts: list[tuple[str, str]]
    sums: list[tuple[str, Cell]]
    columns: list[Column]
    rows: Iterable[list[Cell]]
    currency: str = "EUR"
    closing: str = ""
    whose: str = ""  # the label of `who`; "Player" by default


def display_text(cell: Cell, currency: str) -> str:
    """A cell for people, in the language of the page and Lisbon's time."""
    match cell:
        case None:
            return "–"
        case Money():
            return format_money(cell.cents, currency, signed=cell.signed)
        case Share():
            return f"{formats.number_format(Decimal(cell.parts) / 100, 2)} %".replace("-", "−")
        case datetime():
            return str(formats.date_format(localtime(cell), "SHORT_DATETIME_FORMAT"))
        case date():
            return str(formats.date_format(cell, "SHORT_DATE_FORMAT"))
        case int():
            return format_whole(cell)
        case _:
            return cell


def spreadsheet_text(cell: Cell, *, point: str = ".") -> str:
    """A cell for a spreadsheet: bare figures, times with their offset, and no text that could be a
    formula.
    """
    match cell:
        case None:
            return ""
        case Money():
            return f"{Decimal(cell.cents).scaleb(-2):.2f}".replace(".", point)
        case Share():
            return f"{Decimal(cell.parts).scaleb(-4):.4f}".replace(".", point)
        case datetime():
            return localtime(cell).isoformat(sep=" ", timespec="seconds")
        case date():
            return cell.isoformat()
        case int():
            return str(cell)
        case _:
            return f"'{cell}" if cell.startswith(FORMULA_PREFIXES) else cell
