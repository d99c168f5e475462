"""Open incidents and proposed changes of tables, as work for staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.catalogue.labels import fault_label
from games.floor.incidents import void_after
from games.floor.models import BulkChange, TableChange
from games.models import Incident
from players.models import Person
from players.work_sources import WorkItem, WorkSource

CHANGE_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


def incidents(person: Person) -> QuerySet[Incident]:
    opened = Incident.objects.filter(closed=None).exclude(proposer=person)
    return opened.select_related("table").order_by("opened", "pk")


def incident_item(incident: Incident) -> WorkItem:
    return WorkItem(
        key=str(incident.pk),
        title=incident.table.name,
        detail=str(fault_label(incident.reason)),
        since=incident.opened,
        due=void_after(incident),
        url=reverse("admin:games_incident_change", args=[incident.pk]),
    )


def changes(person: Person) -> QuerySet[TableChange]:
    proposed = TableChange.objects.filter(state=TableChange.State.PROPOSED).exclude(author=person)
    return proposed.defer("data").select_related("table").order_by("at", "pk")


def change_item(change: TableChange) -> WorkItem:
    return WorkItem(
        key=str(change.pk),
        title=change.table.name,
        detail=change.reason,
        since=change.at,
        due=change.at + CHANGE_TARGET,
        url=reverse("admin:floor_tablechange_change", args=[change.pk]),
    )


def bulk_changes(person: Person) -> QuerySet[BulkChange]:
    proposed = BulkChange.objects.filter(state=BulkChange.State.PROPOSED).exclude(author=person)
    return proposed.order_by("at", "pk")


def bulk_item(change: BulkChange) -> WorkItem:
    return WorkItem(
        key=str(change.pk),
        title=change.get_kind_display(),
        detail=change.reason,
        since=change.at,
        due=change.at + CHANGE_TARGET,
        url=reverse("floor_bulk_change", args=[change.pk]),
    )


SOURCES = (
    WorkSource(
        "incident",
        "games.change_incident",
        _("Incidents"),
        incidents,
        incident_item,
        "opened",
        is_due_described=True,
    ),
    WorkSource(
        "table-change",
        "games.change_table",
        _("Changes of tables"),
        changes,
        change_item,
        "at",
        CHANGE_TARGET,
    ),
    WorkSource(
        "bulk-change",
        "games.change_table",
        _("Steps for many tables"),
        bulk_changes,
        bulk_item,
        "at",
        CHANGE_TARGET,
    ),
)
