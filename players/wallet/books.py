"""Compares balances with transfers, without reading the transfers of all years each time.

A check of the books stores what each account paid and received before a moment that is
sealed: no commit can add a transfer before it. Later checks add only the transfers since. The complete check
adds all of them again and compares the stored sums too. It takes the sums of months that were detached.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

LOCK = 0x5EA3
LAST_CHECK = "SELECT until FROM wallet_bookscheck ORDER BY id DESC LIMIT 1"
# What each account paid and received in a span of time, and how many transfers that were.
MOVED = """
SELECT account, sum(received)::bigint AS received, sum(paid)::bigint AS paid, sum(moves)::bigint AS moves
FROM (
    SELECT source_id AS account, 0 AS received, cents AS paid, 1 AS moves FROM wallet_transfer WHERE {span}
    UNION ALL SELECT target_id, cents, 0, 1 FROM wallet_transfer WHERE {span}{before}
) AS sides GROUP BY account
"""
# What is in the archive alone was added up when it was detached.
DETACHED = "\n    UNION ALL SELECT account_id, received, paid, moves FROM wallet_detachedsum"
# What lies before the last check is known; without a check, everything lies after it. The check is read in
# the same statement as the transfers, so that both are seen at one moment. `known` is a check that was read
# before: a plan can only use an index with a moment that it knows.
SINCE_LAST_CHECK = f"at >= %(known)s AND at >= coalesce(({LAST_CHECK}), '-infinity')"
TOTALS = f"""
SELECT a.id AS account, coalesce(c.received, 0) + coalesce(t.received, 0) AS received,
       coalesce(c.paid, 0) + coalesce(t.paid, 0) AS paid, coalesce(c.moves, 0) + coalesce(t.moves, 0) AS moves
FROM wallet_account AS a
LEFT JOIN wallet_checkedbalance AS c ON c.account_id = a.id
LEFT JOIN ({MOVED.format(span=SINCE_LAST_CHECK, before="")}) AS t ON t.account = a.id
"""
ALL_TOTALS = MOVED.format(span="true", before=DETACHED)
DIFFERENT_ACCOUNTS = """
SELECT a.id, a.balance, coalesce(t.received - t.paid, 0) FROM wallet_account AS a
LEFT JOIN ({totals}) AS t ON t.account = a.id
WHERE a.balance <> coalesce(t.received - t.paid, 0) OR a.moves <> coalesce(t.moves, 0) ORDER BY a.id LIMIT 20
"""
DIFFERENT_ACCOUNTS_IN_ALL = DIFFERENT_ACCOUNTS.format(totals=ALL_TOTALS)
DIFFERENT_ACCOUNTS_SINCE = DIFFERENT_ACCOUNTS.format(totals=TOTALS)
WRONG_CHECKED_BALANCES = f"""
SELECT c.account_id, c.received - c.paid, coalesce(t.received - t.paid, 0) FROM wallet_checkedbalance AS c
LEFT JOIN ({MOVED.format(span=f"at < ({LAST_CHECK})", before=DETACHED)}) AS t ON t.account = c.account_id
WHERE (c.received, c.paid, c.moves)
   <> (coalesce(t.received, 0), coalesce(t.paid, 0), coalesce(t.moves, 0)) ORDER BY c.account_id LIMIT 20
"""
ADVANCE = f"""
INSERT INTO wallet_checkedbalance AS c (account_id, received, paid, moves)
{MOVED.format(span=f"{SINCE_LAST_CHECK} AND at < %(until)s", before="")}
ON CONFLICT (account_id) DO UPDATE
SET received = c.received + excluded.received, paid = c.paid + excluded.paid, moves = c.moves + excluded.moves
"""
# Transfers in another currency than one of their accounts.
MIXED_CURRENCIES = """
SELECT w.id FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id)
WHERE a.currency <> w.currency AND {span} LIMIT 5
"""
MIXED_CURRENCIES_IN_ALL = MIXED_CURRENCIES.format(span="true")
MIXED_CURRENCIES_SINCE = MIXED_CURRENCIES.format(span=SINCE_LAST_CHECK)


def different_accounts(*, complete: bool) -> list[tuple[int, int, int]]:
    """Accounts whose balance is not the sum of their transfers: the account, its balance and the sum."""
    with connection.cursor() as cursor:
        if complete:
            cursor.execute(DIFFERENT_ACCOUNTS_IN_ALL)
        else:
            cursor.execute(DIFFERENT_ACCOUNTS_SINCE, {"known": last_check(cursor)})
        rows: list[tuple[int, int, int]] = cursor.fetchall()
        if complete and not rows:
            cursor.execute(WRONG_CHECKED_BALANCES)
            rows = cursor.fetchall()
    return rows


def mixed_transfers(*, complete: bool) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        if complete:
            cursor.execute(MIXED_CURRENCIES_IN_ALL)
        else:
            cursor.execute(MIXED_CURRENCIES_SINCE, {"known": last_check(cursor)})
        return list(cursor.fetchall())


def last_check(cursor: Any) -> datetime:
    """Up to when the last check has added the transfers."""
    cursor.execute(LAST_CHECK)
    row = cursor.fetchone()
    return row[0] if row else datetime.min.replace(tzinfo=UTC)


def store_checked_sums(until: datetime) -> bool:
    """Stores the sums up to a sealed moment. The caller has just compared every balance.

    Returns whether there was anything to add.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        known = last_check(cursor)
        if known >= until:
            return False
        cursor.execute(ADVANCE, {"known": known, "until": until})
        cursor.execute("INSERT INTO wallet_bookscheck (until) VALUES (%s)", [until])
    return True
