"""One search over the house: rounds, players, transfers, tables, incidents, requests, payments and complaints.

Each kind is asked by what an index finds, and a few of each are shown: a search costs the same in a house of a million rounds. The theme
would keep what it found for five minutes, in the language and with the rights of that moment; here everybody who asks is answered anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from unfold.dataclasses import SearchResult

from games.floor.models import TableChange
from games.models import Incident, Round, Table
from games.rulebook.models import RuleChange
from players.inbox.models import Complaint
from players.models import Player
from players.shared.collation import Alphabetical
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name

FEW = 6  # of each kind
LARGEST = 2**63 - 1


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """What stands in the command window while somebody writes: lists by their names, then what the term leads to."""
    begun, term = time.monotonic(), request.GET.get("s", "").lower()
    if not term.strip():
        return HttpResponse()
    site: Any = admin.site
    results = [*site._search_apps(site.get_app_list(request), term), *found(request, term)]
    told = {"results": results, "page_obj": Paginator(results, len(results) or 1), "page_counter": 0}
    took = {"execution_time": time.monotonic() - begun, "command_show_history": False}
    return TemplateResponse(
        request, "unfold/helpers/command_results.html", told | took, headers={"HX-Trigger": "search"}
    )


def found(request: HttpRequest, term: str) -> list[SearchResult]:
    """What the words or the number lead to, of the kinds that this person may see."""
    term = term.strip()[:80]
    if not term:
        return []
    results = []
    for model, icon, look in KINDS:
        app, name = model._meta.app_label, model._meta.model_name
        if not request.user.has_perm(f"{app}.view_{name}"):
            continue
        asked = look(term)
        for item in asked[:FEW] if asked is not None else ():
            address = reverse(f"admin:{app}_{name}_change", args=[item.pk])
            results.append(
                SearchResult(
                    title=_title(item), description=str(model._meta.verbose_name), link=address, icon=icon
                )
            )
    return results


def _title(item: Model) -> str:
    if isinstance(item, Transfer):
        return f"{transfer_kind_name(item.kind)} · {format_money(item.cents, item.currency)} · {item.pk}"
    if isinstance(item, Round):
        return f"{item} ({_('number')} {item.pk})"
    return str(item)


def _number(term: str) -> int | None:
    return int(term) if term.isdecimal() and int(term) <= LARGEST else None


def _uuid(term: str) -> UUID | None:
    try:
        return UUID(term)
    except ValueError:
        return None


def _rounds(term: str) -> QuerySet[Any] | None:
    """By its own number; or by its table and the number that it has there: «Lisboa 12»."""
    rounds = Round.objects.select_related("table").defer("sealed", "nonces", "start").order_by("-id")
    name, _space, last = term.rpartition(" ")
    number = _number(last)
    if number is None:
        return None
    if name:
        return (
            rounds.filter(table__in=Table.objects.filter(name__icontains=name), number=number)
            if number < 2**31
            else None
        )
    return rounds.filter(Q(pk=number))


def _players(term: str) -> QuerySet[Any]:
    return Player.objects.filter(Q(alias__istartswith=term) | Q(person__email__iexact=term)).order_by(
        Alphabetical("alias"), "alias"
    )


def _transfers(term: str) -> QuerySet[Any] | None:
    id, round = _uuid(term), _number(term)
    if id is not None:
        return Transfer.objects.filter(pk=id)
    return Transfer.objects.filter(round=round).order_by("id") if round is not None else None


def _payments(term: str) -> QuerySet[Any] | None:
    id = _uuid(term)
    return Payment.objects.filter(pk=id).select_related("player") if id is not None else None


def _incidents(term: str) -> QuerySet[Any]:
    wanted = Q(table__name__icontains=term) | Q(reason__icontains=term)
    return Incident.objects.filter(wanted | Q(pk=_number(term) or 0)).select_related("table").order_by("-id")


def _changes(term: str) -> QuerySet[Any]:
    return (
        TableChange.objects.filter(Q(table__name__icontains=term) | Q(pk=_number(term) or 0))
        .select_related("table")
        .order_by("-id")
    )


def _requests(term: str) -> QuerySet[Any]:
    return RuleChange.objects.filter(Q(title__icontains=term) | Q(pk=_number(term) or 0)).order_by("-id")


def _complaints(term: str) -> QuerySet[Any]:
    return Complaint.objects.filter(number__istartswith=term).order_by("-pk")


Look = Callable[[str], "QuerySet[Any] | None"]
KINDS: tuple[tuple[type[Model], str, Look], ...] = (
    (Table, "casino", lambda term: Table.objects.filter(name__icontains=term).order_by(Alphabetical("name"))),
    (Round, "history", _rounds),
    (Player, "person", _players),
    (Transfer, "swap_horiz", _transfers),
    (Payment, "payments", _payments),
    (Incident, "warning", _incidents),
    (TableChange, "rule_settings", _changes),
    (RuleChange, "gavel", _requests),
    (Complaint, "report", _complaints),
)

urlpatterns = [path("search/", admin.site.admin_view(search), name="office_search")]
