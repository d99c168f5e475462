"""The text of a regulation as its gazette printed it, read from the file beside the game.

The file has one paragraph a block: headings (`## `, `### `), points (`1.º `), rules (`15 — `, or `R15 — `
where a rule is reconstructed), letters (`a) `), numerals (`ii) `), articles with `1. `, `1) ` and `(1) `,
tables and bullets. An HTML comment marks a spot that was repaired in the copy, or stands so in the print; it
is shown as a note at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from django.utils.text import slugify
from msgspec import Struct

from games.catalogue import GAMES
from games.rulebook.trace import load_matrix

COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
MARKS = re.compile(r"(\*\*.+?\*\*|`.+?`|<!--.*?-->)", re.DOTALL)
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
NUMBERED = (
    (re.compile(r"^(R?(\d+)) — (.*)", re.DOTALL), "rule"),
    (re.compile(r"^((\d+)\.º) (.*)", re.DOTALL), "point"),
    (re.compile(r"^(\((\d+)\)) (.*)", re.DOTALL), "subitem"),
    (re.compile(r"^((\d+)[.)]) (.*)", re.DOTALL), "item"),
    (re.compile(r"^(([ivx]+)\)) (.*)", re.DOTALL), "numeral"),
    (re.compile(r"^(([a-z])\)) (.*)", re.DOTALL), "letter"),
)
ARTICLE = re.compile(r"^Artigo (\d+)\.º")
RECONSTRUCTED = "reconstruída"


class Kind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    POINT = "point"
    RULE = "rule"
    LETTER = "letter"
    NUMERAL = "numeral"
    ITEM = "item"
    SUBITEM = "subitem"
    BULLET = "bullet"
    TABLE = "table"
    NOTE = "note"


class Piece(Struct, frozen=True):
    """A run of text: plain, `strong`, `code`, or the number of a `note`."""

    kind: str
    text: str


class Block(Struct, frozen=True, kw_only=True):
    """One paragraph of the print. `label` is its number as printed, `anchor` its place on the page."""

    kind: Kind
    pieces: tuple[Piece, ...] = ()
    label: str = ""
    anchor: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    is_reconstructed: bool = False  # our own words by analogy: the print was not at hand

    @property
    def id(self) -> str:
        """The anchor of a heading that is no article."""
        return slugify(self.short_text)

    @property
    def short_text(self) -> str:
        return "".join(piece.text for piece in self.pieces if piece.kind != "note").strip()

    @property
    def body(self) -> tuple[tuple[str, ...], ...]:
        """The rows of a table below its head, all as long as the longest."""
        width = max(map(len, self.rows))
        return tuple((*row, *[""] * (width - len(row))) for row in self.rows[1:])

    @property
    def items(self) -> tuple[Block, ...]:
        """The lines of a list."""
        lines: list[list[Piece]] = [[]]
        for piece in self.pieces:
            first, *others = piece.text.split("\n")
            lines[-1].append(Piece(piece.kind, first))
            lines += [[Piece(piece.kind, other)] for other in others]
        return tuple(Block(kind=Kind.PARAGRAPH, pieces=tuple(line)) for line in lines)


class RegulationText(Struct, frozen=True):
    """The text of one regulation, with its source and the notes on its copy."""

    title: str
    source: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...]

    @property
    def number(self) -> str:
        """«Regulamento n.º 805/2015»"""
        return self.title.partition(" — ")[0]

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(block.anchor for block in self.blocks if block.anchor)

    @property
    def is_partly_reconstructed(self) -> bool:
        return any(block.is_reconstructed for block in self.blocks)


@cache
def regulation_text(system: str) -> RegulationText | None:
    """The text of the regulation of a game.

    [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]
    """
    path = GAMES[system].regulation
    return parse(path.read_text("utf-8")) if path else None


def parse(text: str) -> RegulationText:
    title, source, *paragraphs = (block.strip() for block in text.strip().split("\n\n"))
    reader = _Reader()
    blocks = tuple(reader.read(paragraph) for paragraph in paragraphs)
    return RegulationText(
        title.removeprefix("# "), source.removeprefix("Fonte: "), blocks, tuple(reader.notes)
    )


class _Reader:
    """Reads the paragraphs in their order, and keeps the number of the rule that letters belong to."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.path: list[str] = []  # the numbers above the next paragraph: rule, letter
        self.is_annex = False
        self.is_reconstructed = False

    def read(self, paragraph: str) -> Block:
        if paragraph.startswith("#"):
            return self._heading(paragraph.lstrip("# "))
        if paragraph.startswith("|"):
            return Block(kind=Kind.TABLE, rows=tuple(_rows(paragraph)))
        if paragraph.startswith("- "):
            items = [item.strip() for item in re.split(r"(?m)^- ", paragraph) if item.strip()]
            pieces = self._pieces("\n".join(items))
            return Block(kind=Kind.BULLET, pieces=pieces, is_reconstructed=self.is_reconstructed)
        for pattern, name in NUMBERED:
            if matched := pattern.match(paragraph):
                return self._numbered(Kind(name), matched[1], matched[2], matched[3])
        if paragraph.startswith("<!--"):
            note = COMMENT.match(paragraph)
            assert note is not None
            return Block(kind=Kind.NOTE, pieces=(Piece("plain", note[1]),))
        return Block(
            kind=Kind.PARAGRAPH, pieces=self._pieces(paragraph), is_reconstructed=self.is_reconstructed
        )

    def _heading(self, text: str) -> Block:
        self.is_annex = True
        self.is_reconstructed = RECONSTRUCTED in text
        article = ARTICLE.match(text)
        self.path = [article[1]] if article else []
        anchor = article[1] if article else ""
        pieces = self._pieces(text)
        return Block(kind=Kind.HEADING, pieces=pieces, anchor=anchor, is_reconstructed=self.is_reconstructed)

    def _numbered(self, kind: Kind, label: str, number: str, text: str) -> Block:
        if kind is Kind.NUMERAL and not self._is_numeral(number):
            kind = Kind.LETTER
        match kind:
            case Kind.RULE:
                self.path = [label]
            case Kind.POINT:
                self.path = [f"P{number}"]
            case Kind.ITEM if not self.is_annex:  # the points of Macau's order
                kind, self.path = Kind.POINT, [f"P{number}"]
            case _:
                depth = 2 if kind in (Kind.NUMERAL, Kind.SUBITEM) else 1
                self.path = [*self.path[:depth], number]
        return Block(
            kind=kind,
            pieces=self._pieces(text),
            label=label,
            anchor="-".join(self.path),
            is_reconstructed=self.is_reconstructed,
        )

    def _is_numeral(self, number: str) -> bool:
        """Whether i, v or x is the next numeral under its letter, and not the letter after h, u or w."""
        if len(self.path) < 2:
            return False
        if len(self.path) > 2:
            return number in ROMAN and ROMAN.index(number) == ROMAN.index(self.path[2]) + 1
        return number == ROMAN[0] and self.path[1] != "h"

    def _pieces(self, text: str) -> tuple[Piece, ...]:
        pieces = []
        for part in MARKS.split(text):
            if part.startswith("<!--"):
                matched = COMMENT.match(part)
                assert matched is not None
                self.notes.append(matched[1])
                pieces.append(Piece("note", str(len(self.notes))))
            elif part.startswith("**"):
                pieces.append(Piece("strong", part.strip("*")))
            elif part.startswith("`"):
                pieces.append(Piece("code", part.strip("`")))
            elif part:
                pieces.append(Piece("plain", part))
        return tuple(pieces)


def _rows(paragraph: str) -> Iterator[tuple[str, ...]]:
    for line in paragraph.splitlines():
        cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
        if set("".join(cells)) - set("-: "):
            yield cells


def anchor_of(system: str, rule_id: str) -> str:
    """The place of a rule of the matrix in its regulation: BJ-15e is 15-e, FR-R12a-i is R12-a-i, MS-9.5.7 is
    9-5-7. A part that the print does not number is at the paragraph that contains it.
    """
    text = regulation_text(system)
    if text is None:
        return ""
    number = rule_id.partition("-")[2]
    parts = re.findall(r"P\d+|R?\d+|[a-z]+", number)
    while parts:
        anchor = "-".join(parts)
        if anchor in text.anchors:
            return anchor
        parts.pop()
    return ""


@cache
def anchors_of_rules(system: str) -> dict[str, str]:
    """Every rule of the matrix of a game, with its place in the text."""
    rules = (rule.id for rule in load_matrix() if rule.system == system)
    return {rule_id: anchor_of(system, rule_id) for rule_id in rules}
