"""Failing self-checks, as work for officers, and changes of the system that a second person must approve."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.generator.models import SystemChange
from casino.generator.system_changes import waiting_for
from casino.record_checks.labels import TITLES
from casino.record_checks.models import State
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def failing(person: Person) -> QuerySet[State]:
    return State.objects.filter(good=False).order_by("since", "name")


def check_item(state: State) -> WorkItem:
    return WorkItem(
        key=state.name,
        title=str(TITLES.get(state.name, state.name)),
        detail="",
        since=state.since,
        due=None,
        url=reverse("compliance_panel"),
    )


def change_item(change: SystemChange) -> WorkItem:
    return WorkItem(
        key=str(change.pk),
        title=change.title,
        detail=change.reason,
        since=change.at,
        due=None,
        url=reverse("compliance_system_change", args=[change.pk]),
    )


SOURCES = (
    WorkSource(
        "self-check",
        "self_checks.add_proof",
        _("Failing self-checks"),
        failing,
        check_item,
        "since",
        key="name",
    ),
    WorkSource(
        "system-change",
        "self_checks.approve_systemchange",
        _("Changes of the system"),
        waiting_for,
        change_item,
        "at",
    ),
)
