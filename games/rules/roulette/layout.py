"""The roulette's equipment as the regulations print it: wheels, colours, the layout and every place on it.

Numbers are strings, because there is a "00". A place is one betting position of the layout; its id is what the wire, the
page and the record call it: "straight:17", "split:17-20", "dozen:1-12", "column:34", "red".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

Number = str
PlaceId = str


def printed(row: str) -> tuple[Number, ...]:
    """A row of numbers as the regulations print them, with hyphens between."""
    return tuple(row.split("-"))


# Clockwise, as rule 6 c) of each regulation prints them. The only place in the house where the order of a wheel stands.
WHEELS: Mapping[str, tuple[Number, ...]] = {
    # [AR-6a] [AR-6c-37]
    "37": printed(
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    ),
    # [AR-6a] [AR-6c-38]
    "38": printed(
        "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    ),
    # [FR-6a] [FR-6c]
    "FR": printed(
        "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
    ),
}

# Three wheels, two felts: the layout is named by its zeros.  [AR-6d] [FR-6d]
LAYOUT_OF: Mapping[str, str] = {"37": "0", "38": "00", "FR": "0"}
ZEROS: Mapping[str, tuple[Number, ...]] = {"0": ("0",), "00": ("0", "00")}

# No regulation lists them; strict alternation holds on the French wheel only, so every wheel has the usual eighteen (A04).
RED = frozenset(printed("1-3-5-7-9-12-14-16-18-19-21-23-25-27-30-32-34-36"))


def colour(number: Number) -> str:
    if number in ("0", "00"):
        return "green"  # [AR-6b] [FR-6b]
    return "red" if number in RED else "black"  # [AR-6b] [FR-6b]


class Kind(StrEnum):
    """The chances of rule 7 of both regulations, in their order."""

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


EVEN_CHANCES = (Kind.EVEN, Kind.ODD, Kind.LOW, Kind.HIGH, Kind.RED, Kind.BLACK)
DOUBLES = (Kind.DOUBLE_DOZEN, Kind.DOUBLE_COLUMN)


class Place(Struct, frozen=True):
    """One betting position: its kind and its numbers, in the layout's order."""

    kind: Kind
    numbers: tuple[Number, ...]


def _run(first: int, last: int, by: int = 1) -> tuple[Number, ...]:
    return tuple(str(n) for n in range(first, last + 1, by))


# What zero shares with its neighbours is counted by rule 7 but listed nowhere; so the layouts are read (A05). Never a line.
WITH_ZERO: Mapping[str, Mapping[Kind, tuple[str, ...]]] = {
    "0": {
        Kind.STRAIGHT: ("0",),
        Kind.SPLIT: ("0-1", "0-2", "0-3"),
        Kind.STREET: ("0-1-2", "0-2-3"),
        Kind.CORNER: ("0-1-2-3",),
    },
    "00": {
        Kind.STRAIGHT: ("0", "00"),
        Kind.SPLIT: ("0-00", "0-1", "0-2", "00-2", "00-3"),
        Kind.STREET: ("0-1-2", "0-00-2", "00-2-3"),
        Kind.CORNER: (),
    },
}

