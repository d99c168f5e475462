"""Proposed changes of staff and notices to players, as work for those who approve them."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.backoffice.models import StaffChange
from players.inbox.models import BulkNotice
from players.inbox.notice_texts import notice_shown
from players.models import Person
from players.work_sources import WorkItem, WorkSource

NOTICE_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


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


def bulk_notices(person: Person) -> QuerySet[BulkNotice]:
    proposed = BulkNotice.objects.filter(state=BulkNotice.State.PROPOSED).exclude(author=person)
    return proposed.order_by("at", "pk")


def bulk_notice_item(notice: BulkNotice) -> WorkItem:
    return WorkItem(
        key=str(notice.pk),
        title=notice_shown({"texts": notice.texts, "purpose": notice.purpose}).subject,
        detail=notice.reason,
        since=notice.at,
        due=notice.at + NOTICE_TARGET,
        url=reverse("office_notice", args=[notice.pk]),
    )


SOURCES = (
    WorkSource(
        "bulk-notice",
        "inbox.approve_bulknotice",
        _("Notices to players"),
        bulk_notices,
        bulk_notice_item,
        "at",
        NOTICE_TARGET,
    ),
    WorkSource(
        "staff-change",
        "backoffice.approve_staffchange",
        _("Changes of staff"),
        staff_changes,
        staff_change_item,
        "proposed",
    ),
)
