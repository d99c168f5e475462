"""Whether the sums over all accounts are what they must be."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from players.wallet import books

SUMS = {
    "a currency does not sum to zero": """
        SELECT currency, sum(balance) FROM wallet_account GROUP BY currency HAVING sum(balance) <> 0
    """,
    "a table without an open round holds stakes": """
        SELECT a.table, a.balance FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
        WHERE a.kind = 'stakes' AND a.balance <> 0
          AND NOT EXISTS (
            SELECT FROM games_round AS r WHERE r.table_id = t.id AND r.number = t.round AND r.status = 'open'
          )
    """,
}


def check_sums(*, complete: bool = True) -> Iterator[str]:
    """The differences in the sums over all accounts. Unless `complete`, only new transfers are read."""
    for description, sql in SUMS.items():
        with connection.cursor() as cursor:
            cursor.execute(sql)
            for row in cursor.fetchmany(5):
                yield f"{description}: {row}"
    for row in books.different_accounts(complete=complete):
        yield f"a balance is not the sum of its transfers: {row}"
    for transfer in books.mixed_transfers(complete=complete):
        yield f"a transfer mixes demonstration credits with money: {transfer}"
