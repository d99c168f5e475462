"""The movements of a wallet, newest first, a page at a time: as quick for a hundred thousand as for ten."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players.history.totals import Choice
from players.play_records import play_records
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
    # The wallet before and after it; unknown where the list leaves movements out.
    before: int | None = None
    after: int | None = None
    settled: bool = False


class Place(Struct, frozen=True):
    """Where a page of movements begins: after this one, with that much in the wallet."""

    at: datetime
    id: UUID
    balance: int | None


def movements(
    account: Account, choice: Choice, kind: str = "", place: Place | None = None, *, limit: int = 50
) -> list[Movement]:
    """Whoever asks for one more than fits on a page knows whether there is another page."""
    where, given = _where(choice, kind, place)
    columns, order = "id, kind, {cents} AS cents, round, at", "ORDER BY at DESC, id DESC LIMIT %(limit)s"
    side = f"(SELECT {columns} FROM wallet_transfer WHERE {{mine}} = %(account)s{where} {order})"
    came, went = side.format(cents="cents", mine="target_id"), side.format(cents="-cents", mine="source_id")
    with connection.cursor() as cursor:
        asked = {**given, "account": account.pk, "limit": limit}
        cursor.execute(
            f"SELECT id, kind, cents, round, at FROM ({came} UNION ALL {went}) AS sides {order}", asked
        )
        rows = cursor.fetchall()
    whole = not kind and not choice.until
    balance = (place.balance if place else account.balance) if whole else None
    return list(_with_balances(rows, balance, _settled(account, [row[3] for row in rows if row[3]])))


def _where(choice: Choice, kind: str, place: Place | None) -> tuple[str, dict[str, Any]]:
    where, given = "", {}
    if choice.begins:
        where, given = where + " AND at >= %(since)s", {**given, "since": choice.begins}
    if choice.ends:
        where, given = where + " AND at < %(until)s", {**given, "until": choice.ends}
    if place:
        where, given = (
            where + " AND at <= %(at)s AND (at, id) < (%(at)s, %(id)s)",
            {**given, "at": place.at, "id": place.id},
        )
    return where + (f" AND {KINDS[kind]}" if kind else ""), given


def _with_balances(rows: list[Any], balance: int | None, settled: set[int]) -> Any:
    for id, kind, cents, round, at in rows:
        before = None if balance is None else balance - cents
        yield Movement(id, kind, cents, round, at, before, balance, round in settled)
        balance = before


def _settled(account: Account, rounds: list[int]) -> set[int]:
    """Which of these rounds are over for the player: their pages can be looked at."""
    return play_records().settled_rounds(account.player_id, rounds) if rounds and account.player_id else set()
