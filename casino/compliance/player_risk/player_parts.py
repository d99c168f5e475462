"""What player protection brings to a player's page in the back office: signs and contacts.

Showing them leaves the audit line that the pages of player protection leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino.compliance.player_risk.daily_scan import sign_text
from casino.compliance.player_risk.models import Contact, RiskSign
from casino.compliance.player_risk.signs import SIGNS
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


def _title(risk_sign: RiskSign) -> str:
    return str(SIGNS[risk_sign.kind].title) if risk_sign.kind in SIGNS else risk_sign.kind


def _recent_signs(request: HttpRequest, player: Player) -> Sequence[HeaderFact]:
    since = clock.day_of(clock.now()) - RECENT
    number = RiskSign.objects.filter(player=player, day__gte=since).count()
    if not number:
        return []
    text = ngettext("%(number)s sign in thirty days", "%(number)s signs in thirty days", number) % {
        "number": number
    }
    return [HeaderFact(text, "warning", reverse("compliance_care_of", args=[player.pk]))]


def _signs(request: HttpRequest, player: Player) -> Mapping[str, object] | None:
    rows = [
        [
            PanelCell(date_format(risk_sign.day, "SHORT_DATE_FORMAT")),
            PanelCell(_title(risk_sign), state="warning"),
            PanelCell(sign_text(risk_sign)),
        ]
        for risk_sign in RiskSign.objects.filter(player=player).order_by("-day", "kind")[:MAX_ROWS]
    ]
    columns = [Column(_("day")), Column(_("sign")), Column(_("details"))]
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
            risk_sign.at,
            risk_sign.pk,
            _title(risk_sign),
            sign_text(risk_sign),
            url=reverse("compliance_care_of", args=[player.pk]),
            state="warning",
        )
        for risk_sign in query.rows(RiskSign.objects.filter(player=player), "sign", "at")
    ]


register_header_items(
    HeaderItem("signs", _("Risk signs"), "care.view_risksign", 60, _recent_signs, audit_kind=SEEN)
)
register_panels(
    Panel("signs", "protection", _("Risk signs"), "care.view_risksign", 40, _signs, audit_kind=SEEN),
    Panel("contacts", "protection", _("Contacts"), "care.view_contact", 50, _contacts, audit_kind=SEEN),
)
register_sources(TimelineSource("sign", "alerts", "care.view_risksign", _sign_entries, audit_kind=SEEN))
