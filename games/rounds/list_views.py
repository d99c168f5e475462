"""A player's rounds and play sessions, on pages, as CSV and as PDF."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rounds import documents
from games.rounds.forms import RecordForm
from games.rounds.lists import rounds_list, sessions_list
from players.history.totals import played, played_for
from players.history.views import WRITERS
from players.models import Player
from players.play_records import PlayTotals
from players.shared import pagination
from players.shared.decorators import for_players


@require_safe
@for_players
def rounds_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Every round the player took part in, and what they came to.  [AR-24] [AR-25] [FR-R25] [FR-R26]"""
    form = RecordForm(request.GET.dict(), played_for(player))
    choice = form.choice
    found = (
        rounds_list(player, choice, _place(request), limit=pagination.PER_PAGE + 1) if form.is_valid() else []
    )
    shown, more = found[: pagination.PER_PAGE], found[pagination.PER_PAGE :]
    context = {
        "form": form,
        "currency": choice.currency,
        "stakes": shown,
        "older": pagination.encode_cursor(shown[-1].at, shown[-1].pk) if more else "",
        "newer": bool(request.GET.get("place")),
        "totals": played(player, choice) if form.is_valid() else PlayTotals(),
    }
    return render(request, "portal/rounds/rounds.html", context)


def _place(request: HttpRequest) -> tuple[datetime, int] | None:
    found = pagination.decode_cursor(request.GET.get("place", ""), 2)
    return (datetime.fromisoformat(found[0]), int(found[1])) if found else None


@require_safe
@for_players
def sessions_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Every stay at a table, with what it cost or brought.  [AR-26] [FR-R27]"""
    form = RecordForm(request.GET.dict(), played_for(player))
    choice = form.choice
    place = pagination.decode_cursor(request.GET.get("place", ""), 1)
    before = int(place[0]) if place else None
    found = sessions_list(player, choice, before, limit=pagination.PER_PAGE + 1) if form.is_valid() else []
    shown, more = found[: pagination.PER_PAGE], found[pagination.PER_PAGE :]
    context = {
        "form": form,
        "currency": choice.currency,
        "sessions": shown,
        "older": pagination.encode_cursor(shown[-1].pk) if more else "",
        "newer": before is not None,
        "totals": played(player, choice) if form.is_valid() else PlayTotals(),
    }
    return render(request, "portal/rounds/sessions.html", context)


def _file(request: HttpRequest, player: Player, ending: str, of: str) -> HttpResponse:
    form = RecordForm(request.GET.dict(), played_for(player))
    if not form.is_valid():
        raise Http404
    return WRITERS[ending](
        (documents.rounds_sheet if of == "rounds" else documents.sessions_sheet)(player, form.choice)
    )


@require_safe
@for_players
def rounds_file(request: HttpRequest, player: Player, ending: str) -> HttpResponse:
    return _file(request, player, ending, "rounds")


@require_safe
@for_players
def sessions_file(request: HttpRequest, player: Player, ending: str) -> HttpResponse:
    return _file(request, player, ending, "sessions")
