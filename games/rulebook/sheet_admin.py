"""Rule sheets in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.models import RuleSheet
from games.rulebook.change_pages import describe_sheet
from games.rulebook.models import RuleChange
from games.tables.sheet_selectors import chance_table
from players.shared.admin_base import ReadOnlyAdmin


@admin.register(RuleSheet)
class RuleSheetAdmin(ReadOnlyAdmin):
    """The rule sheets of all games, with their content and chances."""

    list_display = ("system", "version", "state_badge", "since", "reference")
    list_filter = ("system", "status")
    ordering = ("system", "-version")
    fields = ("system", "version", "status", "reference", "since", "digest")
    change_form_after_template = "backoffice/rulebook/sheet_rules.html"

    @display(
        description=_("status"),
        label={"in-force": "success", "draft": "warning", "superseded": "info"},
        ordering="status",
    )
    def state_badge(self, sheet: RuleSheet) -> tuple[str, str]:
        return sheet.status, sheet.get_status_display()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        sheet = RuleSheet.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        context: dict[str, Any] = {}
        if sheet is not None:
            context = {
                "groups": describe_sheet(sheet),
                "sheet": sheet,
                "rule_change": RuleChange.objects.filter(sheet=sheet).first(),
                "chances": chance_table(sheet),
            }
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response
