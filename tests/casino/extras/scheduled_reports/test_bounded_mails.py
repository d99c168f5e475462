"""Making the e-mails of a period reads as much after a long history as after a short one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from casino.compliance.reports.models import ReportsFoldedUntil
from casino.extras.scheduled_reports import mailing
from casino.extras.scheduled_reports.models import ReportMail, ReportSchedule
from tests.casino.compliance.test_bounded_jobs import FEW, MANY, assert_bounded, rows_read, today
from tests.live_table import signer

pytestmark = pytest.mark.django_db


def rows_of_mails(days: int) -> int:
    ReportMail.objects.all().delete()
    ReportsFoldedUntil.objects.update(day=today())
    person, schedule = signer("management"), ReportSchedule.objects.get()
    ReportMail.objects.bulk_create(
        ReportMail(schedule=schedule, role=schedule.role, since=day, until=day, person=person, outcome="sent")
        for day in (today() - timedelta(days=back) for back in range(days, 0, -1))
    )
    return rows_read(mailing.make_report_mails, growing=("reports_reportmail",))


def test_mails_of_schedules_are_made_without_counting_those_of_all_years(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailing, "FIRST_HOUR", 0)
    ReportsFoldedUntil.objects.create(day=today())
    mailing.add_schedule(
        report="gross",
        period="yesterday",
        role=Group.objects.get(name="management"),
        file="xlsx",
        by=signer("compliance officer"),
    )
    few, many = rows_of_mails(FEW), rows_of_mails(MANY)
    assert_bounded(few, many)
