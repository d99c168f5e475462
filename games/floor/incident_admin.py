"""The back office of incidents, which two people release, and of chat moderation."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_POST
from unfold.decorators import display

from games.catalogue.labels import fault_label
from games.floor import incidents
from games.floor.permissions import require_permission
from games.models import ChatLine, ChatMute, Incident
from players.audit import note
from players.decisions.deciding import SecondPersonRequired
from players.identity.sign_in.reauthentication import step_up_required
from players.shared.admin_base import ReadOnlyAdmin, format_moment
from players.shared.clock import now
from players.shared.staff_errors import DecidedMeanwhile
from players.shared.staff_reasons import reason_of

MUTED = timedelta(days=7)


@require_POST
@step_up_required
def decide_incident(request: HttpRequest, pk: int) -> HttpResponse:
    person = require_permission(request, "games.change_incident")
    try:
        if request.POST.get("verb") == "confirm":
            incidents.confirm_incident(incident=pk, person=person)
            messages.success(request, _("Confirmed: the table continues."))
        elif reason := reason_of(request, maximum=500):
            incidents.propose_incident(incident=pk, person=person, reason=reason)
            messages.success(request, _("Proposed: a second person must confirm it."))
    except SecondPersonRequired:
        messages.error(request, _("The person who proposed it cannot confirm it. A second person must."))
    except incidents.AlreadyClosed as error:
        raise _closed_meanwhile(pk) from error
    return redirect("admin:games_incident_change", pk)


def _closed_meanwhile(pk: int) -> DecidedMeanwhile:
    incident = get_object_or_404(Incident.objects.select_related("table", "confirmer"), pk=pk)
    return DecidedMeanwhile(
        record=_("Incident at %(table)s") % {"table": incident.table.name},
        url=reverse("admin:games_incident_change", args=[pk]),
        by=incident.confirmer.email if incident.confirmer else "",
        at=incident.closed,
    )


@admin.register(Incident)
class IncidentAdmin(ReadOnlyAdmin):
    """Incidents, with the open ones first."""

    list_display = (
        "opened_display",
        "table",
        "round",
        "reason_display",
        "state",
        "people",
        "closed_display",
    )
    list_filter = ("table",)
    list_select_related = ("table", "proposer", "confirmer")
    ordering = (F("closed").desc(nulls_first=True), "-opened")
    fields = (
        "table",
        "round",
        "reason_display",
        "opened_display",
        "proposer",
        "note",
        "confirmer",
        "closed_display",
    )
    readonly_fields = ("opened_display", "closed_display", "reason_display")
    change_form_outer_before_template = "backoffice/floor/incident.html"

    def get_urls(self) -> list[URLPattern]:
        return [
            path(
                "<int:pk>/decide/", self.admin_site.admin_view(decide_incident), name="games_incident_decide"
            ),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        rows = Incident.objects.select_related("table")
        incident = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        context = incidents.incident_context(incident, request.user) if incident else {}
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=gettext_lazy("opened at"), ordering="opened")
    def opened_display(self, incident: Incident) -> str:
        return format_moment(incident.opened)

    @display(description=gettext_lazy("reason"), ordering="reason")
    def reason_display(self, incident: Incident) -> str:
        return fault_label(incident.reason)

    @display(description=gettext_lazy("closed at"), ordering="closed")
    def closed_display(self, incident: Incident) -> str:
        return format_moment(incident.closed)

    @display(description=gettext_lazy("proposed and confirmed by"))
    def people(self, incident: Incident) -> str:
        people = [(person.email,) for person in (incident.proposer, incident.confirmer) if person]
        return format_html_join("", "<div>{}</div>", people) or "–"

    @display(
        description=gettext_lazy("status"),
        label={"open": "danger", "proposed": "warning", "closed": "success"},
    )
    def state(self, incident: Incident) -> tuple[str, str]:
        if incident.closed is not None:
            return "closed", pgettext("state of an incident", "closed")
        return (
            ("proposed", _("waiting for a second person"))
            if incident.proposer_id
            else ("open", pgettext("state of an incident", "open"))
        )


@require_POST
def moderate_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Hides a line, or mutes its author for a week. Both are on the record."""
    person = require_permission(request, "games.change_chatline")
    line, verb = get_object_or_404(ChatLine, pk=pk), request.POST.get("verb", "")
    if verb not in ("hide", "mute"):
        messages.error(request, _("This step does not exist."))
        return redirect("admin:games_chatline_change", pk)
    reason = reason_of(request)
    if not reason:
        return redirect("admin:games_chatline_change", pk)
    with transaction.atomic():
        if verb == "hide":
            ChatLine.objects.filter(pk=pk, hidden=None).update(hidden=Now(), hider=person)
            note("chat.line-hidden", person=person, player=line.player_id, about=f"chat:{pk}", reason=reason)
        else:
            ChatMute.objects.create(player_id=line.player_id, until=now() + MUTED, reason=reason, by=person)
            note("chat.player-muted", person=person, player=line.player_id, about=f"chat:{pk}", reason=reason)
    messages.success(request, _("Done and recorded."))
    return redirect("admin:games_chatline_change", pk)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin):
    list_display = ("at_display", "table", "alias", "text", "hidden_display")
    list_filter = ("table",)
    search_fields = ("text", "alias")
    list_select_related = ("table",)
    ordering = ("-id",)
    fields = ("table", "round", "alias", "text", "at_display", "hidden_display", "hider")
    readonly_fields = ("at_display", "hidden_display")
    change_form_outer_after_template = "backoffice/floor/chat_line.html"

    def get_urls(self) -> list[URLPattern]:
        return [
            path(
                "<int:pk>/moderate/",
                self.admin_site.admin_view(moderate_chat),
                name="games_chatline_moderate",
            ),
            *super().get_urls(),
        ]

    @display(description=gettext_lazy("at"), ordering="id")
    def at_display(self, line: ChatLine) -> str:
        return format_moment(line.at)

    @display(description=gettext_lazy("hidden"), ordering="hidden")
    def hidden_display(self, line: ChatLine) -> str:
        return format_moment(line.hidden)
