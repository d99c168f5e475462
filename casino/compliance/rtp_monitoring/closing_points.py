"""The point of a monthly closing about returns: every alarm of the month is answered."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.closing import ClosingPoint, MonthClosing
from casino.compliance.rtp_monitoring.models import Alarm, ReturnsFoldedUntil


def alarms_point(closing: MonthClosing) -> ClosingPoint:
    """Known when return control has counted the whole month."""
    alarms = Alarm.objects.filter(answer=None, day__gte=closing.month, day__lte=closing.last).count()
    counted = ReturnsFoldedUntil.objects.values_list("day", flat=True).first()
    is_counted = counted is not None and counted > closing.last
    return ClosingPoint(
        "alarms",
        _("Every alarm of return control is answered"),
        is_counted and not alarms,
        alarms,
        reverse("compliance_returns"),
        "rtp_monitoring.view_day",
        is_known=is_counted or bool(alarms),
    )
