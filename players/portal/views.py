"""The player's overview page, and the choice of language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from players.history.totals import HistorySelection, played, played_for
from players.identity.sign_in.adapters import remember_language
from players.identity.sign_in.sign_ins import previous_session
from players.models import Person, Player, PlaySession
from players.protection.limits import LimitStatus, limit_statuses
from players.shared import clock
from players.shared.decorators import for_players
from players.wallet import selectors
from players.wallet.cashier.at_tables import money_at_tables
from players.wallet.cashier.selectors import money_under_review

MAX_LIMITS = 3  # on the overview; the page of limits has all


@for_players
def account(request: HttpRequest, player: Player) -> HttpResponse:
    sessions = list(PlaySession.objects.filter(player=player).order_by("-id")[:5])
    currency = played_for(player)
    month = clock.first_day(clock.now(), "month")
    context = {
        "player": player,
        "wallets": selectors.wallets_of(player),
        "sessions": sessions,
        "newest": sessions[0] if sessions else None,
        "currency": currency,
        "month": played(player, HistorySelection(currency, since=month)),
        "limits": _limits_most_used(player),
        "previous_session": previous_session(request),
        "under_review": money_under_review(player),
        **money_at_tables(player),
    }
    return render(request, "portal/account.html", context)


def _limits_most_used(player: Player) -> list[LimitStatus]:
    """The limits that the player has set, those nearest to their end first."""
    limits = [limit for limit in limit_statuses(player) if limit.value is not None]
    return sorted(limits, key=lambda limit: limit.percent_used, reverse=True)[:MAX_LIMITS]


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
