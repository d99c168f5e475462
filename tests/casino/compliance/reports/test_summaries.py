"""What a report's page adds to its rows: periods by name, the period before, subtotals of months, a chart."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, datetime
from typing import Any
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport
from casino.compliance.reports.charts import LARGE, ChartEvent, Point, bar_chart, short_euros
from casino.compliance.reports.exports import file_bytes, sheet_of, total_rows, xlsx_of
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.reports.periods import period_before, presets
from casino.compliance.reports.summaries import TotalChange, month_subtotals, report_chart
from players.shared.exports.list_document import Share, display_text, spreadsheet_text
from tests.demo_house import signed_in

MADE = datetime(2026, 11, 24, 12, tzinfo=ZoneInfo("Europe/Lisbon"))


def gross(days: dict[str, int], choice: ReportChoice) -> BuiltReport:
    """A report of gross revenue with one game."""
    report = REPORTS["gross"]
    rows: list[list[Any]] = [
        [day, "roulette", 1, 1000, 1000 - cents, 0, 0, 0, cents] for day, cents in days.items()
    ]
    keys = [column.key for column in report.columns]
    totals = {
        column.key: sum(row[keys.index(column.key)] for row in rows)
        for column in report.columns
        if column.total
    }
    return BuiltReport(report, choice, rows, totals, [], MADE, "")


@pytest.mark.parametrize(
    ("since", "until", "first", "last"),
    [
        ("2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"),
        ("2026-07-01", "2026-09-30", "2026-04-01", "2026-06-30"),
        ("2026-11-01", "2026-11-24", "2026-10-01", "2026-10-24"),
        ("2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"),
        ("2026-11-23", "2026-11-23", "2026-11-22", "2026-11-22"),
        ("2026-11-16", "2026-11-22", "2026-11-09", "2026-11-15"),
        ("2026-10-25", "2026-11-24", "2026-09-24", "2026-10-24"),
    ],
)
def test_the_period_before_has_the_same_shape(since: str, until: str, first: str, last: str) -> None:
    before = period_before(ReportChoice(date.fromisoformat(since), date.fromisoformat(until), part="table"))
    assert (before.since.isoformat(), before.until.isoformat(), before.part) == (first, last, "table")


def test_periods_by_name() -> None:
    days = {
        preset.code: (preset.since.isoformat(), preset.until.isoformat())
        for preset in presets(date(2026, 2, 4))
    }
    assert days == {
        "yesterday": ("2026-02-03", "2026-02-03"),
        "last-week": ("2026-01-26", "2026-02-01"),
        "this-month": ("2026-02-01", "2026-02-04"),
        "last-month": ("2026-01-01", "2026-01-31"),
        "last-quarter": ("2025-10-01", "2025-12-31"),
        "this-year": ("2026-01-01", "2026-02-04"),
    }


def test_months_have_subtotals_where_there_are_several() -> None:
    choice = ReportChoice(date(2026, 10, 30), date(2026, 11, 2), "day")
    built = gross({"2026-10-30": 300, "2026-10-31": -100, "2026-11-01": 50}, choice)
    with translation.override("en"):
        subtotals = month_subtotals(built)
    assert {last: (month, sums["gross"], sums["rounds"]) for last, (month, sums) in subtotals.items()} == {
        1: ("October 2026", 200, 2),
        2: ("November 2026", 50, 1),
    }
    assert month_subtotals(gross({"2026-11-01": 50}, choice)) == {}
    weeks = ReportChoice(choice.since, choice.until, "week")
    assert month_subtotals(gross({"2026-10-26": 1, "2026-11-02": 2}, weeks)) == {}


def test_a_change_is_given_in_money_and_in_per_cent() -> None:
    column = REPORTS["gross"].column("gross")
    with translation.override("en"):
        change, from_nothing = TotalChange(column, 15000, 20000), TotalChange(column, 15000, 0)
    assert ("50" in change.change, change.share, from_nothing.share) == (True, "−25.0 %", "")


def test_the_chart_has_a_bar_for_every_day_and_marks_the_current_one(db: None) -> None:
    built = gross(
        {"2026-11-21": 300, "2026-11-23": -100}, ReportChoice(date(2026, 11, 21), date(2026, 11, 30), "day")
    )
    with translation.override("en"):
        chart = report_chart(built)
    assert chart is not None
    assert [bar.label for bar in chart.bars] == ["21/11/2026", "22/11/2026", "23/11/2026", "24/11/2026"]
    assert [bar.is_partial for bar in chart.bars] == [False, False, False, True]
    up, none, down, _today = chart.bars
    assert up.y + up.height == pytest.approx(chart.baseline, abs=0.2) and down.y == chart.baseline
    assert none.height == 0 and up.height == pytest.approx(3 * down.height, abs=0.5)


def test_bars_never_leave_the_chart_and_the_axis_has_round_numbers() -> None:
    for values in ((7, 3), (-7, -3), (-12345, 99999), (1, 0, 1), (-1, 0, -1)):
        chart = bar_chart("x", [Point(str(v), v) for v in values], show=str, show_axis=str)
        assert chart is not None
        for bar in chart.bars:
            assert chart.size.top <= bar.y and bar.y + bar.height <= chart.bottom + 1
        assert len(chart.across) <= LARGE.lines + 3
        assert "0" in [tick.label for tick in chart.across]


def test_a_single_bar_is_no_chart() -> None:
    """Its number says the same. Two bars of one period are compared with each other."""
    for points in ([], [Point("a", 0)], [Point("a", 7)], [Point("a", 0), Point("b", -7)]):
        assert bar_chart("x", points, show=str, show_axis=str) is None
    pair = bar_chart("x", [Point("a", 7, second=3)], show=str, show_axis=str, series=("in", "out"))
    assert pair is not None


def test_events_of_one_kind_in_one_bar_share_a_marker() -> None:
    points = [Point(str(day), 1, day=date(2026, 11, day)) for day in (1, 2)]
    events = [
        ChartEvent(date(2026, 10, 31), "rules", "before the chart"),
        *(ChartEvent(date(2026, 11, 2), "rules", text) for text in ("one", "two", "one")),
        ChartEvent(date(2026, 11, 2), "incident", "held"),
    ]
    chart = bar_chart("x", points, show=str, show_axis=str, events=events)
    assert chart is not None
    assert sorted((marker.kind, marker.label) for marker in chart.markers) == [
        ("incident", "held"),
        ("rules", "one · two"),
    ]


def test_a_spreadsheet_has_a_header_filters_and_sum_formulas() -> None:
    choice = ReportChoice(date(2026, 11, 1), date(2026, 11, 2), "day")
    with translation.override("en"):
        data = xlsx_of(sheet_of(gross({"2026-11-01": 300, "2026-11-02": -100}, choice), "x"))
    sheet = ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml").decode()
    (filtered,) = re.findall(r'<autoFilter ref="A(\d+):I(\d+)"', sheet)
    first, last = int(filtered[0]), int(filtered[1])
    assert last - first == 2 and f'<pane ySplit="{first}"' in sheet and 'state="frozen"' in sheet
    assert f"<f>SUBTOTAL(109,I{first + 1}:I{last})</f><v>2" in sheet
    assert f'r="A{last + 2}"' in sheet, "a row lies between, so that the filter leaves the totals"


@pytest.mark.parametrize(
    "code", [code for code, report in REPORTS.items() if report.columns[0].key == "period"]
)
@pytest.mark.parametrize("language", ["en", "pt-pt"])
@pytest.mark.parametrize("step", ["day", "week", "month"])
def test_files_for_programs_have_one_form_of_period(code: str, language: str, step: str) -> None:
    """The first and the last counted day as ISO dates, also of a period that the choice or today cuts."""
    report = REPORTS[code]
    choice = ReportChoice(date(2026, 10, 7), date(2026, 11, 30), step)
    first = {"day": date(2026, 11, 23), "week": date(2026, 11, 23), "month": date(2026, 11, 1)}[step]
    stored = {"day": first.isoformat(), "month": "2026-11-01", "moment": MADE.isoformat()}
    keys = [column.key for column in report.columns]
    row = [stored[report.columns[0].kind], *[None] * (len(keys) - 1)]
    before = [value if value is None else value.replace("2026-11", "2026-10") for value in row]
    totals = {column.key: 0 for column in report.columns if column.total}
    built = BuiltReport(report, choice, [before, row], totals, [], MADE, "")
    with translation.override(language):
        lines = file_bytes(built, "csv")[1].decode("utf-8-sig").splitlines()
        workbook = ZipFile(io.BytesIO(file_bytes(built, "xlsx")[1]))
    table = list(csv.reader(lines, delimiter=";" if language == "pt-pt" else ","))
    if report.columns[0].kind == "moment":
        assert [datetime.fromisoformat(line[0]) for line in table[1:]]
        return
    periods = [(date.fromisoformat(line[0]), date.fromisoformat(line[1])) for line in table[1:]]
    is_month = step == "month" or report.columns[0].kind == "month"
    assert periods[1] == (
        first if not is_month else date(2026, 11, 1),
        date(2026, 11, 24 if step != "day" or is_month else 23),
    )
    assert periods[0][0] >= choice.since and all(since <= until for since, until in periods)
    assert len({len(line) for line in table}) == 1
    # Of the spreadsheet both are dates, which are numbers with a format.
    sheet = workbook.read("xl/worksheets/sheet1.xml").decode()
    filled = re.findall(r'<c r="([AB])\d+" s="\d+"><v>(\d{5})</v>', sheet)
    assert len(filled) == 4, filled


def test_shares_are_numbers_in_files_for_programs() -> None:
    assert spreadsheet_text(Share(9730), point=",") == "0,9730"
    with translation.override("pt-pt"):
        assert display_text(Share(-9730), "EUR") == "−97,30 %"


def test_the_stored_totals_of_a_spreadsheet_are_numbers() -> None:
    """A program that does not compute formulas reads them as they are stored."""
    choice = ReportChoice(date(2026, 11, 1), date(2026, 11, 2), "day")
    data = xlsx_of(sheet_of(gross({"2026-11-01": 312, "2026-11-02": -100}, choice), "x"))
    sheet = ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml").decode()
    totals = re.findall(r"<c ([^>]*)><f>SUBTOTAL[^<]*</f><v>([^<]*)</v>", sheet)
    assert "2.12" in [value for _cell, value in totals]
    assert [cell for cell, _value in totals if 't="' in cell] == []


def test_the_line_of_totals_of_a_csv_file_is_on_request(demo: None) -> None:
    officer = signed_in("oficial@feltro.example", "en")
    address = "/admin/compliance/reports/gross/?since=2026-01-01&until=2026-01-31&file=csv"
    plain, summed = (
        list(csv.reader(io.StringIO(officer.get(address + more).content.decode("utf-8-sig"))))
        for more in ("", "&totals=1")
    )
    assert len(summed) == len(plain) + 1
    assert [row[0] for row in summed][-1] == "In all" and summed[-1][-1] == "0.00"
    choice = ReportChoice(date(2026, 11, 1), date(2026, 11, 2))
    with translation.override("en"):
        assert [row[9].cents for row in total_rows(gross({"2026-11-01": 300}, choice))] == [300]


def test_the_page_offers_periods_and_compares_on_request(demo: None) -> None:
    officer = signed_in("oficial@feltro.example", "en")
    page = officer.get("/admin/compliance/reports/payments/").content.decode()
    assert "Last quarter" in page and "Compare with the previous period" in page
    assert "Next to the previous period" not in page
    page = officer.get("/admin/compliance/reports/payments/?compare=1").content.decode()
    assert "Next to the previous period" in page and "Without the previous period" in page
    assert 'name="compare" value="1"' in page, "another period is compared too"


def test_the_chart_is_drawn_with_a_value_for_each_bar() -> None:
    """In Portuguese too, where a comma in a coordinate would break the drawing."""
    points = [Point("a", 1250, day=date(2026, 11, 1)), Point("b", -700, True, date(2026, 11, 2))]
    events = [ChartEvent(date(2026, 11, 2), "rules", "Regras & versão 2")]
    with translation.override("pt-pt"):
        chart = bar_chart("Receita", points, show=str, show_axis=short_euros, events=events)
        drawn = render_to_string("backoffice/chart.html", {"chart": chart, "small": False})
    svg = drawn[drawn.index("<svg") : drawn.index("</svg>") + 6]
    assert {bar.get("data-value") for bar in fromstring(svg).iter("g") if "data-bar" in bar.attrib} == {
        "1250",
        "-700",
    }
    assert not re.search(r'\b(?:x|y|x1|x2|y1|y2|width|height)="[^"]*,', svg)
    assert "Regras &amp; versão 2" in svg and "período incompleto" in drawn
    assert "entrada em vigor de regras" in drawn and "mesa suspensa" not in drawn
