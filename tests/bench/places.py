"""The places that the benchmark players bet on: five at a time, in turn, so that no maximum is reached."""

from __future__ import annotations

PLACES = tuple(
    place.encode()
    for place in (
        "red", "black", "even", "odd", "low", "high", "dozen:1-12", "dozen:13-24", "dozen:25-36", "column:34",
        "column:35", "column:36", "double-dozen:1-24", "double-dozen:13-36", "double-column:34+35",
        "double-column:35+36",
    )
)  # fmt: skip
TOGETHER = 5


def places(turn: int) -> tuple[bytes, ...]:
    first = turn * TOGETHER % len(PLACES)
    return (PLACES + PLACES)[first : first + TOGETHER]


def stakes(turn: int, cents: int) -> dict[str, int]:
    return {place.decode(): cents for place in places(turn)}
