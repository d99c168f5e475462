"""Changes of tables in the back office: what waits for a second person stands first, with its age and its author."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import admin
from django.db.models import Case, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.catalogue import GAMES
from games.floor import views
from games.floor.changes import breaches, defers
from games.floor.consequences import compared
from games.floor.fields import differences
from games.floor.forms import breach_said
from games.floor.models import TableChange
from games.rulebook.selectors import setting_of, sheet_of, sheets_in_force
from players.shared.admin_base import ReadOnlyAdmin, format_moment

STATES = {
    "proposed": "warning",
    "applied": "info",
    "deferred": "warning",
    "confirmed": "success",
    "refused": "danger",
    "withdrawn": "default",
}


@admin.register(TableChange)
class TableChangeAdmin(ReadOnlyAdmin):
    """What was proposed never changes; one person proposes it, another decides."""

    list_display = ("at_said", "table", "reason", "author", "state_said", "confirmer", "decided_said")
    list_filter = ("state", "table__system", "table")
    search_fields = ("table__name", "reason", "author__email")
    list_select_related = ("table", "author", "confirmer")
    fields = (
        ("table", "standing"),
        ("author", "at_said"),
        "reason",
        ("confirmer", "decided_said"),
        "answer",
        "digest",
    )
    readonly_fields = ("standing", "at_said", "decided_said")
    change_form_outer_after_template = "backoffice/floor/change.html"

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/decide/", guarded(views.change_decide), name="floor_tablechange_decide"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableChange]:
        return super().get_queryset(request).defer("data")

    def get_ordering(self, request: HttpRequest) -> Any:
        return (
            Case(
                When(state="proposed", then=Value(0)), When(state="deferred", then=Value(1)), default=Value(2)
            ),
            "-id",
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        asked = TableChange.objects.select_related("table__setting", "base")
        change = asked.filter(pk=object_id).first() if object_id.isdecimal() else None
        told = told_of(change, request.user) if change else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("proposed"), ordering="id")
    def at_said(self, change: TableChange) -> str:
        return format_moment(change.at)

    @display(description=_("decided"), ordering="decided")
    def decided_said(self, change: TableChange) -> str:
        return format_moment(change.decided)

    @display(description=_("state"))
    def standing(self, change: TableChange) -> str:
        return str(change.get_state_display())

    @display(description=_("state"), label=STATES, ordering="state")
    def state_said(self, change: TableChange) -> tuple[str, str]:
        return change.state, change.get_state_display()


def told_of(change: TableChange, person: Any) -> dict[str, Any]:
    """What both people see: each field before and after, each limit before and after, who sits there now, what would stop it."""
    table, system = change.table, change.table.system
    before = setting_of(system, change.base) if change.base else None
    after = msgspec.json.decode(change.data, type=GAMES[system].engine.setting_type)
    sheet = sheets_in_force().get(system)
    waits, deferred = change.state == TableChange.State.PROPOSED, change.state == TableChange.State.DEFERRED
    may = (waits or deferred) and person.has_perm("games.change_table")
    moved = (waits or deferred) and table.setting_id != change.base_id
    wrong = (
        [breach_said(breach, table.currency) for breach in breaches(table, before, after)]
        if waits and not moved
        else []
    )
    return {
        "proposal": change,  # `change` is the theme's own word for another thing
        "table": table,
        "differences": differences(system, before, after, table.currency),
        "lines": compared(system, sheet_of(sheet), before, after, table.currency) if sheet else [],
        "waits": waits or deferred,
        "deferred": deferred,
        "defers": waits and not moved and before is not None and defers(table, before, after),
        "moved": moved,
        "wrong": wrong,
        "own": change.author_id == person.pk,
        "may_confirm": may and waits and change.author_id != person.pk and not moved and not wrong,
        "may_close": may,
    }
