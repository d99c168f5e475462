"""Tables, rule sheets and rounds in the back office."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.contrib import admin
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

from games.floor_admin import ChatLineAdmin, IncidentAdmin
from games.forms import FIELDS, TableForm
from games.models import Round, RuleSheet, Table, TableSetting
from games.selectors import chances, described, limits, setting_of, sheet_of, sheets_in_force
from games.timeline import timeline
from games.wording import MODES, said
from players.office import ReadOnly, amount, moment

__all__ = ["ChatLineAdmin", "IncidentAdmin"]
STATES = {"open": "success", "draining": "warning", "closed": "info", "held": "danger"}
ROUND_STATES = {"open": "success", "void": "danger"}


@admin.register(Table)
class TableAdmin(ModelAdmin):
    """A table and its setting. What runs at it belongs to the croupier, and is only shown."""

    form = TableForm
    list_display = ("name", "system", "players", "minimum_said", "state", "seated", "round", "recent")
    list_filter = ("system", "currency", "status")
    search_fields = ("name",)
    list_select_related = ("setting",)
    ordering = ("-currency", "system", "name")
    readonly_fields = ("version", "round", "seated", "due", "recent")
    change_form_after_template = "admin/games/table_limits.html"
    actions = None

    def get_fieldsets(self, request: HttpRequest, obj: Table | None = None) -> Any:
        fieldsets = [
            (None, {"fields": ("name", "system", "currency", "status", "reason")}),
            (_("Setting, from the next round on"), {"fields": FIELDS}),
        ]
        return [*fieldsets, (_("Now"), {"fields": self.readonly_fields})] if obj else fieldsets

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> Any:
        # A table keeps its game and its currency: its accounts and its record are in them.
        return (*self.readonly_fields, "system", "currency") if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Table, form: TableForm, change: bool) -> None:
        """Only the operator's columns are written: the croupier may be writing the others at this very moment."""
        if change:
            obj.save(update_fields=["name", "status", "reason"])
        else:
            obj.save()
        if form.changed:
            setting_revise(table=obj, setting=form.setting, author=request.user.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        table = Table.objects.select_related("setting").filter(pk=object_id).first() if object_id.isdigit() else None
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **(limits_context(table) if table else {})})

    @display(description=_("Players"))
    def players(self, table: Table) -> str:
        return said(MODES, setting_of(table.system, table.setting).mode) if table.setting else "–"

    @display(description=_("Minimum bet"))
    def minimum_said(self, table: Table) -> str:
        return amount(setting_of(table.system, table.setting).minimum, table.currency) if table.setting else "–"

    @display(description=_("status"), label=STATES, ordering="status")
    def state(self, table: Table) -> tuple[str, str]:
        return table.status, table.get_status_display()


def setting_revise(*, table: Table, setting: Any, author: int | None) -> TableSetting:
    """A new version of a table's setting. The round that runs keeps its own; the next one is opened under this."""
    data = msgspec.json.encode(setting).decode()
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    digest = hashlib.sha256(data.encode()).hexdigest()
    revised = TableSetting.objects.create(table=table, version=last + 1, data=data, digest=digest, author_id=author)
    Table.objects.filter(pk=table.pk).update(setting=revised)
    return revised


def limits_context(table: Table) -> dict[str, Any]:
    """The maxima that follow from the setting, each with its rule, and the settings the table has had."""
    sheet = sheets_in_force().get(table.system)
    history = TableSetting.objects.filter(table=table).select_related("author").order_by("-version")[:20]
    found = limits(described(table.system, sheet, table.setting)) if sheet and table.setting else ()
    versions = [(version, setting_of(table.system, version)) for version in history]
    return {"limits": found, "currency": table.currency, "versions": versions}


@admin.register(RuleSheet)
class RuleSheetAdmin(ReadOnly):
    """The rule sheets: which is in force, what it says, what it makes of each chance."""

    list_display = ("system", "version", "state", "since", "reference")
    list_filter = ("system", "status")
    ordering = ("system", "-version")
    fields = ("system", "version", "status", "reference", "since", "digest")
    change_form_after_template = "admin/games/sheet_rules.html"

    @display(description=_("status"), label={"in-force": "success", "draft": "warning", "superseded": "info"}, ordering="status")
    def state(self, sheet: RuleSheet) -> tuple[str, str]:
        return sheet.status, sheet.get_status_display()

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        sheet = RuleSheet.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        told = {"specific": sheet_of(sheet), "chances": chances(sheet)} if sheet else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds, newest first; one round with its events, its money, its draw and its players."""

    paginator = InfinitePaginator
    list_display = ("id", "table", "number", "state", "outcome", "staked_said", "returned_said", "gross_said", "ended_said")
    list_filter = ("status", "table__system", "table__currency", "table")
    search_fields = ("=id", "=number", "table__name")
    list_select_related = ("table",)
    ordering = ("-id",)
    fields = (
        "table",
        "number",
        "status",
        "cause",
        "outcome",
        "opened_said",
        "ended_said",
        "sheet",
        "setting",
        "engine",
        "staked_said",
        "returned_said",
    )
    readonly_fields = ("opened_said", "ended_said", "staked_said", "returned_said")
    change_form_after_template = "admin/games/round_told.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).defer("sealed", "nonces")

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        found = Round.objects.select_related("table", "sheet", "setting").filter(pk=object_id).first() if object_id.isdigit() else None
        told: dict[str, Any] = {}
        if found is not None:
            stakes = list(found.stakes.select_related("player").order_by("seat"))
            told = {"round": found, "moments": timeline(found), "stakes": stakes, "currency": found.table.currency}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("status"), label=ROUND_STATES, ordering="status")
    def state(self, round: Round) -> tuple[str, str]:
        return round.status, round.get_status_display()

    @display(description=_("bets opened"), ordering="opened")
    def opened_said(self, round: Round) -> str:
        return moment(round.opened)

    @display(description=_("ended"), ordering="ended")
    def ended_said(self, round: Round) -> str:
        return moment(round.ended)

    @display(description=_("staked"), ordering="staked")
    def staked_said(self, round: Round) -> str:
        return amount(round.staked, round.table.currency)

    @display(description=_("returned"), ordering="returned")
    def returned_said(self, round: Round) -> str:
        return amount(round.returned, round.table.currency)

    @display(description=_("gross revenue"))
    def gross_said(self, round: Round) -> str:
        return amount(round.staked - round.returned if round.status == Round.Status.ENDED else None, round.table.currency)
