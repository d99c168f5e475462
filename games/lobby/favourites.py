"""The tables that a player marked as favourites. Visitors without an account keep theirs in their browser."""

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


def add_favourite(*, player: Player, table: Table) -> None:
    Favourite.objects.get_or_create(player=player, table=table)


def remove_favourite(*, player: Player, table: Table) -> None:
    Favourite.objects.filter(player=player, table=table).delete()


@require_POST
@for_players
def favourite(request: HttpRequest, player: Player, table_id: int) -> HttpResponse:
    """Adds or removes a favourite, as the form says. Repeating the request changes nothing."""
    table = get_object_or_404(Table, pk=table_id)
    keep = request.POST.get("keep") == "1"
    if keep:
        add_favourite(player=player, table=table)
    else:
        remove_favourite(player=player, table=table)
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"kept": keep})
    next_url = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()})
    return redirect(next_url if is_safe else reverse("lobby"))
