"""Cases of new players who resemble blocked people.

Without the right no page, list or count shows any of it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.compliance.returning.deciding import RESEMBLANCE_DECISION, VIEWS
from casino.compliance.returning.explaining import explain
from casino.compliance.returning.finding import digest_of
from casino.compliance.returning.models import Resemblance
from casino.compliance.returning.people import registrants
from players.audit import note
from players.decisions.pages import DecisionAdmin
from players.identity.models import Identity
from players.identity.sign_in.masking import mask_email
from players.models import Person
from players.shared.admin_base import format_moment

LABELS = {"open": "warning", "same": "danger", "another": "success", "gone": "info"}


@admin.register(Resemblance)
class ResemblanceAdmin(DecisionAdmin):
    kind = RESEMBLANCE_DECISION
    list_display = (
        "number", "player", "blocked", "cause_display", "state_badge", "made_display", "decider",
    )  # fmt: skip
    list_filter = ("state", "cause")
    list_select_related = ("player", "blocked", "decider")
    ordering = ("-pk",)
    fields = (
        "player", "blocked", "cause_display", "state_display", "made_display", "decider", "decided_display",
        "answer",
    )  # fmt: skip
    readonly_fields = ("cause_display", "state_display", "made_display", "decided_display")
    change_form_outer_before_template = "backoffice/returning/resemblance.html"

    def page_context(self, row: Resemblance, person: Person) -> dict[str, Any]:
        if not person.has_perm(VIEWS):
            return {}
        both = Identity.objects.filter(player__in=(row.player_id, row.blocked_id))
        identities = {identity.player_id: identity for identity in both.select_related("player__person")}
        compared = {row.player_id: row.player_digest, row.blocked_id: row.blocked_digest}
        today = {one.player: digest_of(one) for one in registrants(compared)}
        return {
            **super().page_context(row, person),
            "case": row,
            "explanation": explain(row.likeness),
            "is_as_compared": today == compared,
            "people": [
                (title, identities.get(player), mask_email(identities[player].player.person.email))
                for title, player in ((_("New player"), row.player_id), (_("Blocked player"), row.blocked_id))
                if player in identities
            ],
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        if (getattr(response, "context_data", None) or {}).get("case"):
            # The line names no player: it is read by people who may not know of the case.
            note("returning.seen", request=request, about=f"resemblance:{object_id}")
        return response

    @display(description=_("number"), ordering="pk")
    def number(self, case: Resemblance) -> str:
        return str(case)

    @display(description=_("cause"), ordering="cause")
    def cause_display(self, case: Resemblance) -> str:
        return case.get_cause_display()

    @display(description=_("state"))
    def state_display(self, case: Resemblance) -> str:
        return case.get_state_display()

    @display(description=_("state"), label=LABELS, ordering="state")
    def state_badge(self, case: Resemblance) -> tuple[str, str]:
        return case.state, case.get_state_display()

    @display(description=_("found"), ordering="made")
    def made_display(self, case: Resemblance) -> str:
        return format_moment(case.made)

    @display(description=_("decided"))
    def decided_display(self, case: Resemblance) -> str:
        return format_moment(case.decided) if case.decided else "–"
