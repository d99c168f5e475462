"""The published rules: of every game, of one game, and of one version of a rule sheet."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.lobby import selectors as lobby_selectors
from games.rulebook import publication
from games.rulebook.base_rules import base_rules
from games.rulebook.readings import readings
from games.rulebook.regulation_text import anchors_of_rules, regulation_text
from games.tables import sheet_selectors
from players.languages import page_language


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game with base rules, with or without specific rules in force.

    [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]
    """
    sheets = sheet_selectors.sheets_in_force()
    tiles = {tile.table.system: tile for tile in reversed(lobby_selectors.lobby_tables())}
    games = [
        {
            "system": system,
            "name": game.name,
            "hint": game.hint,
            "regulation": getattr(regulation_text(system), "number", ""),
            "sheet": sheets.get(system),
            "tile": tiles.get(system),
        }
        for system, game in GAMES.items()
    ]
    return render(request, "portal/rules/games.html", {"games": games, "section": "rules"})


@require_safe
def rules_page(request: HttpRequest, system: str) -> HttpResponse:
    """The base rules and the sheet in force: public, permanent, free.

    [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]
    """
    if system not in GAMES:
        raise Http404
    sheet = sheet_selectors.sheets_in_force().get(system)
    context: dict[str, Any] = {
        "game": GAMES[system].name,
        "how_to_play": GAMES[system].how_to_play,
        "has_decisions": GAMES[system].has_decisions,
        "tile": next(iter(lobby_selectors.lobby_tables(system)), None),
        "regulation": base_rules(system, page_language().code),
        "readings": readings(system, page_language().code),
        "anchors": anchors_of_rules(system),
        "has_text": GAMES[system].regulation is not None,
        "sheet": sheet,
        "system": system,
        "versions": publication.versions(system),
        "section": "rules",
    }
    if sheet is not None:
        facts = publication.facts(sheet)
        context |= {
            "facts": facts,
            "readings": readings(system, page_language().code, facts),
            "chances": sheet_selectors.chance_table(sheet),
            "edges": publication.edges(sheet),
            "greatest_prize": publication.greatest_prize(sheet),
            "tables": publication.tables(sheet),
        }
    return render(request, "portal/rules/game.html", context)


@require_safe
def regulation(request: HttpRequest, system: str) -> HttpResponse:
    """The regulation's text as printed: public, permanent, free.

    [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]
    """
    text = regulation_text(system) if system in GAMES else None
    if text is None:
        raise Http404
    explained: dict[str, str] = {}  # the first rule of ours that explains each paragraph
    for rule_id, anchor in anchors_of_rules(system).items():
        explained.setdefault(anchor, rule_id)
    context = {
        "game": GAMES[system].name,
        "system": system,
        "text": text,
        "explained": explained,
        "summary": base_rules(system, page_language().code),
        "section": "rules",
    }
    return render(request, "portal/rules/regulation.html", context)


@require_safe
def rules_version(request: HttpRequest, system: str, version: int) -> HttpResponse:
    """One version with its dates and changes, at a permanent URL.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    if system not in GAMES:
        raise Http404
    versions = publication.versions(system)
    shown = next((row for row in versions if row.sheet.version == version), None)
    if shown is None:
        raise Http404
    numbers = [row.sheet.version for row in versions]
    context = {
        "game": GAMES[system].name,
        "system": system,
        "shown": shown,
        "numbers": numbers,
        "section": "rules",
    }
    return render(request, "portal/rules/version.html", {**context, "edges": publication.edges(shown.sheet)})
