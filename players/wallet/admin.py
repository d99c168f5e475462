"""Accounts and transfers in the back office. They are read there and never written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display
from unfold.paginator import InfinitePaginator
from unfold.views import ChangeList

from players.play_records import play_records
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


def name_tables(accounts: Iterable[Account]) -> None:
    """Give each account of a table the table's name, in one query for the page."""
    of_tables = [account for account in accounts if account.table]
    names = play_records().table_names({account.table for account in of_tables if account.table})
    for account in of_tables:
        account.table_label = names.get(account.table or 0, "")


def table_label(account: Account) -> str:
    """The name of the account's table, or its number if the table is gone."""
    if not account.table:
        return ""
    name = account.table_label or play_records().table_name(account.table)
    return name or f"{_('table')} {account.table}"


@admin.register(Account)
class AccountAdmin(TotalsAdmin):
    total_columns: ClassVar[dict[str, Any]] = {"balance": (_("balance"), "balance")}
    list_display = ("id", "kind", "player", "table_display", "currency", "balance_display", "moves")
    list_filter = ("kind", "currency")
    search_fields = ("=id", "player__alias", "=table")
    list_select_related = ("player",)
    ordering = ("kind", "id")
    fields = ("id", "kind", "player", "table_display", "currency", "balance_display", "moves")
    readonly_fields = ("balance_display", "table_display")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = super().get_changelist_instance(request)
        name_tables(changelist.result_list)
        return changelist

    def record_name(self, record: Model) -> str:
        assert isinstance(record, Account)
        return f"{account_label(record)} · {record.get_currency_display()}"

    @display(description=_("table"), ordering="table")
    def table_display(self, account: Account) -> str:
        return table_label(account) or "–"

    @display(description=_("balance"), ordering="balance")
    def balance_display(self, account: Account) -> str:
        return format_amount(account.balance, account.currency)


class PeriodFilter(admin.SimpleListFilter):
    """How far back the list goes.

    The default is one day, so no page sorts the whole ledger; a search covers all of it.
    """

    title = pgettext_lazy("filter of a list", "time")
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


class LatestFirst(InfinitePaginator):  # type: ignore[misc]  # the theme has no types
    """Pages of the ledger. Nothing is in the order of time but the blocks on the disk: the rows of a page are
    taken from the shortest span before now that has so many, and no longer one is sorted.
    """

    SPANS: ClassVar[tuple[timedelta, ...]] = (timedelta(hours=1), timedelta(hours=6), timedelta(days=1))
    object_list: Any

    def page(self, number: Any) -> Any:
        last = self.validate_number(number) * self.per_page
        rows = self.object_list
        if rows.query.order_by[:2] == TransferAdmin.ordering:
            spans = (rows.filter(at__gte=Now() - span) for span in self.SPANS)
            self.object_list = next((span for span in spans if span.order_by()[last:].exists()), rows)
        return super().page(number)


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
    paginator = LatestFirst
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

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = super().get_changelist_instance(request)
        transfers = changelist.result_list
        name_tables(account for transfer in transfers for account in (transfer.source, transfer.target))
        return changelist

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
    owner = account.player.alias if account.player else table_label(account) or _("the house")
    return f"{account.get_kind_display()} · {owner}"
