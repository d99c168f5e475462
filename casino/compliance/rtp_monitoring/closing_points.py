"""The point of a monthly closing about returns: every alarm of the month is answered."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.closing import ClosingPoint, MonthClosing
from casino.compliance.rtp_monitoring.models import Alarm


def alarms_point(closing: MonthClosing) -> ClosingPoint:
    alarms = Alarm.objects.filter(answer=None, day__gte=closing.month, day__lte=closing.last).count()
    return ClosingPoint(
        "alarms",
        _("Every alarm of return control is answered"),
        not alarms,
        alarms,
        reverse("compliance_returns"),
        "returns.view_day",
    )
