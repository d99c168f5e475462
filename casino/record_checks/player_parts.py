"""A player's page in the back office: acts of staff, changes of the account, the latest audit lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from urllib.parse import urlencode

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.compliance.audit_sentences import entry_sentence
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
from players.audit.details import detail_texts
from players.audit.models import Line
from players.models import Player
from players.shared.admin_base import format_moment
from players.shared.exports.list_document import Column

MAX_ROWS = 50
# What happened to the account and has no record of its own in the timeline.
ACCOUNT_KINDS = ("account.", "identity.", "terms.", "personal-data.", "registration.", "access.")
OWN_RECORDS = ("access.signed-in", "access.signed-out", "access.ended")


def _lines_of(player: Player) -> QuerySet[Line]:
    people = {
        "email": F("person__email"),
        "is_staff": F("person__is_staff"),
        "own_alias": F("person__player__alias"),
    }
    return Line.objects.filter(player=player).annotate(**people)


def _sentence(line: object, player: Player) -> str:
    names = ("kind", "about", "email", "is_staff", "own_alias")
    return entry_sentence({name: getattr(line, name) for name in names} | {"player_alias": player.alias})


def _details(line: Line) -> str:
    return " · ".join(f"{label}: {text}" for label, text in detail_texts(line.kind, line.details))


def _entries(
    lines: QuerySet[Line], player: Player, query: TimelineQuery, source: str
) -> list[PlayerTimelineEntry]:
    return [
        PlayerTimelineEntry(
            line.at,
            line.pk,
            _sentence(line, player),
            _details(line),
            url=reverse("admin:audit_line_change", args=[line.pk]),
        )
        for line in query.rows(lines, source, "at")
    ]


def _staff_entries(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    by_staff = _lines_of(player).filter(person__isnull=False).exclude(person=player.person_id)
    return _entries(by_staff, player, query, "staff")


def _account_entries(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    not_by_staff = Q(person=None) | Q(person=player.person_id)
    kinds = reduce(or_, (Q(kind__startswith=kind) for kind in ACCOUNT_KINDS))
    lines = _lines_of(player).filter(not_by_staff, kinds).exclude(kind__in=OWN_RECORDS)
    return _entries(lines, player, query, "account")


def _lines(request: HttpRequest, player: Player) -> Mapping[str, object]:
    rows = [
        [
            PanelCell(format_moment(line.at), reverse("admin:audit_line_change", args=[line.pk])),
            PanelCell(_sentence(line, player)),
            PanelCell(_details(line)),
            PanelCell(line.address or "–"),
        ]
        for line in _lines_of(player).order_by("-id")[:MAX_ROWS]
    ]
    columns = [
        Column(_("at")),
        Column(_("what happened")),
        Column(_("details")),
        Column(_("network address")),
    ]
    url = ""
    if request.user.has_perm("self_checks.view_root"):
        url = f"{reverse('compliance_audit')}?{urlencode({'player': player.alias})}"
    return {"table": PanelTable(columns, rows, all_url=url)}


register_sources(
    TimelineSource("staff", "staff", "audit.view_line", _staff_entries),
    TimelineSource("account", "account", "audit.view_line", _account_entries),
)
register_panels(Panel("audit", "audit", gettext_lazy("Audit lines"), "audit.view_line", 10, _lines))
