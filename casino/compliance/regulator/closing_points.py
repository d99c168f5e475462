"""What the closing of a month asks of the files for the regulator."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db.models import Min
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.regulator.due_files import due_files
from casino.compliance.regulator.models import EnvelopedFile, RegulatorFile
from casino.compliance.regulator.packs import pack_in_force
from casino.compliance.reports.closing import ClosingFiles, ClosingPoint, MonthClosing
from players.models import Player
from players.shared import clock


def files_point(closing: MonthClosing) -> ClosingPoint:
    due = expected_files(closing)
    missing_files = due - delivered_files(closing)
    missing, expected = len(missing_files), Counter(family for family, _since in due)
    lacking = Counter(family for family, _since in missing_files)
    return ClosingPoint(
        "files",
        _("The regulator has every file of its days"),
        bool(due) and not missing,
        missing,
        reverse("compliance_files"),
        "regulator.view_regulatorfile",
        is_known=bool(due),
        files=tuple(
            ClosingFiles(pack_in_force().name_of(family), count, count - lacking[family])
            for family, count in expected.items()
        ),
    )


def expected_files(closing: MonthClosing) -> set[tuple[str, datetime]]:
    """Family and begin of every file that the calendar asks for, from the day of the house's first account.

    Not the files that somebody has begun to make: where nothing was ever made, all are missing.
    """
    first = Player.objects.aggregate(first=Min("since"))["first"]
    if first is None:
        return set()
    since, until = closing.choice.bounds
    begin = max(since, clock.start_of(first, "day"))
    return {(family, span.since) for family, span in due_files(begin, min(until, clock.now()))}


def delivered_files(closing: MonthClosing) -> set[tuple[str, datetime]]:
    """The files of the month whose last version is with the regulator, and was not rejected."""
    files = RegulatorFile.objects.filter(day__gte=closing.month, day__lte=closing.last)
    last = files.order_by("family", "since", "-sequence").distinct("family", "since")
    return {
        (family, since)
        for family, since, state, verdict in last.values_list(
            "family", "since", "state", "enveloped__verdict"
        )
        if state == RegulatorFile.State.DELIVERED and verdict != EnvelopedFile.Verdict.REJECTED
    }
