"""Accounts and transfers in the back office. They are read there and never written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from players.shared.admin_base import (
    NO_ROWS,
    IndexedSearchAdmin,
    TotalsAdmin,
    choices_filter,
    format_amount,
    format_moment,
    parse_number,
)
from players.wallet.models import Account, Transfer
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES, transfer_kind_name


@admin.register(Account)
class AccountAdmin(TotalsAdmin):
    total_columns: ClassVar[dict[str, Any]] = {"balance": (_("balance"), "balance")}
    list_display = ("id", "kind", "player", "table", "currency", "balance_display", "moves")
    list_filter = ("kind", "currency")
    search_fields = ("=id", "player__alias", "=table")
    list_select_related = ("player",)
    ordering = ("kind", "id")
    fields = ("id", "kind", "player", "table", "currency", "balance_display", "moves")
    readonly_fields = ("balance_display",)

    @display(description=_("balance"), ordering="balance")
    def balance_display(self, account: Account) -> str:
        return format_amount(account.balance, account.currency)


class PeriodFilter(admin.SimpleListFilter):
    """How far back the list goes.

    The default is one day, so no page sorts the whole ledger; a search covers all of it.
    """

    title = _("time")
    parameter_name = "since"
    SPANS: ClassVar[dict[str, timedelta]] = {
        "hour": timedelta(hours=1),
        "week": timedelta(days=7),
        "month": timedelta(days=31),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("hour", _("the last hour")), ("week", _("the last week")), ("month", _("the last month"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        default, *others = super().choices(changelist)
        yield {**default, "display": _("the last day")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        span = self.SPANS.get(self.value() or "")
        if span is None and request.GET.get("q", "").strip():
            return queryset
        return queryset.filter(at__gte=Now() - (span or timedelta(days=1)))


@admin.register(Transfer)
class TransferAdmin(IndexedSearchAdmin, TotalsAdmin):
    """The ledger, newest first. It shows the last day unless a longer period or a search is chosen."""

    total_columns: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    list_display = (
        "at_display",
        "kind_name",
        "source_display",
        "target_display",
        "amount_display",
        "round",
        "seat",
    )
    list_filter = (PeriodFilter, choices_filter("kind", _("kind"), lambda: TRANSFER_KIND_NAMES), "currency")
    list_before_template = "backoffice/wallet/ledger_span.html"
    search_fields = ("id", "round", "source__id", "target__id")
    search_help_text = _("id of the transfer, or number of the round or of an account")
    list_select_related = ("source__player", "target__player")
    ordering = ("-at", "-id")
    fields = (
        "id",
        "at_display",
        "kind_name",
        "source_display",
        "target_display",
        "amount_display",
        "round",
        "seat",
    )
    readonly_fields = ("at_display", "kind_name", "source_display", "target_display", "amount_display")

    def search_filter(self, key: str) -> Q:
        if (number := parse_number(key)) is not None:
            return Q(round=number) | Q(source=number) | Q(target=number)
        try:
            return Q(pk=UUID(key))
        except ValueError:
            return NO_ROWS

    @display(description=_("at"), ordering="at")
    def at_display(self, transfer: Transfer) -> str:
        return format_moment(transfer.at)

    @display(description=_("kind"), ordering="kind")
    def kind_name(self, transfer: Transfer) -> str:
        return transfer_kind_name(transfer.kind)

    @display(description=_("from"))
    def source_display(self, transfer: Transfer) -> str:
        return account_label(transfer.source)

    @display(description=_("to"))
    def target_display(self, transfer: Transfer) -> str:
        return account_label(transfer.target)

    @display(description=_("amount"), ordering="cents")
    def amount_display(self, transfer: Transfer) -> str:
        return format_amount(transfer.cents, transfer.currency)


def account_label(account: Account) -> str:
    """The kind of an account and its owner."""
    owner = (
        account.player.alias
        if account.player
        else f"{_('table')} {account.table}"
        if account.table
        else _("the house")
    )
    return f"{account.get_kind_display()} · {owner}"
