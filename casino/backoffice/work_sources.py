"""Proposed changes of staff, as work for those who approve them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.backoffice.models import StaffChange
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def staff_changes(person: Person) -> QuerySet[StaffChange]:
    """Nobody decides what they proposed, or what concerns their own account."""
    proposed = StaffChange.objects.filter(state=StaffChange.State.PROPOSED).exclude(proposed_by=person)
    return proposed.exclude(email__iexact=person.email).order_by("proposed", "pk")


def staff_change_item(change: StaffChange) -> WorkItem:
    return WorkItem(
        key=str(change.pk),
        title=str(change),
        detail=change.reason,
        since=change.proposed,
        due=None,
        url=reverse("admin:backoffice_staffchange_change", args=[change.pk]),
    )


SOURCES = (
    WorkSource(
        "staff-change",
        "backoffice.approve_staffchange",
        _("Changes of staff"),
        staff_changes,
        staff_change_item,
    ),
)
