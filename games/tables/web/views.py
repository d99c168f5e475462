"""The page of a live table, and the requests that its scripts make."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.catalogue import GAMES
from games.catalogue.last_results import last_results
from games.catalogue.table_terms import terms_of
from games.models import ChatLine, RuleSheet, Table, TableSetting
from games.tables import selectors as table_selectors
from games.tables import sheet_selectors
from games.tables.croupier.chat import line_data
from games.tables.messages.table import messages_for
from games.tables.messages.verification import known_to_browser
from games.tables.transport.client import leave_table
from games.tables.transport.frames import AcceptedFrame, RefusedFrame
from players.identity.sign_in.read_limits import limit_reads
from players.identity.sign_in.session_end import ANNOUNCED, SessionEnd
from players.identity.sign_in.visitors import TooManyVisitors, create_visitor, request_player
from players.languages import page_language
from players.models import Player, PlaySession
from players.protection.play_time import reality_check_interval
from players.protection.restrictions import restriction_of
from players.shared.decorators import for_players
from players.shared.money import format_money


@gzip_page
@require_safe
def table(request: HttpRequest, table_id: int, window: bool = False) -> HttpResponse:
    """The page of a live table. Everybody may watch, and play at demonstration tables; a seat for money needs
    a sign-in.

    In a window with several tables it is the same page, which reports its state to that window.
    """
    row = get_object_or_404(Table.objects.select_related("setting"), pk=table_id)
    sheet = sheet_selectors.sheets_in_force().get(row.system)
    if sheet is None or row.setting is None:
        raise Http404
    player = request_player(request) if row.currency == "DEMO" or request.user.is_authenticated else None
    language = page_language().tag
    page, face = GAMES[row.system].page, GAMES[row.system].tile_face
    results = last_results(row.system, row.recent)
    context = {
        "table": row,
        "facts": {
            "table": {
                "id": row.pk,
                "name": row.name,
                "system": row.system,
                "mode": str(sheet_selectors.setting_of(row.system, row.setting).mode),
                "currency": row.currency,
            },
            "terms": _page_terms(row.system, sheet, row.setting, language),
            "describe": sheet_selectors.described(row.system, sheet, row.setting),
            "known": known_to_browser(),
            "draw": msgspec.to_builtins(sheet_selectors.sheet_of(sheet).draw),
            "me": me(request, player) if player else None,
            "barred": barred(player, row.currency),
            "language": language,
            "urls": table_urls(
                row,
                player=player is not None and request.user.is_authenticated,
                chat=sheet_selectors.sheet_of(sheet).chat,
            ),
            "session_end": session_end(request),
            "visit": reverse("visit", args=[row.pk])
            if row.currency == "DEMO" and player is None and not request.user.is_authenticated and not window
            else "",
            "window": window,
            "csrf": get_token(request),
        },
        "words": messages_for(language, row.system),
        "page": page,
        "files": page.files,
        "face": face.values_of(sheet_selectors.setting_of(row.system, row.setting), results),
        "face_template": face.template,
        "tile": {"table": row, "results": results, "marks": face.marks_of(results)},
        "window": window,
        "section": "table",
    }
    return render(request, "table/table.html", context)


def _page_terms(system: str, sheet: RuleSheet, setting: TableSetting, language: str) -> dict[str, Any]:
    """Which terms the page was made from, as it says them: what changes later is told against them."""
    sheet_read, setting_read = sheet_selectors.sheet_of(sheet), sheet_selectors.setting_of(system, setting)
    words = dict(terms_of(system, sheet_read, setting_read))
    return {"sheet": sheet.pk, "setting": setting.pk, "words": {language: words}}


def session_end(request: HttpRequest) -> dict[str, Any] | None:
    """When the session of somebody who is signed in ends, and from when on (in ms) the page says so."""
    at = SessionEnd(request).at
    if at is None:
        return None
    end = int(at.timestamp() * 1000)
    return {"said_from": end - ANNOUNCED * 1000, "time": time_format(localtime(at), "TIME_FORMAT")}


def me(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What the table's page must know about its viewer; `reality` is the interval, in minutes, of the
    player's own reality check.
    """
    return {
        "alias": player.alias,
        "player": player.pk,
        "reality": reality_check_interval(player.pk),
        "csrf": get_token(request),
    }


def barred(player: Player | None, currency: str) -> dict[str, str] | None:
    """Why this player may not sit down at a table of that currency, and where they see more."""
    restriction = restriction_of(player, currency) if player else None
    return {"message": restriction.message, "url": restriction.url} if restriction else None


