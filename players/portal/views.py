"""The player's overview page, and the choice of language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from players.identity.adapters import previous_sign_in, remember_language
from players.models import Person, Player, PlaySession
from players.shared.decorators import for_players
from players.wallet import selectors
from players.wallet.cashier.selectors import money_under_review


@for_players
def account(request: HttpRequest, player: Player) -> HttpResponse:
    context = {
        "player": player,
        "wallets": selectors.wallets_of(player),
        "sessions": PlaySession.objects.filter(player=player).order_by("-id")[:5],
        "previous_sign_in": previous_sign_in(request),
        "under_review": money_under_review(player),
    }
    return render(request, "portal/account.html", context)


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
