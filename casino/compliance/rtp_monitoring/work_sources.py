"""Return alarms without an answer, as work for officers."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from casino.compliance.rtp_monitoring.charts import titles
from casino.compliance.rtp_monitoring.models import Alarm
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def alarms(person: Person) -> QuerySet[Alarm]:
    return Alarm.objects.filter(answer=None).order_by("opened", "pk")


def alarm_item(alarm: Alarm) -> WorkItem:
    return WorkItem(
        key=str(alarm.pk),
        title=titles([alarm.scope])[alarm.scope],
        detail=date_format(alarm.day, "SHORT_DATE_FORMAT"),
        since=alarm.opened,
        due=None,
        url=reverse("compliance_returns_chart", args=[alarm.scope]),
    )


SOURCES = (
    WorkSource("return-alarm", "rtp_monitoring.add_answer", _("Return alarms"), alarms, alarm_item, "opened"),
)
