"""Table sessions in the back office: when the next begin at tables that run by sessions, who has registered, and calling one off.

[HE-2m] [HE-2s] [HE-6b]
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from unfold.decorators import display

from games.floor import table_sessions
from games.floor.incident_admin import person_may
from games.models import Table, TableSession
from games.rules.shared.refusals import Refused
from players.shared.admin_base import ReadOnlyAdmin, format_moment
from players.shared.staff_reasons import reason_of

SAID = {
    "past": gettext_lazy("A session begins in the future."),
    "far": gettext_lazy("Sessions are announced at most %(days)s days ahead."),
    "meets": gettext_lazy("Another session of this table runs at that time."),
}


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = TableSession
        fields = ("table", "starts")
        help_texts: ClassVar = {
            "table": gettext_lazy("It runs for the hours that the table's own setting says.")
        }

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or {}
        table, starts = told.get("table"), told.get("starts")
        if table is not None and starts is not None and (why := table_sessions.hindrance(table, starts)):
            self.add_error("starts", SAID[why] % {"days": table_sessions.AHEAD})
        return told


@require_POST
def session_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    person = person_may(request, "games.change_tablesession")
    if reason := reason_of(request):
        try:
            table_sessions.session_cancel(session=pk, person=person, reason=reason)
        except Refused:
            messages.error(request, _("This session has begun or is over already."))
        else:
            messages.success(request, _("The session is called off, and who had registered is told."))
    return redirect("admin:games_tablesession_change", pk)


@admin.register(TableSession)
class TableSessionAdmin(ReadOnlyAdmin):
    list_display = ("table", "starts_said", "ends_said", "state", "registered")
    list_filter = ("status", "table")
    list_select_related = ("table__setting",)
    ordering = ("-starts",)
    form = SessionForm
    change_form_outer_after_template = "backoffice/floor/table_session.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableSession]:
        return super().get_queryset(request).annotate(coming=Count("registrations"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.add_tablesession")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (
            ("table", "starts_said", "ends_said", "state_said", "registered") if obj else ("table", "starts")
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.get_fields(request, obj) if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **how: Any) -> Any:
        if db_field.name == "table":
            how["queryset"] = Table.objects.filter(pk__in=table_sessions.tables_by_sessions()).order_by(
                "name"
            )
        return super().formfield_for_foreignkey(db_field, request, **how)

    def save_model(self, request: HttpRequest, obj: TableSession, form: Any, change: bool) -> None:
        made = table_sessions.session_announce(
            table=obj.table, starts=obj.starts, hours=table_sessions.hours_of(obj.table), person=request.user
        )
        obj.pk, obj.ends = made.pk, made.ends

    def get_urls(self) -> list[URLPattern]:
        return [
            path(
                "<int:pk>/cancel/",
                self.admin_site.admin_view(session_cancel),
                name="games_tablesession_cancel",
            ),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        found = TableSession.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        told: dict[str, Any] = {}
        if found is not None:
            coming = found.registrations.select_related("player").order_by("at")
            may = found.status == TableSession.Status.ANNOUNCED and request.user.has_perm(
                "games.change_tablesession"
            )
            told = {"session": found, "registrations": coming, "may_cancel": may}
        answer: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **told}
        )
        return answer

    @display(description=gettext_lazy("begins"), ordering="starts")
    def starts_said(self, session: TableSession) -> str:
        return format_moment(session.starts)

    @display(description=gettext_lazy("ends, once everybody has had the hand"), ordering="ends")
    def ends_said(self, session: TableSession) -> str:
        return format_moment(session.ends)

    @display(
        description=gettext_lazy("status"),
        label={"announced": "info", "open": "success", "closed": "", "cancelled": "danger"},
    )
    def state(self, session: TableSession) -> tuple[str, str]:
        return session.status, session.get_status_display()

    @display(description=gettext_lazy("status"))
    def state_said(self, session: TableSession) -> str:
        return str(session.get_status_display())

    @display(description=gettext_lazy("registered, of so many seats"), ordering="coming")
    def registered(self, session: TableSession) -> str:
        return _("%(count)s of %(seats)s") % {
            "count": session.coming,
            "seats": table_sessions.seats_of(session.table),
        }  # type: ignore[attr-defined]
