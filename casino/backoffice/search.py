"""The search of the back office: pages, reports, commands, and records: rounds, players, tables and more.

Each query uses an index and returns a few rows, so that its cost does not depend on the size of the record.
The theme's own search caches results for five minutes, whatever the language and permissions; this one does
not cache.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any
from unicodedata import combining
from urllib.parse import quote
from uuid import UUID

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from unfold.dataclasses import SearchResult

from casino.backoffice.theme import NAVIGATION
from casino.compliance.reports.all_reports import REPORTS
from games.floor.models import TableChange
from games.models import Incident, Round, Table
from games.rulebook.models import RuleChange
from players.administration.player_search import players_by_alias, players_by_email
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared.collation import Alphabetical
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from players.wallet.models import Account, Currency, Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MAX_RESULTS = 6  # of each kind
MAX_NUMBER = 2**63 - 1
SEES_BALANCES = "wallet.view_account"
# What may be begun from anywhere: title, icon, page and permission.
COMMANDS: tuple[tuple[Promise, str, str, str], ...] = (
    (
        gettext_lazy("Find a player by name, tax number, document or IBAN"),
        "person_search",
        "admin:players_player_find",
        "players.view_player",
    ),
    (gettext_lazy("Create a table"), "add_circle", "admin:games_table_add", "games.add_table"),
    (
        gettext_lazy("Announce a table session"),
        "event",
        "admin:games_tablesession_add",
        "games.add_tablesession",
    ),
    (
        gettext_lazy("Start a rule change"),
        "gavel",
        "admin:rulebook_rulechange_add",
        "rulebook.add_rulechange",
    ),
    (
        gettext_lazy("Request a balance correction"),
        "balance",
        "admin:cashier_adjustment_changelist",
        "cashier.add_adjustment",
    ),
    (
        gettext_lazy("Propose a change of staff"),
        "how_to_reg",
        "admin:backoffice_staffchange_changelist",
        "backoffice.propose_staffchange",
    ),
)


# What follows the only player or table that was found: title, page and permission.
NEXT_STEPS: dict[type[Model], tuple[tuple[Promise, str, str], ...]] = {
    Player: (
        (gettext_lazy("Payments of %(name)s"), "admin:cashier_payment_changelist", "cashier.view_payment"),
        (
            gettext_lazy("Play sessions of %(name)s"),
            "admin:players_playsession_changelist",
            "players.view_playsession",
        ),
        (gettext_lazy("Complaints of %(name)s"), "admin:inbox_complaint_changelist", "inbox.view_complaint"),
    ),
    Table: (
        (gettext_lazy("Change the setting of %(name)s"), "admin:games_table_setting", "games.change_table"),
        (gettext_lazy("Opening hours of %(name)s"), "admin:games_table_hours", "games.change_table"),
        (gettext_lazy("Rounds of %(name)s"), "admin:games_round_changelist", "games.view_round"),
    ),
}


def search_lists(request: HttpRequest, term: str) -> Iterator[SearchResult]:
    """The lists that the person may see and whose name, or whose group's name, contains the term."""
    for group in admin.site.get_app_list(request):
        in_group = term in group["name"].lower()
        for listed in group["models"]:
            if in_group or term in str(listed["name"]).lower():
                yield SearchResult(
                    title=str(listed["name"]), description=group["name"], link=listed["admin_url"], icon="tag"
                )


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """The results in the command window: lists by name, then records."""
    started, term = time.monotonic(), request.GET.get("s", "").lower()
    if not term.strip():
        return HttpResponse()
    pages = search_pages(request, term)
    known = {str(result.link) for result in pages}
    lists = [result for result in search_lists(request, term) if str(result.link) not in known]
    results = [*pages, *lists, *search_records(request, term)]
    context = {"results": results, "page_obj": Paginator(results, len(results) or 1), "page_counter": 0}
    timing = {"execution_time": time.monotonic() - started, "command_show_history": False}
    return TemplateResponse(
        request, "unfold/helpers/command_results.html", context | timing, headers={"HX-Trigger": "search"}
    )


def search_pages(request: HttpRequest, term: str) -> list[SearchResult]:
    """The pages, reports and actions with the words in their title, of those that this person may open."""
    words = _plain(term).split()
    return [
        SearchResult(title=str(title), description=str(kind), link=str(link), icon=icon)
        for kind, title, link, icon in _pages(request)
        if words and all(f" {word}" in f" {_plain(str(title))}" for word in words)
    ]


def _pages(request: HttpRequest) -> Iterator[tuple[str | Promise, str | Promise, str, str]]:
    """The kind, title, address and icon of every page, report and command."""
    for title, icon, name, permission in COMMANDS:
        if request.user.has_perm(permission):
            yield _("Action"), title, reverse(name), icon
    for group in NAVIGATION:
        for item in group["items"]:
            if "permission" not in item or item["permission"](request):
                yield group.get("title", _("Page")), item["title"], item["link"], item["icon"]
    if request.user.has_perm("reports.view_issue"):
        for code, report in REPORTS.items():
            yield _("Reports"), report.title, reverse("compliance_report", args=[code]), "summarize"


def _plain(text: str) -> str:
    """Lower case without accents, as people type it."""
    return "".join(
        character for character in unicodedata.normalize("NFKD", text.lower()) if not combining(character)
    )


