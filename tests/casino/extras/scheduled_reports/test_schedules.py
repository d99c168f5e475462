"""Scheduled reports: to the people of a role, once for each period, and only to those who may read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.urls import reverse

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.models import ReportsFoldedUntil
from casino.extras.scheduled_reports import mailing
from casino.extras.scheduled_reports.models import ReportMail, ReportSchedule
from casino.extras.scheduled_reports.schedule import DUE
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.reports.test_issues import signed_in
from tests.live_table import signer

pytestmark = pytest.mark.django_db
PAGE = "compliance_schedules"
MONDAY = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


class Silent(BaseEmailBackend):
    """A mail server that is not there."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError("nobody listens")


def schedule(report: str = "gross", period: str = "yesterday", role: str = "management") -> ReportSchedule:
    group = Group.objects.get(name=role)
    return mailing.add_schedule(
        report=report, period=period, role=group, file="xlsx", by=signer("compliance officer")
    )


def at(moment: datetime) -> Any:
    """The worker looks at this time, with the days before it added up."""
    ReportsFoldedUntil.objects.all().delete()
    ReportsFoldedUntil.objects.create(day=clock.day_of(moment))
    return clock.at(moment)


def test_a_report_is_sent_once_to_each_person_of_the_role_in_their_language() -> None:
    first, second = signer("management"), signer("cashier")
    second.groups.add(Group.objects.get(name="management"))
    type(second).objects.filter(pk=second.pk).update(language="en")
    type(first).objects.filter(pk=first.pk).update(language="pt-pt")
    schedule()
    with at(MONDAY):
        assert mailing.send_report_mails() == 2
        assert mailing.send_report_mails() == 0
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert "Gross gaming revenue" in subjects[second.email]
    assert "Receita bruta" in subjects[first.email]
    assert all(message.attachments[0][0].endswith("-20261101-20261101.xlsx") for message in mail.outbox)
    with at(MONDAY + timedelta(days=1)):
        assert mailing.send_report_mails() == 2, "and again for the next day"
    assert Line.objects.filter(kind="reports.mailed").count() == 4


@pytest.mark.parametrize(
    ("period", "days"),
    [
        ("yesterday", ("2026-11-01", "2026-11-01")),
        ("last-week", ("2026-10-26", "2026-11-01")),
        ("last-month", ("2026-10-01", "2026-10-31")),
        ("last-quarter", ("2026-07-01", "2026-09-30")),
    ],
)
def test_each_period_is_the_last_one_that_is_over(period: str, days: tuple[str, str]) -> None:
    signer("management")
    schedule(period=period)
    with at(MONDAY):
        mailing.make_report_mails()
    made = ReportMail.objects.get()
    assert (made.since.isoformat(), made.until.isoformat()) == days


def test_nothing_leaves_before_seven_or_before_the_days_are_added_up() -> None:
    signer("management")
    schedule()
    with at(MONDAY.replace(hour=6, minute=59)):
        assert mailing.make_report_mails() == 0
    with at(MONDAY):
        ReportsFoldedUntil.objects.update(day=clock.day_of(MONDAY) - timedelta(days=1))
        assert mailing.make_report_mails() == 0
        daily_totals.unfold()
        assert mailing.make_report_mails() == 0


def test_a_role_that_lost_the_right_gets_nothing() -> None:
    """The right counts when the mail is sent, not when it was made."""
    signer("management")
    schedule()
    with at(MONDAY):
        mailing.make_report_mails()
        role = Group.objects.get(name="management")
        role.permissions.remove(role.permissions.get(codename="view_issue"))
        assert mailing.send_report_mails() == 0
    assert mail.outbox == [] and ReportMail.objects.get().outcome == "refused"


def test_an_unreachable_mail_server_is_retried_and_then_given_up(settings: Any) -> None:
    signer("management")
    schedule()
    settings.EMAIL_BACKEND = f"{__name__}.Silent"
    with at(MONDAY):
        mailing.make_report_mails()
        for tries in range(1, mailing.MAX_TRIES + 1):
            ReportMail.objects.update(next_try=MONDAY)
            mailing.send_report_mails()
            tried = ReportMail.objects.get()
            assert tried.tries == tries
            if tries < mailing.MAX_TRIES:
                assert tried.next_try == clock.now() + timedelta(minutes=2 ** (tries - 1))
    given_up = ReportMail.objects.get()
    assert given_up.outcome == "failed" and "nobody listens" in given_up.trouble


def test_staff_schedule_and_end_on_the_page() -> None:
    officer, role = signed_in("compliance officer"), Group.objects.get(name="auditor")
    data = {"report": "tax", "period": "last-month", "role": role.pk, "file": "pdf"}
    assert officer.post(reverse(PAGE), data).status_code == 302
    page = officer.post(reverse(PAGE), data).content.decode()
    assert ReportSchedule.objects.count() == 1 and 'role="alert"' in page, "not twice"
    made = ReportSchedule.objects.get()
    assert made.by == signer("compliance officer")
    officer.post(reverse("compliance_schedule_end", args=[made.pk]))
    made.refresh_from_db()
    assert made.ended is not None and made.ended_by == made.by
    assert officer.post(reverse(PAGE), data).status_code == 302, "it can begin anew"
    kinds = (
        Line.objects.filter(kind__startswith="reports.schedule").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == ["reports.scheduled", "reports.schedule-ended", "reports.scheduled"]


@pytest.mark.parametrize("change", [{"report": "exclusions"}, {"role": "cashier"}, {"period": "this-month"}])
def test_only_reports_of_sums_go_and_only_to_roles_that_read_them(change: dict[str, str]) -> None:
    data = {"report": "gross", "period": "yesterday", "role": "auditor", "file": "csv"} | change
    data["role"] = str(Group.objects.get(name=data["role"]).pk)
    assert signed_in("compliance officer").post(reverse(PAGE), data).status_code == 200
    assert not ReportSchedule.objects.exists()


def test_no_scheduled_report_has_a_column_about_a_person() -> None:
    about_people = {"player", "person", "alias", "name", "account", "iban"}
    for code in mailing.SCHEDULED:
        assert not about_people & {column.key for column in REPORTS[code].columns}, code


@pytest.mark.parametrize("role", ["auditor", "regulator", "compliance reader"])
def test_who_only_reads_schedules_nothing(role: str) -> None:
    client = signed_in(role)
    assert client.get(reverse(PAGE)).status_code == 200
    assert client.post(reverse(PAGE), {}).status_code == 403


def test_the_worker_sends_and_a_web_process_cannot_say_that_it_did() -> None:
    assert DUE["report-mails"]["task"] == "casino.extras.scheduled_reports.tasks.send_report_mails"
    with connection.cursor() as cursor:
        for role, may in (("house_worker", True), ("house_web", False), ("house_croupier", False)):
            cursor.execute(
                "SELECT has_column_privilege(%s, 'reports_reportmail', 'outcome', 'UPDATE')", [role]
            )
            assert cursor.fetchone() == (may,)
