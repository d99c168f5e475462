"""The player's overview page, «My play», and the choice of language."""

from __future__ import annotations

from datetime import date, datetime
from itertools import accumulate

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language
from msgspec import Struct

from players.history.own_past import own_past
from players.history.totals import DayOfPlay, play_by_day, played_for
from players.identity.sign_in.adapters import remember_language
from players.identity.sign_in.sign_ins import previous_session
from players.models import Person, Player, PlaySession
from players.play_records import PlayTotals
from players.portal.waiting import things_waiting
from players.protection.care_messages import past_messages, waiting_card
from players.protection.limits import LimitStatus, limit_statuses
from players.shared import clock
from players.shared.decorators import for_players
from players.wallet.cashier.at_tables import money_at_tables
from players.wallet.cashier.selectors import unsettled_payments

MAX_SESSIONS = 5  # on the overview, besides those that are open
MAX_MESSAGES = 10  # about play, on the page «My play»
CHART_DAYS = 30
WIDE, HIGH = 1000, 100  # of the drawing of the net, in its own units


@for_players
def account(request: HttpRequest, player: Player) -> HttpResponse:
    now = clock.now()
    own = PlaySession.objects.filter(player=player).order_by("-id")
    sessions = list(own.filter(Q(ended=None) | Q(pk__in=own.values("pk")[:MAX_SESSIONS])))
    deposits, under_review = unsettled_payments(player)
    currency = played_for(player)
    days = play_by_day(player, currency, CHART_DAYS, now)
    context = {
        "player": player,
        "waiting": things_waiting(player, deposits),
        "sessions": sessions[:MAX_SESSIONS],
        "newest": sessions[0] if sessions else None,
        "open_sessions": [session for session in sessions if session.ended is None],
        "recent": PlayTotals(
            sum(day.totals.rounds for day in days),
            sum(day.totals.staked for day in days),
            sum(day.totals.returned for day in days),
        ),
        "net": net_chart(days),
        "currency": currency,
        "limits": tightest_limits(player, now),
        "previous_session": previous_session(request),
        "under_review": under_review,
        **money_at_tables(player),
    }
    return render(request, "portal/account.html", context)


@require_safe
@for_players
def my_play(request: HttpRequest, player: Player) -> HttpResponse:
    """What the player did in thirty days beside the own past, what the house said about it, and what helps.

    Officers of player protection read the same figures (`own_past`).
    """
    now = clock.now()
    past = own_past(player, now)
    context = {
        "past": past,
        "first_day": past.stretches[-1].first,
        "card": waiting_card(player),
        "messages_about_play": past_messages(player, MAX_MESSAGES),
        "limits": tightest_limits(player, now),
    }
    return render(request, "portal/my_play.html", context)


class NetChart(Struct, frozen=True):
    """The running net as a line: its points, where nothing is won or lost, and what stands beside it."""

    line: str
    zero: int
    first: date
    last: date
    most: int
    least: int


def net_chart(days: list[DayOfPlay]) -> NetChart | None:
    """The drawing of the running net, with zero in it; None if it never left zero."""
    points = list(accumulate(day.totals.net for day in days))
    most, least = max(0, *points), min(0, *points)
    if most == least:
        return None
    height = {cents: HIGH * (most - cents) // (most - least) for cents in {0, *points}}
    step = WIDE / (len(points) - 1)
    line = " ".join(f"{round(step * place)},{height[cents]}" for place, cents in enumerate(points))
    return NetChart(line, height[0], days[0].day, days[-1].day, most, least)


def tightest_limits(player: Player, now: datetime) -> list[LimitStatus]:
    """Of each kind the limit that is nearest to its end, of those that the player has set; the one most used
    first.
    """
    of_kind: dict[str, LimitStatus] = {}
    for limit in limit_statuses(player, now):
        nearest = of_kind.get(limit.kind)
        if limit.value is not None and (nearest is None or limit.percent_used > nearest.percent_used):
            of_kind[limit.kind] = limit
    return sorted(of_kind.values(), key=lambda limit: limit.percent_used, reverse=True)


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Sets the language of the pages. For a signed-in person it is stored in the account."""
    chosen = request.POST.get("language", "")
    response: HttpResponseBase = set_language(request)
    if chosen in dict(settings.LANGUAGES):
        remember_language(response, chosen)
        if isinstance(request.user, Person):
            Person.objects.filter(pk=request.user.pk).update(language=chosen)
    return response
