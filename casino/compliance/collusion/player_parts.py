"""What the integrity of hold'em brings to a player's page in the back office: the cases about the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.compliance.collusion.models import Case, CaseMember
from players.administration.player_page import (
    Panel,
    PanelCell,
    PanelTable,
    register_panels,
)
from players.administration.timeline import (
    PlayerTimelineEntry,
    TimelineQuery,
    TimelineSource,
    register_sources,
)
from players.models import Player
from players.shared.admin_base import format_moment
from players.shared.exports.list_document import Column


def _case_entries(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    cases = Case.objects.filter(pk__in=CaseMember.objects.filter(player=player).values("case"))
    return [
        PlayerTimelineEntry(
            case.opened,
            case.pk,
            _("Integrity case: %(kind)s") % {"kind": case.get_kind_display()},
            case.get_state_display(),
            url=reverse("compliance_integrity_case", args=[case.pk]),
            state="" if case.closed else "warning",
        )
        for case in query.rows(cases, "case", "opened")
    ]


def _cases(request: HttpRequest, player: Player) -> Mapping[str, object] | None:
    cases = Case.objects.filter(pk__in=CaseMember.objects.filter(player=player).values("case"))
    rows = [
        [
            PanelCell(format_moment(case.opened), reverse("compliance_integrity_case", args=[case.pk])),
            PanelCell(case.get_kind_display()),
            PanelCell(case.get_state_display(), state="" if case.closed else "warning"),
            PanelCell(case.get_decision_display() or "–"),
        ]
        for case in cases.order_by("-id")[:50]
    ]
    columns = [
        Column(_("opened")),
        Column(_("what")),
        Column(_("state")),
        Column(_("decision")),
    ]
    return {"table": PanelTable(columns, rows)} if rows else None


register_sources(TimelineSource("case", "alerts", "collusion.view_case", _case_entries))
register_panels(Panel("cases", "links", gettext_lazy("Integrity cases"), "collusion.view_case", 40, _cases))
