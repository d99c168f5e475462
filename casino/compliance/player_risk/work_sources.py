"""Players with recent signs of risk and no contact since, as work for officers."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, DateTimeField, Exists, Min, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino.compliance.monitoring.models import Alert, RuleVersion
from casino.compliance.player_risk.models import Contact
from players.models import Person, Player
from players.shared import clock
from players.work_sources import WorkItem, WorkSource

DAYS = 30  # older signs alone ask for no contact


def uncontacted_players(person: Person) -> QuerySet[Player]:
    """Players with a recent sign of risk who have not been contacted since."""
    contacted = Contact.objects.filter(player=OuterRef("player"), at__gte=OuterRef("made"))
    unanswered = Alert.objects.filter(
        ~Exists(contacted),
        kind=RuleVersion.RuleKind.CARE,
        at__gte=clock.now() - timedelta(days=DAYS),
        player__status__in=(Player.Status.ACTIVE, Player.Status.SUSPENDED),
    )
    of_player = unanswered.filter(player=OuterRef("pk")).order_by().values("player")
    return (
        Player.objects.filter(pk__in=unanswered.values("player"))
        .annotate(
            first_sign=Subquery(of_player.annotate(first=Min("made")).values("first"), DateTimeField()),
            signs=Subquery(of_player.annotate(count=Count("pk")).values("count")),
        )
        .order_by("first_sign", "pk")
    )


def player_item(player: Player) -> WorkItem:
    signs: int = player.signs  # type: ignore[attr-defined]  # annotated
    return WorkItem(
        key=str(player.pk),
        title=player.alias,
        detail=ngettext("%(count)s sign", "%(count)s signs", signs) % {"count": signs},
        since=player.first_sign,  # type: ignore[attr-defined]  # annotated
        due=None,
        url=reverse("compliance_care_of", args=[player.pk]),
    )


SOURCES = (
    WorkSource("care", "care.add_contact", _("Risk signs"), uncontacted_players, player_item, "first_sign"),
)
