"""Rule sheets in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.models import RuleSheet
from games.rulebook.change_pages import sheet_rows
from games.rulebook.models import RuleChange
from games.rulebook.selectors import chance_table
from players.shared.admin_base import ReadOnlyAdmin


@admin.register(RuleSheet)
class RuleSheetAdmin(ReadOnlyAdmin):
    """The rule sheets: which is in force, what it says, what it makes of each chance."""

    list_display = ("system", "version", "state", "since", "reference")
    list_filter = ("system", "status")
    ordering = ("system", "-version")
    fields = ("system", "version", "status", "reference", "since", "digest")
    change_form_after_template = "backoffice/rulebook/sheet_rules.html"

    @display(
        description=_("status"),
        label={"in-force": "success", "draft": "warning", "superseded": "info"},
        ordering="status",
    )
    def state(self, sheet: RuleSheet) -> tuple[str, str]:
        return sheet.status, sheet.get_status_display()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        sheet = RuleSheet.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        told: dict[str, Any] = {}
        if sheet is not None:
            made = RuleChange.objects.filter(sheet=sheet).first()
            told = {
                "groups": sheet_rows(sheet),
                "sheet": sheet,
                "made": made,
                "chances": chance_table(sheet),
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})
