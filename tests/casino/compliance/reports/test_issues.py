"""An issued report never changes: it is stored once, with its digest and a reason, and SQL cannot change
it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from msgspec import structs

from casino.compliance.reports.all_reports import CLOSING, REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.issuing import (
    NotOver,
    close_month,
    compare_with_today,
    is_intact,
    issue,
    stored_report,
)
from casino.compliance.reports.models import Issue
from casino.compliance.reports.parameters import ReportChoice
from games.draw.seal_key import SealKey
from players.audit.models import Line
from players.shared import clock
from tests.live_table import players_with, signer

pytestmark = pytest.mark.django_db
Past = Callable[[int], SealKey]


def signed_in(role: str) -> Client:
    client = Client()
    client.force_login(signer(role))
    return client


def over(choice: ReportChoice) -> ReportChoice:
    return structs.replace(choice, until=choice.until - timedelta(days=1))


def choice_query(choice: ReportChoice) -> dict[str, str]:
    return {
        "since": choice.since.isoformat(),
        "until": choice.until.isoformat(),
        "step": "month",
        "part": "game",
        "system": "",
        "table": "",
    }


def test_an_officer_issues_and_from_then_on_it_is_shown_as_it_was(past: Past, whole: ReportChoice) -> None:
    past(60)
    choice, officer = over(whole), signed_in("compliance officer")
    response = officer.post(
        reverse("compliance_issue_make", args=["gross"]),
        {**choice_query(choice), "reason": "for the month's letter"},
    )
    issue = Issue.objects.get()
    assert response.url == reverse("compliance_issue", args=[issue.pk])
    assert issue.by == signer("compliance officer") and issue.digest == build(REPORTS["gross"], choice).digest
    (line,) = Line.objects.filter(kind="reports.issued", about=f"issue:{issue.pk}", person=issue.by)
    position = stored_report(issue).position
    assert position is not None and position.server == "primary" and line.details["position"] == str(position)
    past(40, 22)  # what is written into the past afterwards changes today's answer and not the issue
    page = officer.get(reverse("compliance_report", args=["gross"]), choice_query(choice)).content.decode()
    assert issue.digest in page and position.wal in page
    assert stored_report(issue).rows == issue.rows and is_intact(issue)
    assert "differs" in compare_with_today(issue) or "difere" in compare_with_today(issue)
    officer.post(
        reverse("compliance_issue_make", args=["gross"]),
        {**choice_query(choice), "reason": "once more, please"},
    )
    assert Issue.objects.count() == 1


@pytest.mark.parametrize(
    "sql", ["UPDATE reports_issue SET digest = 'x'", "DELETE FROM reports_issue", "TRUNCATE reports_issue"]
)
def test_no_statement_changes_an_issue(whole: ReportChoice, sql: str) -> None:
    issue("gross", over(whole), by=None)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)


def test_the_role_of_the_running_house_has_no_right_to_change_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT has_table_privilege('house_app', 'reports_issue', p) "
            "FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p"
        )
        assert cursor.fetchall() == [(False,)] * 3


@pytest.mark.parametrize("role", ["regulator", "compliance reader", "auditor"])
def test_readers_see_every_report_and_issue_none(whole: ReportChoice, role: str) -> None:
    client = signed_in(role)
    assert client.get(reverse("compliance_reports")).status_code == 200
    for code in REPORTS:
        assert client.get(reverse("compliance_report", args=[code])).status_code == 200
        assert client.post(reverse("compliance_report", args=[code])).status_code == 403
        assert (
            client.post(
                reverse("compliance_issue_make", args=[code]),
                {**choice_query(over(whole)), "reason": "because"},
            ).status_code
            == 403
        )
    assert not Issue.objects.exists()


def test_who_has_no_right_sees_nothing() -> None:
    for role in ("support", "cashier", "table manager"):
        assert signed_in(role).get(reverse("compliance_reports")).status_code == 403
    client = Client()
    client.force_login(players_with(0, 1)[0].person)
    assert client.get(reverse("compliance_reports")).status_code == 302


def test_days_that_are_not_over_are_not_issued(whole: ReportChoice) -> None:
    with pytest.raises(NotOver):
        issue("gross", whole, by=None)
    officer = signed_in("compliance officer")
    officer.post(
        reverse("compliance_issue_make", args=["gross"]), {**choice_query(whole), "reason": "too early"}
    )
    officer.post(
        reverse("compliance_issue_make", args=["gross"]), {**choice_query(over(whole)), "reason": " "}
    )
    assert not Issue.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"since": "2026-02-30"},
        {"since": "yesterday"},
        {"since": "2026-05-02", "until": "2026-05-01"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
        {"step": "hour"},
        {"part": "person"},
        {"system": "chess"},
        {"table": "0x1"},
        {"table": "999999999999999999999"},
        {"since": "\x00"},
    ],
)
def test_invalid_parameters_appear_beside_the_field(change: dict[str, str]) -> None:
    client = signed_in("regulator")
    query = {
        "since": "2026-05-01",
        "until": "2026-05-31",
        "step": "day",
        "part": "game",
        "system": "",
        "table": "",
    } | change
    for kind in ("", "csv"):
        response = client.get(reverse("compliance_report", args=["gross"]), query | {"file": kind})
        assert response.status_code == 200 and b'role="alert"' in response.content
    assert client.get(reverse("compliance_reports_rounds"), query).status_code == 404


def test_every_report_is_a_file_of_each_kind(past: Past, whole: ReportChoice) -> None:
    past(60)
    client = signed_in("auditor")
    for code in REPORTS:
        days = REPORTS[code].max_days
        choice = structs.replace(whole, since=whole.until - timedelta(days=days - 1)) if days else whole
        address, query = reverse("compliance_report", args=[code]), choice_query(choice)
        assert client.get(address, query | {"file": "csv"}).content.startswith("\ufeff".encode())
        assert client.get(address, query | {"file": "pdf"}).content.startswith(b"%PDF-")
        book = ZipFile(BytesIO(client.get(address, query | {"file": "xlsx"}).content))
        assert "xl/worksheets/sheet1.xml" in book.namelist()


def test_a_month_is_closed_once_and_equal_to_the_ledger(past: Past) -> None:
    past(60)
    today = clock.day_of(clock.now())
    month = clock.months_after(today.replace(day=1), -1)
    first = close_month(month)
    assert [issue.code for issue in first] == list(CLOSING) and all(
        stored_report(issue).equal for issue in first
    )
    assert [issue.pk for issue in close_month(month)] == [issue.pk for issue in first]
    call_command("close_month", f"{month:%Y-%m}")
    assert Issue.objects.count() == len(CLOSING)
    with pytest.raises(CommandError):
        call_command("close_month", f"{today:%Y-%m}")
    with pytest.raises(CommandError):
        call_command("close_month", "March")


def test_a_month_that_began_before_the_house_is_empty_and_equal() -> None:
    assert all(
        stored_report(issue).rows == [] and stored_report(issue).equal
        for issue in close_month(date(2020, 1, 1))
    )
