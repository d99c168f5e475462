"""Matches and readings of lists in the back office.

Without the right no page, list or count shows any of it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.compliance.screening.deciding import MATCH_DECISION, VIEWS
from casino.compliance.screening.explaining import explain
from casino.compliance.screening.lists import FAULTS, list_ages
from casino.compliance.screening.models import ListImport, Match
from players.audit import note
from players.decisions.pages import DecisionAdmin
from players.models import Person
from players.shared.admin_base import ReadOnlyAdmin, format_moment

LABELS = {"open": "warning", "confirmed": "danger", "dismissed": "success", "gone": "info"}
IMPORT_LABELS = {"imported": "success", "unchanged": "info", "refused": "danger"}


@admin.register(Match)
class MatchAdmin(DecisionAdmin):
    kind = MATCH_DECISION
    list_display = ("number", "player", "entry", "kind_display", "state_badge", "made_display", "decider")
    list_filter = ("state", "kind")
    list_select_related = ("player", "entry", "decider")
    ordering = ("-pk",)
    fields = (
        "player", "entry", "list_name", "kind_display", "state_display", "made_display", "decider",
        "decided_display", "answer",
    )  # fmt: skip
    readonly_fields = ("list_name", "kind_display", "state_display", "made_display", "decided_display")
    change_form_outer_before_template = "backoffice/screening/match.html"

    def page_context(self, row: Match, person: Person) -> dict[str, Any]:
        if not person.has_perm(VIEWS):
            return {}
        identity = getattr(row.player, "identity", None)
        return {
            **super().page_context(row, person),
            "match": row,
            "explanation": explain(row.likeness),
            "player_name": identity.name if identity is not None else "",
            "player_birth": identity.birth if identity is not None else None,
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        if (getattr(response, "context_data", None) or {}).get("match"):
            # The line names no player: it is read by people who may not know of the match.
            note("screening.seen", request=request, about=f"match:{object_id}")
        return response

    @display(description=_("number"), ordering="pk")
    def number(self, match: Match) -> str:
        return str(match)

    @display(description=_("list"))
    def list_name(self, match: Match) -> str:
        return match.entry.list_name

    @display(description=_("kind"), ordering="kind")
    def kind_display(self, match: Match) -> str:
        return match.get_kind_display()

    @display(description=_("state"))
    def state_display(self, match: Match) -> str:
        return match.get_state_display()

    @display(description=_("state"), label=LABELS, ordering="state")
    def state_badge(self, match: Match) -> tuple[str, str]:
        return match.state, match.get_state_display()

    @display(description=_("found"), ordering="made")
    def made_display(self, match: Match) -> str:
        return format_moment(match.made)

    @display(description=_("decided"))
    def decided_display(self, match: Match) -> str | SafeString:
        return format_moment(match.decided) if match.decided else "–"


@admin.register(ListImport)
class ListImportAdmin(ReadOnlyAdmin):
    list_display = (
        "name",
        "at_display",
        "state_badge",
        "entries",
        "added",
        "changed",
        "removed",
        "fault_display",
    )
    list_filter = ("state",)
    ordering = ("-pk",)
    fields = (
        "name",
        "at_display",
        "state",
        "digest",
        "entries",
        "added",
        "changed",
        "removed",
        "fault_display",
    )
    readonly_fields = ("at_display", "fault_display")
    list_before_template = "backoffice/screening/ages.html"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "ages": list_ages()})

    @display(description=_("at"), ordering="at")
    def at_display(self, record: ListImport) -> str:
        return format_moment(record.at)

    @display(description=_("state"), label=IMPORT_LABELS, ordering="state")
    def state_badge(self, record: ListImport) -> tuple[str, str]:
        return record.state, record.get_state_display()

    @display(description=_("fault"))
    def fault_display(self, record: ListImport) -> str:
        if not record.fault:
            return "–"
        text = str(FAULTS.get(record.fault, record.fault))
        return (
            str(_("Line %(line)s: %(fault)s")) % {"line": record.line, "fault": text} if record.line else text
        )
