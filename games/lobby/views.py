"""The lobby: every table with its limits, what somebody looks for among them, and several tables between players in one window."""

from __future__ import annotations

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.catalogue import GAMES, game_choices, games_between_players
from games.lobby import selectors as lobby_selectors
from games.lobby.favourites import favourites_of
from games.lobby.filters import LANGUAGES, chosen, stakes
from games.lobby.messages import words_of_window
from games.lobby.seats import with_seats
from games.lobby.sessions import meetings_of
from games.models import Table
from games.tables.web.views import table as table_view
from players.models import Player

TOGETHER = 4  # tables in one window: as many as a desk shows without cutting what must be read


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """With one table of each game: the first of those that stand open."""
    first = {tile.table.system: tile for tile in reversed(lobby_selectors.lobby(currency="EUR"))}
    tiles = [first[system] for system in GAMES if system in first]
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    picture = next((game.picture for game in GAMES.values() if game.picture), None)
    context: dict[str, Any] = {
        "tiles": with_seats(tiles, player),
        "games": [game.name for game in GAMES.values()],
    }
    if picture is not None:
        context |= {"picture": picture.template, **picture.context()}
    return render(request, "portal/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every table with its limits, for anybody to look at.  [AR-25] [FR-R26] [AR-30] [FR-R31]"""
    choice = chosen(request.GET)
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    favourites = favourites_of(player)
    tiles = [
        tile for tile in lobby_selectors.lobby(choice.game, choice.money) if choice.wants(tile, favourites)
    ]
    tiles.sort(
        key=lambda tile: tile.table.pk not in favourites
    )  # a stable order: favourites first, each kind in its own
    tiles = with_seats(tiles, player)
    groups = [
        ("EUR", [tile for tile in tiles if tile.table.currency == "EUR"]),
        ("DEMO", [tile for tile in tiles if tile.table.currency == "DEMO"]),
    ]
    context = {
        "groups": groups,
        "asked": choice,
        "systems": game_choices(),
        "stakes": stakes(),
        "languages": LANGUAGES.items(),
        "favourites": favourites,
        "meetings": meetings_of(player, choice.money)[:3] if _may_show_sessions(choice.game) else [],
        "any": bool(tiles),
        "section": "lobby",
    }
    return render(request, "portal/lobby/lobby.html", context)


def _may_show_sessions(game: str) -> bool:
    """Whether the lobby of that game (of all games where it is empty) announces the sessions of its tables."""
    return not game or GAMES[game].has_table_sessions


@require_safe
@csp_update({"frame-src": [SELF]})
def together(request: HttpRequest) -> HttpResponse:
    """Several tables between players in one window, all for money or all for credits; each is its own page with its own line.  [HE-9]"""
    found = list(
        Table.objects.exclude(status=Table.Status.CLOSED)
        .filter(system__in=games_between_players(), setting__isnull=False)
        .order_by("id")
    )
    asked = [
        int(number)
        for number in request.GET.getlist("t")
        if number.isascii() and number.isdecimal() and len(number) < 19
    ]
    wanted = [each for number in dict.fromkeys(asked) for each in found if each.pk == number]
    money = wanted[0].currency if wanted else "DEMO" if request.GET.get("money") == "DEMO" else "EUR"
    facts: dict[str, Any] = {
        "tables": [
            {"id": each.pk, "name": each.name, "address": reverse("table-window", args=[each.pk])}
            for each in found
            if each.currency == money
        ],
        "open": [each.pk for each in wanted if each.currency == money][:TOGETHER],
        "most": TOGETHER,
        "language": "en" if (get_language() or "").startswith("en") else "pt",
    }
    context = {"facts": facts, "words": words_of_window(), "money": money, "section": "table"}
    return render(request, "table/multitable.html", context)


@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})
def table_window(request: HttpRequest, id: int) -> HttpResponse:
    """A table's page, to stand beside others in a window of this house and of no other."""
    return table_view(request, id, window=True)
