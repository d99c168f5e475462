"""The periods of reports: partial periods are marked, and reports as of now have none."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from casino.compliance.reports import exports
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport
from casino.compliance.reports.parameters import ReportChoice
from tests.demo_house import signed_in

MADE = datetime(2026, 11, 23, 12, tzinfo=ZoneInfo("Europe/Lisbon"))


def periods(code: str, choice: ReportChoice, *first: str) -> list[str]:
    """How the report shows periods that begin on these days."""
    report = REPORTS[code]
    rows = [[day if column.key == "period" else None for column in report.columns] for day in first]
    place = [column.key for column in report.columns].index("period")
    with translation.override("en"):
        built = BuiltReport(report, choice, rows, {}, [], MADE, "")
        return [str(exports.display_text(line[place], "EUR")) for line in exports.cells(built)]


def test_a_month_that_is_cut_or_not_over_is_marked_with_its_days() -> None:
    choice = ReportChoice(date(2026, 9, 5), date(2026, 11, 23), "month")
    assert periods("gross", choice, "2026-09-01", "2026-10-01", "2026-11-01") == [
        "01/09/2026 · partial: 05/09/2026 – 30/09/2026",
        "01/10/2026",
        "01/11/2026 · partial: 01/11/2026 – 23/11/2026",
    ]


def test_a_week_is_marked_where_the_choice_ends_in_it() -> None:
    choice = ReportChoice(date(2026, 11, 2), date(2026, 11, 11), "week")
    assert periods("stakes", choice, "2026-11-02", "2026-11-09") == [
        "02/11/2026",
        "09/11/2026 · partial: 09/11/2026 – 11/11/2026",
    ]


def test_the_tax_base_of_a_month_that_runs_is_marked() -> None:
    labels = periods("tax", ReportChoice(date(2026, 11, 1), date(2026, 11, 30)), "2026-11-01")
    assert labels == ["November 2026 · partial: 01/11/2026 – 23/11/2026"]


def test_today_is_not_over() -> None:
    choice = ReportChoice(date(2026, 11, 22), date(2026, 11, 23), "day")
    assert periods("gross", choice, "2026-11-22", "2026-11-23")[0] == "22/11/2026"
    assert periods("gross", choice, "2026-11-23") == ["23/11/2026 · partial"]


@pytest.mark.parametrize("query", ["", "?since=2020-01-01&until=2020-01-31", "?testing=on"])
def test_inactive_accounts_have_no_period(demo: Any, query: str) -> None:
    officer = signed_in("oficial@feltro.example", "en")
    page = officer.get(f"/admin/compliance/reports/accounts/{query}").content.decode()
    assert 'name="since"' not in page and 'name="until"' not in page and "<dt>As of</dt>" in page
    assert "2020" not in page and "Issue this report" not in page
    assert officer.post("/admin/compliance/reports/accounts/issue/", {"reason": "because"}).status_code == 404


def test_only_reports_without_days_leave_them_out() -> None:
    assert [code for code, report in REPORTS.items() if report.as_of_now] == ["accounts"]
