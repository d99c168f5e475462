"""What the closing of a month asks of the files for the regulator."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.reports.closing import ClosingPoint, MonthClosing


def files_point(closing: MonthClosing) -> ClosingPoint:
    missing = missing_files(closing)
    return ClosingPoint(
        "files",
        _("The regulator has every file of its days"),
        not missing,
        missing,
        reverse("compliance_files"),
        "regulator_files.view_regulatorfile",
    )


def missing_files(closing: MonthClosing) -> int:
    """Files of the month whose last version is not with the regulator."""
    files = RegulatorFile.objects.filter(day__gte=closing.month, day__lte=closing.last)
    last = files.order_by("family", "since", "-sequence").distinct("family", "since")
    return sum(state != RegulatorFile.State.DELIVERED for state in last.values_list("state", flat=True))
