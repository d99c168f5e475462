"""Complaints that wait for the house, as work for staff."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.inbox.models import Complaint
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def complaints(person: Person) -> QuerySet[Complaint]:
    return Complaint.objects.filter(state=Complaint.State.OPEN).select_related("player").order_by("due", "pk")


def complaint_item(complaint: Complaint) -> WorkItem:
    return WorkItem(
        key=str(complaint.pk),
        title=f"{complaint.number} · {complaint.player.alias}",
        detail=str(complaint.get_category_display()),
        since=complaint.opened,
        due=complaint.due,
        url=reverse("admin:inbox_complaint_change", args=[complaint.pk]),
    )


SOURCES = (
    WorkSource(
        "complaint",
        "inbox.change_complaint",
        _("Complaints"),
        complaints,
        complaint_item,
        "opened",
        "due",
    ),
)
