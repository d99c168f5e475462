"""Complaints that wait for the house and notices that wait for a second person, as work for staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.inbox.models import BulkNotice, Complaint
from players.inbox.notice_texts import notice_text
from players.models import Person
from players.work_sources import WorkItem, WorkSource

NOTICE_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


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


def bulk_notices(person: Person) -> QuerySet[BulkNotice]:
    proposed = BulkNotice.objects.filter(state=BulkNotice.State.PROPOSED).exclude(author=person)
    return proposed.order_by("at", "pk")


def bulk_notice_item(notice: BulkNotice) -> WorkItem:
    return WorkItem(
        key=str(notice.pk),
        title=notice_text({"texts": notice.texts, "purpose": notice.purpose}).subject,
        detail=notice.reason,
        since=notice.at,
        due=notice.at + NOTICE_TARGET,
        url=reverse("office_notice", args=[notice.pk]),
    )


SOURCES = (
    WorkSource("complaint", "inbox.change_complaint", _("Complaints"), complaints, complaint_item),
    WorkSource(
        "bulk-notice", "inbox.approve_bulknotice", _("Notices to players"), bulk_notices, bulk_notice_item
    ),
)
