"""Legal holds in the back office: the list, each order with its decision, and the form of a new one."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from unfold.decorators import display

from players.audit import note
from players.decisions.deciding import check_right
from players.decisions.pages import DecisionAdmin
from players.identity.models import LegalHold
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.staff.legal_holds import LEGAL_HOLD, PROPOSES, VIEWS, OrderIsEntered, propose_hold
from players.models import Person, Player
from players.shared import clock
from players.shared.admin_base import format_moment, signed_in_staff
from players.shared.staff_reasons import MAX_LENGTH, MIN_LENGTH

REFUSED = 422
LABELS = {
    "proposed": "warning", "in-force": "success", "lifted": "info", "refused": "danger", "withdrawn": "info",
}  # fmt: skip


class LegalHoldForm(forms.Form):
    """An order. Errors stand beside their fields, and what was typed stays."""

    player = forms.CharField(label=gettext_lazy("player"), max_length=20)
    lifts = forms.CharField(
        label=gettext_lazy("lifts the order with the reference"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Empty: the data are kept from the second person's decision on."),
    )
    authority = forms.CharField(label=gettext_lazy("authority"), max_length=120)
    reference = forms.CharField(label=gettext_lazy("reference of the order"), max_length=100)
    ordered = forms.DateField(
        label=gettext_lazy("date of the order"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        min_length=MIN_LENGTH,
        max_length=MAX_LENGTH,
        help_text=gettext_lazy("At least %(least)s characters.") % {"least": MIN_LENGTH},
    )

    def clean_player(self) -> Player:
        player = Player.objects.filter(alias=self.cleaned_data["player"].strip()).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with that name."))
        return player

    def clean_ordered(self) -> date:
        ordered: date = self.cleaned_data["ordered"]
        if ordered > clock.day_of(clock.now()):
            raise forms.ValidationError(_("The date of an order cannot be in the future."))
        return ordered

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        player, reference = cleaned.get("player"), cleaned.get("lifts", "").strip()
        cleaned["lifts"] = None
        if player is not None and reference:
            held = LegalHold.objects.filter(
                player=player, reference=reference, lifts=None, state=LegalHold.State.IN_FORCE
            )
            cleaned["lifts"] = held.first()
            if cleaned["lifts"] is None:
                self.add_error("lifts", _("No order with this reference is in force about this player."))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
@step_up_required
def propose(request: HttpRequest) -> HttpResponse:
    person = signed_in_staff(request)
    check_right(person, (PROPOSES,))
    form = LegalHoldForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            propose_hold(person=person, request=request, **form.cleaned_data)
        except OrderIsEntered:
            form.add_error(None, _("This order has already been entered or lifted."))
        else:
            messages.success(request, _("Proposed. A second person must approve it."))
            return redirect("admin:identity_legalhold_changelist")
    context = {
        **admin.site.each_context(request),
        "title": _("Enter an order"),
        "form": form,
        "list_url": reverse("admin:identity_legalhold_changelist"),
        "list_title": LEGAL_HOLD.title,
    }
    return render(
        request, "backoffice/decisions/proposal.html", context, status=REFUSED if form.errors else 200
    )


@admin.register(LegalHold)
class LegalHoldAdmin(DecisionAdmin):
    kind = LEGAL_HOLD
    list_display = (
        "name_display", "player", "ordered", "effect_display", "state_badge", "author", "decider",
    )  # fmt: skip
    list_filter = ("state",)
    search_fields = ("reference",)
    list_select_related = ("player", "lifts", "author", "decider")
    ordering = ("-id",)
    fields = (
        "player", "authority", "reference", "ordered", "effect_display", "reason", "state_display", "author",
        "at_display", "decider", "decided_display", "answer",
    )  # fmt: skip
    readonly_fields = ("effect_display", "state_display", "at_display", "decided_display")
    change_form_outer_before_template = "backoffice/players/legal_hold.html"
    list_before_template = "backoffice/players/legal_holds.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(propose)
        return [path("propose/", view, name="identity_legalhold_propose"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[LegalHold]:
        lifted = LegalHold.objects.filter(lifts=OuterRef("pk"), state=LegalHold.State.IN_FORCE)
        rows: QuerySet[LegalHold] = super().get_queryset(request)
        return rows.annotate(was_lifted=Exists(lifted))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {"may_propose": request.user.has_perm(PROPOSES)}
        response: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **context})
        return response

    def page_context(self, row: LegalHold, person: Person) -> dict[str, Any]:
        if not person.has_perm(VIEWS):
            return {}
        return {**super().page_context(row, person), "hold": row}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        if (getattr(response, "context_data", None) or {}).get("hold"):
            # The line names no player: it is read by people who may not know of the order.
            note("legal-holds.seen", request=request, about=f"legalhold:{object_id}")
        return response

    @display(description=gettext_lazy("order"), ordering="reference")
    def name_display(self, hold: LegalHold) -> str:
        return str(hold)

    @display(description=gettext_lazy("effect"))
    def effect_display(self, hold: LegalHold) -> str:
        return _("lifts %(order)s") % {"order": hold.lifts} if hold.lifts else _("the data are kept")

    @display(description=gettext_lazy("state"))
    def state_display(self, hold: LegalHold) -> str:
        label: str = self.state_badge(hold)[1]
        return label

    @display(description=gettext_lazy("state"), label=LABELS, ordering="state")
    def state_badge(self, hold: LegalHold) -> tuple[str, str]:
        if getattr(hold, "was_lifted", False):
            return "lifted", _("lifted")
        return hold.state, hold.get_state_display()

    @display(description=gettext_lazy("proposed"), ordering="at")
    def at_display(self, hold: LegalHold) -> str:
        return format_moment(hold.at)

    @display(description=gettext_lazy("decided"))
    def decided_display(self, hold: LegalHold) -> str:
        return format_moment(hold.decided) if hold.decided else "–"
