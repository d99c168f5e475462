"""Limits, pauses and exclusions in the back office: looked at, never written; and how the national list was kept."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.protection.limit_text import limit_value
from players.protection.models import Exclusion, Limit, NationalList, Pause, RealityCheck, Report
from players.shared.admin_base import ReadOnlyAdmin, format_moment


@admin.register(Limit)
class LimitAdmin(ReadOnlyAdmin):
    list_display = ("asked_said", "player", "kind", "period", "value_said", "starts_said", "cancelled_said")
    list_filter = ("kind", "period")
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = ("-id",)
    fields = ("player", "kind", "period", "value_said", "asked_said", "starts_said", "cancelled_said")
    readonly_fields = ("value_said", "asked_said", "starts_said", "cancelled_said")

    @display(description=_("value"))
    def value_said(self, limit: Limit) -> str:
        return limit_value(limit.value, limit.kind)

    @display(description=_("asked"), ordering="asked")
    def asked_said(self, limit: Limit) -> str:
        return format_moment(limit.asked)

    @display(description=_("counts from"), ordering="starts")
    def starts_said(self, limit: Limit) -> str:
        return format_moment(limit.starts)

    @display(description=_("cancelled"))
    def cancelled_said(self, limit: Limit) -> str:
        return format_moment(limit.cancelled)


class Absence(ReadOnlyAdmin):
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = ("-id",)

    @display(description=_("from"), ordering="starts")
    def starts_said(self, absence: Pause | Exclusion) -> str:
        return format_moment(absence.starts)

    @display(description=_("until"), ordering="ends")
    def ends_said(self, absence: Pause | Exclusion) -> str:
        return format_moment(absence.ends) if absence.ends else str(_("without end"))


@admin.register(Pause)
class PauseAdmin(Absence):
    list_display = ("player", "starts_said", "ends_said")
    fields = ("player", "starts_said", "ends_said")
    readonly_fields = ("starts_said", "ends_said")


@admin.register(Exclusion)
class ExclusionAdmin(Absence):
    list_display = ("player", "source", "starts_said", "ends_said", "noticed_said", "paid_said", "reference")
    list_filter = ("source",)
    fields = ("player", "source", "reference", "starts_said", "ends_said", "noticed_said", "paid_said")
    readonly_fields = ("starts_said", "ends_said", "noticed_said", "paid_said")

    @display(description=_("early end asked"))
    def noticed_said(self, exclusion: Exclusion) -> str:
        return format_moment(exclusion.noticed)

    @display(description=_("paid out"))
    def paid_said(self, exclusion: Exclusion) -> str:
        return format_moment(exclusion.paid_out)


@admin.register(RealityCheck)
class RealityCheckAdmin(ReadOnlyAdmin):
    list_display = ("at_said", "player", "session", "minutes", "net", "answer")
    list_filter = ("answer",)
    search_fields = ("player__alias", "=session")
    list_select_related = ("player",)
    ordering = ("-id",)

    @display(description=_("at"), ordering="at")
    def at_said(self, check: RealityCheck) -> str:
        return format_moment(check.at)


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """What the national list must hear within a day."""

    list_display = ("exclusion", "kind", "due_said", "sent_said", "tries", "trouble")
    list_filter = ("kind",)
    list_select_related = ("exclusion",)
    ordering = ("-id",)

    @display(description=_("due"), ordering="due")
    def due_said(self, report: Report) -> str:
        return format_moment(report.due)

    @display(description=_("sent"), ordering="sent")
    def sent_said(self, report: Report) -> str:
        return format_moment(report.sent)


@admin.register(NationalList)
class NationalListAdmin(ReadOnlyAdmin):
    list_display = ("at_said", "key", "pushed", "entries", "applied", "digest")
    list_filter = ("pushed",)
    ordering = ("-id",)

    @display(description=_("at"), ordering="at")
    def at_said(self, received: NationalList) -> str:
        return format_moment(received.at)
