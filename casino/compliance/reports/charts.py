"""The chart of the back office, as SVG: axes, a value for every bar or point, and markers of events.

`templates/backoffice/chart.html` draws it; `static/js/backoffice/chart.js` shows the value under the pointer
or the focus. Without the script each bar still has its title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from math import floor, log10

from django.utils.formats import number_format
from msgspec import Struct

MAX_MARKERS = 40
MIN_BARS = 2  # a single one shows nothing that its number does not
DOT = 6  # the point of a line whose value is shown
MULTIPLES = (1, 2, 5, 10)


class Point(Struct, frozen=True):
    """A bar to draw: its label, its value, and whether its period is not complete."""

    label: str
    value: int
    is_partial: bool = False
    day: date | None = None  # the first day of its period, to place markers
    second: int = 0  # of the second series, in a chart that has one


class ChartEvent(Struct, frozen=True):
    """Something that happened on a day: a rule change, an incident. `kind` decides how it is drawn."""

    day: date
    kind: str
    label: str


class Size(Struct, frozen=True):
    """In the units of the view box; the margins hold the labels of the axes."""

    width: int
    height: int
    left: int
    bottom: int
    lines: int  # the most grid lines
    labels: int  # the most labels along the axis
    top: int = 18
    right: int = 8


LARGE = Size(width=920, height=260, left=84, bottom=28, lines=5, labels=7)
SMALL = Size(width=230, height=110, left=60, bottom=20, lines=2, labels=2, top=8)


class Rectangle(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float


class Bar(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float
    slot_x: float
    slot_width: float
    label: str
    text: str
    is_partial: bool
    second: Rectangle | None = None


class Tick(Struct, frozen=True):
    at: float
    label: str
    anchor: str = "middle"


class EventMarker(Struct, frozen=True):
    x: float
    kind: str
    label: str


class Lines(Struct, frozen=True):
    """What a chart of lines draws instead of bars, as lists of points."""

    line: str
    expected: str = ""
    bands: tuple[str, ...] = ()  # their outlines, the widest first
    limits: tuple[str, ...] = ()


class Chart(Struct, frozen=True):
    title: str
    bars: tuple[Bar, ...]
    across: tuple[Tick, ...]
    along: tuple[Tick, ...]
    markers: tuple[EventMarker, ...]
    kinds: tuple[str, ...]  # of the markers, for the key below the chart
    has_partial: bool
    baseline: float
    size: Size
    lines: Lines | None = None  # with them, a bar is the point that the line passes there
    series: tuple[str, ...] = ()  # the names of two series, for the key below the chart
    number: int = 0  # among the charts of a page, so that their parts have names of their own

    @property
    def right(self) -> int:
        return self.size.width - self.size.right

    @property
    def bottom(self) -> int:
        return self.size.height - self.size.bottom

    @property
    def wide(self) -> int:
        return self.size.width - self.size.left - self.size.right

    @property
    def tall(self) -> int:
        return self.size.height - self.size.top - self.size.bottom


def bar_chart(
    title: str,
    points: Sequence[Point],
    *,
    show: Callable[[int], str],
    show_axis: Callable[[int], str],
    events: Sequence[ChartEvent] = (),
    size: Size = LARGE,
    series: tuple[str, ...] = (),
) -> Chart | None:
    """The chart, or None if there is nothing to compare: fewer than two bars. Two names of `series` draw a
    second bar beside each.
    """
    values = [value for point in points for value in (point.value, point.second)]
    if sum(map(bool, values)) < MIN_BARS:
        return None
    low, high = min(0, *values), max(0, *values)
    step = _step((high - low) / size.lines)
    low, high = step * floor(low / step), -step * floor(-high / step)
    tall = size.height - size.top - size.bottom
    slot = (size.width - size.left - size.right) / len(points)

    def y(value: float) -> float:
        return round(size.top + (high - value) / (high - low) * tall, 1)

    def rectangle(value: int, start: float, width: float) -> Rectangle:
        top, bottom = sorted((y(value), y(0)))
        height = max(1.0, bottom - top) if value else 0.0
        return Rectangle(round(start, 1), top, round(width, 1), round(height, 1))

    bars = []
    for index, point in enumerate(points):
        start = size.left + slot * index
        first = rectangle(point.value, start + slot * 0.15, slot * (0.35 if series else 0.7))
        bars.append(
            Bar(
                x=first.x,
                y=first.y,
                width=first.width,
                height=first.height,
                slot_x=round(start, 1),
                slot_width=round(slot, 1),
                label=point.label,
                text=_text(point, show, series),
                is_partial=point.is_partial,
                second=rectangle(point.second, start + slot * 0.5, slot * 0.35) if series else None,
            )
        )
    days = [point.day for point in points if point.day is not None]
    places = [size.left + slot * (index + 0.5) for index in range(len(points))]
    markers = event_markers(days, events, places) if len(days) == len(points) else ()
    return Chart(
        title=title,
        bars=tuple(bars),
        across=tuple(Tick(y(value), show_axis(value)) for value in range(low, high + 1, step)),
        along=_labels(points, size, slot),
        markers=markers,
        kinds=tuple(dict.fromkeys(marker.kind for marker in markers)),
        has_partial=any(point.is_partial for point in points),
        baseline=y(0),
        size=size,
        series=series,
    )


def _text(point: Point, show: Callable[[int], str], series: tuple[str, ...]) -> str:
    if not series:
        return show(point.value)
    return " · ".join(
        f"{name} {show(value)}" for name, value in zip(series, (point.value, point.second), strict=True)
    )


def line_chart(
    title: str,
    points: Sequence[Point],
    *,
    reach: int,
    show: Callable[[int], str],
    show_axis: Callable[[int], str],
    size: Size = SMALL,
    number: int = 0,
) -> Chart:
    """One line around zero. Charts with the same `reach`, the largest amount, have one scale."""
    step = _step(reach / (size.lines / 2))
    high = -step * floor(-reach / step)
    slot = (size.width - size.left - size.right) / len(points)

    def y(value: int) -> float:
        return round(size.top + (high - value) / (2 * high) * (size.height - size.top - size.bottom), 1)

    bars = tuple(
        Bar(
            x=round(size.left + slot * (index + 0.5) - DOT / 2, 1),
            y=round(y(point.value) - DOT / 2, 1),
            width=DOT,
            height=DOT,
            slot_x=round(size.left + slot * index, 1),
            slot_width=round(slot, 1),
            label=point.label,
            text=show(point.value),
            is_partial=False,
        )
        for index, point in enumerate(points)
    )
    line = " ".join(f"{round(bar.x + DOT / 2, 1)},{round(bar.y + DOT / 2, 1)}" for bar in bars)
    return Chart(
        title=title,
        bars=bars,
        across=tuple(Tick(y(value), show_axis(value)) for value in range(-high, high + 1, step)),
        along=_labels(points, size, slot),
        markers=(),
        kinds=(),
        has_partial=False,
        baseline=y(0),
        size=size,
        lines=Lines(line=line),
        number=number,
    )


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is at least this much."""
    if least <= 1:
        return 1
    power = 10 ** floor(log10(least))
    return next(int(multiple * power) for multiple in MULTIPLES if multiple * power >= least)


