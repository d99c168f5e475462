"""Small charts of money that passed between two players, hand by hand: all on one scale, so that the eye can compare them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

WIDTH, HEIGHT, EDGE = 240, 96, 6
POINTS = 120  # that a line is drawn with at most


def multiples(series: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each series as a line in a frame of its own; nought lies at the same height in all of them."""
    sums = [[0, *accumulate(each["ways"])] for each in series]
    reach = max((max(abs(cents) for cents in line) for line in sums), default=0) or 1
    return [
        {
            "one": each["one"],
            "two": each["two"],
            "pair": each["pair"],
            "hands": len(each["ways"]),
            "cents": line[-1],
            "points": " ".join(points(line, reach)),
            "nought": HEIGHT / 2,
            "reach": reach,
        }
        for each, line in zip(series, sums, strict=True)
    ]


def points(line: Sequence[int], reach: int) -> list[str]:
    last = max(1, len(line) - 1)
    kept = sorted({round(place * last / min(POINTS, last)) for place in range(min(POINTS, last) + 1)})
    return [
        f"{EDGE + (WIDTH - 2 * EDGE) * place / last:.1f},{HEIGHT / 2 - (HEIGHT / 2 - EDGE) * line[min(place, len(line) - 1)] / reach:.1f}"
        for place in kept
    ]
