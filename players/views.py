"""The player's overview, and the language of the pages. What else is a player's own stands with what it is about."""

from __future__ import annotations

from functools import wraps
from typing import Any, ParamSpec, Protocol

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from players import selectors
from players.accounts import previous_sign_in, remember_language
from players.models import Person, Player

P = ParamSpec("P")
PER_PAGE = 50


class View(Protocol[P]):
    def __call__(
        self, request: HttpRequest, player: Player, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse: ...


def for_players(view: View[P]) -> Any:
    """The signed-in player comes with the session, never with the address; staff without one are shown the tables."""

    @login_required
    @wraps(view)
    def shown(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = Player.objects.select_related("person").filter(person=request.user.pk).first()
        return (
            redirect(settings.LOGIN_REDIRECT_URL)
            if player is None
            else view(request, player, *args, **kwargs)
        )

    return shown


@for_players
def account(request: HttpRequest, player: Player) -> HttpResponse:
    context = {
        "player": player,
        "wallets": selectors.wallets_of(player),
        "sessions": selectors.sessions_of(player)[:5],
        "previous_sign_in": previous_sign_in(request),
    }
    return render(request, "portal/account.html", context)


@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """The language of the pages; a signed-in person finds it again at the next sign-in."""
    chosen = request.POST.get("language", "")
    response: HttpResponseBase = set_language(request)
    if chosen in dict(Person.language.field.choices) and check_for_language(chosen):  # type: ignore[attr-defined]
        remember_language(response, chosen)
        if isinstance(request.user, Person):
            Person.objects.filter(pk=request.user.pk).update(language=chosen)
    return response
