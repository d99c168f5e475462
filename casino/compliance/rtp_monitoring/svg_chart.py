"""A chart as lines of a picture: what came back in parts of what was staked, day by day, between the bands of luck."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.utils.formats import date_format, number_format
from msgspec import Struct

from casino.compliance.rtp_monitoring.charts import Point, Walk
from casino.compliance.rtp_monitoring.sequential_test import BANDS

WIDTH, HEIGHT = 920, 340
ROOM = 110  # that a day needs below the picture
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 34
MOST = 240  # days that a line of this width can show
SETTLED = (
    6  # the bands are drawn to scale from the sixth part of the days on; before that they leave the picture
)
STEPS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Mark(Struct, frozen=True):
    """A line of the grid with its word."""

    at: float
    said: str


class Picture(Struct, frozen=True):
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


def drawn(walk: Walk) -> Picture | None:
    """Nothing where there is less than two days to draw."""
    points = _thinned([point for point in walk.points if point.staked])
    if len(points) < 2:
        return None
    first, last = points[0].day.toordinal(), points[-1].day.toordinal()
    low, high = _range(points)

    def x(point: Point) -> float:
        return LEFT + (point.day.toordinal() - first) / max(1, last - first) * (WIDTH - LEFT - RIGHT)

    def y(share: float) -> float:
        # What leaves the picture is cut off a little outside it.
        share = min(max(share, low - (high - low)), high + (high - low))
        return TOP + (high - share) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def line(of: Callable[[Point], float], some: Iterable[Point] = points) -> str:
        return " ".join(f"{x(point):.1f},{y(of(point)):.1f}" for point in some)

    def outline(times: float) -> str:
        return f"{line(lambda p: _mean(p) + times * _luck(p))} {line(lambda p: _mean(p) - times * _luck(p), points[::-1])}"

    def limit(sign: int) -> str:
        return line(lambda p: _mean(p) + sign * p.reach / p.staked, judged)

    judged = [point for point in points if point.reach]
    reach = [limit(1), limit(-1)] if len(judged) > 1 else []
    luck = walk.judged
    return Picture(
        bands=tuple(outline(times) for times, _ in reversed(BANDS)) if luck else (),
        expected=line(_mean) if luck else "",
        came=line(lambda p: p.returned / p.staked),
        reach=tuple(reach),
        across=tuple(
            Mark(y(share), percent(share, 2 if high - low < 0.05 else 1)) for share in _even(low, high)
        ),
        narrow=percent(BANDS[0][1] / 100, 0),
        wide=percent(BANDS[1][1] / 100),
        along=_apart(
            [Mark(x(points[at]), date_format(points[at].day, "d/m/y")) for at in _some(len(points))]
        ),
    )


def _apart(marks: list[Mark]) -> tuple[Mark, ...]:
    """Days lie as far from each other as play did: a mark that would lie on the next one is left out, and the last stays."""
    kept: list[Mark] = []
    for mark in reversed(marks):
        if not kept or kept[-1].at - mark.at >= ROOM:
            kept.append(mark)
    return tuple(reversed(kept))


def figure(count: int) -> str:
    return str(number_format(count, use_l10n=True, force_grouping=True))


def times(deviations: float) -> str:
    """So many standard deviations, by their sign."""
    return f"{'+' if deviations >= 0 else '−'}{number_format(abs(deviations), 2, use_l10n=True)}"


def percent(share: float, places: int = 2) -> str:
    return f"{number_format(100 * share, places, use_l10n=True)} %"


def table(walk: Walk, most: int = 60) -> list[dict[str, Any]]:
    """The same figures, the newest first: of the last days, one each."""
    return [
        {
            "day": point.day,
            "rounds": figure(point.rounds),
            "staked": point.staked,
            "came": percent(point.returned / point.staked) if point.staked else "–",
            "expected": percent(_mean(point)) if point.staked and walk.judged else "–",
            "low": percent(_mean(point) - BANDS[1][0] * _luck(point))
            if point.staked and walk.judged
            else "–",
            "high": percent(_mean(point) + BANDS[1][0] * _luck(point))
            if point.staked and walk.judged
            else "–",
            "difference": round(point.returned - point.expected) if walk.judged else None,
            "times": times((point.returned - point.expected) / point.variance**0.5)
            if point.variance
            else "–",
        }
        for point in reversed(walk.points[-most:])
    ]


def _mean(point: Point) -> float:
    return point.expected / point.staked


def _luck(point: Point) -> float:
    return math.sqrt(point.variance) / point.staked


def _thinned(points: list[Point]) -> list[Point]:
    step = -(-len(points) // MOST)
    return points[:1] + points[::-1][::step][::-1][1:] if step > 1 else points


def _range(points: list[Point]) -> tuple[float, float]:
    shown = points[len(points) // SETTLED :]
    middle = _mean(points[-1])
    reach = max(
        max(abs(point.returned / point.staked - middle), 3.3 * _luck(point), 0.0005) for point in shown
    )
    return middle - 1.05 * reach, middle + 1.05 * reach


def _even(low: float, high: float) -> list[float]:
    step = next((each for each in STEPS if (high - low) / each <= 8), STEPS[-1])
    first = int(low / step) + (low > 0)
    return [at * step for at in range(first, int(high / step) + 1) if low <= at * step <= high]


def _some(count: int, most: int = 6) -> list[int]:
    some = min(most, count)
    return sorted({round(at * (count - 1) / (some - 1)) for at in range(some)})


def days_of(points: list[Point]) -> tuple[date, date]:
    return points[0].day, points[-1].day
