"""The tables where a player sits, with their money on each, and where they played lately."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from django.db.models import Q, Sum
from msgspec import structs

from games.lobby.tiles import Tile
from games.models import Round, Stake
from games.rules.shared.money import TransferKind
from players.models import Player, PlaySession
from players.wallet.models import Account, Transfer

# What puts money of a seat among the stakes of a round, and what takes it from there. A prize does neither.
PUT_DOWN = (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.CHIPS)
TAKEN_UP = (
    TransferKind.STAKE_LOST,
    TransferKind.STAKE_BACK,
    TransferKind.STAKE_HELD,
    TransferKind.CHIPS_BACK,
    TransferKind.JACKPOT_SHARE,
    TransferKind.JACKPOT_BANK,
)
NOTHING = Q(pk__in=[])
NEWEST_SESSIONS, TABLES_PLAYED = 20, 4  # where a player has played lately, and how many tables are named


def seats_of(player: Player | None) -> dict[int, int]:
    """By table: the player's chips, and their stakes that no round has decided yet."""
    if player is None:
        return {}
    open_sessions = PlaySession.objects.filter(player=player, ended=None)
    sessions = {session.table: session for session in open_sessions}
    if not sessions:
        return {}
    own = {account.pk: account for account in Account.objects.filter(player=player)}
    money = dict.fromkeys(sessions, 0)
    for account in own.values():
        if account.table in money:
            money[account.table] += account.balance
    open_rounds = Round.objects.filter(table__in=sessions, status=Round.Status.OPEN)
    running = dict(open_rounds.values_list("pk", "table"))
    seats = _seat_numbers(sessions, running, list(own))
    for amounts in (_staked(running, seats), _held(sessions, seats)):
        for table, cents in amounts.items():
            money[table] += cents
    return money


def _seat_numbers(
    sessions: Mapping[int, PlaySession], running: Mapping[int, int], own: list[int]
) -> dict[int, int]:
    """By table: the seat at which the player has staked in this session."""
    ended = Stake.objects.filter(session__in=[session.pk for session in sessions.values()]).order_by()
    staked = Transfer.objects.filter(round__in=list(running), source__in=own, kind__in=PUT_DOWN).order_by()
    return dict(ended.values_list("round__table", "seat").distinct()) | {
        running[number or 0]: seat or 0 for number, seat in staked.values_list("round", "seat")
    }


def _staked(running: Mapping[int, int], seats: Mapping[int, int]) -> dict[int, int]:
    """The stakes of the open rounds that still lie there. The pots of poker take all of them at once."""
    transfers = Transfer.objects.filter(round__in=list(running)).order_by()
    paid_pots = set(transfers.filter(kind=TransferKind.POT).values_list("round", flat=True))
    own = [
        Q(round=number, seat=seats[table])
        for number, table in running.items()
        if table in seats and number not in paid_pots
    ]
    moved = transfers.filter(reduce(or_, own, NOTHING), kind__in=(*PUT_DOWN, *TAKEN_UP))
    amounts: dict[int, int] = {}
    for number, kind, cents in moved.values_list("round", "kind").annotate(Sum("cents")):
        table = running[number or 0]
        amounts[table] = amounts.get(table, 0) + (cents if kind in PUT_DOWN else -cents)
    return amounts


def _held(sessions: Mapping[int, PlaySession], seats: Mapping[int, int]) -> dict[int, int]:
    """The stakes that rounds of these sessions carried on and none has decided.  [FR-R20c] [MS-11.1]"""
    accounts = dict(
        Account.objects.filter(kind=Account.Kind.HELD, table__in=seats).values_list("pk", "table")
    )
    amounts: dict[int, int] = {}
    for side, sign in (("target", 1), ("source", -1)):
        own = [
            Q(**{side: account}, seat=seats[table or 0], at__gte=sessions[table or 0].started)
            for account, table in accounts.items()
        ]
        moved = Transfer.objects.filter(reduce(or_, own, NOTHING)).order_by()
        for account, cents in moved.values_list(side).annotate(Sum("cents")):
            table = accounts[account] or 0
            amounts[table] = amounts.get(table, 0) + sign * cents
    return {table: max(0, cents) for table, cents in amounts.items()}


def tables_played(player: Player | None) -> list[int]:
    """The tables of the player's newest sessions, newest first."""
    if player is None:
        return []
    newest = PlaySession.objects.filter(player=player).order_by("-id").values_list("table", flat=True)
    return list(dict.fromkeys(newest[:NEWEST_SESSIONS]))[:TABLES_PLAYED]


def with_seats(tiles: Iterable[Tile], player: Player | None) -> list[Tile]:
    """The tiles, with the player's own seats marked and first."""
    seats = seats_of(player)
    marked = [
        structs.replace(tile, own=seats[tile.table.pk]) if tile.table.pk in seats else tile for tile in tiles
    ]
    return sorted(marked, key=lambda tile: tile.own is None)
