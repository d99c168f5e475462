"""Integrity cases that are not closed, as work for officers."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.collusion.models import Case
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def waiting_cases(person: Person) -> QuerySet[Case]:
    return Case.objects.exclude(state=Case.State.CLOSED).exclude(proposer=person).order_by("opened", "pk")


def case_item(case: Case) -> WorkItem:
    return WorkItem(
        key=str(case.pk),
        title=f"{case.number} · {case.get_kind_display()}",
        detail=str(_("waiting for a second signature") if case.proposer_id else case.get_state_display()),
        since=case.opened,
        due=None,
        url=reverse("compliance_integrity_case", args=[case.pk]),
    )


SOURCES = (
    WorkSource("integrity", "collusion.act_case", _("Integrity cases"), waiting_cases, case_item, "opened"),
)
