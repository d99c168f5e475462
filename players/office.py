"""What the back office's screens share: records that are only looked at, and amounts with their unit."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.timezone import localtime
from unfold.admin import ModelAdmin

from players.money import written


class ReadOnly(ModelAdmin):
    """A record is looked at, never written: nothing is added, changed or taken away here, by whomever."""

    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Totalled(ReadOnly):
    """A list of money with its sums at the foot, by currency: of the page that is shown, so that it costs nothing more."""

    list_after_template = "admin/totals.html"
    # What is summed: the attribute in cents, and its label. A path with points leads to the currency; without one all is euros.
    summed: ClassVar[dict[str, Any]] = {}
    currency_at = "currency"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        answer: HttpResponse = super().changelist_view(request, extra_context)
        shown = getattr(answer, "context_data", None) or {}
        if "cl" in shown:
            shown["totals"] = self._totals(list(shown["cl"].result_list))
        return answer

    def _totals(self, rows: list[Any]) -> list[dict[str, Any]]:
        sums: dict[tuple[str, str], int] = {}
        currency_of = attrgetter(self.currency_at) if self.currency_at else lambda row: "EUR"
        for row in rows:
            for name in self.summed:
                cents = getattr(row, name)
                if cents is not None:
                    key = (currency_of(row), name)
                    sums[key] = sums.get(key, 0) + cents
        order = [(currency, name) for currency in ("EUR", "DEMO") for name in self.summed if (currency, name) in sums]
        return [{"label": self.summed[name], "currency": currency, "cents": sums[currency, name]} for currency, name in order]


def moment(at: datetime | None) -> str:
    """A time as Lisbon's clocks showed it, to the second; the hour UTC on hover."""
    if at is None:
        return "–"
    here, there = localtime(at), at.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', at.isoformat(), f"{there:%Y-%m-%d %H:%M:%S} UTC", f"{here:%d/%m/%Y %H:%M:%S}"
    )


def amount(cents: int | None, currency: str) -> str:
    return "–" if cents is None else written(cents, currency)
