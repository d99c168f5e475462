"""Identities, registrations, sign-ins and terms in the back office: a work queue and read-only records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Case, Count, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.identity.models import (
    Acceptance,
    Draft,
    Identity,
    IdentityState,
    SignIn,
    Terms,
    TestAccount,
    UploadedDocument,
)
from players.identity.models.identities import nif_digest
from players.identity.registration.registration import STEP_ORDER
from players.identity.sign_in.masking import mask_email
from players.identity.sign_in.sign_ins import device_name
from players.identity.staff import erasure_views
from players.identity.staff import legal_hold_admin as legal_hold_admin
from players.identity.staff import views as staff_views
from players.identity.staff.admin_names import method_name, step_name
from players.identity.staff.admin_terms import terms_blocks
from players.identity.verification.identifiers import NIF
from players.shared.admin_base import ReadOnlyAdmin, choices_filter, format_moment
from players.shared.answer_templates import ready_answers

STATE_COLOURS = {
    "queued": "warning",
    "documents": "info",
    "correct": "info",
    "asked": "info",
    "verified": "success",
    "refused": "danger",
}
# What led to the present state.
REASON_LABELS = {
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
    "doubt": _("questioned by staff"),
}
# The labels of the staff buttons.
VERB_LABELS = {
    "accept": _("Accept the identity"),
    "return": _("Ask for other documents"),
    "refuse": _("Refuse and close the account"),
    "doubt": _("Question it and ask for documents again"),
}


@admin.register(Identity)
class IdentityAdmin(ReadOnlyAdmin):
    """Identities with documents to examine come first, oldest first.

    Personal data stay masked until staff give a reason.
    """

    list_display = ("player", "state_label", "reason_text", "documents", "changed_time", "verified_time")
    list_filter = ("state",)
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = (Case(When(state=IdentityState.QUEUED, then=0), default=1).asc(), "changed", "pk")
    fields = (
        "player",
        "state",
        "reason_text",
        "attempts",
        "corrected",
        "changed_time",
        "verified_time",
        "by",
        "reference",
    )
    readonly_fields = ("reason_text", "changed_time", "verified_time")
    change_form_outer_before_template = "backoffice/players/identity.html"
    change_form_outer_after_template = "backoffice/players/identity_record.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Identity]:
        identities: QuerySet[Identity] = super().get_queryset(request)
        return identities.annotate(document_count=Count("player__documents"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Identity], search_term: str
    ) -> tuple[QuerySet[Identity], bool]:
        """A whole tax number is compared by its digest, and with rows that are not sealed."""
        number = search_term.strip()
        if NIF.fullmatch(number):
            return queryset.filter(Q(nif_digest=nif_digest(number)) | Q(nif=number)), False
        found: tuple[QuerySet[Identity], bool] = super().get_search_results(request, queryset, search_term)
        return found

    def get_urls(self) -> list[URLPattern]:
        admin_view = self.admin_site.admin_view
        return [
            path("<int:pk>/unmask/", admin_view(staff_views.unmask), name="identity_unmask"),
            path("<int:pk>/decide/", admin_view(staff_views.decide), name="identity_decide"),
            path("<int:pk>/erase/", admin_view(erasure_views.erase), name="identity_erase"),
            path("paper/<uuid:pk>/", admin_view(staff_views.document_file), name="identity_document"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context: dict[str, Any] = dict(extra_context or {})
        if object_id.isdigit():
            identity = Identity.objects.select_related("player__person").filter(pk=object_id).first()
            if identity is not None:
                context |= self._identity_context(request, identity)
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    @staticmethod
    def _identity_context(request: HttpRequest, identity: Identity) -> dict[str, Any]:
        unmasked = staff_views.is_unmasked(request, identity)
        verbs: list[str] = []
        if request.user.has_perm("identity.change_identity"):
            verbs = staff_views.available_verbs(identity)
        documents: Iterable[UploadedDocument] = []
        if request.user.has_perm("identity.view_uploadeddocument"):
            documents = identity.player.documents.order_by("-at")
        return {
            "identity": identity,
            "details": staff_views.identity_details(identity, unmasked=unmasked),
            "unmasked": unmasked,
            "verbs": [(verb, VERB_LABELS[verb]) for verb in verbs if verb != "refuse"],
            "refusal": VERB_LABELS["refuse"] if "refuse" in verbs else "",
            "typed": staff_views.typed_refusal(request, identity.pk),
            "documents": documents,
            **ready_answers(request, "documents", identity.player.person.language, may_answer=bool(verbs)),
            "erasure": erasure_views.erasure_context(request, identity),
            "checks": identity.checks.select_related("by").order_by("-id")[:50],
        }

    @display(description=_("state"), label=STATE_COLOURS, ordering="state")
    def state_label(self, identity: Identity) -> tuple[str, str]:
        return identity.state, identity.get_state_display()

    @display(description=_("reason"), ordering="reason")
    def reason_text(self, identity: Identity) -> str:
        return str(REASON_LABELS.get(identity.reason, identity.reason or "–"))

    @display(description=_("documents sent"))
    def documents(self, identity: Any) -> int:
        return int(identity.document_count)

    @display(description=_("since"), ordering="changed")
    def changed_time(self, identity: Identity) -> str:
        return format_moment(identity.changed)

    @display(description=_("verified at"), ordering="verified")
    def verified_time(self, identity: Identity) -> str:
        return format_moment(identity.verified)


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    """Unfinished registrations: the step each has reached, but no data that the applicant entered."""

    list_display = ("begun_time", "step_display", "confirmed_time", "changed_time")
    list_filter = (choices_filter("step", _("step"), lambda: {step: step_name(step) for step in STEP_ORDER}),)
    ordering = ("-begun",)
    fields = ("begun_time", "step_display", "confirmed_time", "changed_time")
    readonly_fields = ("begun_time", "step_display", "confirmed_time", "changed_time")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        drafts: QuerySet[Draft] = super().get_queryset(request)
        return drafts.filter(player=None)

    @display(description=_("begun"), ordering="begun")
    def begun_time(self, draft: Draft) -> str:
        return format_moment(draft.begun)

    @display(description=_("step"), ordering="step")
    def step_display(self, draft: Draft) -> str:
        return step_name(draft.step)

    @display(description=_("e-mail confirmed"), ordering="confirmed")
    def confirmed_time(self, draft: Draft) -> str:
        return format_moment(draft.confirmed)

    @display(description=_("changed"), ordering="changed")
    def changed_time(self, draft: Draft) -> str:
        return format_moment(draft.changed)


@admin.register(SignIn)
class SignInAdmin(ReadOnlyAdmin):
    """Every sign-in with its device, when it was last seen and how it ended."""

    list_display = (
        "began_time",
        "person_name",
        "device_text",
        "address",
        "method_text",
        "seen_time",
        "ending",
    )
    list_filter = ("cause",)
    search_fields = ("=person__email", "person__player__alias", "=address")
    list_select_related = ("person__player",)
    ordering = ("-id",)
    fields = (
        "person_name", "began_time", "seen_time", "ended_time", "cause", "address", "device", "method_text",
    )  # fmt: skip
    readonly_fields = ("person_name", "began_time", "seen_time", "ended_time", "method_text")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SignIn]:
        sign_ins: QuerySet[SignIn] = super().get_queryset(request)
        return sign_ins.annotate(unmasked=Q(person__player__in=staff_views.unmasked_players(request)))

    # Not sortable: the order would disclose the masked addresses.
    @display(description=_("person"))
    def person_name(self, entry: Any) -> str:
        """A player's address stays masked until staff give a reason on the player's page."""
        player = getattr(entry.person, "player", None)
        if player is None:
            return str(entry.person.email)
        email = entry.person.email
        return f"{player.alias} · {email if entry.unmasked else mask_email(email)}"

    @display(description=_("signed in"), ordering="id")
    def began_time(self, entry: SignIn) -> str:
        return format_moment(entry.began)

    @display(description=_("last seen"), ordering="seen")
    def seen_time(self, entry: SignIn) -> str:
        return format_moment(entry.seen)

    @display(description=_("ended"), ordering="ended")
    def ended_time(self, entry: SignIn) -> str:
        return format_moment(entry.ended)

    @display(description=_("how it ended"), ordering="ended")
    def ending(self, entry: SignIn) -> str:
        if entry.ended is None:
            return "–"
        return format_html("{}<div>{}</div>", format_moment(entry.ended), entry.get_cause_display())

    @display(description=_("device"))
    def device_text(self, entry: SignIn) -> str:
        return device_name(entry.device)

    @display(description=_("with"))
    def method_text(self, entry: SignIn) -> str:
        return method_name(entry.method) or "–"


@admin.register(Terms)
class TermsAdmin(ReadOnlyAdmin):
    list_display = ("version", "since_time", "portuguese_short", "english_short")
    ordering = ("-version",)
    fields = (
        "version",
        "since_time",
        "portuguese_text",
        "portuguese_digest",
        "english_text",
        "english_digest",
    )
    readonly_fields = ("since_time", "portuguese_text", "english_text")

    @display(description=_("in force since"), ordering="since")
    def since_time(self, terms: Terms) -> str:
        return format_moment(terms.since)

    @display(description=_("digest of the Portuguese text"))
    def portuguese_short(self, terms: Terms) -> str:
        return f"{terms.portuguese_digest[:16]}…"

    @display(description=_("digest of the English text"))
    def english_short(self, terms: Terms) -> str:
        return f"{terms.english_digest[:16]}…"

    @display(description=_("Portuguese text"))
    def portuguese_text(self, terms: Terms) -> str:
        return terms_blocks(terms.portuguese, "pt-PT")

    @display(description=_("English text"))
    def english_text(self, terms: Terms) -> str:
        return terms_blocks(terms.english, "en")


@admin.register(Acceptance)
class AcceptanceAdmin(ReadOnlyAdmin):
    list_display = ("at_time", "player", "terms", "language_name")
    search_fields = ("player__alias",)
    list_select_related = ("player", "terms")
    ordering = ("-id",)
    fields = ("player", "terms", "language_name", "at_time")
    readonly_fields = ("language_name", "at_time")

    @display(description=_("at"), ordering="at")
    def at_time(self, acceptance: Acceptance) -> str:
        return format_moment(acceptance.at)

    @display(description=_("language"), ordering="language")
    def language_name(self, acceptance: Acceptance) -> str:
        return gettext(get_language_info(acceptance.language)["name"])


@admin.register(TestAccount)
class TestAccountAdmin(ReadOnlyAdmin):
    """The operator's own test accounts, who authorised each of them, and why."""

    list_display = ("player", "by", "reason", "at_time")
    list_select_related = ("player", "by")
    ordering = ("-id",)
    fields = ("player", "by", "reason", "at_time")
    readonly_fields = ("at_time",)

    @display(description=_("at"), ordering="at")
    def at_time(self, account: TestAccount) -> str:
        return format_moment(account.at)
