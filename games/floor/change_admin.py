"""The back office of table changes. The changes that need a second person come first."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Case, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.floor.changes import TABLE_CHANGE, find_breaches, must_wait_for_win, proposed_setting
from games.floor.consequences import compare_limits
from games.floor.fields import differences
from games.floor.forms import describe_breach
from games.floor.models import TableChange
from games.tables.sheet_selectors import setting_of, sheet_of, sheets_in_force
from players.decisions.pages import DecisionAdmin, decision_context
from players.models import Person
from players.shared.admin_base import format_moment

STATES = {
    "proposed": "warning",
    "applied": "info",
    "deferred": "warning",
    "confirmed": "success",
    "refused": "danger",
    "withdrawn": "default",
}


@admin.register(TableChange)
class TableChangeAdmin(DecisionAdmin):
    """A proposal never changes. One person proposes it, and another decides."""

    kind = TABLE_CHANGE
    list_display = ("at_display", "table", "reason", "author", "state_badge", "confirmer", "decided_display")
    list_filter = ("state", "table__system", "table")
    search_fields = ("table__name", "reason", "author__email")
    list_select_related = ("table", "author", "confirmer")
    fields = (
        ("table", "state_display"),
        ("author", "at_display"),
        "reason",
        ("confirmer", "decided_display"),
        "answer",
        "digest",
    )
    readonly_fields = ("state_display", "at_display", "decided_display")
    change_form_outer_after_template = "backoffice/floor/change.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableChange]:
        changes: QuerySet[TableChange] = super().get_queryset(request)
        return changes.defer("data")

    def get_ordering(self, request: HttpRequest) -> object:
        return (
            Case(
                When(state="proposed", then=Value(0)), When(state="deferred", then=Value(1)), default=Value(2)
            ),
            "-id",
        )

    def page_context(self, row: TableChange, person: Person) -> dict[str, Any]:
        return change_context(row, person)

    @display(description=_("proposed"), ordering="id")
    def at_display(self, change: TableChange) -> str:
        return format_moment(change.at)

    @display(description=_("decided"), ordering="decided")
    def decided_display(self, change: TableChange) -> str:
        return format_moment(change.decided)

    @display(description=_("state"))
    def state_display(self, change: TableChange) -> str:
        return str(change.get_state_display())

    @display(description=_("state"), label=STATES, ordering="state")
    def state_badge(self, change: TableChange) -> tuple[str, str]:
        return change.state, change.get_state_display()


def change_context(change: TableChange, person: Person) -> dict[str, Any]:
    """What both people see: the fields and limits before and after, who is seated, and what prevents it."""
    table, system = change.table, change.table.system
    before = setting_of(system, change.base) if change.base else None
    after = proposed_setting(change)
    sheet = sheets_in_force().get(system)
    is_proposed = change.state == TableChange.State.PROPOSED
    is_deferred = change.state == TableChange.State.DEFERRED
    is_open = is_proposed or is_deferred
    base_changed = is_open and table.setting_id != change.base_id
    breaches = find_breaches(table, before, after) if is_proposed and not base_changed else []
    waits_for_win = is_proposed and not base_changed and before is not None
    prevented = ("confirm",) if base_changed or breaches else ()
    return {
        "proposal": change,  # The admin theme uses `change` for another purpose.
        "table": table,
        "differences": differences(system, before, after, table.currency),
        "lines": compare_limits(system, sheet_of(sheet), before, after, table.currency) if sheet else [],
        "is_deferred": is_deferred,
        "waits_for_win": waits_for_win and must_wait_for_win(table, before, after),
        "base_changed": base_changed,
        "breaches": [describe_breach(breach, table.currency) for breach in breaches],
        "decision": decision_context(TABLE_CHANGE, change, person, prevented=prevented),
    }
