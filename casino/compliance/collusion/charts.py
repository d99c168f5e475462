"""Small charts of the money between two players, hand by hand, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

WIDTH, HEIGHT, EDGE = 240, 96, 6
MAX_POINTS = 120  # of one line


def flow_charts(flows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One chart per flow: its running total as a line. Zero is in the middle of every chart."""
    lines = [[0, *accumulate(flow["amounts"])] for flow in flows]
    scale = max((max(abs(cents) for cents in line) for line in lines), default=0) or 1
    return [
        {
            "one": flow["one"],
            "two": flow["two"],
            "pair": flow["pair"],
            "hands": len(flow["amounts"]),
            "cents": line[-1],
            "points": " ".join(_points(line, scale)),
        }
        for flow, line in zip(flows, lines, strict=True)
    ]


def _points(line: Sequence[int], scale: int) -> list[str]:
    last = max(1, len(line) - 1)
    count = min(MAX_POINTS, last)
    indexes = sorted({round(number * last / count) for number in range(count + 1)})
    points = []
    for index in indexes:
        cents = line[min(index, len(line) - 1)]
        x = EDGE + (WIDTH - 2 * EDGE) * index / last
        y = HEIGHT / 2 - (HEIGHT / 2 - EDGE) * cents / scale
        points.append(f"{x:.1f},{y:.1f}")
    return points
