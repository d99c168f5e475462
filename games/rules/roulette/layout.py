"""The equipment as printed in the regulations: wheels, colours, layouts and every place to bet on.

Numbers are strings, because there is a "00". A place is one betting position of the layout. Messages, pages
and the record use its id: "straight:17", "split:17-20", "dozen:1-12", "column:34", "red".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

Number = str
PlaceId = str


def parse_row(row: str) -> tuple[Number, ...]:
    """Numbers as the regulations print them, separated by hyphens."""
    return tuple(row.split("-"))


# Clockwise, as printed in rule 6 c) of each regulation. The order of a wheel is defined nowhere else.
WHEELS: Mapping[str, tuple[Number, ...]] = {
    # [AR-6a] [AR-6c-37]
    "37": parse_row(
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    ),
    # [AR-6a] [AR-6c-38]
    "38": parse_row(
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    ),
    # [FR-6a] [FR-6c]
    "FR": parse_row(
        "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
    ),
}

# Three wheels, two layouts. A layout is named after its zeros.  [AR-6d] [FR-6d]
LAYOUT_OF: Mapping[str, str] = {"37": "0", "38": "00", "FR": "0"}
ZEROS: Mapping[str, tuple[Number, ...]] = {"0": ("0",), "00": ("0", "00")}

# No regulation lists the red numbers. Colours alternate on the French wheel only, so every wheel uses the
# usual 18 (A04).
RED = frozenset(parse_row("1-3-5-7-9-12-14-16-18-19-21-23-25-27-30-32-34-36"))


def colour(number: Number) -> str:
    if number in ("0", "00"):
        return "green"  # [AR-6b] [FR-6b]
    return "red" if number in RED else "black"  # [AR-6b] [FR-6b]


class BetKind(StrEnum):
    """The chances in rule 7 of both regulations, in the same order."""

    STRAIGHT = "straight"  # [AR-7a-i] [FR-7a-i]
    SPLIT = "split"  # [AR-7a-ii] [FR-7a-ii]
    STREET = "street"  # [AR-7a-iii] [FR-7a-iii]
    CORNER = "corner"  # [AR-7a-iv] [FR-7a-iv]
    LINE = "line"  # [AR-7a-v] [FR-7a-v]
    DOZEN = "dozen"  # [AR-7a-vi] [FR-7a-vi]
    COLUMN = "column"  # [AR-7a-vii] [FR-7a-vii]
    DOUBLE_DOZEN = "double-dozen"  # [AR-7a-viii] [FR-7a-viii]
    DOUBLE_COLUMN = "double-column"  # [AR-7a-ix] [FR-7a-ix]
    EVEN = "even"  # [AR-7b-i] [FR-7b-i]
    ODD = "odd"  # [AR-7b-ii] [FR-7b-ii]
    LOW = "low"  # [AR-7b-iii] [FR-7b-iii]
    HIGH = "high"  # [AR-7b-iv] [FR-7b-iv]
    RED = "red"  # [AR-7b-v] [FR-7b-v]
    BLACK = "black"  # [AR-7b-vi] [FR-7b-vi]


EVEN_CHANCES = (BetKind.EVEN, BetKind.ODD, BetKind.LOW, BetKind.HIGH, BetKind.RED, BetKind.BLACK)
DOUBLES = (BetKind.DOUBLE_DOZEN, BetKind.DOUBLE_COLUMN)


class LayoutPlace(Struct, frozen=True):
    """One betting position: its kind of chance and its numbers in layout order."""

    kind: BetKind
    numbers: tuple[Number, ...]


def _numbers(first: int, last: int, step: int = 1) -> tuple[Number, ...]:
    return tuple(str(n) for n in range(first, last + 1, step))


# Rule 7 counts the combinations with zero but lists none, so they are read off the layouts (A05). There is
# no line.
PLACES_WITH_ZERO: Mapping[str, Mapping[BetKind, tuple[str, ...]]] = {
    "0": {
        BetKind.STRAIGHT: ("0",),
        BetKind.SPLIT: ("0-1", "0-2", "0-3"),
        BetKind.STREET: ("0-1-2", "0-2-3"),
        BetKind.CORNER: ("0-1-2-3",),
    },
    "00": {
        BetKind.STRAIGHT: ("0", "00"),
        BetKind.SPLIT: ("0-00", "0-1", "0-2", "00-2", "00-3"),
        BetKind.STREET: ("0-1-2", "0-00-2", "00-2-3"),
        BetKind.CORNER: (),
    },
}

# The outside places, by the names printed on the layout.
OUTSIDE_PLACES: Mapping[BetKind, Mapping[str, tuple[Number, ...]]] = {
    BetKind.DOZEN: {  # [AR-7a-vi] [FR-7a-vi]
        "1-12": _numbers(1, 12),
        "13-24": _numbers(13, 24),
        "25-36": _numbers(25, 36),
    },
    BetKind.COLUMN: {  # [AR-7a-vii] [FR-7a-vii]
        "34": _numbers(1, 34, 3),
        "35": _numbers(2, 35, 3),
        "36": _numbers(3, 36, 3),
    },
    # A double bet lies on the line between two neighbours, so the two outer ones cannot be combined (A06).
    BetKind.DOUBLE_DOZEN: {"1-24": _numbers(1, 24), "13-36": _numbers(13, 36)},  # [AR-7a-viii] [FR-7a-viii]
    BetKind.DOUBLE_COLUMN: {  # [AR-7a-ix] [FR-7a-ix]
        "34+35": tuple(str(n) for n in range(1, 37) if n % 3 != 0),
        "35+36": tuple(str(n) for n in range(1, 37) if n % 3 != 1),
    },
    BetKind.EVEN: {"": _numbers(2, 36, 2)},  # [AR-7b-i] [FR-7b-i]
    BetKind.ODD: {"": _numbers(1, 35, 2)},  # [AR-7b-ii] [FR-7b-ii]
    BetKind.LOW: {"": _numbers(1, 18)},  # [AR-7b-iii] [FR-7b-iii]
    BetKind.HIGH: {"": _numbers(19, 36)},  # [AR-7b-iv] [FR-7b-iv]
    BetKind.RED: {"": tuple(n for n in _numbers(1, 36) if n in RED)},  # [AR-7b-v] [FR-7b-v]
    BetKind.BLACK: {"": tuple(n for n in _numbers(1, 36) if n not in RED)},  # [AR-7b-vi] [FR-7b-vi]
}


def _inside_places() -> Iterator[tuple[BetKind, tuple[int, ...]]]:
    """Every possible combination of the numbers 1 to 36, read off the three columns of twelve.

    [AR-9] [FR-10]
    """
    for n in range(1, 37):
        has_right_neighbour = n % 3 != 0
        has_next_row = n <= 33
        yield BetKind.STRAIGHT, (n,)
        if has_right_neighbour:
            yield BetKind.SPLIT, (n, n + 1)
        if has_next_row:
            yield BetKind.SPLIT, (n, n + 3)
        if has_right_neighbour and has_next_row:
            yield BetKind.CORNER, (n, n + 1, n + 3, n + 4)
        if n % 3 == 1:
            yield BetKind.STREET, (n, n + 1, n + 2)
            if has_next_row:
                yield BetKind.LINE, (n, n + 1, n + 2, n + 3, n + 4, n + 5)


def _places(layout: str) -> Iterator[tuple[PlaceId, LayoutPlace]]:
    for kind, rows in PLACES_WITH_ZERO[layout].items():
        for row in rows:
            yield f"{kind}:{row}", LayoutPlace(kind, parse_row(row))
    for kind, numbers in _inside_places():
        row = "-".join(map(str, numbers))
        yield f"{kind}:{row}", LayoutPlace(kind, parse_row(row))
    for kind, names in OUTSIDE_PLACES.items():
        for name, covered in names.items():
            yield f"{kind}:{name}" if name else str(kind), LayoutPlace(kind, covered)


def _layout(layout: str) -> dict[PlaceId, LayoutPlace]:
    """The places of a layout by kind, and within a kind in layout order."""
    order = {kind: index for index, kind in enumerate(BetKind)}
    return dict(sorted(_places(layout), key=lambda item: order[item[1].kind]))


PLACES: Mapping[str, Mapping[PlaceId, LayoutPlace]] = {layout: _layout(layout) for layout in ZEROS}


def find_place(layout: str, kind: str, numbers: Sequence[Number] = (), name: str = "") -> PlaceId | None:
    """The place of that kind with those numbers (in any order) or that name; None if there is none."""
    if not numbers:
        place_id = f"{kind}:{name}" if name else kind
        return place_id if place_id in PLACES[layout] else None
    wanted = frozenset(numbers)
    for place_id, place in PLACES[layout].items():
        if place.kind == kind and len(numbers) == len(place.numbers) and wanted == frozenset(place.numbers):
            return place_id
    return None


@lru_cache
def winners(layout: str, number: Number) -> frozenset[PlaceId]:
    """The places that are, or contain, the number on which the ball came to rest.  [AR-18a] [FR-R19a]"""
    return frozenset(place_id for place_id, place in PLACES[layout].items() if number in place.numbers)


def neighbours(wheel: str, number: Number) -> tuple[Number, Number]:
    """The pockets before and after that number, clockwise."""
    numbers = WHEELS[wheel]
    position = numbers.index(number)
    return numbers[position - 1], numbers[(position + 1) % len(numbers)]
