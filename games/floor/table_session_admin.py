"""The back office of table sessions: announcing one, who has registered, and cancelling one.

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
from games.floor.permissions import require_permission
from games.models import Table, TableSession
from games.rules.shared.refusals import Refused
from players.models import Person
from players.shared.admin_base import ReadOnlyAdmin, format_moment
from players.shared.staff_reasons import reason_of

CONFLICT_MESSAGES = {
    "past": gettext_lazy("A session must start in the future."),
    "far": gettext_lazy("Sessions are announced at most %(days)s days ahead."),
    "meets": gettext_lazy("Another session of this table runs at that time."),
}


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's class takes no type argument
    class Meta:
        model = TableSession
        fields = ("table", "starts")
        help_texts: ClassVar = {"table": gettext_lazy("Its length is part of the table's setting.")}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        table, starts = cleaned.get("table"), cleaned.get("starts")
        if table is None or starts is None:
            return cleaned
        if conflict := table_sessions.find_conflict(table, starts):
            self.add_error("starts", CONFLICT_MESSAGES[conflict] % {"days": table_sessions.AHEAD})
        return cleaned


@require_POST
def cancel_session(request: HttpRequest, pk: int) -> HttpResponse:
    person = require_permission(request, "games.change_tablesession")
    if reason := reason_of(request):
        try:
            table_sessions.cancel_session(session=pk, person=person, reason=reason)
        except Refused:
            messages.error(request, _("This session has begun or is over already."))
        else:
            messages.success(request, _("The session is cancelled, and everyone who registered is notified."))
    return redirect("admin:games_tablesession_change", pk)


@admin.register(TableSession)
class TableSessionAdmin(ReadOnlyAdmin):
    list_display = ("table", "starts_display", "ends_display", "state_badge", "registered")
    list_filter = ("status", "table")
    list_select_related = ("table__setting",)
    ordering = ("-starts",)
    form = SessionForm
    change_form_outer_after_template = "backoffice/floor/table_session.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableSession]:
        sessions: QuerySet[TableSession] = super().get_queryset(request)
        return sessions.annotate(registration_count=Count("registrations"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.add_tablesession")

    def get_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        return (
            ("table", "starts_display", "ends_display", "state_display", "registered")
            if obj
            else ("table", "starts")
        )

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        return self.get_fields(request, obj) if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name == "table":
            tables = Table.objects.filter(pk__in=table_sessions.tables_by_sessions())
            options["queryset"] = tables.order_by("name")
        return super().formfield_for_foreignkey(db_field, request, **options)

    def save_model(self, request: HttpRequest, obj: TableSession, form: object, change: bool) -> None:
        person = request.user if isinstance(request.user, Person) else None
        session = table_sessions.announce_session(
            table=obj.table, starts=obj.starts, hours=table_sessions.hours_of(obj.table), person=person
        )
        obj.pk, obj.ends = session.pk, session.ends

    def get_urls(self) -> list[URLPattern]:
        return [
            path(
                "<int:pk>/cancel/",
                self.admin_site.admin_view(cancel_session),
                name="games_tablesession_cancel",
            ),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        session = TableSession.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        context: dict[str, Any] = {}
        if session is not None:
            is_announced = session.status == TableSession.Status.ANNOUNCED
            context = {
                "session": session,
                "registrations": session.registrations.select_related("player").order_by("at"),
                "may_cancel": is_announced and request.user.has_perm("games.change_tablesession"),
            }
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=gettext_lazy("starts"), ordering="starts")
    def starts_display(self, session: TableSession) -> str:
        return format_moment(session.starts)

    @display(description=gettext_lazy("ends, once everybody has had the button"), ordering="ends")
    def ends_display(self, session: TableSession) -> str:
        return format_moment(session.ends)

    @display(
        description=gettext_lazy("status"),
        label={"announced": "info", "open": "success", "closed": "", "cancelled": "danger"},
    )
    def state_badge(self, session: TableSession) -> tuple[str, str]:
        return session.status, session.get_status_display()

    @display(description=gettext_lazy("status"))
    def state_display(self, session: TableSession) -> str:
        return str(session.get_status_display())

    @display(description=gettext_lazy("registered, out of all seats"), ordering="registration_count")
    def registered(self, session: TableSession) -> str:
        count = getattr(session, "registration_count")  # noqa: B009  (an annotation of get_queryset)
        return _("%(count)s of %(seats)s") % {"count": count, "seats": table_sessions.seats_of(session.table)}
