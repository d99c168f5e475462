"""Limits, pauses, exclusions and the national list in the back office, read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.protection.limit_text import limit_value
from players.protection.models import Exclusion, Limit, NationalList, Pause, RealityCheck, Report
from players.shared.admin_base import ReadOnlyAdmin, RepeatedRequestAdmin, format_amount, format_moment
from players.shared.list_filters import between, days_filter


@admin.register(Limit)
class LimitAdmin(ReadOnlyAdmin):
    list_display = (
        "asked_display",
        "player",
        "kind",
        "period",
        "value_display",
        "starts_display",
        "cancelled_display",
    )
    list_filter = (
        days_filter("requested_at", _("requested"), between("requested_at")),
        "kind",
        "period",
    )
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = ("-id",)
    fields = (
        "player",
        "kind",
        "period",
        "value_display",
        "asked_display",
        "starts_display",
        "cancelled_display",
    )
    readonly_fields = ("value_display", "asked_display", "starts_display", "cancelled_display")

    @display(description=_("value"))
    def value_display(self, limit: Limit) -> str:
        return limit_value(limit.value, limit.kind)

    @display(description=_("requested"), ordering="requested_at")
    def asked_display(self, limit: Limit) -> str:
        return format_moment(limit.requested_at)

    @display(description=_("counts from"), ordering="starts")
    def starts_display(self, limit: Limit) -> str:
        return format_moment(limit.starts)

    @display(description=_("cancelled"))
    def cancelled_display(self, limit: Limit) -> str:
        return format_moment(limit.cancelled)


class AbsenceAdmin(ReadOnlyAdmin):
    search_fields = ("player__alias",)
    list_select_related = ("player",)
    ordering = ("-id",)

    @display(description=_("from"), ordering="starts")
    def starts_display(self, absence: Pause | Exclusion) -> str:
        return format_moment(absence.starts)

    @display(description=_("until"), ordering="ends")
    def ends_display(self, absence: Pause | Exclusion) -> str:
        return format_moment(absence.ends) if absence.ends else str(_("without end"))


@admin.register(Pause)
class PauseAdmin(AbsenceAdmin):
    list_display = ("player", "starts_display", "ends_display")
    fields = ("player", "starts_display", "ends_display")
    readonly_fields = ("starts_display", "ends_display")


@admin.register(Exclusion)
class ExclusionAdmin(AbsenceAdmin):
    list_display = (
        "player",
        "source",
        "starts_display",
        "ends_display",
        "noticed_display",
        "paid_display",
        "reference",
    )
    list_filter = ("source",)
    fields = (
        "player",
        "source",
        "reference",
        "starts_display",
        "ends_display",
        "noticed_display",
        "paid_display",
    )
    readonly_fields = ("starts_display", "ends_display", "noticed_display", "paid_display")

    @display(description=_("early end requested"))
    def noticed_display(self, exclusion: Exclusion) -> str:
        return format_moment(exclusion.noticed)

    @display(description=_("paid out"))
    def paid_display(self, exclusion: Exclusion) -> str:
        return format_moment(exclusion.paid_out)


@admin.register(RealityCheck)
class RealityCheckAdmin(ReadOnlyAdmin):
    list_display = ("at_display", "player", "session", "minutes", "net_display", "answer")
    fields = ("at_display", "player", "session", "minutes", "net_display", "answer")
    readonly_fields = ("at_display", "net_display")
    list_filter = ("answer",)
    search_fields = ("player__alias", "=session")
    list_select_related = ("player",)
    ordering = ("-id",)

    @display(description=_("at"), ordering="at")
    def at_display(self, check: RealityCheck) -> str:
        return format_moment(check.at)

    @display(description=_("net"), ordering="net")
    def net_display(self, check: RealityCheck) -> str:
        return format_amount(check.net, "EUR")


@admin.register(Report)
class ReportAdmin(RepeatedRequestAdmin):
    """Reports of self-exclusions to the national list, due within a day."""

    list_display = ("exclusion", "kind", "due_display", "sent_display", "tries", "trouble_display")
    fields = ("exclusion", "kind", "due_display", "sent_display", "tries", "trouble_display", "text_display")
    readonly_fields = ("due_display", "sent_display", "trouble_display", "text_display")
    list_filter = ("kind",)
    list_select_related = ("exclusion__player",)
    ordering = ("-id",)

    @display(description=_("due"), ordering="due")
    def due_display(self, report: Report) -> str:
        return format_moment(report.due)

    @display(description=_("sent"), ordering="sent")
    def sent_display(self, report: Report) -> str:
        return format_moment(report.sent)


@admin.register(NationalList)
class NationalListAdmin(ReadOnlyAdmin):
    list_display = ("at_display", "key", "pushed", "entries", "applied", "digest")
    fields = ("at_display", "key", "pushed", "entries", "applied", "digest")
    readonly_fields = ("at_display",)
    list_filter = ("pushed",)
    ordering = ("-id",)

    @display(description=_("at"), ordering="at")
    def at_display(self, received: NationalList) -> str:
        return format_moment(received.at)
