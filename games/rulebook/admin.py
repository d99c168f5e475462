"""The rule-change desk in the back office: the inbox, one request with everything that is signed, its form, its steps."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Case, F, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.rulebook import change_pages, sheet_admin, staff_actions
from games.rulebook.lifecycle import AUTHOR, rights_of
from games.rulebook.models import OPEN, RuleChange
from players.shared.admin_base import ReadOnlyAdmin, format_moment

__all__ = ["RuleChangeAdmin", "sheet_admin"]

STATES = {
    "draft": "info", "returned": "warning", "submitted": "warning", "endorsed": "warning", "authorised": "info", "scheduled": "info",
    "in-force": "success", "superseded": "info", "refused": "danger", "withdrawn": "info", "expired": "danger",
}  # fmt: skip


@admin.register(RuleChange)
class RuleChangeAdmin(ReadOnlyAdmin):
    """Open requests first, and what waits for whoever looks on top of them. Nothing is written here but by a step."""

    list_display = ("titled", "system", "standing", "author", "stepped_said", "moment_said")
    list_filter = ("state", "system")
    search_fields = ("title", "reference", "author__email")
    list_select_related = ("author",)
    list_before_template = "backoffice/rulebook/inbox.html"

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [Case(When(state__in=OPEN, then=Value(0)), default=Value(1)), F("changed").desc()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleChange]:
        return super().get_queryset(request).select_related("author")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return AUTHOR in rights_of(request.user)  # type: ignore[arg-type]

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/edit/", guarded(self.edit_view), name="rulebook_rulechange_edit"),
            path("<int:pk>/step/", guarded(staff_actions.step), name="rulebook_rulechange_step"),
            path("<int:pk>/rebase/", guarded(staff_actions.rebase), name="rulebook_rulechange_rebase"),
            path("<int:pk>/impact/", guarded(staff_actions.impact_view), name="rulebook_rulechange_impact"),
            path("document/<uuid:pk>/", guarded(staff_actions.document), name="rulebook_rulechange_document"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        told = {"inbox": change_pages.inbox(request.user)}  # type: ignore[arg-type]
        answer: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **told})
        return answer

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return staff_actions.begin(request, self._context(request, _("Change the rules of a game")))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        staff_actions.must_see(request)
        found = self._found(object_id)
        context = {**self._context(request, str(found)), **change_pages.told(found, request.user)}
        return render(request, "backoffice/rulebook/change.html", context)

    def edit_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        found = self._found(str(pk))
        return staff_actions.edit(request, found, self._context(request, str(found)))

    def _found(self, object_id: str) -> RuleChange:
        known = RuleChange.objects.select_related("content", "base", "again", "author", "sheet")
        return get_object_or_404(known, pk=object_id if object_id.isdecimal() and len(object_id) < 18 else 0)

    def _context(self, request: HttpRequest, title: Any) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "title": title, "opts": self.opts}

    @display(description=_("what changes"), ordering="title")
    def titled(self, change: RuleChange) -> str:
        return change.title

    @display(description=_("standing"), label=STATES, ordering="state")
    def standing(self, change: RuleChange) -> tuple[str, str]:
        return change.state, change.get_state_display()

    @display(description=_("last step"), ordering="changed")
    def stepped_said(self, change: RuleChange) -> str:
        return format_moment(change.changed)

    @display(description=_("comes in force"), ordering="moment")
    def moment_said(self, change: RuleChange) -> str:
        return format_moment(change.moment)
