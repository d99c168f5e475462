"""The tables where a player sits, and how much of their money is on each of them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Sum
from msgspec import structs

from games.lobby.tiles import Tile
from games.models import Round
from players.models import Player, PlaySession
from players.wallet.models import Account, Transfer


def seats_of(player: Player | None) -> dict[int, int]:
    """By table: the player's chips, and what they staked in the open round."""
    if player is None:
        return {}
    tables = list(PlaySession.objects.filter(player=player, ended=None).values_list("table", flat=True))
    if not tables:
        return {}
    money = dict.fromkeys(tables, 0)
    own = list(Account.objects.filter(player=player, kind=Account.Kind.WALLET).values_list("pk", flat=True))
    for account, table, chips in Account.objects.filter(player=player, table__in=tables).values_list(
        "pk", "table", "balance"
    ):
        own.append(account)
        money[table or 0] += chips
    running = dict(
        Round.objects.filter(table__in=tables, status=Round.Status.OPEN).values_list("pk", "table")
    )
    transfers = Transfer.objects.filter(round__in=list(running)).order_by()
    for side, sign in (("source", 1), ("target", -1)):
        sums = transfers.filter(**{f"{side}__in": own}).values_list("round").annotate(Sum("cents"))
        for round_id, cents in sums:
            money[running[round_id or 0]] += sign * cents
    return money


def with_seats(tiles: Iterable[Tile], player: Player | None) -> list[Tile]:
    """The tiles, with the player's own seats marked and first."""
    seats = seats_of(player)
    marked = [
        structs.replace(tile, own=seats[tile.table.pk]) if tile.table.pk in seats else tile for tile in tiles
    ]
    return sorted(marked, key=lambda tile: tile.own is None)
