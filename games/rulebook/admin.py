"""The back office of rule changes: the inbox, the requests, their forms and their steps."""

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
from games.rulebook.lifecycle import AUTHOR, permissions_of
from games.rulebook.models import OPEN, RuleChange
from players.models import Person
from players.shared.admin_base import ReadOnlyAdmin, format_moment

__all__ = ["RuleChangeAdmin", "sheet_admin"]

STATES = {
    "draft": "info",
    "returned": "warning",
    "submitted": "warning",
    "endorsed": "warning",
    "authorised": "info",
    "scheduled": "info",
    "in-force": "success",
    "superseded": "info",
    "refused": "danger",
    "withdrawn": "info",
    "expired": "danger",
}


@admin.register(RuleChange)
class RuleChangeAdmin(ReadOnlyAdmin):
    """Open requests first, above them the inbox of the person. Only steps write."""

    list_display = ("title_display", "system", "state_badge", "author", "changed_display", "moment_display")
    list_filter = ("state", "system")
    search_fields = ("title", "reference", "author__email")
    list_select_related = ("author",)
    list_before_template = "backoffice/rulebook/inbox.html"

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [Case(When(state__in=OPEN, then=Value(0)), default=Value(1)), F("changed").desc()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleChange]:
        changes: QuerySet[RuleChange] = super().get_queryset(request)
        return changes.select_related("author")

    def has_add_permission(self, request: HttpRequest) -> bool:
        # Asked for every menu; who has no such permission at all needs no look at roles.
        may_add = request.user.has_perm(f"{self.opts.app_label}.{AUTHOR}")
        return may_add and AUTHOR in permissions_of(request.user)

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/edit/", guarded(self.edit_view), name="rulebook_rulechange_edit"),
            path("<int:pk>/step/", guarded(staff_actions.step), name="rulebook_rulechange_step"),
            path("<int:pk>/rebase/", guarded(staff_actions.rebase), name="rulebook_rulechange_rebase"),
            path("<int:pk>/again/", guarded(staff_actions.begin_again), name="rulebook_rulechange_again"),
            path("<int:pk>/impact/", guarded(staff_actions.impact_view), name="rulebook_rulechange_impact"),
            path("document/<uuid:pk>/", guarded(staff_actions.document), name="rulebook_rulechange_document"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        assert isinstance(request.user, Person)
        context = {**(extra_context or {}), "inbox": change_pages.list_inbox(request.user)}
        response: HttpResponse = super().changelist_view(request, context)
        return response

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return staff_actions.begin(request, self._context(request, _("Change the rules of a game")))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        staff_actions.require_viewer(request)
        change = self._get_change(object_id)
        context = {**self._context(request, str(change)), **change_pages.change_context(change, request.user)}
        return render(request, "backoffice/rulebook/change.html", context)

    def edit_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        change = self._get_change(str(pk))
        return staff_actions.edit(request, change, self._context(request, str(change)))

    def _get_change(self, object_id: str) -> RuleChange:
        changes = RuleChange.objects.select_related("content", "base", "reinstated", "author", "sheet")
        return get_object_or_404(
            changes, pk=object_id if object_id.isdecimal() and len(object_id) < 18 else 0
        )

    def _context(self, request: HttpRequest, title: Any) -> dict[str, object]:
        return {**self.admin_site.each_context(request), "title": title, "opts": self.opts}

    @display(description=_("what changes"), ordering="title")
    def title_display(self, change: RuleChange) -> str:
        return change.title

    @display(description=_("standing"), label=STATES, ordering="state")
    def state_badge(self, change: RuleChange) -> tuple[str, str]:
        return change.state, change.get_state_display()

    @display(description=_("last step"), ordering="changed")
    def changed_display(self, change: RuleChange) -> str:
        return format_moment(change.changed)

    @display(description=_("takes effect"), ordering="moment")
    def moment_display(self, change: RuleChange) -> str:
        return format_moment(change.moment)
