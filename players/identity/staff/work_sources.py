"""Identity documents to examine, as work for staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.identity.models import Identity, IdentityState
from players.models import Person
from players.work_sources import WorkItem, WorkSource

# The operator's own target; no regulation sets it.
DOCUMENTS_TARGET = timedelta(hours=48)


def documents(person: Person) -> QuerySet[Identity]:
    return (
        Identity.objects.filter(state=IdentityState.QUEUED)
        .select_related("player__person")
        .order_by("changed", "pk")
    )


def documents_item(identity: Identity) -> WorkItem:
    return WorkItem(
        key=str(identity.pk),
        title=identity.player.alias,
        detail=str(identity.get_document_kind_display()),
        since=identity.changed,
        due=identity.changed + DOCUMENTS_TARGET,
        url=reverse("admin:identity_identity_change", args=[identity.pk]),
    )


SOURCES = (
    WorkSource(
        "documents",
        "identity.change_identity",
        _("Identity documents"),
        documents,
        documents_item,
        "changed",
        DOCUMENTS_TARGET,
    ),
)
