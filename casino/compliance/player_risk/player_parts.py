"""What player protection brings to a player's page in the back office: signs and contacts.

Showing them leaves the audit line that the pages of player protection leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino.compliance.monitoring.models import Alert, RuleVersion
from casino.compliance.player_risk.models import Contact
from players.administration.player_page import (
    HeaderFact,
    HeaderItem,
    Panel,
    PanelCell,
    PanelTable,
    register_header_items,
    register_panels,
)
from players.administration.timeline import (
    PlayerTimelineEntry,
    TimelineQuery,
    TimelineSource,
    register_sources,
)
from players.models import Player
from players.shared import clock
from players.shared.admin_base import format_moment
from players.shared.exports.list_document import Column

RECENT = timedelta(days=30)
MAX_ROWS = 50
SEEN = "care.player-seen"


def signs_of(player: Player) -> QuerySet[Alert]:
    alerts = Alert.objects.filter(player=player, kind=RuleVersion.RuleKind.CARE)
    return alerts.select_related("version").order_by("-at", "pk")


def _recent_signs(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    number = signs_of(player).filter(at__gte=clock.now() - RECENT).count()
    if not number:
        return []
    text = ngettext("%(number)s sign in thirty days", "%(number)s signs in thirty days", number) % {
        "number": number
    }
    return [HeaderFact(text, "warning", reverse("compliance_care_of", args=[player.pk]))]


def _signs(request: HttpRequest, player: Player) -> Mapping[str, object] | None:
    rows = [
        [
            PanelCell(format_moment(sign.at)),
            PanelCell(sign.title, state="warning"),
            PanelCell(sign.sentence),
        ]
        for sign in signs_of(player)[:MAX_ROWS]
    ]
    columns = [Column(_("at")), Column(_("sign")), Column(_("details"))]
    url = reverse("compliance_care_of", args=[player.pk])
    return {"table": PanelTable(columns, rows, all_url=url)} if rows else None


def _contacts(request: HttpRequest, player: Player) -> Mapping[str, object] | None:
    rows = [
        [
            PanelCell(format_moment(contact.at)),
            PanelCell(contact.get_method_display()),
            PanelCell(contact.person.email),
            PanelCell(contact.notes),
        ]
        for contact in Contact.objects.filter(player=player)
        .select_related("person")
        .order_by("-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("at")),
        Column(_("how")),
        Column(_("by")),
        Column(_("what was said and agreed")),
    ]
    url = reverse("compliance_care_of", args=[player.pk])
    return {"table": PanelTable(columns, rows, all_url=url)} if rows else None


def _sign_entries(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    return [
        PlayerTimelineEntry(
            sign.at,
            sign.pk,
            sign.title,
            sign.sentence,
            url=reverse("compliance_care_of", args=[player.pk]),
            state="warning",
        )
        for sign in query.rows(signs_of(player), "sign", "at")
    ]


register_header_items(
    HeaderItem("signs", _("Risk signs"), "monitoring.view_care_alert", 60, _recent_signs, audit_kind=SEEN)
)
register_panels(
    Panel("signs", "protection", _("Risk signs"), "monitoring.view_care_alert", 40, _signs, audit_kind=SEEN),
    Panel("contacts", "protection", _("Contact"), "care.view_contact", 50, _contacts, audit_kind=SEEN),
)
register_sources(
    TimelineSource("sign", "alerts", "monitoring.view_care_alert", _sign_entries, audit_kind=SEEN)
)
