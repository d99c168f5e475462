"""Receipts of stakes, for players to keep and for anybody to check."""

from __future__ import annotations

import json
from datetime import datetime

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.catalogue import GAMES
from games.draw.signed_json import canonical_bytes
from games.models import Event, HouseKey, Round
from games.rounds.receipts.log_parts import log_facts, log_parts
from games.rounds.receipts.receipts import KEY_NAME, is_genuine
from games.tables.transport.client import query_croupier
from games.tables.transport.protocol import RequestReceipt
from players.models import Player
from players.shared.decorators import for_players

MAX_LENGTH = 16_384  # characters of a pasted receipt
MAX_PER_MINUTE = 60  # receipts that one player may request in a minute


def receipts_of(game_round: Round, player: Player) -> list[Event]:
    """The accepted stakes of one player in one round, each of which has a receipt."""
    kinds = GAMES[game_round.table.system].rounds.stake_events
    return list(
        Event.objects.filter(
            round=game_round, player=player.pk, kind__in=kinds, **game_round.within()
        ).order_by("seq")[:200]
    )


@for_players
def receipt(request: HttpRequest, player: Player, table: int, event: int) -> HttpResponse:
    """One receipt, as a file whose signature and place in the public log anybody can check."""
    counter = f"receipts:{player.pk}"
    if (cache.get_or_set(counter, 0, 60) or 0) >= MAX_PER_MINUTE:
        return JsonResponse(
            {
                "code": "too-many",
                "message": _("Too many receipts at once. Try again in a minute."),
            },
            status=429,
        )
    cache.incr(counter)
    data = query_croupier(table, RequestReceipt(player.pk, event))
    if not data:
        raise Http404
    if logged := log_parts().of_receipt(table, event, round_end(table, event)):
        data |= {"log": logged}
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="feltro-{table}-{event}.json"'
    return response


def round_end(table: int, event: int) -> datetime | None:
    """When the round of the event ended; None while it runs."""
    return Event.objects.filter(table=table, seq=event).values_list("round__ended", flat=True).first()


@require_http_methods(["GET", "HEAD", "POST"])
def check_receipt(request: HttpRequest) -> HttpResponse:
    """Checks whether this house signed a receipt and it is unchanged. Open without signing in."""
    pasted = request.POST.get("receipt", "")[:MAX_LENGTH]
    verdict: str | None = None
    checked: dict[str, object] = {}
    if request.method == "POST":
        verdict, checked = check_pasted_receipt(pasted)
    keys = HouseKey.objects.filter(name=KEY_NAME).order_by("since")
    context = {
        "pasted": pasted,
        "most": MAX_LENGTH,
        "verdict": verdict,
        "receipt": checked,
        "keys": keys,
        "public_keys": [key.public for key in keys],
        "public_log": log_facts(),
        "section": "fairness",
    }
    return render(
        request, "portal/fairness/receipt.html", context, status=422 if verdict == "unreadable" else 200
    )


def check_pasted_receipt(pasted: str) -> tuple[str, dict[str, object]]:
    """The verdict ("genuine", "false" or "unreadable"), and the receipt if it is genuine."""
    try:
        data = json.loads(pasted)
        canonical_bytes(data)
    except (ValueError, RecursionError):  # not JSON, a lone surrogate, or brackets nested too deeply
        return "unreadable", {}
    if not isinstance(data, dict):
        return "unreadable", {}
    return ("genuine", data) if is_genuine(data) else ("false", {})