# The outside places by the names that the layout prints on them.
NAMED: Mapping[Kind, Mapping[str, tuple[Number, ...]]] = {
    Kind.DOZEN: {"1-12": _run(1, 12), "13-24": _run(13, 24), "25-36": _run(25, 36)},  # [AR-7a-vi] [FR-7a-vi]
    Kind.COLUMN: {
        "34": _run(1, 34, 3),
        "35": _run(2, 35, 3),
        "36": _run(3, 36, 3),
    },  # [AR-7a-vii] [FR-7a-vii]
    # A double bet lies on the line between two neighbours, so the outer two never make one (A06).
    Kind.DOUBLE_DOZEN: {"1-24": _run(1, 24), "13-36": _run(13, 36)},  # [AR-7a-viii] [FR-7a-viii]
    Kind.DOUBLE_COLUMN: {  # [AR-7a-ix] [FR-7a-ix]
        "34+35": tuple(str(n) for n in range(1, 37) if n % 3 != 0),
        "35+36": tuple(str(n) for n in range(1, 37) if n % 3 != 1),
    },
    Kind.EVEN: {"": _run(2, 36, 2)},  # [AR-7b-i] [FR-7b-i]
    Kind.ODD: {"": _run(1, 35, 2)},  # [AR-7b-ii] [FR-7b-ii]
    Kind.LOW: {"": _run(1, 18)},  # [AR-7b-iii] [FR-7b-iii]
    Kind.HIGH: {"": _run(19, 36)},  # [AR-7b-iv] [FR-7b-iv]
    Kind.RED: {"": tuple(n for n in _run(1, 36) if n in RED)},  # [AR-7b-v] [FR-7b-v]
    Kind.BLACK: {"": tuple(n for n in _run(1, 36) if n not in RED)},  # [AR-7b-vi] [FR-7b-vi]
}


def _inside() -> Iterator[tuple[Kind, tuple[int, ...]]]:
    """Every combination that is possible among 1 to 36, read off the three columns of twelve.  [AR-9] [FR-10]"""
    for n in range(1, 37):
        across, down = (
            n % 3 != 0,
            n <= 33,
        )  # is there a number to the right, in the same row; one in the next row
        yield Kind.STRAIGHT, (n,)
        if across:
            yield Kind.SPLIT, (n, n + 1)
        if down:
            yield Kind.SPLIT, (n, n + 3)
        if across and down:
            yield Kind.CORNER, (n, n + 1, n + 3, n + 4)
        if n % 3 == 1:
            yield Kind.STREET, (n, n + 1, n + 2)
            if down:
                yield Kind.LINE, (n, n + 1, n + 2, n + 3, n + 4, n + 5)


def _places(layout: str) -> Iterator[tuple[PlaceId, Place]]:
    for kind, rows in WITH_ZERO[layout].items():
        for row in rows:
            yield f"{kind}:{row}", Place(kind, printed(row))
    for kind, numbers in _inside():
        row = "-".join(map(str, numbers))
        yield f"{kind}:{row}", Place(kind, printed(row))
    for kind, names in NAMED.items():
        for name, covered in names.items():
            yield f"{kind}:{name}" if name else str(kind), Place(kind, covered)


def _layout(layout: str) -> dict[PlaceId, Place]:
    order = {kind: i for i, kind in enumerate(Kind)}
    return dict(
        sorted(_places(layout), key=lambda item: order[item[1].kind])
    )  # by kind, then as they lie on the felt


PLACES: Mapping[str, Mapping[PlaceId, Place]] = {layout: _layout(layout) for layout in ZEROS}


def find_place(layout: str, kind: str, numbers: Sequence[Number] = (), name: str = "") -> PlaceId | None:
    """The place of that kind on those numbers (in any order) or of that name; None where the layout has no such place."""
    wanted = frozenset(numbers)
    if not numbers:
        named = f"{kind}:{name}" if name else kind
        return named if named in PLACES[layout] else None
    for place, spot in PLACES[layout].items():
        if spot.kind == kind and len(numbers) == len(spot.numbers) and wanted == frozenset(spot.numbers):
            return place
    return None


@lru_cache
def winners(layout: str, number: Number) -> frozenset[PlaceId]:
    """The places that are, or contain, the number on which the ball came to rest.  [AR-18a] [FR-R19a]"""
    return frozenset(place for place, spot in PLACES[layout].items() if number in spot.numbers)


def neighbours(wheel: str, number: Number) -> tuple[Number, Number]:
    """The pockets before and after that number, clockwise."""
    around = WHEELS[wheel]
    at = around.index(number)
    return around[at - 1], around[(at + 1) % len(around)]
