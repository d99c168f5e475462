"""The lobby, the table's page, the rules, and the player's own record of play."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import history, selectors
from games.models import Stake, System, Table
from games.rulebook.base_rules import base_rules
from games.rules.roulette_layout import RED
from games.rules.roulette_layout import WHEELS as ENGINE_WHEELS
from games.tables.words import words
from games.wording import WHEELS, explained, place_said, said
from players.models import Player, PlaySession
from players.views import PER_PAGE, for_players

MODES = ("multiple", "individual")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/home.html", {"tiles": selectors.lobby(currency="EUR")[:3], "pockets": selectors.pockets("FR")})


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every table with its limits, for anybody to look at.  [AR-25] [FR-R26] [AR-30] [FR-R31]"""
    asked = {name: request.GET.get(name, "") for name in ("game", "money", "mode")}
    tiles = selectors.lobby(asked["game"], asked["money"], asked["mode"])
    groups = [
        ("EUR", [tile for tile in tiles if tile.table.currency == "EUR"]),
        ("DEMO", [tile for tile in tiles if tile.table.currency == "DEMO"]),
    ]
    context = {"groups": groups, "asked": asked, "systems": System.choices, "any": bool(tiles), "section": "lobby"}
    return render(request, "portal/lobby.html", context)


@require_safe
def table(request: HttpRequest, id: int) -> HttpResponse:
    """The live table. Anybody may look on; sitting down asks for a sign-in."""
    found = get_object_or_404(Table.objects.select_related("setting"), pk=id)
    sheet = selectors.sheets_in_force().get(found.system)
    if sheet is None or found.setting is None:
        raise Http404
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    language = "en" if (get_language() or "").startswith("en") else "pt"
    context = {
        "table": found,
        "facts": {
            "table": {
                "id": found.pk,
                "name": found.name,
                "system": found.system,
                "mode": str(selectors.setting_of(found.system, found.setting).mode),
                "currency": found.currency,
                "sheet": {"version": sheet.version},
            },
            "describe": selectors.described(found.system, sheet, found.setting),
            "me": {"alias": player.alias, "player": player.pk} if player else None,
            "language": language,
            "urls": table_urls(found),
        },
        "words": words(language),
        "section": "table",
    }
    return render(request, "games/table.html", context)


def table_urls(table: Table) -> dict[str, str]:
    """Where the table's page leads: the rules, the record, the way to complain.  [AR-25] [FR-R26]"""
    rules = reverse("rules-of", args=[table.system])
    return {
        "socket": f"/ws/table/{table.pk}/",
        "last": reverse("last-round", args=[table.pk]),
        "frequencies": reverse("frequencies", args=[table.pk]),
        "rules": rules,
        "limits": f"{rules}#limits",
        "complaints": reverse("complaints"),
        "responsible": reverse("responsible"),
        "fairness": reverse("fairness"),
        "lobby": reverse("lobby"),
        "sessions": reverse("sessions"),
        "rounds": reverse("rounds"),
        "signin": f"{reverse('account_login')}?next={reverse('table', args=[table.pk])}",
    }


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"systems": System.choices, "section": "rules"})


@require_safe
def rules_of(request: HttpRequest, system: str) -> HttpResponse:
    """The base rules, and the rule sheet in force with its tables: public, permanent, free.  [AR-P4] [FR-P4]"""
    if system not in System.values:
        raise Http404
    sheet = selectors.sheets_in_force().get(system)
    tiles = selectors.lobby(system=system)
    context = {
        "system": System(system),
        "regulation": base_rules(system, get_language() or ""),
        "sheet": sheet,
        "specific": selectors.sheet_of(sheet) if sheet else None,
        "chances": selectors.chances(sheet) if sheet else (),
        "tiles": tiles,
        "section": "rules",
    }
    return render(request, "games/rules_of.html", context)


def draw_context(variant: str = "") -> dict[str, Any]:
    """What the form that does a draw again must know: the wheels as the engine has them."""
    wheels = [(name, said(WHEELS, name), "-".join(order)) for name, order in ENGINE_WHEELS.items()]
    return {"wheels": wheels, "wheel": variant, "red": " ".join(sorted(RED, key=int))}


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/fairness.html", {**draw_context(), "section": "fairness"})


@for_players
def rounds(request: HttpRequest, player: Player) -> HttpResponse:
    currency = "DEMO" if request.GET.get("currency") == "DEMO" else "EUR"
    game = request.GET.get("game", "")
    chosen = history.rounds_of(player, currency, game if game in System.values else "")
    page = Paginator(chosen, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "currency": currency, "game": game, "systems": System.choices, "totals": history.totals(chosen)}
    return render(request, "games/rounds.html", context)


@for_players
def round_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """One round the player took part in, with the reason of every figure and the draw to be checked.  [AR-24] [FR-R25]"""
    stakes = Stake.objects.filter(player=player, round=id).select_related("player", "round__table", "round__sheet", "round__setting")
    stake = get_object_or_404(stakes)
    told = history.round_told(stake)
    currency = stake.round.table.currency
    lines = [{**line, "said": place_said(line["place"])} for line in told["result"].get("lines", [])]
    why = [explained(line, currency) for line in told["explain"]]
    setting = stake.round.setting
    assert setting is not None
    context = {
        **draw_context(selectors.setting_of(stake.round.table.system, setting).variant),
        "stake": stake,
        "round": stake.round,
        "told": told,
        "verify": told["verify"],
        "lines": lines,
        "why": why,
        "currency": currency,
    }
    return render(request, "games/round.html", context)


@for_players
def session_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """The statement of a play session: staked, returned, profit or loss.  [AR-26] [FR-R27]"""
    session = get_object_or_404(PlaySession.objects.filter(player=player), pk=id)
    page = Paginator(history.rounds_of(player, session=session.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {"session": session, "totals": history.session_totals(session), "day": history.same_day(session), "page": page}
    return render(request, "games/session.html", context)


@require_safe
def last_round(request: HttpRequest, id: int) -> JsonResponse:
    """The player's last round at this table, as the table's page asks for it.  [AR-24] [FR-R25]"""
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    if player is None:
        return JsonResponse({"error": "not-signed-in"}, status=401)
    found: dict[str, Any] | None = history.last_round(player, id)
    return JsonResponse(found or {}, json_dumps_params={"ensure_ascii": False})


@require_safe
def frequencies(request: HttpRequest, id: int) -> JsonResponse:
    get_object_or_404(Table, pk=id)
    return JsonResponse(selectors.frequencies(id))
