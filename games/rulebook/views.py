"""The published rules: of every game, of one game, and of one version of a rule sheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.rulebook import publication
from games.rulebook import selectors as rulebook_selectors
from games.rulebook.base_rules import base_rules


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game with base rules, whether or not the house has specific rules in force.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    sheets = rulebook_selectors.sheets_in_force()
    games = [
        {"system": system, "name": game.name, "hint": game.hint, "sheet": sheets.get(system)}
        for system, game in GAMES.items()
    ]
    return render(request, "portal/rules/games.html", {"games": games, "section": "rules"})


@require_safe
def rules_of(request: HttpRequest, system: str) -> HttpResponse:
    """The base rules, and the rule sheet in force with its tables: public, permanent, free.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    if system not in GAMES:
        raise Http404
    sheet = rulebook_selectors.sheets_in_force().get(system)
    context = {
        "game": GAMES[system].name,
        "regulation": base_rules(system, get_language() or ""),
        "sheet": sheet,
        "system": system,
        "versions": publication.versions(system),
        "section": "rules",
    }
    if sheet is not None:
        context |= {
            "facts": publication.facts(sheet),
            "chances": rulebook_selectors.chance_table(sheet),
            "edges": publication.edges(sheet),
            "tables": publication.tables(sheet),
        }
    return render(request, "portal/rules/game.html", context)


@require_safe
def rules_version(request: HttpRequest, system: str, version: int) -> HttpResponse:
    """One version as it was, with its dates and what it changed: at an address that stays.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    if system not in GAMES:
        raise Http404
    versions = publication.versions(system)
    found = next((each for each in versions if each.sheet.version == version), None)
    if found is None:
        raise Http404
    numbers = [each.sheet.version for each in versions]
    context = {
        "game": GAMES[system].name,
        "system": system,
        "found": found,
        "numbers": numbers,
        "section": "rules",
    }
    return render(request, "portal/rules/version.html", {**context, "edges": publication.edges(found.sheet)})
