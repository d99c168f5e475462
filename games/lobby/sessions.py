"""Scheduled sessions of tables: the list, registering for a seat and withdrawing.  [HE-2m] [HE-6b]"""

from __future__ import annotations

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
from games.rules.shared.refusals import Refusal, Refused
from games.tables import sheet_selectors
from players.models import Player
from players.protection.restrictions import UNKNOWN_CODE, restriction_of
from players.shared.decorators import for_players

REFUSALS: dict[str, Promise] = {
    Refusal.NO_SEAT: gettext_lazy("All %(seats)s seats of this session are taken."),
    Refusal.TABLE_CLOSED: gettext_lazy("This session is over or was cancelled."),
    Refusal.NOT_NOW: gettext_lazy(
        "The session has started or was cancelled. You can give up your seat at the table itself."
    ),
}
RUNNING = gettext_lazy("The session has begun. Register for a seat at the table itself.")
# The refusals of a player who may not play at all: the page says why and until when.
BARRED = (Refusal.EXCLUDED, Refusal.NO_SESSIONS)


class ScheduledSession(Struct, frozen=True):
    """A session to come or running, as a player or a visitor sees it."""

    session: TableSession
    tile: Tile
    registered: int
    is_registered: bool
    seat: str = ""  # while it runs: "kept" for the player, "seated" or "waiting"

    @property
    def running(self) -> bool:
        return bool(self.session.status == TableSession.Status.OPEN)

    @property
    def free(self) -> int:
        """Seats for which nobody has registered."""
        return max(0, int(self.tile.setting.seats) - self.registered)

    @property
    def full(self) -> bool:
        return not self.free


def scheduled_sessions(player: Player | None, currency: str = "") -> list[ScheduledSession]:
    """The sessions of tables whose rules are in force, the next first. The number of queries is constant."""
    upcoming = [
        session
        for session in table_sessions.upcoming_sessions()
        if not currency or session.table.currency == currency
    ]
    if not upcoming:
        return []
    sheets = sheet_selectors.sheets_in_force()
    registrations = Registration.objects.filter(player=player, session__in=upcoming) if player else ()
    own = {registration.session_id for registration in registrations}
    seats = table_sessions.seat_states(player, upcoming) if player else {}
    return [
        ScheduledSession(
            session,
            lobby_selectors.build_tile(session.table, sheets[session.table.system], {}),
            session.registered,  # type: ignore[attr-defined]  # annotated by `upcoming_sessions`
            session.pk in own,
            seats.get(session.pk, ""),
        )
        for session in upcoming
        if session.table.system in sheets and session.table.setting is not None
    ]


@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """The page of scheduled sessions."""
    player = Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None
    context: dict[str, object] = {
        "scheduled_sessions": scheduled_sessions(player),
        "minutes": table_sessions.KEPT_MINUTES,
        "games": [game for game in GAMES.values() if game.has_table_sessions],
        "section": "lobby",
    }
    return render(request, "portal/lobby/scheduled_sessions.html", context)


@require_POST
@for_players
def register(request: HttpRequest, player: Player, session_id: int) -> HttpResponse:
    """Registers the player for a seat."""
    try:
        registration = table_sessions.register(session=session_id, player=player)
    except Refused as refused:
        messages.error(request, registration_refusal(refused, player, session_id))
    else:
        text = _(
            "You have a seat at %(table)s. It is kept for %(minutes)s minutes from the start of the session."
        )
        values = {"table": registration.session.table.name, "minutes": table_sessions.KEPT_MINUTES}
        messages.success(request, text % values)
    return redirect("table-sessions")


@require_POST
@for_players
def withdraw(request: HttpRequest, player: Player, session_id: int) -> HttpResponse:
    """Gives the player's seat back."""
    try:
        table_sessions.unregister(session=session_id, player=player)
    except Refused as refused:
        messages.error(request, refusal_message(refused))
    else:
        messages.success(request, _("You are no longer registered; the seat is free for somebody else."))
    return redirect("table-sessions")


def registration_refusal(refused: Refused, player: Player, session_id: int) -> str:
    """The reason as a sentence: what keeps the player from play, and until when, or what the session says."""
    if refused.code not in BARRED:
        return refusal_message(refused)
    currency = TableSession.objects.values_list("table__currency", flat=True).get(pk=session_id)
    restriction = restriction_of(player, currency)
    return restriction.message if restriction else str(UNKNOWN_CODE[0])


def refusal_message(refused: Refused) -> str:
    """The reason as a sentence, with its rule if there is one."""
    sentence = RUNNING if refused.details.get("why") == "running" else REFUSALS[refused.code]
    text = str(sentence) % refused.details
    return (
        _("%(sentence)s (rule %(rule)s)") % {"sentence": text, "rule": refused.rule} if refused.rule else text
    )
