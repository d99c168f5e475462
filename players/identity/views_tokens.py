"""A player's API tokens: the list, a new one that is shown once, and revoking."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players.identity.api_tokens import open_tokens, revoke_token
from players.identity.reauthentication import reauthentication_required
from players.identity.token_forms import ApiTokenForm
from players.models import Player
from players.shared.decorators import for_players


@never_cache
@for_players
@reauthentication_required
def tokens_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The token is part of this answer only: whoever loads the page again does not see it."""
    form = ApiTokenForm(request.POST or None)
    token = None
    if request.method == "POST" and form.is_valid():
        token = form.create(player.person, request)
        form = ApiTokenForm() if token else form
    context = {"form": form, "token": token, "tokens": open_tokens(player.person).order_by("-pk")}
    return render(request, "portal/identity/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@for_players
def end_token(request: HttpRequest, player: Player) -> HttpResponse:
    chosen = request.POST.get("token", "")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 19 else 0
    if revoke_token(token=number, owner=player.person, by=player.person, request=request):
        messages.success(request, _("The token has been revoked. It no longer reads anything."))
    else:
        messages.info(request, _("That token had already ended."))
    return redirect("api-tokens")