def search_records(request: HttpRequest, term: str) -> list[SearchResult]:
    """The records that match, with their state, of the kinds that this person may see. What can be done with
    the only match of a kind follows it.
    """
    term = term.strip()[:80]
    if not term:
        return []
    results = []
    for model, icon, find in SEARCHES:
        app, name = model._meta.app_label, model._meta.model_name
        if not request.user.has_perm(f"{app}.view_{name}"):
            continue
        matches = find(term)
        found = list(matches[:MAX_RESULTS]) if matches is not None else []
        balances = _balances(found) if model is Player and request.user.has_perm(SEES_BALANCES) else {}
        for item in found:
            url = reverse(f"admin:{app}_{name}_change", args=[item.pk])
            parts = (_title(item), _state(item), balances.get(item.pk, ""))
            title = " · ".join(part for part in parts if part)
            description = str(model._meta.verbose_name)
            results.append(SearchResult(title=title, description=description, link=url, icon=icon))
        if len(found) == 1:
            results += _next_steps(request, found[0])
    return results


def _title(item: Model) -> str:
    if isinstance(item, Transfer):
        return f"{transfer_kind_name(item.kind)} · {format_money(item.cents, item.currency)} · {item.pk}"
    if isinstance(item, Round):
        return f"{item} ({_('number')} {item.pk})"
    return str(item)


def _state(item: Model) -> str:
    """The state of a record in words; empty where its kind has none."""
    for name in ("status", "state"):
        if hasattr(item, f"get_{name}_display"):
            return str(getattr(item, f"get_{name}_display")())
    return ""


def _balances(players: list[Player]) -> dict[int, str]:
    """The money of each player, in one query. Without a wallet it is not known to be nought."""
    wallets = Account.objects.filter(
        player__in=[player.pk for player in players], kind=Account.Kind.WALLET, currency=Currency.EUR
    )
    return {
        player: format_money(cents, Currency.EUR)
        for player, cents in wallets.values_list("player", "balance")
    }


def _next_steps(request: HttpRequest, item: Model) -> list[SearchResult]:
    """What people look up or begin next with a player or a table, as far as they may."""
    results = []
    for title, name, permission in NEXT_STEPS.get(type(item), ()):
        if not request.user.has_perm(permission):
            continue
        if isinstance(item, Player):
            link, of = f"{reverse(name)}?q={quote(item.alias)}", item.alias
        elif name == "admin:games_round_changelist":
            link, of = f"{reverse(name)}?table__id__exact={item.pk}", str(item)
        else:
            link, of = reverse(name, args=[item.pk]), str(item)
        text = str(title) % {"name": of}
        results.append(SearchResult(title=text, description=_("Action"), link=link, icon="arrow_forward"))
    return results


def _number(term: str) -> int | None:
    return int(term) if term.isdecimal() and int(term) <= MAX_NUMBER else None


def _uuid(term: str) -> UUID | None:
    try:
        return UUID(term)
    except ValueError:
        return None


def _rounds(term: str) -> QuerySet[Any] | None:
    """By id, or by table and number: "Lisboa 12"."""
    rounds = Round.objects.select_related("table").defer("sealed", "nonces", "start").order_by("-id")
    name, _space, last = term.rpartition(" ")
    number = _number(last)
    if number is None:
        return None
    if name:
        tables = Table.objects.filter(name__icontains=name)
        return rounds.filter(table__in=tables, number=number) if number < 2**31 else None
    return rounds.filter(Q(pk=number))


def _players(term: str) -> QuerySet[Any]:
    keys = {*players_by_alias(term), *players_by_email(term)}
    return Player.objects.filter(pk__in=keys).order_by(Alphabetical("alias"), "alias")


def _staff(term: str) -> QuerySet[Any]:
    matches = Q(email__istartswith=term) | Q(first_name__istartswith=term) | Q(last_name__istartswith=term)
    return Person.objects.filter(matches, is_staff=True).order_by("email")


def _transfers(term: str) -> QuerySet[Any] | None:
    transfer_id, round_id = _uuid(term), _number(term)
    if transfer_id is not None:
        return Transfer.objects.filter(pk=transfer_id)
    return Transfer.objects.filter(round=round_id).order_by("id") if round_id is not None else None


def _payments(term: str) -> QuerySet[Any] | None:
    payment_id = _uuid(term)
    if payment_id is None:
        return None
    return Payment.objects.filter(pk=payment_id).select_related("player")


def _incidents(term: str) -> QuerySet[Any]:
    matches = Q(table__name__icontains=term) | Q(reason__icontains=term)
    return Incident.objects.filter(matches | Q(pk=_number(term) or 0)).select_related("table").order_by("-id")


def _table_changes(term: str) -> QuerySet[Any]:
    return (
        TableChange.objects.filter(Q(table__name__icontains=term) | Q(pk=_number(term) or 0))
        .select_related("table")
        .order_by("-id")
    )


def _rule_changes(term: str) -> QuerySet[Any]:
    return RuleChange.objects.filter(Q(title__icontains=term) | Q(pk=_number(term) or 0)).order_by("-id")


def _complaints(term: str) -> QuerySet[Any]:
    return Complaint.objects.filter(number__startswith=term.upper()).order_by("-pk")


Find = Callable[[str], "QuerySet[Any] | None"]
SEARCHES: tuple[tuple[type[Model], str, Find], ...] = (
    (Table, "casino", lambda term: Table.objects.filter(name__icontains=term).order_by(Alphabetical("name"))),
    (Round, "history", _rounds),
    (Player, "person", _players),
    (Person, "badge", _staff),
    (Transfer, "swap_horiz", _transfers),
    (Payment, "payments", _payments),
    (Incident, "warning", _incidents),
    (TableChange, "rule_settings", _table_changes),
    (RuleChange, "gavel", _rule_changes),
    (Complaint, "report", _complaints),
)

urlpatterns = [path("search/", admin.site.admin_view(search), name="office_search")]
