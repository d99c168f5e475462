"""Receipts of stakes, for players to keep and for anybody to check."""

from __future__ import annotations

import json
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.catalogue import GAMES
from games.models import Event, HouseKey, Round
from games.rounds.receipts import NAME, genuine, written
from games.tables.transport.client import ask
from games.tables.transport.protocol import Receipt
from players.models import Player
from players.shared.decorators import for_players

LONGEST = 8192  # characters of a receipt that somebody pastes
MOST = 60  # receipts that one player may ask for in a minute


def receipts_of(round: Round, player: Player) -> list[Event]:
    """The accepted stakes of one player in one round, each of which has a receipt."""
    kinds = GAMES[round.table.system].rounds.stake_events
    return list(Event.objects.filter(round=round, player=player.pk, kind__in=kinds).order_by("seq")[:200])


@for_players
def receipt(request: HttpRequest, player: Player, table: int, event: int) -> HttpResponse:
    """One receipt, as a file that proves itself."""
    asked = f"receipts:{player.pk}"
    if cache.get_or_set(asked, 0, 60) >= MOST:
        return JsonResponse(
            {
                "code": "too-many",
                "message": _("So many receipts at once are not written. Try again in a minute."),
            },
            status=429,
        )
    cache.incr(asked)
    said = ask(table, Receipt(player.pk, event))
    if not said:
        raise Http404
    response = JsonResponse(said, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="feltro-{table}-{event}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def receipt_check(request: HttpRequest) -> HttpResponse:
    """Anybody may ask whether a receipt is one of this house, and whether it is as it was signed."""
    pasted = request.POST.get("receipt", "")[:LONGEST]
    verdict, said = None, {}
    if request.method == "POST":
        verdict, said = judged(pasted)
    keys = HouseKey.objects.filter(name=NAME).order_by("since")
    context = {"pasted": pasted, "verdict": verdict, "said": said, "keys": keys, "section": "fairness"}
    return render(
        request, "portal/fairness/receipt.html", context, status=422 if verdict == "unreadable" else 200
    )


def judged(pasted: str) -> tuple[str, dict[str, Any]]:
    try:
        given = json.loads(pasted)
        written(given)
    except (ValueError, RecursionError):  # no JSON, halves of a character, brackets without an end
        return "unreadable", {}
    if not isinstance(given, dict):
        return "unreadable", {}
    return ("genuine", given) if genuine(given) else ("false", {})