def table_urls(table: Table, *, player: bool = True, chat: bool = False) -> dict[str, str]:
    """Where the table's page leads: the rules, the record, the way to complain.  [AR-25] [FR-R26]"""
    rules = reverse("rules-of", args=[table.system])
    cited, has_text = GAMES[table.system].other_rules, GAMES[table.system].regulation is not None
    other_rules = {prefix: reverse("rules-of", args=[system]) for prefix, system in cited.items()}
    return {
        "socket": f"/ws/table/{table.pk}/",
        **({"chat": reverse("chat", args=[table.pk])} if chat else {}),
        "last": reverse("last-round", args=[table.pk]),
        "elsewhere": reverse("session-elsewhere", args=[table.pk]),
        "frequencies": reverse("frequencies", args=[table.pk]),
        "rules": rules,
        **({"regulation": reverse("regulation", args=[table.system])} if has_text else {}),
        **({"other_rules": other_rules} if other_rules else {}),
        "limits": f"{rules}#limits",
        **(
            {
                "report": reverse("report-player", args=[table.pk]),
                "notes": reverse("opponent-notes", args=[table.pk]),
            }
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
        "care": reverse("care-card"),
        "pause": reverse("exclusion"),
        "own_limits": reverse("limits"),
        "rounds": reverse("rounds"),
        **({"my_play": reverse("my-play")} if player else {}),
        "signin": f"{reverse('account_login')}?next={reverse('table', args=[table.pk])}",
    }


@require_safe
@limit_reads
def frequencies(request: HttpRequest, table_id: int) -> JsonResponse:
    """How often each result came, as the table's page shows it."""
    get_object_or_404(Table, pk=table_id)
    return JsonResponse(table_selectors.frequencies(table_id))


@require_safe
@limit_reads
def chat(request: HttpRequest, table_id: int) -> JsonResponse:
    """The last chat lines of a table, without those that staff have hidden."""
    get_object_or_404(Table, pk=table_id)
    lines = ChatLine.objects.filter(table=table_id, hidden=None).order_by("-id")[:30]
    return JsonResponse(
        {"lines": [line_data(line) for line in reversed(lines)]}, json_dumps_params={"ensure_ascii": False}
    )


@require_POST
@for_players
def leave(request: HttpRequest, player: Player, table_id: int) -> HttpResponse:
    """Ends the player's session at a table from another page.  [AR-27] [FR-R28]

    The table decides as if they had pressed «End session» there: a stake in play is settled first.
    """
    session = PlaySession.objects.filter(player=player, table=table_id, ended=None).first()
    if session is None:
        messages.info(request, _("You are no longer at this table."))
        return redirect("account")
    reply = leave_table(table_id, player.pk)
    session.refresh_from_db()
    level, text = _after_leaving(session, reply)
    messages.add_message(request, level, text)
    return redirect("account")


def _after_leaving(session: PlaySession, reply: AcceptedFrame | RefusedFrame | None) -> tuple[int, str]:
    """What became of it, from the record: somebody else may have ended the session meanwhile."""
    names = {"table": session.table_name, "net": format_money(session.net, session.currency, signed=True)}
    if session.ended is not None:
        return messages.INFO, _("Your session at %(table)s has ended. Net: %(net)s.") % names
    if reply is None:
        return messages.ERROR, _("%(table)s has not answered yet. Check again in a moment.") % names
    if isinstance(reply, RefusedFrame):
        words = messages_for(page_language().tag, session.system)
        reason = words.get(f"refused.{reply.code}", "")
        return messages.ERROR, f"{session.table_name}: {reason}" if reason else _(
            "%(table)s cannot end your session now."
        ) % names
    return messages.INFO, _("The round at %(table)s is played to its end; then your session ends.") % names


@require_POST
def visit(request: HttpRequest, table_id: int) -> HttpResponse:
    """A visitor without an account plays at a demonstration table.
    [AR-30] [FR-R31] [BJ-37] [PB-37] [HE-74] [CS-43]
    """
    row = get_object_or_404(Table, pk=table_id, currency="DEMO")
    try:
        create_visitor(request)
    except TooManyVisitors:
        messages.error(
            request,
            _("Too many visitors from your network. Try again in an hour, or open an account."),
        )
        return redirect("table", row.pk)
    return redirect(f"{reverse('table', args=[row.pk])}#sit")  # this press sits down as well
