"""The back office of tables: settings, open changes, earlier versions, and actions on running tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.catalogue import GAMES
from games.catalogue.labels import MODES, fault_label, label_for
from games.catalogue.last_results import last_results
from games.catalogue.options import Group, Option
from games.catalogue.text import Text
from games.floor import live_floor, views
from games.floor.changes import OPEN
from games.floor.consequences import compare_limits
from games.floor.fields import Difference, differences
from games.floor.hours import DAYS, format_spans
from games.floor.models import TableChange, TableHours, TableSuspension
from games.floor.staff_actions import ACTIONS, allowed_actions, permission_for
from games.floor.suspensions import suspension_of
from games.models import Table, TableSetting
from games.tables.journal_reading import ACCOUNTS
from games.tables.sheet_selectors import setting_of, sheet_of, sheets_in_force
from players.audit import note
from players.shared.admin_base import StaffAdmin, format_amount
from players.shared.collation import Alphabetical
from players.wallet.ledger import open_ledger_account

STATES = {"open": "success", "draining": "warning", "closed": "info", "held": "danger"}
SHOWN_VERSIONS = 20  # settings on the page of a table
SHOWN_RESULTS = 6  # results of a table in the list


@admin.register(Table)
class TableAdmin(StaffAdmin):
    """A table and its setting. The live state belongs to the croupier and is read-only here."""

    list_display = (
        "name_display",
        "system",
        "players",
        "minimum_display",
        "state_badge",
        "seated",
        "round",
        "results",
    )
    list_filter = ("system", "currency", "status")
    search_fields = ("name",)
    list_select_related = ("setting",)
    ordering = ("-currency", "system", Alphabetical("name"), "name")
    fields = (
        "name",
        ("system", "currency"),
        ("reason_display", "partners"),
    )
    readonly_fields = ("reason_display", "partners")
    change_form_outer_before_template = "backoffice/floor/table_acts.html"
    change_form_outer_after_template = "backoffice/floor/table.html"
    actions = None

    @display(description=_("name"), ordering=Alphabetical("name"))
    def name_display(self, table: Table) -> str:
        return table.name

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/setting/", guarded(views.setting_form), name="games_table_setting"),
            path("<int:pk>/limits/", guarded(views.setting_limits), name="games_table_limits"),
            path("<int:pk>/hours/", guarded(views.set_hours), name="games_table_hours"),
            path("<int:pk>/act/", guarded(views.act), name="games_table_act"),
            *super().get_urls(),
        ]

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> Any:
        return self.fields if obj else ("name", "system", "currency")

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> object:
        # A table keeps its game and its currency because its accounts and records depend on them.
        return (*self.readonly_fields, "system", "currency") if obj else ()

    def save_model(self, request: HttpRequest, obj: Table, form: object, change: bool) -> None:
        """Writes only the name: the croupier may write the rest at the same moment.

        A new table is closed and has no setting.
        """
        if change:
            obj.save(update_fields=["name"])
            note("tables.renamed", request=request, about=f"table:{obj.pk}", name=obj.name)
            return
        obj.status = Table.Status.CLOSED
        obj.save()
        for kind in ACCOUNTS:
            open_ledger_account(kind=kind, currency=obj.currency, table=obj.pk)
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

    def response_change(self, request: HttpRequest, obj: Table) -> HttpResponse:
        messages.success(request, gettext("Table %(name)s saved.") % {"name": obj.name})
        return redirect("admin:games_table_change", obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        tables = Table.objects.select_related("setting")
        table = tables.filter(pk=object_id).first() if object_id.isdecimal() else None
        context: dict[str, Any] = {"show_save_and_add_another": False, "show_save_and_continue": False}
        if table is not None:
            context |= table_context(table, request.user.has_perm)
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("Players"))
    def players(self, table: Table) -> str:
        return label_for(MODES, setting_of(table.system, table.setting).mode) if table.setting else "–"

    @display(description=_("Minimum bet"))
    def minimum_display(self, table: Table) -> str:
        return (
            format_amount(setting_of(table.system, table.setting).minimum, table.currency)
            if table.setting
            else "–"
        )

    @display(description=_("status"), label=STATES, ordering="status")
    def state_badge(self, table: Table) -> tuple[str, str]:
        return table.status, table.get_status_display()

    @display(description=_("last results"))
    def results(self, table: Table) -> str:
        """The results as the lobby shows them, each with its description."""
        shown = last_results(table.system, table.recent)[:SHOWN_RESULTS]
        return (
            format_html_join(
                " ", '<span title="{}">{}</span>', ((result.description, result.text) for result in shown)
            )
            if shown
            else "–"
        )

    @display(description=_("reason"))
    def reason_display(self, table: Table) -> str:
        return fault_label(table.reason) or "–"


def table_context(table: Table, may: Callable[[str], bool]) -> dict[str, object]:
    """The parts of a table's page below its row: setting, limits, open change, hours and earlier versions."""
    sheet = sheets_in_force().get(table.system)
    setting = setting_of(table.system, table.setting) if table.setting else None
    hours = TableHours.objects.filter(table=table).first()
    open_changes = TableChange.objects.filter(table=table, state__in=OPEN).select_related("author")
    limits = []
    if sheet and setting:
        limits = compare_limits(table.system, sheet_of(sheet), None, setting, table.currency)
    suspension = suspension_of(table.pk)
    actions = [
        (action, ACTIONS[action])
        for action in allowed_actions(table.status, is_suspended=suspension is not None)
        if (action != "open" or setting is not None) and may(permission_for(action))
    ]
    (row,) = live_floor.floor_rows(live_floor.FloorFilters(table=table.pk))
    return {
        "table": table,
        "figures": live_floor.table_figures(row),
        "trouble": row.trouble,
        "events": live_floor.last_events(table),
        "actions": actions,
        "may_change": may("games.change_table"),
        "suspension": suspension,
        "suspensions": TableSuspension.objects.filter(table=table, ended__isnull=False)
        .select_related("person", "released_by")
        .order_by("-ended")[:SHOWN_VERSIONS],
        "groups": _described_groups(table, setting) if setting is not None else [],
        "limits": limits,
        "open_change": open_changes.first(),
        "versions": list_versions(table),
        "week": _described_week(hours) if hours else [],
        "rounds": f"{reverse('admin:games_round_changelist')}?table__id__exact={table.pk}",
    }


