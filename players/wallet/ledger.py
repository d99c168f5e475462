"""The ledger: all transfers are posted here, in sets, inside the caller's transaction.

The database enforces the invariants (balances, currencies, nothing below zero, nothing from player to
player). This module writes sets of transfers and distinguishes a repeated request, insufficient funds and an
id that was used for another transfer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from msgspec import Struct

from players.shared.bound_queries import call
from players.shared.bulk_copy import array_literal, copy_rows
from players.wallet.models import Account, Currency


class Move(Struct, frozen=True, gc=False):
    """A transfer to post. The caller chooses its id."""

    id: UUID
    kind: str
    source: int
    target: int
    currency: str
    cents: int
    round: int | None = None
    seat: int | None = None


class InsufficientFunds(Exception):
    """The transfers would take a protected account below zero."""

    def __init__(self, account: int) -> None:
        super().__init__(account)
        self.account = account


class IdReused(Exception):
    """The id already belongs to a different transfer."""

    def __init__(self, transfer_id: UUID) -> None:
        super().__init__(transfer_id)
        self.id = transfer_id


class Balance(Struct, frozen=True, gc=False):
    """The balance of an account and the number of its transfers.

    Of two balances, the one with more transfers is newer.
    """

    cents: int
    moves: int


LOCK = (
    "SELECT id, balance, moves FROM wallet_account WHERE id = ANY(%s::bigint[]) ORDER BY id FOR NO KEY UPDATE"
)
LOCK_FREE = LOCK + " SKIP LOCKED"
# An id that is there writes nothing and raises nothing: the caller compares the stored rows with those that
# were requested. A conflict is noticed within a month alone, so the other months are asked.
WRITE = """
INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[],
    %s::bigint[], %s::int[]) AS new (id)
WHERE NOT EXISTS (SELECT FROM wallet_transfer AS w WHERE w.id = new.id)
ON CONFLICT DO NOTHING
"""
COPY = "COPY wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat) FROM STDIN"
WALLETS = """
SELECT player_id, balance, moves FROM wallet_account
WHERE kind = 'wallet' AND currency = %s AND player_id = ANY(%s)
"""
READ = """
SELECT id, kind, source_id, target_id, currency, cents, round, seat FROM wallet_transfer WHERE id = ANY(%s)
"""


def lock(accounts: Collection[int], *, only_free: bool = False) -> dict[int, Balance]:
    """The balances of these accounts, locked in the order of their ids until the transaction ends. With
    `only_free`, those that nobody else has locked.
    """
    if not accounts:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(LOCK_FREE if only_free else LOCK, [array_literal(sorted(accounts))])
        return {account: Balance(cents, moves) for account, cents, moves in cursor.fetchall()}


def write(moves: Sequence[Move]) -> None:
    """Writes new transfers as one set.

    The caller has locked the accounts and checked the funds; an existing id raises.
    """
    if not moves:
        return
    copy_rows(COPY, ((m.id, m.kind, m.source, m.target, m.currency, m.cents, m.round, m.seat) for m in moves))


def _write_once(moves: Sequence[Move]) -> int:
    """Writes the transfers that do not exist yet and returns how many there were.

    An id used for another transfer raises IdReused.
    """
    requested = {move.id: move for move in moves}
    if len(requested) < len(moves):
        raise IdReused(next(move.id for move in moves if requested[move.id] is not move))
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
            cursor.execute(READ, [list(requested)])
            for row in cursor.fetchall():
                if requested[row[0]] != Move(*row):
                    raise IdReused(row[0])
    return new


def post(moves: Iterable[Move]) -> int:
    """Locks, checks and writes a set of transfers, all or nothing.

    Returns how many were new; repeated ids change nothing.
    """
    requested = list(moves)
    with transaction.atomic():
        balances = lock({account for move in requested for account in (move.source, move.target)})
        protected = set(
            Account.objects.filter(
                id__in={move.source for move in requested}, kind__in=Account.NEVER_BELOW_ZERO
            ).values_list("id", flat=True)
        )
        with connection.cursor() as cursor:
            cursor.execute(READ, [[move.id for move in requested]])
            existing = {row[0] for row in cursor.fetchall()}
        remaining = {account: balance.cents for account, balance in balances.items()}
        for move in requested:
            if move.id in existing:
                continue
            remaining[move.source] = remaining.get(move.source, 0) - move.cents
            remaining[move.target] = remaining.get(move.target, 0) + move.cents
        for account in protected:
            if remaining.get(account, 0) < 0:
                raise InsufficientFunds(account)
        return _write_once(requested) if requested else 0


def open_ledger_account(
    *, kind: str, currency: str, player: int | None = None, table: int | None = None
) -> int:
    """The id of this account, which is opened if it is not there."""
    fields: dict[str, Any] = {
        "kind": kind,
        "currency": Currency(currency),
        "player_id": player,
        "table": table,
    }
    for known in Account.objects.filter(**fields).values_list("pk", flat=True)[:1]:
        return int(known)
    (opened,) = call("SELECT wallet_open(%s, %s, %s, %s)", [str(kind), str(currency), player, table])
    return int(opened)


def give_credits(player: int) -> None:
    """Gives a new player or visitor demonstration credits, once."""
    call("SELECT wallet_give_credits(%s)", [player])


def wallets(players: Collection[int], currency: str) -> dict[int, Balance]:
    """The current balances of these players' wallets in that currency."""
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(WALLETS, [currency, list(players)])
        return {player: Balance(cents, moves) for player, cents, moves in cursor.fetchall()}


def total() -> dict[str, int]:
    """The sum of all accounts by currency. It is always zero."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT currency, sum(balance)::bigint FROM wallet_account GROUP BY currency")
        return dict(cursor.fetchall())
