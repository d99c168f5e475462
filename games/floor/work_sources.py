"""Open incidents, as work for staff."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.catalogue.labels import fault_label
from games.floor.incidents import void_after
from games.models import Incident
from players.models import Person
from players.work_sources import WorkItem, WorkSource


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
)
