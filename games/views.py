"""The lobby, the table's page, the rules, and the player's own record of play."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games import history, publication, reasons, selectors
from games.felts import FELTS
from games.lobby.seats import with_seats
from games.models import ChatLine, Round, Stake, System, Table
from games.proofs import indented, proof, proof_facts
from games.receipts import receipts_of
from games.rulebook.base_rules import base_rules
from games.rules import GAMES
from games.tables.chat import told as line_told
from games.tables.published import known
from games.tables.verify_words import for_page
from games.tables.words import words
from games.wording import HINTS
from players.models import Player, PlaySession
from players.protection.bars import bar_of
from players.protection.sessions import reality_minutes
from players.views import PER_PAGE, for_players
from players.visitors import TooMany, player_of, visitor_begin


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """With one table of each game: the first of those that stand open."""
    first = {tile.table.system: tile for tile in reversed(selectors.lobby(currency="EUR"))}
    tiles = [first[system] for system in System.values if system in first]
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    return render(
        request, "portal/home.html", {"tiles": with_seats(tiles, player), "pockets": selectors.pockets("FR")}
    )


@gzip_page
@require_safe
def table(request: HttpRequest, id: int, window: bool = False) -> HttpResponse:
    """The live table. Anybody may look on, and play at demonstration tables; sitting down for money asks for a sign-in.

    In a window with others it is the same page, which tells that window how it stands.
    """
    found = get_object_or_404(Table.objects.select_related("setting"), pk=id)
    sheet = selectors.sheets_in_force().get(found.system)
    if sheet is None or found.setting is None:
        raise Http404
    player = player_of(request) if found.currency == "DEMO" or request.user.is_authenticated else None
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
            "known": known(),
            "me": me(request, player) if player else None,
            "barred": barred(player, found.currency),
            "language": language,
            "urls": table_urls(
                found,
                player=player is not None and request.user.is_authenticated,
                chat=selectors.sheet_of(sheet).chat,
            ),
            "visit": reverse("visit", args=[found.pk])
            if found.currency == "DEMO"
            and player is None
            and not request.user.is_authenticated
            and not window
            else "",
            "window": window,
            "csrf": get_token(request),
        },
        "words": words(language, found.system),
        "felt": FELTS[found.system],
        "window": window,
        "section": "table",
    }
    return render(request, "table/table.html", context)


def me(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What the table's page must know of whoever looks at it; `reality` is the interval, in minutes, of the player's own reality check."""
    return {
        "alias": player.alias,
        "player": player.pk,
        "reality": reality_minutes(player.pk),
        "csrf": get_token(request),
    }


def barred(player: Player | None, currency: str) -> dict[str, str] | None:
    """Why this player may not sit down at a table of that currency, and where they see more."""
    bar = bar_of(player, currency) if player else None
    return {"said": bar.said, "url": bar.url} if bar else None


def table_urls(table: Table, *, player: bool = True, chat: bool = False) -> dict[str, str]:
    """Where the table's page leads: the rules, the record, the way to complain.  [AR-25] [FR-R26]"""
    rules = reverse("rules-of", args=[table.system])
    return {
        "socket": f"/ws/table/{table.pk}/",
        **({"chat": reverse("chat", args=[table.pk])} if chat else {}),
        "last": reverse("last-round", args=[table.pk]),
        "elsewhere": reverse("session-elsewhere", args=[table.pk]),
        "frequencies": reverse("frequencies", args=[table.pk]),
        "rules": rules,
        # Macau's law says nothing of limits and clocks: there the house keeps to the rules of póquer sem descarte, and names them so.
        **(
            {"other_rules": {"CS": reverse("rules-of", args=[System.CARIBBEAN_STUD])}}
            if table.system == System.MACAU_STUD
            else {}
        ),
        "limits": f"{rules}#limits",
        **(
            {"report": reverse("report-player", args=[table.pk])}
            if player and GAMES[table.system].BETWEEN_PLAYERS
            else {}
        ),
        "complaints": f"{reverse('complaint-new')}?table={table.pk}" if player else reverse("complaints"),
        "responsible": reverse("responsible"),
        "fairness": reverse("fairness"),
        "fair_play": reverse("fair-play"),
        "verify": reverse("verify"),
        "lobby": reverse("lobby"),
        "sessions": reverse("sessions"),
        "reality": reverse("reality-check-seen"),
        "rounds": reverse("rounds"),
        "signin": f"{reverse('account_login')}?next={reverse('table', args=[table.pk])}",
    }


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game with base rules, whether or not the house has specific rules in force.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    sheets = selectors.sheets_in_force()
    games = [
        {"system": system, "name": name, "hint": HINTS[system], "sheet": sheets.get(system)}
        for system, name in System.choices
    ]
    return render(request, "portal/rules/games.html", {"games": games, "section": "rules"})


