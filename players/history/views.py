"""A player's movements and monthly statements, on pages, as CSV and as PDF."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.history import exports, totals
from players.history.forms import MovementsForm
from players.history.models import Statement
from players.history.movements import Movement, MovementPosition, archived_until, movements
from players.history.statements import statements_of
from players.models import Player
from players.shared import pagination
from players.shared.decorators import for_players
from players.shared.exports.csv_export import csv_response
from players.shared.exports.pdf import pdf_response
from players.wallet import selectors
from players.wallet.models import Account
from players.wallet.transfer_kinds import transfer_kind_name

WRITERS = {"csv": csv_response, "pdf": pdf_response}


def _default_currency(player: Player) -> str:
    """The default currency: credits if no money ever moved."""
    currencies = (
        wallet.currency for wallet in selectors.wallets_of(player) if selectors.movements_of(wallet).exists()
    )
    return next(currencies, "EUR")


def _wallet(player: Player, currency: str) -> Account | None:
    return selectors.wallet_of(player, currency)


@require_safe
@for_players
def movements_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The movements of a wallet.  [AR-25] [FR-R26]"""
    form = MovementsForm(request.GET.dict(), _default_currency(player))
    choice, kind = form.choice, form.cleaned_data.get("kind", "") if form.is_valid() else ""
    wallet = _wallet(player, choice.currency) if form.is_valid() else None
    rows = (
        movements(wallet, choice, kind, _position(request), limit=pagination.PER_PAGE + 1) if wallet else []
    )
    shown, more = rows[: pagination.PER_PAGE], rows[pagination.PER_PAGE :]
    flows = totals.flows(wallet.pk, choice) if wallet else []
    context: dict[str, Any] = {
        "form": form,
        "currency": choice.currency,
        "rows": [row(move) for move in shown],
        "balances": any(move.after is not None for move in shown),
        "older": pagination.encode_cursor(shown[-1].at, str(shown[-1].id), shown[-1].before) if more else "",
        "newer": bool(request.GET.get("place")),
        "came": sum(flow.came for flow in flows),
        "went": sum(flow.went for flow in flows),
        "deposits": totals.net_deposits(wallet.pk) if wallet else None,
        "archived_until": None if more else archived_until(choice),
    }
    return render(request, "portal/history/movements.html", context)


def row(move: Movement) -> dict[str, Any]:
    return {
        "id": move.id,
        "at": move.at,
        "description": transfer_kind_name(move.kind),
        "cents": move.cents,
        "round": move.round if move.settled else None,
        "before": move.before,
        "after": move.after,
    }


def _position(request: HttpRequest) -> MovementPosition | None:
    cursor = pagination.decode_cursor(request.GET.get("place", ""), 3)
    return MovementPosition(datetime.fromisoformat(cursor[0]), UUID(cursor[1]), cursor[2]) if cursor else None


@require_safe
@for_players
def movements_file(request: HttpRequest, player: Player, ending: str) -> HttpResponse:
    form = MovementsForm(request.GET.dict(), _default_currency(player))
    wallet = _wallet(player, form.choice.currency) if form.is_valid() else None
    if wallet is None:
        raise Http404
    return WRITERS[ending](
        exports.movements_document(player, wallet, form.choice, form.cleaned_data.get("kind", ""))
    )


@require_safe
@for_players
def statements_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The player's monthly statements, newest first."""
    statements = statements_of(player)[:240]
    return render(request, "portal/history/statements.html", {"statements": statements})


@require_safe
@for_players
def statement_page(request: HttpRequest, player: Player, statement_id: int) -> HttpResponse:
    statement = get_object_or_404(Statement.objects.filter(player=player), pk=statement_id)
    return render(
        request,
        "portal/history/statement.html",
        {"statement": statement, **exports.statement_figures(statement)},
    )


@require_safe
@for_players
def statement_file(request: HttpRequest, player: Player, statement_id: int, ending: str) -> HttpResponse:
    statement = get_object_or_404(Statement.objects.filter(player=player), pk=statement_id)
    return WRITERS[ending](exports.statement_document(player, statement))
