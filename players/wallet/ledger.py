"""Every cent that moves is posted here, as a set of transfers, inside the caller's transaction.

The database keeps the laws (balances, currencies, nothing below zero, nothing from player to player); this module writes
sets, and tells apart «already done», «not enough» and «the same id for something else».
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from msgspec import Struct

from players.shared.bulk_copy import array_literal, copy_rows
from players.wallet.models import Account, Currency


class Move(Struct, frozen=True, gc=False):
    """A transfer to be: so many cents from one account to another, under an id that whoever asks has chosen."""

    id: UUID
    kind: str
    source: int
    target: int
    currency: str
    cents: int
    round: int | None = None
    seat: int | None = None


class NotEnough(Exception):
    """An account that may not go below zero would."""

    def __init__(self, account: int) -> None:
        super().__init__(account)
        self.account = account


class IdReused(Exception):
    """The same id was asked for something else before."""

    def __init__(self, id: UUID) -> None:
        super().__init__(id)
        self.id = id


class Balance(Struct, frozen=True, gc=False):
    """What an account holds, and how many transfers it has seen: of two tellings the one with more moves is newer."""

    cents: int
    moves: int


LOCK = (
    "SELECT id, balance, moves FROM wallet_account WHERE id = ANY(%s::bigint[]) ORDER BY id FOR NO KEY UPDATE"
)
# On a conflict nothing is written and nothing is said: who posts compares what came back with what was sent.
WRITE = """
INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::bigint[], %s::int[])
ON CONFLICT (id) DO NOTHING
"""
COPY = "COPY wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat) FROM STDIN"
WALLETS = "SELECT player_id, balance, moves FROM wallet_account WHERE kind = 'wallet' AND currency = %s AND player_id = ANY(%s)"
READ = "SELECT id, kind, source_id, target_id, currency, cents, round, seat FROM wallet_transfer WHERE id = ANY(%s)"


def lock(accounts: Collection[int]) -> dict[int, Balance]:
    """The balances of these accounts, locked in the order of their ids until the transaction ends."""
    if not accounts:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [array_literal(sorted(accounts))])
        return {id: Balance(cents, moves) for id, cents, moves in cursor.fetchall()}


def write(moves: Sequence[Move]) -> None:
    """Writes new moves whose accounts are locked and whose funds were checked, as one set. An id that is there already is a fault."""
    if not moves:
        return
    copy_rows(COPY, ((m.id, m.kind, m.source, m.target, m.currency, m.cents, m.round, m.seat) for m in moves))


def _write_once(moves: Sequence[Move]) -> int:
    """Writes what is not there yet; how many were new. The same id for something else is refused loudly."""
    asked = {move.id: move for move in moves}
    if len(asked) < len(moves):
        raise IdReused(next(move.id for move in moves if asked[move.id] is not move))
    columns = list(
        zip(
            *((m.id, m.kind, m.source, m.target, m.currency, m.cents, m.round, m.seat) for m in moves),
            strict=True,
        )
    )
    with connection.cursor() as cursor:
        cursor.execute(WRITE, [list(column) for column in columns])
        new = int(cursor.rowcount)
        if new < len(moves):
            cursor.execute(READ, [list(asked)])
            for row in cursor.fetchall():
                if asked[row[0]] != Move(*row):
                    raise IdReused(row[0])
    return new


def post(moves: Iterable[Move]) -> int:
    """Locks, checks and writes a set of moves, all or nothing; how many were new. The same ids again change nothing."""
    asked = list(moves)
    with transaction.atomic():
        balances = lock({account for move in asked for account in (move.source, move.target)})
        guarded = set(
            Account.objects.filter(
                id__in={move.source for move in asked}, kind__in=Account.NEVER_BELOW_ZERO
            ).values_list("id", flat=True)
        )
        with connection.cursor() as cursor:
            cursor.execute(READ, [[move.id for move in asked]])
            done = {row[0] for row in cursor.fetchall()}
        left = {account: balance.cents for account, balance in balances.items()}
        for move in asked:
            if move.id in done:
                continue
            left[move.source] = left.get(move.source, 0) - move.cents
            left[move.target] = left.get(move.target, 0) + move.cents
        for account in guarded:
            if left.get(account, 0) < 0:
                raise NotEnough(account)
        return _write_once(asked) if asked else 0


def account_open(*, kind: str, currency: str, player: int | None = None, table: int | None = None) -> int:
    """The account of that nature, made if it is not there yet; its id."""
    nature: dict[str, Any] = {
        "kind": kind,
        "currency": Currency(currency),
        "player_id": player,
        "table": table,
    }
    return int(Account.objects.get_or_create(**nature)[0].pk)


def wallets_open(player: int) -> dict[str, int]:
    """A player's wallets, one per currency."""
    return {
        currency: account_open(kind=Account.Kind.WALLET, currency=currency, player=player)
        for currency in Currency.values
    }


def wallets(players: Collection[int], currency: str) -> dict[int, Balance]:
    """What these players hold in that currency, as the record has it now."""
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(WALLETS, [currency, list(players)])
        return {player: Balance(cents, moves) for player, cents, moves in cursor.fetchall()}


def total() -> dict[str, int]:
    """The sum of all accounts by currency: zero, always."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT currency, sum(balance)::bigint FROM wallet_account GROUP BY currency")
        return dict(cursor.fetchall())
