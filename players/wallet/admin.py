"""Accounts and transfers in the back office: looked at, never written."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

from players.office import Totalled, amount, moment
from players.wallet.models import Account, Transfer
from players.wording import road_said


@admin.register(Account)
class AccountAdmin(Totalled):
    summed: ClassVar[dict[str, Any]] = {"balance": (_("balance"), "balance")}
    list_display = ("id", "kind", "player", "table", "currency", "balance_said", "moves")
    list_filter = ("kind", "currency")
    search_fields = ("=id", "player__alias", "=table")
    list_select_related = ("player",)
    ordering = ("kind", "id")
    fields = ("id", "kind", "player", "table", "currency", "balance_said", "moves")
    readonly_fields = ("balance_said",)

    @display(description=_("balance"), ordering="balance")
    def balance_said(self, account: Account) -> str:
        return amount(account.balance, account.currency)


@admin.register(Transfer)
class TransferAdmin(Totalled):
    """The ledger, newest first. Pages are turned without counting what may be millions of rows."""

    paginator = InfinitePaginator
    summed: ClassVar[dict[str, Any]] = {"cents": (_("amount"), "cents")}
    list_display = ("at_said", "road_told", "source_said", "target_said", "amount_said", "round", "seat")
    list_filter = ("road", "currency")
    search_fields = ("=id", "=round", "=source__id", "=target__id")
    list_select_related = ("source__player", "target__player")
    ordering = ("-at", "-id")
    fields = ("id", "at_said", "road_told", "source_said", "target_said", "amount_said", "round", "seat")
    readonly_fields = ("at_said", "road_told", "source_said", "target_said", "amount_said")

    @display(description=_("at"), ordering="at")
    def at_said(self, transfer: Transfer) -> str:
        return moment(transfer.at)

    @display(description=_("road"), ordering="road")
    def road_told(self, transfer: Transfer) -> str:
        return road_said(transfer.road)

    @display(description=_("from"))
    def source_said(self, transfer: Transfer) -> str:
        return account_said(transfer.source)

    @display(description=_("to"))
    def target_said(self, transfer: Transfer) -> str:
        return account_said(transfer.target)

    @display(description=_("amount"), ordering="cents")
    def amount_said(self, transfer: Transfer) -> str:
        return amount(transfer.cents, transfer.currency)


def account_said(account: Account) -> str:
    """An account by what it is and whose it is."""
    owner = account.player.alias if account.player else f"{_('table')} {account.table}" if account.table else _("the house")
    return f"{account.get_kind_display()} · {owner}"
