"""A chart as SVG lines: the return as a share of the stakes, day by day, between the bands of chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reports.charts import DOT, Bar, Chart, ChartEvent, Lines, Size, Tick, event_markers
from casino.compliance.rtp_monitoring.charts import ReturnsPoint, Walk
from casino.compliance.rtp_monitoring.sequential_analysis import BANDS
from casino.compliance.rtp_monitoring.theory import is_decided

LABEL_WIDTH = 110
SIZE = Size(width=920, height=340, left=64, bottom=34, lines=8, labels=6, top=22, right=12)
MAX_POINTS = 240  # of a line of this width
# The scale is chosen after the first sixth of the days; before that the bands may exceed the picture.
SETTLED = 6
STEPS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Strip(Struct, frozen=True):
    """Where a chart stands today, on a line from the alarm below to the alarm above; in the middle, chance.

    All measures are shares of 100 along the line.
    """

    dot: float
    bands: tuple[tuple[float, float], ...]  # start and width, the widest first
    limits: tuple[float, ...]


STRIP_END = 44.0  # how far from the middle an alarm is, and a band that has no alarm beyond it


def strip(walk: Walk) -> Strip | None:
    """None where there is no theory to compare with, or nothing was staked."""
    point = walk.points[-1]
    deviation = math.sqrt(point.variance)
    if not walk.is_tested or not deviation:
        return None
    end = point.reach or 1.3 * BANDS[1][0] * deviation

    def along(cents: float) -> float:
        return round(min(max(50 + cents / end * STRIP_END, 1.0), 99.0), 1)

    bands = tuple(
        (along(-times * deviation), round(along(times * deviation) - along(-times * deviation), 1))
        for times, _share in reversed(BANDS)
    )
    sides = (1,) if is_decided(walk.system) else (-1, 1)
    limits = tuple(along(side * point.reach) for side in sides) if point.reach else ()
    return Strip(along(walk.difference), bands, limits)


def draw(walk: Walk, title: str, events: Sequence[ChartEvent] = ()) -> Chart | None:
    """The chart, or None with fewer than two days."""
    points = _thinned([point for point in walk.points if point.staked])
    if len(points) < 2:
        return None
    low, high = _range(points)
    places = _places(points)
    tall = SIZE.height - SIZE.top - SIZE.bottom

    def y(share: float) -> float:
        # Values outside the picture are cut off a little beyond its edge.
        share = min(max(share, low - (high - low)), high + (high - low))
        return round(SIZE.top + (high - share) / (high - low) * tall, 1)

    markers = event_markers([point.day for point in points], events, places)
    across = [Tick(y(share), percent(share, 2 if high - low < 0.05 else 1)) for share in _even(low, high)]
    return Chart(
        title=title,
        bars=_values(walk, points, places, y),
        across=tuple(across),
        along=_labels(points, places),
        markers=markers,
        kinds=tuple(dict.fromkeys(marker.kind for marker in markers)),
        has_partial=False,
        baseline=SIZE.height - SIZE.bottom,
        size=SIZE,
        lines=_lines(walk, list(zip(points, places, strict=True)), y),
    )


def _places(points: Sequence[ReturnsPoint]) -> list[float]:
    """Where each day lies along the chart."""
    first, last = points[0].day.toordinal(), points[-1].day.toordinal()
    wide = SIZE.width - SIZE.left - SIZE.right
    return [
        round(SIZE.left + (point.day.toordinal() - first) / max(1, last - first) * wide, 1)
        for point in points
    ]


Placed = list[tuple[ReturnsPoint, float]]


def _lines(walk: Walk, placed: Placed, y: Callable[[float], float]) -> Lines:
    def line(of: Callable[[ReturnsPoint], float], shown: Placed = placed) -> str:
        return " ".join(f"{x},{y(of(point))}" for point, x in shown)

    def outline(deviations: float) -> str:
        above = line(lambda p: _mean(p) + deviations * _deviation(p))
        below = line(lambda p: _mean(p) - deviations * _deviation(p), placed[::-1])
        return f"{above} {below}"

    def limit(sign: int) -> str:
        return line(lambda p: _mean(p) + sign * p.reach / p.staked, tested)

    tested = [(point, x) for point, x in placed if point.reach]
    return Lines(
        line=line(lambda p: p.returned / p.staked),
        expected=line(_mean) if walk.is_tested else "",
        bands=tuple(outline(deviations) for deviations, _share in reversed(BANDS)) if walk.is_tested else (),
        limits=(limit(1), limit(-1)) if len(tested) > 1 else (),
    )


def _values(
    walk: Walk, points: Sequence[ReturnsPoint], places: Sequence[float], y: Callable[[float], float]
) -> tuple[Bar, ...]:
    """The point of each day with its value, and the strip in which the pointer shows it."""
    left, right = SIZE.left, SIZE.width - SIZE.right
    borders = [left, *((one + two) / 2 for one, two in pairwise(places)), right]
    bars = []
    for point, x, (start, end) in zip(points, places, pairwise(borders), strict=True):
        share = point.returned / point.staked
        text = percent(share)
        if walk.is_tested:
            text = _("%(share)s, expected %(expected)s") % {"share": text, "expected": percent(_mean(point))}
        bars.append(
            Bar(
                x=round(x - DOT / 2, 1),
                y=round(y(share) - DOT / 2, 1),
                width=DOT,
                height=DOT,
                slot_x=round(start, 1),
                slot_width=round(end - start, 1),
                label=date_format(point.day, "SHORT_DATE_FORMAT"),
                text=text,
                is_partial=False,
            )
        )
    return tuple(bars)


def _labels(points: Sequence[ReturnsPoint], places: Sequence[float]) -> tuple[Tick, ...]:
    """Labels of some days. One that would overlap the next is left out; the last stays."""
    kept: list[Tick] = []
    for index in reversed(_some(len(points), SIZE.labels)):
        if not kept or kept[-1].at - places[index] >= LABEL_WIDTH:
            anchor = {0: "start", len(points) - 1: "end"}.get(index, "middle")
            kept.append(Tick(places[index], date_format(points[index].day, "d/m/y"), anchor))
    return tuple(reversed(kept))


def band_labels() -> tuple[str, str]:
    """How often honest play lies within the narrow band, and within the wide one."""
    return percent(BANDS[0][1] / 100, 0), percent(BANDS[1][1] / 100)


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
    step = next((size for size in STEPS if (high - low) / size <= SIZE.lines), STEPS[-1])
    first = int(low / step) + (low > 0)
    return [
        multiple * step for multiple in range(first, int(high / step) + 1) if low <= multiple * step <= high
    ]


def _some(count: int, most: int) -> list[int]:
    some = min(most, count)
    return sorted({round(at * (count - 1) / (some - 1)) for at in range(some)})
