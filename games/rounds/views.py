"""Pages of finished rounds and play sessions: one round, one session, and the check of a draw."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.catalogue.cards import drawn_cards
from games.models import Round, Stake
from games.rounds import history
from games.rounds.proof.stored_proof import format_proof, latest_draws, proof_facts, stored_proof, stored_shoe
from games.rounds.receipts.log_parts import log_facts, log_parts
from games.rounds.receipts.views import receipts_of
from games.rounds.replay.explanations import explain_line
from games.rounds.replay.hand_files import HandFormat, hand_formats
from games.rounds.round_notes import MOST, RoundNoteForm, note_about, write_note
from games.tables.messages.verification import for_page
from players.identity.sign_in.read_limits import limit_reads
from players.identity.sign_in.visitors import request_player
from players.languages import page_language
from players.models import Player, PlaySession
from players.shared.decorators import for_players

PER_PAGE = 50
SHOE_COST: Final = 20  # of other reads: a shoe has some eighty rounds
# The picture of a draw with a beacon, from left to right.
BEACON_STEPS = (
    _("promise of the seed"),
    _("shares of the browsers"),
    _("bets"),
    _("close: number N"),
    _("value N exists"),
    _("result, seed opened"),
)


def check_context(game_round: Round | None = None, own_proof: dict[str, Any] | None = None) -> dict[str, Any]:
    """The context of the verification form: the texts of its checks, and the proof of the round if any.

    `own_proof` is what the croupier disclosed to one seat of the round.
    """
    proof = own_proof or (stored_proof(game_round) if game_round is not None else None)
    language = page_language().tag
    return {
        "proof": proof,
        "proof_text": format_proof(proof),
        "proof_facts": proof_facts(proof),
        "verify_facts": for_page(language),
        "shoe_url": shoe_url(proof),
        "public_log": log_facts(),
    }


def shoe_url(proof: dict[str, Any] | None) -> str:
    """Where the rounds of the shoe of this round are; empty where it was the first of its shoe."""
    if proof is None or proof.get("shoe", proof["round"]) == proof["round"]:
        return ""
    return reverse("verify-shoe", args=[proof["table"], proof["round"]])


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    context = {
        **check_context(),
        "beacon_steps": BEACON_STEPS,
        "draws": latest_draws(),
        "section": "fairness",
    }
    return render(request, "portal/fairness/fairness.html", context)


@require_safe
def verify(request: HttpRequest, round_id: int | None = None) -> HttpResponse:
    """The check of a draw. Open to anybody, with or without a round."""
    game_round = None
    if round_id is not None:
        game_round = get_object_or_404(Round.objects.select_related("table", "sheet", "setting"), pk=round_id)
    context = {
        **check_context(game_round),
        "round": game_round,
        "draws": latest_draws() if game_round is None else [],
        "archived": game_round is not None and game_round.is_archived,
        "section": "fairness",
    }
    return render(request, "portal/fairness/check.html", context)


@require_safe
@partial(limit_reads, cost=SHOE_COST)
def shoe_proofs(request: HttpRequest, table_id: int, number: int) -> JsonResponse:
    """The published data of the rounds of a shoe, from its first round to this one: they check as a chain."""
    game_round = get_object_or_404(Round.objects.select_related("table"), table=table_id, number=number)
    proofs = stored_shoe(game_round)
    if not proofs or "shoe" not in proofs[-1] or proofs[-1]["round"] != number:
        raise Http404
    return JsonResponse(proofs, safe=False)


def _hand_formats(system: str) -> list[HandFormat]:
    """How players take hands of the game along as files; most games have none."""
    return hand_formats() if GAMES[system].rounds.has_hand_files else []


@for_players
def round_page(request: HttpRequest, player: Player, round_id: int) -> HttpResponse:
    """One round the player took part in, with the reason for every amount and the check of its draw.

    A note of the player's own is written on it.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stakes = Stake.objects.filter(player=player, round=round_id).select_related(
        "player", "round__table", "round__sheet", "round__setting"
    )
    stake = get_object_or_404(stakes)
    note = RoundNoteForm(request.POST or None, initial={"text": note_about(player, round_id)})
    if request.method == "POST" and note.is_valid():
        if write_note(player=player, round_id=round_id, text=note.cleaned_data["text"]):
            messages.info(request, gettext("Your note has been saved."))
        else:
            messages.error(request, gettext("You have %(most)d notes. Delete one first.") % {"most": MOST})
        return redirect("round", round_id)
    details = history.round_details(stake)
    currency = stake.round.table.currency
    system = stake.round.table.system
    lines = [
        {**line, "label": GAMES[system].rounds.bet_label(line)} for line in details["result"].get("lines", [])
    ]
    explanation = [
        {**explain_line(system, line, currency), "cards": drawn_cards(line["details"].get("cards", ()))}
        for line in details["explain"]
    ]
    context = {
        **check_context(stake.round, details.get("verify")),
        "between_players": GAMES[system].engine.between_players,
        "hand_formats": _hand_formats(system) if stake.round.status == Round.Status.ENDED else [],
        "stake": stake,
        "receipts": receipts_of(stake.round, player),
        "log_standing": log_parts().standing(stake.round.ended),
        "round": stake.round,
        "details": details,
        "lines": lines,
        "archived": stake.round.is_archived,
        "explanation": explanation,
        "currency": currency,
        "note": note,
    }
    return render(request, "portal/rounds/round.html", context, status=422 if note.errors else 200)


@for_players
def session_page(request: HttpRequest, player: Player, session_id: int) -> HttpResponse:
    """The statement of a play session: staked, returned, profit or loss.  [AR-26] [FR-R27]"""
    session = get_object_or_404(PlaySession.objects.filter(player=player), pk=session_id)
    page = Paginator(history.rounds_of(player, session=session.pk), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "session": session,
        "totals": history.session_totals(session),
        "other_tables": history.other_tables_in_visit(session),
        "hand_formats": _hand_formats(session.system) if page.object_list else [],
        "page": page,
    }
    return render(request, "portal/rounds/session.html", context)


@require_safe
def last_round(request: HttpRequest, table_id: int) -> JsonResponse:
    """The player's last round at this table, as the table's page asks for it.  [AR-24] [FR-R25]"""
    player = request_player(request)
    if player is None:
        return JsonResponse({"error": "not-signed-in"}, status=401)
    data: dict[str, object] | None = history.last_round(player, table_id)
    return JsonResponse(data or {}, json_dumps_params={"ensure_ascii": False})


@require_safe
def session_elsewhere(request: HttpRequest, table_id: int) -> JsonResponse:
    """For the closing statement of a stay: the same game at other tables in this visit (A52).
    [AR-26] [HE-67]
    """
    player = request_player(request)
    if player is None:
        return JsonResponse({"error": "not-signed-in"}, status=401)
    session = PlaySession.objects.filter(player=player, table=table_id).order_by("-pk").first()
    if session is None:
        raise Http404
    others = history.other_tables_in_visit(session)
    totals = others.totals
    figures = {
        "rounds": totals.rounds,
        "staked": totals.staked,
        "returned": totals.returned,
        "net": totals.net,
    }
    return JsonResponse({"tables": others.tables, **figures})
