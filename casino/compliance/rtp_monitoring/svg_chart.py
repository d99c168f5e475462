"""A chart as SVG lines: the return as a share of the stakes, day by day, between the bands of chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.formats import date_format, number_format
from msgspec import Struct

from casino.compliance.rtp_monitoring.charts import ReturnsPoint, Walk
from casino.compliance.rtp_monitoring.sequential_analysis import BANDS

WIDTH, HEIGHT = 920, 340
LABEL_WIDTH = 110
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 34
MAX_POINTS = 240  # of a line of this width
# The scale is chosen after the first sixth of the days; before that the bands may exceed the picture.
SETTLED = 6
STEPS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Mark(Struct, frozen=True):
    """A grid line with its label."""

    at: float
    label: str


class ChartDrawing(Struct, frozen=True):
    bands: tuple[str, ...]  # their outlines, the widest first
    expected: str
    came: str
    reach: tuple[str, ...]
    across: tuple[Mark, ...]
    along: tuple[Mark, ...]
    narrow: str
    wide: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    inside: int = WIDTH - LEFT - RIGHT
    tall: int = HEIGHT - TOP - BOTTOM


def draw(walk: Walk) -> ChartDrawing | None:
    """The chart, or None with fewer than two days."""
    points = _thinned([point for point in walk.points if point.staked])
    if len(points) < 2:
        return None
    first, last = points[0].day.toordinal(), points[-1].day.toordinal()
    low, high = _range(points)

    def x(point: ReturnsPoint) -> float:
        return LEFT + (point.day.toordinal() - first) / max(1, last - first) * (WIDTH - LEFT - RIGHT)

    def y(share: float) -> float:
        # Values outside the picture are cut off a little beyond its edge.
        share = min(max(share, low - (high - low)), high + (high - low))
        return TOP + (high - share) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def line(of: Callable[[ReturnsPoint], float], shown: Iterable[ReturnsPoint] = points) -> str:
        return " ".join(f"{x(point):.1f},{y(of(point)):.1f}" for point in shown)

    def outline(times: float) -> str:
        above = line(lambda p: _mean(p) + times * _deviation(p))
        below = line(lambda p: _mean(p) - times * _deviation(p), points[::-1])
        return f"{above} {below}"

    def limit(sign: int) -> str:
        return line(lambda p: _mean(p) + sign * p.reach / p.staked, tested)

    tested = [point for point in points if point.reach]
    reach = [limit(1), limit(-1)] if len(tested) > 1 else []
    is_tested = walk.is_tested
    return ChartDrawing(
        bands=tuple(outline(times) for times, _ in reversed(BANDS)) if is_tested else (),
        expected=line(_mean) if is_tested else "",
        came=line(lambda p: p.returned / p.staked),
        reach=tuple(reach),
        across=tuple(
            Mark(y(share), percent(share, 2 if high - low < 0.05 else 1)) for share in _even(low, high)
        ),
        narrow=percent(BANDS[0][1] / 100, 0),
        wide=percent(BANDS[1][1] / 100),
        along=_without_overlap(
            [Mark(x(points[at]), date_format(points[at].day, "d/m/y")) for at in _some(len(points))]
        ),
    )


def _without_overlap(marks: list[Mark]) -> tuple[Mark, ...]:
    """Leave out marks whose labels would overlap the next; the last mark stays."""
    kept: list[Mark] = []
    for mark in reversed(marks):
        if not kept or kept[-1].at - mark.at >= LABEL_WIDTH:
            kept.append(mark)
    return tuple(reversed(kept))


def figure(count: int) -> str:
    return str(number_format(count, use_l10n=True, force_grouping=True))


def times(deviations: float) -> str:
    """A signed number of standard deviations."""
    return f"{'+' if deviations >= 0 else '−'}{number_format(abs(deviations), 2, use_l10n=True)}"


def percent(share: float, places: int = 2) -> str:
    return f"{number_format(100 * share, places, use_l10n=True)} %"


def table(walk: Walk, most: int = 60) -> list[dict[str, Any]]:
    """The figures of the last days, newest first."""
    return [
        {
            "day": point.day,
            "rounds": figure(point.rounds),
            "staked": point.staked,
            "came": percent(point.returned / point.staked) if point.staked else "–",
            "expected": percent(_mean(point)) if point.staked and walk.is_tested else "–",
            "low": percent(_mean(point) - BANDS[1][0] * _deviation(point))
            if point.staked and walk.is_tested
            else "–",
            "high": percent(_mean(point) + BANDS[1][0] * _deviation(point))
            if point.staked and walk.is_tested
            else "–",
            "difference": round(point.returned - point.expected) if walk.is_tested else None,
            "times": times((point.returned - point.expected) / point.variance**0.5)
            if point.variance
            else "–",
        }
        for point in reversed(walk.points[-most:])
    ]


def _mean(point: ReturnsPoint) -> float:
    return point.expected / point.staked


def _deviation(point: ReturnsPoint) -> float:
    return math.sqrt(point.variance) / point.staked


def _thinned(points: list[ReturnsPoint]) -> list[ReturnsPoint]:
    step = -(-len(points) // MAX_POINTS)
    return points[:1] + points[::-1][::step][::-1][1:] if step > 1 else points


def _range(points: list[ReturnsPoint]) -> tuple[float, float]:
    settled = points[len(points) // SETTLED :]
    middle = _mean(points[-1])
    reach = max(
        max(abs(point.returned / point.staked - middle), 3.3 * _deviation(point), 0.0005) for point in settled
    )
    return middle - 1.05 * reach, middle + 1.05 * reach


def _even(low: float, high: float) -> list[float]:
    step = next((size for size in STEPS if (high - low) / size <= 8), STEPS[-1])
    first = int(low / step) + (low > 0)
    return [
        multiple * step for multiple in range(first, int(high / step) + 1) if low <= multiple * step <= high
    ]


def _some(count: int, most: int = 6) -> list[int]:
    some = min(most, count)
    return sorted({round(at * (count - 1) / (some - 1)) for at in range(some)})