@require_safe
def rules_of(request: HttpRequest, system: str) -> HttpResponse:
    """The base rules, and the rule sheet in force with its tables: public, permanent, free.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    if system not in System.values:
        raise Http404
    sheet = selectors.sheets_in_force().get(system)
    context = {
        "game": System(system).label,
        "regulation": base_rules(system, get_language() or ""),
        "sheet": sheet,
        "system": system,
        "versions": publication.versions(system),
        "section": "rules",
    }
    if sheet is not None:
        context |= {
            "facts": publication.facts(sheet),
            "variants": selectors.wheels(sheet),
            "chances": selectors.chances(sheet),
            "edges": publication.edges(sheet),
            "tables": publication.tables(sheet),
        }
    return render(request, "portal/rules/game.html", context)


@require_safe
def rules_version(request: HttpRequest, system: str, version: int) -> HttpResponse:
    """One version as it was, with its dates and what it changed: at an address that stays.  [AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4]"""
    if system not in System.values:
        raise Http404
    versions = publication.versions(system)
    found = next((each for each in versions if each.sheet.version == version), None)
    if found is None:
        raise Http404
    numbers = [each.sheet.version for each in versions]
    context = {
        "game": System(system).label,
        "system": system,
        "found": found,
        "numbers": numbers,
        "section": "rules",
    }
    return render(request, "portal/rules/version.html", {**context, "edges": publication.edges(found.sheet)})


def check_context(round: Round | None = None, own: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the form that does a draw again must have: words for its checks; and of a round, if one is looked at, what was published
    of it, or what the croupier opened to one seat of it."""
    told = own or (proof(round) if round is not None else None)
    language = "en" if (get_language() or "").startswith("en") else "pt"
    return {
        "proof": told,
        "proof_text": indented(told),
        "proof_facts": proof_facts(told),
        "verify_facts": for_page(language),
    }


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/fairness/fairness.html", {**check_context(), "section": "fairness"})


@require_safe
def verify(request: HttpRequest, id: int | None = None) -> HttpResponse:
    """The check of a round by itself: anybody may look at what was published of it, and do its draw again."""
    found = (
        None
        if id is None
        else get_object_or_404(Round.objects.select_related("table", "sheet", "setting"), pk=id)
    )
    return render(
        request, "portal/fairness/check.html", {**check_context(found), "round": found, "section": "fairness"}
    )


@for_players
def round_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """One round the player took part in, with the reason of every figure and the draw to be checked.

    [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]
    """
    stakes = Stake.objects.filter(player=player, round=id).select_related(
        "player", "round__table", "round__sheet", "round__setting"
    )
    stake = get_object_or_404(stakes)
    told = history.round_told(stake)
    currency = stake.round.table.currency
    system = stake.round.table.system
    lines = [{**line, "said": reasons.laid_on(system, line)} for line in told["result"].get("lines", [])]
    why = [reasons.explained(system, line, currency) for line in told["explain"]]
    context = {
        **check_context(stake.round, told.get("verify")),
        "stake": stake,
        "receipts": receipts_of(stake.round, player),
        "round": stake.round,
        "told": told,
        "lines": lines,
        "why": why,
        "currency": currency,
    }
    return render(request, "portal/rounds/round.html", context)


@for_players
def session_page(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """The statement of a play session: staked, returned, profit or loss.  [AR-26] [FR-R27]"""
    session = get_object_or_404(PlaySession.objects.filter(player=player), pk=id)
    page = Paginator(history.rounds_of(player, session=session.pk), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "session": session,
        "totals": history.session_totals(session),
        "elsewhere": history.elsewhere_in_visit(session),
        "page": page,
    }
    return render(request, "portal/rounds/session.html", context)


@require_safe
def last_round(request: HttpRequest, id: int) -> JsonResponse:
    """The player's last round at this table, as the table's page asks for it.  [AR-24] [FR-R25]"""
    player = player_of(request)
    if player is None:
        return JsonResponse({"error": "not-signed-in"}, status=401)
    found: dict[str, Any] | None = history.last_round(player, id)
    return JsonResponse(found or {}, json_dumps_params={"ensure_ascii": False})


@require_safe
def session_elsewhere(request: HttpRequest, id: int) -> JsonResponse:
    """For the closing statement of a stay: the same game at other tables in this visit (A52).  [AR-26] [HE-67]"""
    player = player_of(request)
    if player is None:
        return JsonResponse({"error": "not-signed-in"}, status=401)
    session = PlaySession.objects.filter(player=player, table=id).order_by("-pk").first()
    if session is None:
        raise Http404
    found = history.elsewhere_in_visit(session)
    totals = found.totals
    figures = {
        "rounds": totals.rounds,
        "staked": totals.staked,
        "returned": totals.returned,
        "net": totals.net,
    }
    return JsonResponse({"tables": found.tables, **figures})


@require_safe
def frequencies(request: HttpRequest, id: int) -> JsonResponse:
    get_object_or_404(Table, pk=id)
    return JsonResponse(selectors.frequencies(id))


@require_safe
def chat(request: HttpRequest, id: int) -> JsonResponse:
    """The last lines that were written at a table, but those that staff have hidden."""
    get_object_or_404(Table, pk=id)
    lines = ChatLine.objects.filter(table=id, hidden=None).order_by("-id")[:30]
    return JsonResponse(
        {"lines": [line_told(line) for line in reversed(lines)]}, json_dumps_params={"ensure_ascii": False}
    )


@require_POST
def visit(request: HttpRequest, id: int) -> HttpResponse:
    """Somebody without an account plays a demonstration table.  [AR-30] [FR-R31] [BJ-37] [PB-37] [HE-74] [CS-43]"""
    found = get_object_or_404(Table, pk=id, currency="DEMO")
    try:
        visitor_begin(request)
    except TooMany:
        messages.error(
            request,
            _("So many visitors do not come from one address. Try again in an hour, or open an account."),
        )
    return redirect("table", found.pk)
