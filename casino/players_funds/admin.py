"""The published totals of players' money in the back office."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.players_funds.models import DayTotal
from players.shared.admin_base import ReadOnlyAdmin, format_amount, format_moment


@admin.register(DayTotal)
class DayTotalAdmin(ReadOnlyAdmin):
    """Each day: what was published of what players have."""

    list_display = ("day", "currency", "cents_display", "jackpots_display", "entry_display")
    list_display_links = ("day",)
    ordering = ("-day", "currency")
    fields = (
        "day", "currency", "instant_display", "cents_display", "jackpots_display", "leaves", "root",
        "made_display", "entry_display",
    )  # fmt: skip
    readonly_fields = fields

    @display(description=_("balances of all players"))
    def cents_display(self, total: DayTotal) -> str:
        return format_amount(total.cents, total.currency)

    @display(description=_("jackpots"))
    def jackpots_display(self, total: DayTotal) -> str:
        return format_amount(total.jackpots, total.currency)

    @display(description=_("moment"))
    def instant_display(self, total: DayTotal) -> str:
        return format_moment(total.instant)

    @display(description=_("made"))
    def made_display(self, total: DayTotal) -> str:
        return format_moment(total.made)

    @display(description=_("entry of the public log"))
    def entry_display(self, total: DayTotal) -> str:
        return str(_("not there yet") if total.entry is None else total.entry)
