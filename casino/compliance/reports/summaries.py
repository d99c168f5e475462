"""What a report's page adds to its rows: subtotals of months, the period before, and a chart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from casino.compliance.reading import rows as query
from casino.compliance.reports import exports
from casino.compliance.reports.building import BuiltReport, TooManyRows, build
from casino.compliance.reports.charts import Chart, ChartEvent, Point, bar_chart, short_euros
from casino.compliance.reports.definition import Values
from casino.compliance.reports.parameters import MONTHS_OF_STEP, period_end
from casino.compliance.reports.periods import period_before, quarter_name
from games.catalogue import GAME_NAMES
from games.catalogue.labels import fault_label
from players.shared import clock
from players.shared.exports.list_document import Column, Money, display_text

MAX_DAY_BARS = 92  # longer choices get a bar for each month
MAX_CATEGORIES = 12
RULE_CHANGES = """
SELECT (s.since AT TIME ZONE 'Europe/Lisbon')::date AS day, s.system, s.version FROM games_rulesheet AS s
WHERE s.since >= %(from)s AND s.since < %(to)s AND (%(system)s = '' OR s.system = %(system)s)
ORDER BY s.since, s.id
"""
INCIDENTS = """
SELECT (i.opened AT TIME ZONE 'Europe/Lisbon')::date AS day, t.name, i.reason
FROM games_incident AS i JOIN games_table AS t ON t.id = i.table_id
WHERE i.opened >= %(from)s AND i.opened < %(to)s AND t.currency = 'EUR'
  AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
ORDER BY i.opened, i.id
"""
Months = dict[int, tuple[str, Values]]


def _is_timed(built: BuiltReport) -> bool:
    first = built.report.columns[0]
    return first.key == "period" and first.kind in ("day", "month", "moment")


def _day_of(value: str, column: Column) -> date:
    if column.kind == "moment":
        return clock.day_of(datetime.fromisoformat(value))
    return date.fromisoformat(value)


def month_subtotals(built: BuiltReport) -> Months:
    """The totals of each month, by the position of its last row; none for one month, for one row in each
    month, or for weeks and quarters, which lie across the ends of months.
    """
    totalled = [column.key for column in built.report.columns if column.total]
    if (
        not totalled
        or not _is_timed(built)
        or ("step" in built.report.fields and built.choice.step in ("week", "quarter"))
    ):
        return {}
    months: dict[date, tuple[int, Values]] = {}
    for position, row in enumerate(built.rows):
        month = _day_of(row[0], built.report.columns[0]).replace(day=1)
        _last, sums = months.get(month, (0, dict.fromkeys(totalled, 0)))
        for key in totalled:
            sums[key] += row[built.report.position(key)] or 0
        months[month] = position, sums
    if len(months) < 2 or len(months) == len(built.rows):
        return {}
    return {
        last: (str(date_format(month, "YEAR_MONTH_FORMAT")), sums) for month, (last, sums) in months.items()
    }


class TotalChange:
    """A total beside the same total of the period before."""

    def __init__(self, column: Column, now: int, before: int) -> None:
        self.label = column.label
        self.now, self.before = (_shown(column)(value) for value in (now, before))
        signed = Money(now - before, signed=True) if column.kind in ("money", "net") else None
        count = f"{'+' if now >= before else '−'}{number_format(abs(now - before), force_grouping=True)}"
        self.change = display_text(signed, "EUR") if signed else count
        share = (now - before) / abs(before) * 100 if before else None
        self.share = "" if share is None else f"{'+' if share >= 0 else '−'}{number_format(abs(share), 1)} %"


class PeriodComparison:
    """The totals of a report beside those of the period before."""

    def __init__(self, built: BuiltReport) -> None:
        choice = period_before(built.choice)
        self.since, self.until, self.error = choice.since, choice.until, ""
        self.totals: list[TotalChange] = []
        try:
            before = build(built.report, choice)
        except TooManyRows:
            self.error = _("The previous period has more rows than a report can have.")
            return
        self.totals = [
            TotalChange(column, built.totals[column.key], before.totals[column.key])
            for column in built.report.columns
            if column.total
        ]


def _shown(column: Column | None) -> Callable[[int], str]:
    if column is None or column.kind == "count":
        return lambda value: str(number_format(value, force_grouping=True))
    return lambda value: display_text(Money(value, signed=column.kind == "net"), "EUR")


def _shown_on_axis(column: Column | None) -> Callable[[int], str]:
    return _shown(column) if column is None or column.kind == "count" else short_euros


def report_chart(built: BuiltReport) -> Chart | None:
    """One chart of the report's measure: by period, or by category."""
    report = built.report
    measure = report.column(report.measure) if report.measure else None
    if _is_timed(built) and report.bars == "period":
        points, unit = _points_of_periods(built)
        since, until = built.choice.bounds
        events = chart_events(since, until, system=built.choice.system, table=built.choice.table)
    else:
        points, unit, events = _points_of_categories(built), "", []
    title = f"{measure.label if measure else _('Number')} · {unit}" if unit else str(report.title)
    return bar_chart(title, points, show=_shown(measure), show_axis=_shown_on_axis(measure), events=events)


