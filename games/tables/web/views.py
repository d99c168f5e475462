"""The page of a live table, and what that page asks for by itself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.catalogue import GAMES
from games.models import ChatLine, Table
from games.rounds import history
from games.rounds.proof import known
from games.rulebook import selectors as rulebook_selectors
from games.tables import selectors as table_selectors
from games.tables.croupier.chat import told as line_told
from games.tables.messages.table import messages_for
from players.identity.visitors import TooMany, player_of, visitor_begin
from players.models import Player, PlaySession
from players.protection.play_time import reality_minutes
from players.protection.restrictions import bar_of


@gzip_page
@require_safe
def table(request: HttpRequest, id: int, window: bool = False) -> HttpResponse:
    """The live table. Anybody may look on, and play at demonstration tables; sitting down for money asks for a sign-in.

    In a window with others it is the same page, which tells that window how it stands.
    """
    found = get_object_or_404(Table.objects.select_related("setting"), pk=id)
    sheet = rulebook_selectors.sheets_in_force().get(found.system)
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
                "mode": str(rulebook_selectors.setting_of(found.system, found.setting).mode),
                "currency": found.currency,
                "sheet": {"version": sheet.version},
            },
            "describe": rulebook_selectors.described(found.system, sheet, found.setting),
            "known": known(),
            "me": me(request, player) if player else None,
            "barred": barred(player, found.currency),
            "language": language,
            "urls": table_urls(
                found,
                player=player is not None and request.user.is_authenticated,
                chat=rulebook_selectors.sheet_of(sheet).chat,
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
        "words": messages_for(language, found.system),
        "page": GAMES[found.system].page,
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
    cited = GAMES[table.system].other_rules
    other_rules = {prefix: reverse("rules-of", args=[system]) for prefix, system in cited.items()}
    return {
        "socket": f"/ws/table/{table.pk}/",
        **({"chat": reverse("chat", args=[table.pk])} if chat else {}),
        "last": reverse("last-round", args=[table.pk]),
        "elsewhere": reverse("session-elsewhere", args=[table.pk]),
        "frequencies": reverse("frequencies", args=[table.pk]),
        "rules": rules,
        **({"other_rules": other_rules} if other_rules else {}),
        "limits": f"{rules}#limits",
        **(
            {"report": reverse("report-player", args=[table.pk])}
            if player and GAMES[table.system].engine.between_players
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
    return JsonResponse(table_selectors.frequencies(id))


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
