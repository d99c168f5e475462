"""The public page about fair play: how players interact, and what is prohibited."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.conduct import FORBIDDEN, PROGRAMS
from games.catalogue.description import GameDescription
from games.catalogue.text import Text
from games.rules.shared import conduct
from games.tables import sheet_selectors


class Prohibition(Struct, frozen=True):
    """One prohibition, as a sentence, with its rule."""

    rule: str
    text: str


def prohibitions(game: GameDescription) -> list[Prohibition]:
    return [Prohibition(rule, str(FORBIDDEN[code])) for code, rule in game.prohibitions.items()]


def games_with_chat() -> list[Text]:
    """The games whose rule sheet in force allows a chat at the table."""
    sheets = sheet_selectors.sheets_in_force()
    return [
        game.name
        for system, game in GAMES.items()
        if system in sheets and sheet_selectors.sheet_of(sheets[system]).chat
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How players take part and interact, with the prohibited programs. Always available, free of charge.

    [HE-P4] [HE-11f]
    """
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
