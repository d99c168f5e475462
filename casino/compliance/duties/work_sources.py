"""Occurrences that are not closed, as work for officers, from the moment at which they are entered."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.duties.models import Occurrence
from casino.compliance.duties.occurrences import next_deadline, waiting_for
from players.work_sources import WorkItem, WorkSource


def occurrence_item(occurrence: Occurrence) -> WorkItem:
    return WorkItem(
        key=str(occurrence.pk),
        title=occurrence.title,
        detail=str(occurrence.get_kind_display()),
        since=occurrence.noticed,
        due=next_deadline(occurrence),
        url=reverse("compliance_occurrence", args=[occurrence.pk]),
    )


SOURCES = (
    WorkSource(
        "occurrence",
        "duties.add_occurrence",
        _("Occurrences for the regulator"),
        waiting_for,
        occurrence_item,
        "noticed",
        is_due_described=True,
    ),
)