def _value(built: BuiltReport, row: list[Any]) -> int:
    return (row[built.report.position(built.report.measure)] or 0) if built.report.measure else 1


def _points_of_categories(built: BuiltReport) -> list[Point]:
    """The largest categories, by the sum of the measure."""
    column, position = built.report.column(built.report.bars), built.report.position(built.report.bars)
    sums: dict[str, int] = {}
    for row in built.rows:
        label = display_text(exports.cell(row[position], column), "EUR")
        sums[label] = sums.get(label, 0) + _value(built, row)
    if built.report.are_bars_in_order:
        return [Point(label, value) for label, value in sums.items()]
    largest = sorted(sums.items(), key=lambda item: -abs(item[1]))[:MAX_CATEGORIES]
    return [Point(label, value) for label, value in largest]


def _points_of_periods(built: BuiltReport) -> tuple[list[Point], str]:
    """A bar for each period of the choice that is not in the future, empty ones included."""
    column = built.report.columns[0]
    if column.kind == "month":
        step = "month"
    elif "step" in built.report.fields:
        step = built.choice.step
    else:
        step = "day" if (built.choice.until - built.choice.since).days < MAX_DAY_BARS else "month"
    today = clock.day_of(built.made)
    first, last = built.choice.since, min(built.choice.until, today)
    days = [_day_of(row[0], column) for row in built.rows]
    if days and column.kind == "moment":
        # A list of what lasts, such as exclusions, holds what began earlier.
        first = max(first, min(days))
    sums: dict[date, int] = {}
    for day, row in zip(days, built.rows, strict=True):
        start = _start(day, step)
        sums[start] = sums.get(start, 0) + _value(built, row)
    points, start = [], _start(first, step)
    while start <= last:
        end = _next(start, step) - timedelta(days=1)
        is_partial = start < built.choice.since or end > built.choice.until or end >= today
        points.append(Point(_label(start, step), sums.get(start, 0), is_partial, start))
        start = _next(start, step)
    return points, {
        "day": _("by day"),
        "week": _("by week"),
        "month": _("by month"),
        "quarter": _("by quarter"),
    }[step]


def _start(day: date, step: str) -> date:
    if months := MONTHS_OF_STEP.get(step):
        return day.replace(month=(day.month - 1) // months * months + 1, day=1)
    return day - timedelta(days=day.weekday()) if step == "week" else day


def _next(start: date, step: str) -> date:
    return period_end(start, step) + timedelta(days=1)


def _label(start: date, step: str) -> str:
    if step == "quarter":
        return quarter_name(start)
    return str(date_format(start, "M Y" if step == "month" else "SHORT_DATE_FORMAT"))


def chart_events(since: datetime, until: datetime, *, system: str, table: int) -> list[ChartEvent]:
    """Rule sheets that came into force and tables on hold, of one game and table or of all ("", 0)."""
    chosen = {"from": since, "to": until, "system": system, "table": table}
    rules = [
        ChartEvent(
            row["day"],
            "rules",
            _("%(game)s: rule sheet %(version)s took effect")
            % {"game": GAME_NAMES.get(row["system"], row["system"]), "version": row["version"]},
        )
        for row in query(RULE_CHANGES, chosen)
    ]
    incidents = [
        ChartEvent(row["day"], "incident", f"{row['name']}: {fault_label(row['reason'])}")
        for row in query(INCIDENTS, chosen)
    ]
    return [*rules, *incidents]
