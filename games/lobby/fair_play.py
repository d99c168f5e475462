"""How people play with each other, and what nobody may do: a public page of its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.catalogue import game_choices
from games.catalogue.conduct import FORBIDDEN, PROGRAMS
from games.rulebook import selectors as rulebook_selectors
from games.rules.shared import conduct


class Forbidden(Struct, frozen=True):
    """One prohibition, in words, under its rule."""

    rule: str
    said: str


def forbidden(system: str) -> list[Forbidden]:
    return [Forbidden(each["rule"], str(FORBIDDEN[each["code"]])) for each in conduct.forbidden(system)]


def games_with_chat() -> list[str]:
    """The games at whose tables people may write to each other, as the specific rules in force say."""
    sheets = rulebook_selectors.sheets_in_force()
    return [
        str(name)
        for system, name in game_choices()
        if system in sheets and rulebook_selectors.sheet_of(sheets[system]).chat
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How players take part and interact, permanently and free of charge, with the list of forbidden programs.  [HE-P4] [HE-11f]"""
    context = {
        "holdem": forbidden("holdem"),
        "macau": forbidden("macau-stud"),
        "chats": games_with_chat(),
        "programs": [PROGRAMS[code] for code in conduct.PROGRAMS],
        "section": "fair-play",
    }
    return render(request, "portal/information/fair_play.html", context)
