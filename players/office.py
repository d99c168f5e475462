"""What the back office's screens share: records that are only looked at, and amounts with their unit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
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
