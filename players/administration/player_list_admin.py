"""The lists of accounts in the back office: quick filters with their numbers, columns of their own, totals, and a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.administration import player_lists
from players.audit import note
from players.identity.email_change import masked
from players.models import Player
from players.protection.limit_text import limit_summary
from players.protection.models import Exclusion
from players.shared import clock
from players.shared.exports.list_document import Cell, Column, ListDocument, Money

MOST = 100_000  # lines of one file
HEADS = {
    "last_said": _("last here"),
    "source_said": _("source"),
    "until_said": _("until"),
    "limits_said": _("limits"),
}
COLUMNS = {
    "inactive": ("last_said",),
    "left": ("last_said",),
    "excluded": ("source_said", "until_said"),
    "limited": ("limits_said",),
}


def chosen(request: HttpRequest) -> str:
    """The list that is asked for, if this person may see it."""
    name = request.GET.get("list", "")
    return name if name in player_lists.offered(request) else ""


class ChosenList(admin.SimpleListFilter):
    title, parameter_name = _("list"), "list"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, player_lists.NAMES[name]) for name in player_lists.offered(request)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        return player_lists.listed(queryset, chosen(request))


def strip(request: HttpRequest, rows: QuerySet[Player]) -> dict[str, Any]:
    """What stands above the lines: every list with its number, and what the chosen one comes to."""
    found, here = player_lists.counts(player_lists.offered(request)), chosen(request)
    ways = [
        {"said": player_lists.NAMES[name] if name else _("All accounts"), "count": count, "here": name == here,
         "query": urlencode({"list": name}) if name else ""}
        for name, count in found.items()
    ]  # fmt: skip
    return {
        "ways": ways,
        "totals": player_lists.totals(rows),
        "money": request.user.has_perm("wallet.view_account"),
        "unfinished": player_lists.unfinished()
        if here == "incomplete" and request.user.has_perm("identity.view_draft")
        else None,
        "query": request.GET.urlencode(),
    }


def until_said(player: Any) -> str:
    return (
        date_format(localtime(player.until), "SHORT_DATETIME_FORMAT")
        if player.until
        else gettext("without end")
    )


def source_said(player: Any) -> str:
    return str(Exclusion.Source(player.source).label)


def limits_said(player: Any) -> str:
    return "; ".join(limit_summary(limit) for limit in player.limited)


@transaction.atomic
def sheet(request: HttpRequest, rows: QuerySet[Player]) -> ListDocument:
    """The list as it is filtered now. Addresses stay masked, and that somebody took it away is on the record."""
    name = chosen(request)
    money = request.user.has_perm("wallet.view_account")
    known = player_lists.totals(rows)
    note(
        "accounts.list-taken",
        request=request,
        about=f"list:{name or 'all'}",
        accounts=min(known["accounts"], MOST),
    )
    labels = [_("Account"), _("name at the tables"), _("e-mail"), _("status"), _("since"), _("test account")]
    labels += ([_("balance")] if money else []) + [HEADS[column] for column in COLUMNS.get(name, ())]
    return ListDocument(
        name=f"feltro-accounts-{name or 'all'}-{localtime(clock.now()):%Y%m%d}",
        title=str(player_lists.NAMES.get(name, _("All accounts"))),
        who=str(request.user),
        facts=[],
        sums=[(gettext("Accounts"), known["accounts"]), (gettext("balance"), Money(known["cents"]))],
        columns=[Column(str(label)) for label in labels],
        rows=_lines(rows[:MOST], name, money=money),
    )


def _lines(rows: QuerySet[Player], name: str, *, money: bool) -> Iterator[list[Cell]]:
    cells: dict[str, Any] = {
        "last_said": lambda player: player.last,
        "source_said": source_said,
        "until_said": lambda player: player.until or gettext("without end"),
        "limits_said": limits_said,
    }
    for player in rows.iterator(chunk_size=2000):
        told: list[Cell] = [
            player.pk,
            player.alias,
            masked(player.person.email),
            player.get_status_display(),
            player.since,
        ]
        told.append(gettext("yes") if player.testing else gettext("no"))
        if money:
            told.append(Money(player.cents))  # type: ignore[attr-defined]
        yield told + [cells[column](player) for column in COLUMNS.get(name, ())]
