"""The kinds of decisions, and what waits of each for a person in the work queue."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from players.decisions.kinds import Kind, Row
from players.models import Person
from players.work_sources import WorkItem, WorkSource, register_work_sources

_kinds: dict[str, Kind[Any]] = {}


def register_decisions(*kinds: Kind[Any]) -> None:
    for kind in kinds:
        _kinds[kind.name] = kind
        register_work_sources(work_source(kind))


def decision_kinds() -> list[Kind[Any]]:
    return list(_kinds.values())


def work_source(kind: Kind[Row]) -> WorkSource:
    """The proposals that this person may decide, the oldest first."""

    def waiting(person: Person) -> QuerySet[Row]:
        proposed = kind.model._default_manager.filter(**{kind.state: kind.first})
        return proposed.exclude(kind.barred(person)).select_related(*kind.related).order_by(kind.at, "pk")

    def describe(row: Row) -> WorkItem:
        title, detail = kind.item(row)
        since = getattr(row, kind.at)
        due = since + kind.target if kind.target else None
        return WorkItem(str(row.pk), title, detail, since, due, reverse(kind.page, args=[kind.key(row)]))

    return WorkSource(kind.name, kind.decides, kind.title, waiting, describe, kind.at, kind.target)
