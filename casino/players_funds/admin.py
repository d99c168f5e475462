"""The published totals of players' money in the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.players_funds.models import DayTotal
from casino.players_funds.selectors import beside_the_bank, cover_of
from players.shared.admin_base import ReadOnlyAdmin, format_amount, format_moment

COVER_LABELS = {"covered": "success", "short": "danger", "unknown": "warning"}


@admin.register(DayTotal)
class DayTotalAdmin(ReadOnlyAdmin):
    """Each day: what was published of what players have, and whether the bank has as much."""

    list_display = (
        "day", "cover_badge", "owed_display", "held_display", "difference_display", "entry_display",
    )  # fmt: skip
    list_display_links = ("day",)
    list_before_template = "backoffice/players_funds.html"
    change_form_outer_before_template = "backoffice/players_funds.html"
    empty_list = _("No total has been published yet. The first one comes after midnight.")
    ordering = ("-day", "currency")
    fields = (
        "day", "currency", "owed_display", "held_display", "difference_display", "cents_display",
        "jackpots_display", "instant_display", "made_display", "entry_display", "leaves", "root",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return beside_the_bank(super().get_queryset(request))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Above the list stands what is to be done about the last day."""
        last = self.get_queryset(request).order_by("-day", "currency").first()
        return super().changelist_view(request, {**(extra_context or {}), **next_step(last)})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        step = next_step(self.get_object(request, unquote(object_id)))
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **step})

    @display(description=_("balances of all players"))
    def cents_display(self, total: DayTotal) -> str:
        return format_amount(total.cents, total.currency)

    @display(description=_("jackpots"))
    def jackpots_display(self, total: DayTotal) -> str:
        return format_amount(total.jackpots, total.currency)

    @display(description=_("owed to players"))
    def owed_display(self, total: Any) -> str:
        return format_amount(total.owed, total.currency)

    @display(description=_("held for players"))
    def held_display(self, total: Any) -> str:
        return format_amount(total.held, total.currency, none=_("unknown"))

    @display(description=_("difference"))
    def difference_display(self, total: Any) -> str:
        missing = None if total.held is None else total.held - total.owed
        return format_amount(missing, total.currency, signed=True, none=_("unknown"))

    @display(description=_("comparison"), label=COVER_LABELS)
    def cover_badge(self, total: Any) -> tuple[str, str]:
        cover = cover_of(total)
        return cover.value, str(cover.label)

    @display(description=_("balances as of"))
    def instant_display(self, total: DayTotal) -> str:
        return format_moment(total.instant)

    @display(description=_("total calculated at"))
    def made_display(self, total: DayTotal) -> str:
        return format_moment(total.made)

    @display(description=_("entry of the public log"))
    def entry_display(self, total: DayTotal) -> str:
        return str(_("not there yet") if total.entry is None else total.entry)


def next_step(total: Any) -> dict[str, Any]:
    """What a page says of the day of this total, and what is to be done."""
    if total is None:
        return {}
    held = total.held or 0
    return {
        "total": total,
        "cover": cover_of(total),
        "missing": total.owed - held,
        "surplus": held - total.owed,
    }
