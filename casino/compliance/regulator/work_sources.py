"""Late and failed files for the regulator, as work for officers."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.production import unfinished
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def troubled_files(person: Person) -> QuerySet[RegulatorFile]:
    troubled = unfinished().filter(Q(state=RegulatorFile.State.FAILED) | Q(late__isnull=False))
    return troubled.order_by("deadline", "pk")


def file_item(file: RegulatorFile) -> WorkItem:
    return WorkItem(
        key=str(file.pk),
        title=file.name,
        detail=file.error[:120] or str(file.get_state_display()),
        since=file.due_since,
        due=file.deadline,
        url=reverse("compliance_file", args=[file.pk]),
    )


SOURCES = (
    WorkSource(
        "regulator-file",
        "regulator.reprocess_regulatorfile",
        _("Late and failed files"),
        troubled_files,
        file_item,
        "due_since",
        "deadline",
    ),
)