def _described_groups(table: Table, setting: object) -> list[tuple[Text, list[tuple[Option, str]]]]:
    """The fields of the setting with their values, without the groups that this table does not use."""
    return [
        (group.title, _described_fields(group, table, setting))
        for group in GAMES[table.system].tables.groups
        if any(field.of(setting) is not None for field in group.fields)
    ]


def _described_fields(group: Group, table: Table, setting: object) -> list[tuple[Option, str]]:
    return [(field, field.format_value(field.of(setting), table.currency)) for field in group.fields]


def _described_week(hours: TableHours) -> list[tuple[Text, str]]:
    return [(DAYS[day], format_spans(spans)) for day, spans in enumerate(hours.week)]


def list_versions(table: Table) -> list[tuple[TableSetting, TableChange | None, list[Difference]]]:
    """The last versions of a table's setting, each with its change and what it changed."""
    rows = list(
        TableSetting.objects.filter(table=table)
        .select_related("author", "change__confirmer")
        .order_by("-version")[:SHOWN_VERSIONS]
    )
    settings = [setting_of(table.system, row) for row in rows]
    versions = []
    for index, row in enumerate(rows):
        before = settings[index + 1] if index + 1 < len(rows) else None
        changed: list[Difference] = []
        if before is not None:
            changed = differences(table.system, before, settings[index], table.currency)
        versions.append((row, getattr(row, "change", None), changed))
    return versions
