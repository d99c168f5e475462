"""Tables that run by sessions, for players: what is to come, a seat registered and given back.  [HE-2m] [HE-6b]"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from games.catalogue import GAMES
from games.floor import table_sessions
from games.lobby import selectors as lobby_selectors
from games.lobby.tiles import Tile
from games.models import Registration, TableSession
from games.rulebook import selectors as rulebook_selectors
from games.rules.shared.refusals import Refusal, Refused
from players.models import Player
from players.shared.decorators import for_players

REFUSALS: dict[str, Promise] = {
    Refusal.NO_SEAT: gettext_lazy("All %(seats)s seats of this session are taken."),
    Refusal.TABLE_CLOSED: gettext_lazy("This session is over or was called off."),
    Refusal.NOT_NOW: gettext_lazy(
        "The session has begun or was called off: a seat is now given up at the table itself."
    ),
}
BARRED: dict[str, Promise] = {
    "excluded": gettext_lazy("An exclusion is in force, and nobody registers while it is."),
    "paused": gettext_lazy("A pause is in force. When it is over you may register."),
    "unverified": gettext_lazy(
        "Your identity has to be confirmed before you register for a table that is played for money."
    ),
    "session-time": gettext_lazy("The time that you set for playing is used up for today."),
}
ACCOUNT = gettext_lazy("This account may not play now.")


class Meeting(Struct, frozen=True):
    """A session to come or under way, as somebody sees it."""

    session: TableSession
    tile: Tile
    registered: int
    mine: bool

    @property
    def running(self) -> bool:
        return bool(self.session.status == TableSession.Status.OPEN)

    @property
    def seats(self) -> int:
        return int(self.tile.setting.seats)

    @property
    def full(self) -> bool:
        return self.registered >= self.seats


def meetings_of(player: Player | None, currency: str = "") -> list[Meeting]:
    """The sessions of tables whose rules are in force, the next first; as many queries for many as for one."""
    found = [each for each in table_sessions.to_come() if not currency or each.table.currency == currency]
    if not found:
        return []
    sheets = rulebook_selectors.sheets_in_force()
    own = (
        set(Registration.objects.filter(player=player, session__in=found).values_list("session", flat=True))
        if player
        else set()
    )
    return [
        Meeting(
            each,
            lobby_selectors.tile(each.table, sheets[each.table.system], {}),
            each.registered,
            each.pk in own,
        )  # type: ignore[attr-defined]
        for each in found
        if each.table.system in sheets and each.table.setting is not None
    ]


@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    context: dict[str, Any] = {
        "meetings": meetings_of(player),
        "minutes": table_sessions.KEPT_MINUTES,
        "games": [game for game in GAMES.values() if game.has_table_sessions],
        "section": "lobby",
    }
    return render(request, "portal/lobby/scheduled_sessions.html", context)


@require_POST
@for_players
def register(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    try:
        made = table_sessions.register(session=id, player=player)
    except Refused as refused:
        messages.error(request, refusal_said(refused))
    else:
        said = _(
            "A seat at %(table)s is yours. It is kept for %(minutes)s minutes from the beginning of the session on."
        )
        messages.success(
            request, said % {"table": made.session.table.name, "minutes": table_sessions.KEPT_MINUTES}
        )
    return redirect("table-sessions")


@require_POST
@for_players
def withdraw(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    try:
        table_sessions.unregister(session=id, player=player)
    except Refused as refused:
        messages.error(request, refusal_said(refused))
    else:
        messages.success(request, _("You are no longer registered; the seat is free for somebody else."))
    return redirect("table-sessions")


def refusal_said(refused: Refused) -> str:
    """Why not, as a sentence, with the rule where there is one."""
    if refused.code == Refusal.EXCLUDED:
        return str(BARRED.get(str(refused.details.get("why")), ACCOUNT))
    said = str(REFUSALS[refused.code]) % refused.details
    return _("%(said)s (rule %(rule)s)") % {"said": said, "rule": refused.rule} if refused.rule else said
