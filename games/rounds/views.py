"""Pages of finished rounds and play sessions: one round, one session, and the check of a draw."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.models import Round, Stake
from games.rounds import history
from games.rounds.explanations import explain_line
from games.rounds.receipt_views import receipts_of
from games.rounds.stored_proof import indented, proof, proof_facts
from games.tables.messages.verification import for_page
from players.models import Player, PlaySession
from players.shared.decorators import for_players

PER_PAGE = 50


def check_context(round: Round | None = None, own: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the form that does a draw again must have: words for its checks; and of a round, if one is looked at, what was published
    of it, or what the croupier opened to one seat of it."""
    told = own or (proof(round) if round is not None else None)
    language = "en" if (get_language() or "").startswith("en") else "pt"
    return {
        "proof": told,
        "proof_text": indented(told),
        "proof_facts": proof_facts(told),
        "verify_facts": for_page(language),
    }


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/fairness/fairness.html", {**check_context(), "section": "fairness"})


@require_safe
def verify(request: HttpRequest, id: int | None = None) -> HttpResponse:
    """The check of a round by itself: anybody may look at what was published of it, and do its draw again."""
    found = (
        None
        if id is None
        else get_object_or_404(Round.objects.select_related("table", "sheet", "setting"), pk=id)
    )
    return render(
        request, "portal/fairness/check.html", {**check_context(found), "round": found, "section": "fairness"}
    )


@for_players
def round_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """One round the player took part in, with the reason of every figure and the draw to be checked.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stakes = Stake.objects.filter(player=player, round=id).select_related(
        "player", "round__table", "round__sheet", "round__setting"
    )
    stake = get_object_or_404(stakes)
    told = history.round_told(stake)
    currency = stake.round.table.currency
    system = stake.round.table.system
    lines = [
        {**line, "said": GAMES[system].rounds.bet_label(line)} for line in told["result"].get("lines", [])
    ]
    why = [explain_line(system, line, currency) for line in told["explain"]]
    context = {
        **check_context(stake.round, told.get("verify")),
        "between_players": GAMES[stake.round.table.system].engine.between_players,
        "stake": stake,
        "receipts": receipts_of(stake.round, player),
        "round": stake.round,
        "told": told,
        "lines": lines,
        "why": why,
        "currency": currency,
    }
    return render(request, "portal/rounds/round.html", context)


@for_players
def session_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """The statement of a play session: staked, returned, profit or loss.  [AR-26] [FR-R27]"""
    session = get_object_or_404(PlaySession.objects.filter(player=player), pk=id)
    page = Paginator(history.rounds_of(player, session=session.pk), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "session": session,
        "totals": history.session_totals(session),
        "elsewhere": history.elsewhere_in_visit(session),
        "page": page,
    }
    return render(request, "portal/rounds/session.html", context)
