"""Measures with a clock as work for laundering officers. Without the right nobody sees items or counts."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.laundering.holds import HOLDING
from casino.compliance.laundering.models import Measure
from players.models import Person
from players.work_sources import WorkItem, WorkSource


def waiting_measures(person: Person) -> QuerySet[Measure]:
    return HOLDING.select_related("player").order_by("due", "pk")


def measure_item(measure: Measure) -> WorkItem:
    return WorkItem(
        key=str(measure.pk),
        title=measure.player.alias,
        detail=str(measure.get_kind_display()),
        since=measure.at,
        due=measure.due,
        url=reverse("compliance_laundering_file", args=[measure.player_id]),
    )


SOURCE = WorkSource(
    "laundering-measure",
    "laundering.act_file",
    _("Measures about money laundering"),
    waiting_measures,
    measure_item,
    "at",
    due="due",
)