def _labels(points: Sequence[Point], size: Size, slot: float) -> tuple[Tick, ...]:
    """Labels of some bars, evenly spread; the first and the last do not leave the chart."""
    count = min(size.labels, len(points))
    chosen = sorted({round(at * (len(points) - 1) / max(1, count - 1)) for at in range(count)})
    ticks = []
    for index in chosen:
        at, anchor = size.left + slot * (index + 0.5), "middle"
        if len(points) > size.labels and index == 0:
            at, anchor = size.left, "start"
        elif len(points) > size.labels and index == len(points) - 1:
            at, anchor = size.width - size.right, "end"
        ticks.append(Tick(round(at, 1), points[index].label, anchor))
    return tuple(ticks)


def event_markers(
    days: Sequence[date], events: Sequence[ChartEvent], places: Sequence[float]
) -> tuple[EventMarker, ...]:
    """One line for the events of one kind in one period; its label names them all.

    A period begins on its day and lasts to the next one. `places` says where each is drawn.
    """
    labels: dict[tuple[int, str], list[str]] = {}
    for event in events:
        before = sum(day <= event.day for day in days)
        if before:
            labels.setdefault((before - 1, event.kind), []).append(event.label)
    return tuple(
        EventMarker(round(places[index], 1), kind, " · ".join(dict.fromkeys(texts)))
        for (index, kind), texts in sorted(labels.items())[:MAX_MARKERS]
    )


def short_euros(cents: int) -> str:
    """An amount on an axis: without cents where it has none."""
    return f"{number_format(cents / 100, 2 if cents % 100 else 0, force_grouping=True)} €"
