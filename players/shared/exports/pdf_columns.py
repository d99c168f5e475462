"""How wide the columns of a printed list are: no figure or word is cut, and texts share what is left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from reportlab.pdfbase.pdfmetrics import stringWidth

from players.shared.exports.list_document import Column

PADDING = 8.0  # points between two columns
MAX_WORD = 130.0  # a longer word, such as a digest, is broken
MAX_TEXT = 300.0  # a longer text has several lines
MAX_LINES = 3  # of a text that is not longer, on a page that has no room to spare
SIZES = (8.5, 7.5, 6.5, 5.5)  # of the letters, in points


class Typeface(Struct, frozen=True):
    regular: str
    strong: str


class ColumnWidth(Struct, frozen=True):
    """The least that a column takes without a broken word, and what it takes on one line."""

    least: float
    whole: float


class Layout(Struct, frozen=True):
    """The page is turned where the columns need it, and the letters are smaller where that is not enough."""

    is_landscape: bool
    size: float
    widths: list[float]


def lay_out(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    typeface: Typeface,
    portrait: float,
    landscape: float,
) -> Layout:
    upright = _measure(columns, rows, typeface, SIZES[0])
    if sum(column.least for column in upright) <= portrait:
        return Layout(False, SIZES[0], _share(columns, upright, portrait))
    for size in SIZES:
        measured = _measure(columns, rows, typeface, size)
        if sum(column.least for column in measured) <= landscape:
            break
    return Layout(True, size, _share(columns, measured, landscape))


def _measure(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], typeface: Typeface, size: float
) -> list[ColumnWidth]:
    measured = []
    for position, column in enumerate(columns):
        texts = {row[position] for row in rows}
        head, head_word = _widths([str(column.label)], typeface.strong, size)
        whole, longest = _widths(texts, typeface.regular, size)
        least = max(
            head_word,
            whole if column.is_figure else max(min(longest, MAX_WORD), min(whole, MAX_TEXT) / MAX_LINES),
        )
        measured.append(ColumnWidth(least + PADDING, max(least, min(max(whole, head), MAX_TEXT)) + PADDING))
    return measured


def _widths(texts: Collection[str], font: str, size: float) -> tuple[float, float]:
    """Of the widest text and of the widest word."""
    words = {word for text in texts for word in text.split(" ")}
    return (
        max((stringWidth(text, font, size) for text in texts), default=0.0),
        max((stringWidth(word, font, size) for word in words), default=0.0),
    )


def _share(columns: Sequence[Column], measured: Sequence[ColumnWidth], width: float) -> list[float]:
    """Each column has its least. What is left goes to those that would like more, then to all by weight."""
    left = width - sum(column.least for column in measured)
    if left < 0:
        total = sum(column.least for column in measured)
        return [column.least * width / total for column in measured]
    extras = [column.whole - column.least for column in measured]
    part = min(1.0, left / sum(extras)) if sum(extras) else 0.0
    widths = [column.least + extra * part for column, extra in zip(measured, extras, strict=True)]
    rest, weight = width - sum(widths), sum(column.weight for column in columns)
    return [own + rest * column.weight / weight for own, column in zip(widths, columns, strict=True)]
