"""The lists of accounts in the back office: filters with counts, extra columns, totals and a CSV file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR, PAGE_VAR
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.administration import player_lists
from players.audit import note
from players.audit.details import detail_text
from players.identity.sign_in.masking import mask_email
from players.models import Player
from players.protection.limit_text import limit_summary
from players.protection.models import Exclusion
from players.shared import clock
from players.shared.exports.list_document import Cell, Column, ListDocument, Money

MAX_ROWS = 100_000  # of one file
SHOWS_WHOLE_LIST = {"list", ORDER_VAR, PAGE_VAR}  # parameters that leave no account out
COLUMN_LABELS = {
    "last_display": _("last here"),
    "source_display": _("source"),
    "until_display": _("until"),
    "limits_display": _("limits"),
    "reason_display": _("reason"),
    "decided_display": _("deactivated"),
    "decider_display": _("by"),
    "balance_then_display": _("balance at that time"),
}
COLUMNS = {
    "inactive": ("last_display",),
    "left": ("last_display",),
    "excluded": ("source_display", "until_display"),
    "limited": ("limits_display",),
    "suspended": ("reason_display", "decided_display", "decider_display", "balance_then_display"),
    "deactivated": ("reason_display", "decided_display", "decider_display", "balance_then_display"),
}


def extra_columns(name: str, *, money: bool) -> tuple[str, ...]:
    """The columns of a list beside those of all; balances for those who may see them."""
    return tuple(column for column in COLUMNS.get(name, ()) if money or column != "balance_then_display")


def selected_list(request: HttpRequest) -> str:
    """The list that the URL names, if this person may see it; otherwise empty."""
    name = request.GET.get("list", "")
    return name if name in player_lists.permitted_lists(request) else ""


class ListFilter(admin.SimpleListFilter):
    title, parameter_name = _("list"), "list"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, player_lists.NAMES[name]) for name in player_lists.permitted_lists(request)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        return player_lists.filter_by_list(queryset, selected_list(request))


def list_summary(request: HttpRequest, rows: QuerySet[Player], accounts: int) -> dict[str, Any]:
    """What the page shows above the rows: every list with its count, and the totals of the selected one."""
    names, selected = ["", *player_lists.permitted_lists(request)], selected_list(request)
    # The page has counted its rows: that is the whole list, unless it is filtered.
    known = {selected: accounts} if request.GET.keys() <= SHOWS_WHOLE_LIST else {}
    counts = player_lists.counts([name for name in names if name not in known]) | known
    lists = [
        {
            "name": player_lists.NAMES[name] if name else _("All accounts"),
            "count": counts[name],
            "selected": name == selected,
            "query": urlencode({"list": name}) if name else "",
        }
        for name in names
    ]
    show_drafts = selected == "incomplete" and request.user.has_perm("identity.view_draft")
    return {
        "lists": lists,
        "totals": {"accounts": accounts, "cents": player_lists.money_of(rows)},
        "money": request.user.has_perm("wallet.view_account"),
        "unfinished": player_lists.unfinished_registrations() if show_drafts else None,
        "query": request.GET.urlencode(),
    }


def until_text(player: Any) -> str:
    if not player.until:
        return gettext("without end")
    return date_format(localtime(player.until), "SHORT_DATETIME_FORMAT")


def source_text(player: Any) -> str:
    return str(Exclusion.Source(player.source).label)


def limits_text(player: Any) -> str:
    return "; ".join(limit_summary(limit) for limit in player.limited)


def _deactivation(player: Any) -> dict[str, Any]:
    return player.deactivation or {}


def deactivation_reason(player: Any) -> str:
    """In the words of the audit log; "not recorded" where the state is older than the log."""
    details = _deactivation(player).get("details") or {}
    return detail_text("account.", "reason", details["reason"]) if details.get("reason") else _not_recorded()


def deactivated_at(player: Any) -> datetime | None:
    at = _deactivation(player).get("at")
    return parse_datetime(at) if at else None


def deactivated_by(player: Any) -> str:
    """A member of staff by address; a player who closed the own account, or the house, by a word."""
    deactivation = _deactivation(player)
    if not deactivation:
        return _not_recorded()
    if deactivation["person"] is None:
        return gettext("the house")
    is_own = deactivation["person"] == player.person_id
    return gettext("the player") if is_own else str(deactivation["email"])


def balance_then(player: Any) -> int | None:
    """What the log says; lines of earlier releases say nothing of the balance."""
    cents = (_deactivation(player).get("details") or {}).get("balance")
    return int(cents) if cents is not None else None


def _not_recorded() -> str:
    return gettext("not recorded")


@transaction.atomic
def list_document(request: HttpRequest, rows: QuerySet[Player]) -> ListDocument:
    """The filtered list as a document. E-mail addresses stay masked, and the audit log records the export."""
    name = selected_list(request)
    money = request.user.has_perm("wallet.view_account")
    accounts = rows.count()
    note(
        "accounts.list-taken",
        request=request,
        about=f"list:{name or 'all'}",
        accounts=min(accounts, MAX_ROWS),
    )
    labels = [_("Account"), _("name at the tables"), _("e-mail"), _("status"), _("since"), _("test account")]
    labels += ([_("balance")] if money else []) + [
        COLUMN_LABELS[column] for column in extra_columns(name, money=money)
    ]
    return ListDocument(
        name=f"feltro-accounts-{name or 'all'}-{localtime(clock.now()):%Y%m%d}",
        title=str(player_lists.NAMES.get(name, _("All accounts"))),
        who=str(request.user),
        facts=[],
        sums=[
            (gettext("Accounts"), accounts),
            (gettext("balance"), Money(player_lists.money_of(rows))),
        ],
        columns=[Column(str(label)) for label in labels],
        rows=_document_rows(rows[:MAX_ROWS], name, money=money),
    )


def _document_rows(rows: QuerySet[Any], name: str, *, money: bool) -> Iterator[list[Cell]]:
    cells: dict[str, Any] = {
        "last_display": lambda player: player.last,
        "source_display": source_text,
        "until_display": lambda player: player.until or gettext("without end"),
        "limits_display": limits_text,
        "reason_display": deactivation_reason,
        "decided_display": lambda player: deactivated_at(player) or _not_recorded(),
        "decider_display": deactivated_by,
        "balance_then_display": lambda player: (
            _not_recorded() if (cents := balance_then(player)) is None else Money(cents)
        ),
    }
    for player in rows.iterator(chunk_size=2000):
        row: list[Cell] = [
            player.pk,
            player.alias,
            mask_email(player.person.email),
            player.get_status_display(),
            player.since,
            gettext("yes") if player.testing else gettext("no"),
        ]
        if money:
            row.append(Money(player.cents))
        yield row + [cells[column](player) for column in extra_columns(name, money=money)]
