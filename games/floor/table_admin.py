"""Tables in the back office: what each is set to, what waits for a second person, what it was, and what staff do to it as it runs."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.catalogue.labels import MODES, fault_label, label_for
from games.floor import views
from games.floor.changes import OPEN
from games.floor.consequences import compared
from games.floor.fields import differences, setting_groups
from games.floor.hours import spans_said
from games.floor.models import TableChange, TableHours
from games.floor.staff_actions import ACTS, MAY
from games.lobby.tiles import results_of
from games.models import Table, TableSetting
from games.rulebook.selectors import setting_of, sheet_of, sheets_in_force
from games.tables.croupier.journal import ACCOUNTS
from players.audit import note
from players.shared.admin_base import StaffAdmin, format_amount
from players.shared.collation import Alphabetical
from players.wallet.ledger import account_open

STATES = {"open": "success", "draining": "warning", "closed": "info", "held": "danger"}
VERSIONS = 20  # settings of a table that its page shows
RESULTS = 6  # of a table, in the list


@admin.register(Table)
class TableAdmin(StaffAdmin):
    """A table and its setting. What runs at it belongs to the croupier, and is only shown; what it is set to, two people decide."""

    list_display = ("named", "system", "players", "minimum_said", "state", "seated", "round", "results")
    list_filter = ("system", "currency", "status")
    search_fields = ("name",)
    list_select_related = ("setting",)
    ordering = ("-currency", "system", Alphabetical("name"), "name")
    fields = (
        "name",
        ("system", "currency"),
        ("state_said", "reason_said"),
        ("seated", "round"),
        ("due", "version"),
    )
    readonly_fields = ("state_said", "reason_said", "seated", "round", "due", "version")
    change_form_outer_after_template = "backoffice/floor/table.html"
    actions = None

    @display(description=_("name"), ordering=Alphabetical("name"))
    def named(self, table: Table) -> str:
        return table.name

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/setting/", guarded(views.setting_form), name="games_table_setting"),
            path("<int:pk>/limits/", guarded(views.setting_limits), name="games_table_limits"),
            path("<int:pk>/hours/", guarded(views.hours_set), name="games_table_hours"),
            path("<int:pk>/act/", guarded(views.act), name="games_table_act"),
            *super().get_urls(),
        ]

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> Any:
        return self.fields if obj else ("name", "system", "currency")

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> Any:
        # A table keeps its game and its currency: its accounts and its record are in them.
        return (*self.readonly_fields, "system", "currency") if obj else ()

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: bool) -> None:
        """Only the name is written: the croupier may be writing the rest at this moment. A new table is closed, without a setting."""
        if change:
            obj.save(update_fields=["name"])
            note("tables.renamed", request=request, about=f"table:{obj.pk}", name=obj.name)
            return
        obj.status = Table.Status.CLOSED
        obj.save()
        for kind in ACCOUNTS:
            account_open(kind=kind, currency=obj.currency, table=obj.pk)
        note(
            "tables.made",
            request=request,
            about=f"table:{obj.pk}",
            name=obj.name,
            system=obj.system,
            currency=obj.currency,
        )

    def response_add(
        self, request: HttpRequest, obj: Table, post_url_continue: str | None = None
    ) -> HttpResponse:
        return redirect("admin:games_table_setting", obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        table = (
            Table.objects.select_related("setting").filter(pk=object_id).first()
            if object_id.isdecimal()
            else None
        )
        told = told_of(table, request.user.has_perm("games.change_table")) if table else {}
        told |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("Players"))
    def players(self, table: Table) -> str:
        return label_for(MODES, setting_of(table.system, table.setting).mode) if table.setting else "–"

    @display(description=_("Minimum bet"))
    def minimum_said(self, table: Table) -> str:
        return (
            format_amount(setting_of(table.system, table.setting).minimum, table.currency)
            if table.setting
            else "–"
        )

    @display(description=_("status"), label=STATES, ordering="status")
    def state(self, table: Table) -> tuple[str, str]:
        return table.status, table.get_status_display()

    @display(description=_("status"))
    def state_said(self, table: Table) -> str:
        return str(table.get_status_display())

    @display(description=_("last results"))
    def results(self, table: Table) -> str:
        """As the lobby's display shows them, each with its words."""
        shown = results_of(table)[:RESULTS]
        return (
            format_html_join(
                " ", '<span title="{}">{}</span>', ((result.description, result.text) for result in shown)
            )
            if shown
            else "–"
        )

    @display(description=_("reason"))
    def reason_said(self, table: Table) -> str:
        return fault_label(table.reason) or "–"


def told_of(table: Table, may: bool) -> dict[str, Any]:
    """What the page of a table shows below its row: the setting in groups, its limits, what waits, its hours, what it was before."""
    sheet = sheets_in_force().get(table.system)
    setting = setting_of(table.system, table.setting) if table.setting else None
    history = list(
        TableSetting.objects.filter(table=table)
        .select_related("author", "change__confirmer")
        .order_by("-version")[:VERSIONS]
    )
    hours = TableHours.objects.filter(table=table).first()
    groups = [
        (
            group.title,
            [(field, field.describe(field.value_in(setting), table.currency)) for field in group.fields],
        )
        for group in setting_groups(table.system)
        if any(field.value_in(setting) is not None for field in group.fields)
    ]
    return {
        "table": table,
        "acts": [
            (act, ACTS[act]) for act in MAY[table.status] if may and (act != "open" or setting is not None)
        ],
        "may": may,
        "groups": groups if setting is not None else [],
        "limits": compared(table.system, sheet_of(sheet), None, setting, table.currency)
        if sheet and setting
        else [],
        "open_change": TableChange.objects.filter(table=table, state__in=OPEN)
        .select_related("author")
        .first(),
        "versions": versions(table, history),
        "week": [(views.DAYS[day], spans_said(spans)) for day, spans in enumerate(hours.week)]
        if hours
        else [],
        "rounds": f"{reverse('admin:games_round_changelist')}?table__id__exact={table.pk}",
    }


def versions(
    table: Table, history: list[TableSetting]
) -> list[tuple[TableSetting, TableChange | None, list[Any]]]:
    """Each version with who made it, who confirmed it, and what it changed."""
    read = [(version, setting_of(table.system, version)) for version in history]
    found = []
    for index, (version, setting) in enumerate(read):
        before = read[index + 1][1] if index + 1 < len(read) else None
        changed = differences(table.system, before, setting, table.currency) if before is not None else []
        found.append((version, getattr(version, "change", None), changed))
    return found
