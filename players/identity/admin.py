"""Identities, registrations, sign-ins and terms in the back office: a queue to work through, and records to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Case, Count, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.identity import views_staff, views_staff_erasure
from players.identity.email_change import masked
from players.identity.models import Acceptance, Draft, Identity, SignIn, State, Terms, TestAccount
from players.identity.sign_ins import device_said
from players.shared.admin_base import ReadOnlyAdmin, format_moment

STATES = {
    "queued": "warning",
    "documents": "info",
    "correct": "info",
    "asked": "info",
    "verified": "success",
    "refused": "danger",
}
# What led to the state it is in, in words.
REASONS = {
    "yes": _("the service confirms"),
    "no": _("the service does not know the number"),
    "deceased": _("the service says: deceased"),
    "minor": _("the service says: a minor"),
    "mismatch": _("the data do not agree"),
    "unavailable": _("the service does not answer"),
    "give-up": _("no service is set up"),
    "correct": _("corrected by the player"),
    "send": _("documents sent by the player"),
    "accept": _("accepted by staff"),
    "return": _("other documents asked for"),
    "refuse": _("refused by staff"),
    "doubt": _("put in doubt by staff"),
}
# What each of staff's steps is called on its button.
VERBS = {
    "accept": _("Accept the identity"),
    "return": _("Ask for other documents"),
    "refuse": _("Refuse and close the account"),
    "doubt": _("Doubt it: documents are wanted again"),
}


@admin.register(Identity)
class IdentityAdmin(ReadOnlyAdmin):
    """The queue: those whose documents wait stand first by age. Personal data are masked until somebody says why."""

    list_display = ("player", "standing", "because", "documents", "changed_said", "verified_said")
    list_filter = ("state",)
    search_fields = ("player__alias", "=nif")
    list_select_related = ("player",)
    ordering = (Case(When(state=State.QUEUED, then=0), default=1).asc(), "changed", "pk")
    fields = (
        "player",
        "state",
        "because",
        "asked",
        "corrected",
        "changed_said",
        "verified_said",
        "by",
        "reference",
    )
    readonly_fields = ("because", "changed_said", "verified_said")
    change_form_outer_after_template = "backoffice/players/identity.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Identity]:
        return super().get_queryset(request).annotate(sent=Count("player__papers"))

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/unmask/", guarded(views_staff.unmask), name="identity_unmask"),
            path("<int:pk>/decide/", guarded(views_staff.decide), name="identity_decide"),
            path("<int:pk>/erase/", guarded(views_staff_erasure.erase), name="identity_erase"),
            path("paper/<uuid:pk>/", guarded(views_staff.paper), name="identity_paper"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        identity = (
            Identity.objects.select_related("player__person").filter(pk=object_id).first()
            if object_id.isdigit()
            else None
        )
        told: dict[str, Any] = {}
        if identity is not None:
            full = views_staff.is_unmasked(request, identity)
            steps = views_staff.offered(identity) if request.user.has_perm("identity.change_identity") else []
            told = {
                "identity": identity,
                "facts": views_staff.facts(identity, full=full),
                "full": full,
                "steps": [(verb, VERBS[verb]) for verb in steps],
                "papers": identity.player.papers.order_by("-at")
                if request.user.has_perm("identity.view_paper")
                else [],
                "erasure": views_staff_erasure.shown(request, identity),
                "checks": identity.checks.select_related("by").order_by("-id")[:50],
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("state"), label=STATES, ordering="state")
    def standing(self, identity: Identity) -> tuple[str, str]:
        return identity.state, identity.get_state_display()

    @display(description=_("reason"), ordering="reason")
    def because(self, identity: Identity) -> str:
        return str(REASONS.get(identity.reason, identity.reason or "–"))

    @display(description=_("documents sent"))
    def documents(self, identity: Any) -> int:
        return int(identity.sent)

    @display(description=_("since"), ordering="changed")
    def changed_said(self, identity: Identity) -> str:
        return format_moment(identity.changed)

    @display(description=_("verified at"), ordering="verified")
    def verified_said(self, identity: Identity) -> str:
        return format_moment(identity.verified)


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    """Registrations that were begun and not finished: how far each came, and nothing of what was said in it."""

    list_display = ("begun_said", "step", "confirmed_said", "changed_said")
    list_filter = ("step",)
    ordering = ("-begun",)
    fields = ("begun_said", "step", "confirmed_said", "changed_said")
    readonly_fields = ("begun_said", "confirmed_said", "changed_said")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        return super().get_queryset(request).filter(player=None)

    @display(description=_("begun"), ordering="begun")
    def begun_said(self, draft: Draft) -> str:
        return format_moment(draft.begun)

    @display(description=_("e-mail confirmed"), ordering="confirmed")
    def confirmed_said(self, draft: Draft) -> str:
        return format_moment(draft.confirmed)

    @display(description=_("changed"), ordering="changed")
    def changed_said(self, draft: Draft) -> str:
        return format_moment(draft.changed)


@admin.register(SignIn)
class SignInAdmin(ReadOnlyAdmin):
    """Every sign-in, with its device, when it was last heard of, and how it ended."""

    list_display = (
        "began_said",
        "who",
        "device_told",
        "address",
        "method",
        "seen_said",
        "ended_said",
        "cause",
    )
    list_filter = ("cause",)
    search_fields = ("=person__email", "person__player__alias", "=address")
    list_select_related = ("person__player",)
    ordering = ("-id",)
    fields = ("who", "began_said", "seen_said", "ended_said", "cause", "address", "device", "method")
    readonly_fields = ("who", "began_said", "seen_said", "ended_said")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SignIn]:
        return (
            super()
            .get_queryset(request)
            .annotate(full=Q(person__player__in=views_staff.unmasked_players(request)))
        )

    # Without an order: sorting by what is masked would tell it.
    @display(description=_("person"))
    def who(self, entry: Any) -> str:
        """A player's address is masked until it is asked for, with a reason, on the player's page."""
        player = getattr(entry.person, "player", None)
        if player is None:
            return str(entry.person.email)
        return f"{player.alias} · {entry.person.email if entry.full else masked(entry.person.email)}"

    @display(description=_("signed in"), ordering="id")
    def began_said(self, entry: SignIn) -> str:
        return format_moment(entry.began)

    @display(description=_("last seen"), ordering="seen")
    def seen_said(self, entry: SignIn) -> str:
        return format_moment(entry.seen)

    @display(description=_("ended"), ordering="ended")
    def ended_said(self, entry: SignIn) -> str:
        return format_moment(entry.ended)

    @display(description=_("device"))
    def device_told(self, entry: SignIn) -> str:
        return device_said(entry.device)


@admin.register(Terms)
class TermsAdmin(ReadOnlyAdmin):
    list_display = ("version", "since_said", "portuguese_digest", "english_digest")
    ordering = ("-version",)
    fields = ("version", "since_said", "portuguese", "portuguese_digest", "english", "english_digest")
    readonly_fields = ("since_said",)

    @display(description=_("in force since"), ordering="since")
    def since_said(self, terms: Terms) -> str:
        return format_moment(terms.since)


@admin.register(Acceptance)
class AcceptanceAdmin(ReadOnlyAdmin):
    list_display = ("at_said", "player", "terms", "language")
    search_fields = ("player__alias",)
    list_select_related = ("player", "terms")
    ordering = ("-id",)
    fields = ("player", "terms", "language", "at_said")
    readonly_fields = ("at_said",)

    @display(description=_("at"), ordering="at")
    def at_said(self, acceptance: Acceptance) -> str:
        return format_moment(acceptance.at)


@admin.register(TestAccount)
class TestAccountAdmin(ReadOnlyAdmin):
    """Which accounts are the house's own, who said so, and why."""

    list_display = ("player", "by", "reason", "at")
    list_select_related = ("player", "by")
    ordering = ("-id",)
    fields = ("player", "by", "reason", "at")
