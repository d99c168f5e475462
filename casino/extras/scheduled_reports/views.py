"""The page of reports by e-mail: which report goes to which role, and what was sent."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.views import VIEW
from casino.compliance.workspace import page, shown_to, staff_person
from casino.extras.scheduled_reports import mailing
from casino.extras.scheduled_reports.models import ReportMail, ReportSchedule
from players.shared.failure_reasons import failure_reason
from players.shared.role_field import RoleField

ADD = "reports.add_reportschedule"
RECENT = 30
PERIODS = (
    ("yesterday", lazy("each day, for the day before")),
    ("last-week", lazy("each Monday, for the week before")),
    ("last-month", lazy("on the first of each month, for the month before")),
    ("last-quarter", lazy("on the first of each quarter, for the quarter before")),
)


class ScheduleForm(forms.Form):
    report = forms.ChoiceField(label=lazy("Report"))
    period = forms.ChoiceField(label=lazy("When"), choices=PERIODS)
    role = RoleField(
        label=lazy("To everybody with the role"), queryset=Group.objects.none(), empty_label=None
    )
    file = forms.ChoiceField(label=lazy("File"), choices=ReportSchedule.File.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        report, role = self.fields["report"], self.fields["role"]
        assert isinstance(report, forms.ChoiceField) and isinstance(role, forms.ModelChoiceField)
        report.choices = [(code, REPORTS[code].title) for code in mailing.SCHEDULED]
        role.queryset = mailing.reading_roles()


def _title(mail: ReportMail) -> str:
    return str(REPORTS[mail.schedule.report].title) if mail.schedule else _("Closing of the month")


@shown_to(VIEW, act=ADD)
def schedules(request: HttpRequest) -> HttpResponseBase:
    form = ScheduleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            mailing.add_schedule(**form.cleaned_data, by=staff_person(request))
            messages.success(
                request, _("Scheduled. The first one is sent as soon as its period has been added up.")
            )
            return redirect("compliance_schedules")
        except mailing.ScheduleRefused:
            form.add_error(None, _("This report is already sent to this role."))
    periods = dict(PERIODS)
    rows = [
        {
            "schedule": schedule,
            "title": REPORTS[schedule.report].title,
            "period": periods.get(schedule.period, schedule.period),
            "role": _(schedule.role.name),
        }
        for schedule in ReportSchedule.objects.filter(ended=None).select_related("role", "by").order_by("pk")
    ]
    mails = ReportMail.objects.select_related("person", "schedule").order_by("-pk")[:RECENT]
    sent = [{"mail": mail, "title": _title(mail), "why_not": failure_reason(mail.trouble)} for mail in mails]
    return page(
        request,
        "reports/schedules.html",
        _("Reports by e-mail"),
        form=form if request.user.has_perm(ADD) else None,
        rows=rows,
        sent=sent,
    )


@shown_to(ADD, act=ADD)
def end_schedule(request: HttpRequest, pk: int) -> HttpResponseBase:
    schedule = get_object_or_404(ReportSchedule, pk=pk)
    if request.method == "POST" and mailing.end_schedule(schedule=schedule.pk, by=staff_person(request)):
        messages.success(request, _("Stopped. This report is no longer sent."))
    return redirect("compliance_schedules")
