"""Open cases as work for the officers of their kind. Without the right nobody sees items or counts."""

from __future__ import annotations

from functools import partial

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino.compliance.monitoring.cases import open_cases
from casino.compliance.monitoring.models import Case, RuleVersion
from players.models import Person
from players.work_sources import WorkItem, WorkSource

TITLES = {
    RuleVersion.RuleKind.CARE: _("Player protection cases"),
    RuleVersion.RuleKind.LAUNDERING: _("Money laundering cases"),
    RuleVersion.RuleKind.BOTS: _("Bot cases"),
}


def waiting_cases(kind: str, person: Person) -> QuerySet[Case]:
    return open_cases(kind)


def case_item(case: Case) -> WorkItem:
    number: int = case.alerts  # type: ignore[attr-defined]  # annotated
    return WorkItem(
        key=str(case.pk),
        title=case.player.alias,
        detail=ngettext("%(count)s sign", "%(count)s signs", number) % {"count": number},
        since=case.since,
        due=None,
        url=reverse(f"compliance_case_{case.kind}", args=[case.pk]),
    )


SOURCES = tuple(
    WorkSource(
        f"cases-{kind.value}",
        f"monitoring.decide_{kind.value}_case",
        title,
        partial(waiting_cases, kind.value),
        case_item,
        "since",
    )
    for kind, title in TITLES.items()
)
