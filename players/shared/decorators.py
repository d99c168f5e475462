"""Decorators of views."""

from __future__ import annotations

from functools import wraps
from typing import Any, ParamSpec, Protocol

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from players.models import Player

P = ParamSpec("P")


class PlayerViewFunction(Protocol[P]):
    def __call__(
        self, request: HttpRequest, player: Player, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase: ...


def for_players(view: PlayerViewFunction[P]) -> Any:
    """Passes the signed-in player to the view. The player follows from the session, never from the address.

    Staff have no player account and are sent to the lobby.
    """

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        player = Player.objects.select_related("person").filter(person=request.user.pk).first()
        if player is None:
            return redirect(settings.LOGIN_REDIRECT_URL)
        return view(request, player, *args, **kwargs)

    return wrapped
