"""The reports of a month go by e-mail to a role when two people have signed it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.core.management import call_command

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import CLOSING
from casino.compliance.reports.closing_mail import closing_mail
from casino.compliance.reports.models import ClosingSignature, Issue
from casino.extras.scheduled_reports import mailing
from casino.extras.scheduled_reports.models import ReportMail
from players.audit.models import Line
from players.models import Person
from players.shared import clock
from tests.casino.compliance.reports.test_closing import WHY, Past, act, address
from tests.casino.compliance.reports.test_issues import signed_in
from tests.live_table import signer

pytestmark = pytest.mark.django_db


def test_a_month_is_sent_once_when_two_people_have_signed_it(past: Past, month: date) -> None:
    past(60)
    daily_totals.fold()
    officer, manager = signed_in("compliance officer"), signed_in("management")
    act(officer, month, "issue", reason="The month is complete")
    act(officer, month, "sign", note=WHY)
    act(officer, month, "send", role=Group.objects.get(name="regulator").pk)
    assert ClosingSignature.objects.count() == 1 and not ReportMail.objects.exists()
    act(manager, month, "sign", note=WHY)
    regulator = signer("regulator")
    act(manager, month, "send", role=Group.objects.get(name="regulator").pk)
    assert ReportMail.objects.get().person == regulator
    mailing.send_report_mails()
    [message] = mail.outbox
    assert message.to == [regulator.email] and len(message.attachments) == len(CLOSING)
    assert all(content[:4] == b"%PDF" for _name, content, _type in message.attachments)
    assert all(issue.digest in message.body for issue in Issue.objects.all())
    act(manager, month, "send", role=Group.objects.get(name="regulator").pk)
    assert ReportMail.objects.count() == 1, "a month is sent once"
    assert regulator.email in manager.get(address(month)).content.decode()


def test_a_person_without_the_role_any_more_gets_no_mail(month: date) -> None:
    call_command("close_month", f"{month:%Y-%m}")
    role, people = Group.objects.get(name="management"), [signer("management"), signer("compliance officer")]
    people[1].groups.add(role)
    sender = closing_mail()
    assert sender is not None
    assert sender.send(month=month, role=role, by=people[0]) == 2
    people[1].groups.remove(role)
    Person.objects.filter(pk=people[0].pk).update(is_active=False)
    assert mailing.send_report_mails() == 0 and mail.outbox == []
    assert set(ReportMail.objects.values_list("outcome", flat=True)) == {"refused"}
    assert Line.objects.filter(kind="reports.mail-refused").count() == 2
    assert timedelta(0) <= clock.now() - ReportMail.objects.latest("pk").ended
