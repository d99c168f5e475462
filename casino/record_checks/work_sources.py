"""Failing self-checks, as work for officers."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

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
)
