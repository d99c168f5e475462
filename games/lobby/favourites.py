"""The tables that a player wants to find first. Visitors keep theirs in their own browser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.models import Favourite, Table
from players.models import Player
from players.shared.decorators import for_players


def favourites_of(player: Player | None) -> frozenset[int]:
    if player is None:
        return frozenset()
    return frozenset(Favourite.objects.filter(player=player).values_list("table", flat=True))


def favourite_keep(*, player: Player, table: Table) -> None:
    Favourite.objects.get_or_create(player=player, table=table)


def favourite_forget(*, player: Player, table: Table) -> None:
    Favourite.objects.filter(player=player, table=table).delete()


@require_POST
@for_players
def favourite(request: HttpRequest, player: Player, id: int) -> HttpResponse:
    """Kept or forgotten, as the form says; asked twice it stays as asked."""
    table = get_object_or_404(Table, pk=id)
    keep = request.POST.get("keep") == "1"
    (favourite_keep if keep else favourite_forget)(player=player, table=table)
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"kept": keep})
    back = request.POST.get("next", "")
    return redirect(
        back
        if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
        else reverse("lobby")
    )
