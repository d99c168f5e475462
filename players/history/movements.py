"""The movements of a wallet, newest first, by keyset pagination."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players.audit.online_record import online_since
from players.history.totals import HistorySelection
from players.play_records import play_records
from players.shared import clock
from players.wallet.models import Account

KINDS: dict[str, str] = {
    "cash": "round IS NULL",
    "bets": "kind IN ('stake', 'stake-held')",
    "prizes": "kind = 'prize'",
    "back": "kind IN ('stake-back', 'held-back')",
}


class Movement(Struct, frozen=True):
    id: UUID
    kind: str
    cents: int
    round: int | None
    at: datetime
    # The balance before and after; unknown if the list is filtered.
    before: int | None = None
    after: int | None = None
    settled: bool = False


class MovementPosition(Struct, frozen=True):
    """The position after which a page begins, with the balance there."""

    at: datetime
    id: UUID
    balance: int | None


def movements(
    account: Account,
    choice: HistorySelection,
    kind: str = "",
    position: MovementPosition | None = None,
    *,
    limit: int = 50,
) -> list[Movement]:
    """One page of movements.

    A caller that asks for one more than it shows learns whether there is another page.
    """
    where, parameters = _where(choice, kind, position)
    columns, order = "id, kind, {cents} AS cents, round, at", "ORDER BY at DESC, id DESC LIMIT %(limit)s"
    side = f"(SELECT {columns} FROM wallet_transfer WHERE {{mine}} = %(account)s{where} {order})"
    came, went = side.format(cents="cents", mine="target_id"), side.format(cents="-cents", mine="source_id")
    with connection.cursor() as cursor:
        parameters |= {"account": account.pk, "limit": limit}
        cursor.execute(
            f"SELECT id, kind, cents, round, at FROM ({came} UNION ALL {went}) AS sides {order}", parameters
        )
        rows = cursor.fetchall()
    is_complete = not kind and not choice.until
    current = position.balance if position else account.balance
    balance = current if is_complete else None
    return list(_with_balances(rows, balance, _settled(account, [row[3] for row in rows if row[3]])))


def archived_until(choice: HistorySelection) -> date | None:
    """The first day whose movements can be listed, if the selection begins before it."""
    since = online_since()
    if since is None or (choice.begins is not None and choice.begins >= since):
        return None
    return clock.day_of(since)


def _where(
    choice: HistorySelection, kind: str, position: MovementPosition | None
) -> tuple[str, dict[str, Any]]:
    conditions: list[str] = []
    parameters: dict[str, Any] = {}
    if choice.begins:
        conditions.append("at >= %(since)s")
        parameters["since"] = choice.begins
    if choice.ends:
        conditions.append("at < %(until)s")
        parameters["until"] = choice.ends
    if position:
        conditions.append("at <= %(at)s AND (at, id) < (%(at)s, %(id)s)")
        parameters |= {"at": position.at, "id": position.id}
    if kind:
        conditions.append(KINDS[kind])
    return "".join(f" AND {condition}" for condition in conditions), parameters


def _with_balances(rows: list[Any], balance: int | None, settled: set[int]) -> Any:
    for transfer_id, kind, cents, round_id, at in rows:
        before = None if balance is None else balance - cents
        yield Movement(transfer_id, kind, cents, round_id, at, before, balance, round_id in settled)
        balance = before


def _settled(account: Account, rounds: list[int]) -> set[int]:
    """Which of these rounds are settled for the player and have a page."""
    return play_records().settled_rounds(account.player_id, rounds) if rounds and account.player_id else set()
