"""How people play with each other, and what nobody may do: a public page of its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.conduct import FORBIDDEN, PROGRAMS
from games.catalogue.description import GameDescription
from games.catalogue.text import Text
from games.rulebook import selectors as rulebook_selectors
from games.rules.shared import conduct


class Prohibition(Struct, frozen=True):
    """One thing that is forbidden, as a sentence, under its rule."""

    rule: str
    text: str


def prohibitions(game: GameDescription) -> list[Prohibition]:
    return [Prohibition(rule, str(FORBIDDEN[code])) for code, rule in game.prohibitions.items()]


def games_with_chat() -> list[Text]:
    """The games at whose tables people may write to each other, as the specific rules in force say."""
    sheets = rulebook_selectors.sheets_in_force()
    return [
        game.name
        for system, game in GAMES.items()
        if system in sheets and rulebook_selectors.sheet_of(sheets[system]).chat
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How players take part and interact, permanently and free of charge, with the list of forbidden programs.  [HE-P4] [HE-11f]"""
    games = GAMES.values()
    context = {
        "games": [(game, prohibitions(game)) for game in games if game.prohibitions],
        "games_between_players": [game.name for game in games if game.engine.between_players],
        "silences": [game.silence for game in games if game.silence],
        "chats": games_with_chat(),
        "programs": [PROGRAMS[code] for code in conduct.PROGRAMS],
        "section": "fair-play",
    }
    return render(request, "portal/information/fair_play.html", context)
