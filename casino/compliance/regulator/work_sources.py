"""Late, failed and rejected files for the regulator, as work for officers."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.regulator.answers import rejected
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.production import unfinished
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def troubled_files(person: Person) -> QuerySet[RegulatorFile]:
    troubled = unfinished().filter(Q(state=RegulatorFile.State.FAILED) | Q(late__isnull=False))
    answered = rejected().values("file")
    files = RegulatorFile.objects.filter(Q(pk__in=troubled.values("pk")) | Q(pk__in=answered))
    return files.select_related("enveloped").order_by("deadline", "pk")


def file_item(file: RegulatorFile) -> WorkItem:
    return WorkItem(
        key=str(file.pk),
        title=file.name,
        detail=_reason(file)[:120],
        since=file.due_since,
        due=file.deadline,
        url=reverse("compliance_file", args=[file.pk]),
    )


def _reason(file: RegulatorFile) -> str:
    """Why the regulator rejects it, what went wrong, or how far it came."""
    enveloped = getattr(file, "enveloped", None)
    return (enveloped.reason if enveloped else "") or file.error or str(file.get_state_display())


SOURCES = (
    WorkSource(
        "regulator-file",
        "regulator.reprocess_regulatorfile",
        _("Late, failed and rejected files"),
        troubled_files,
        file_item,
        "due_since",
        "deadline",
    ),
)
