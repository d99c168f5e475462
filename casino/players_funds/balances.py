"""What the house owes each player at a moment, by the ledger alone.

It is the player's wallet and chips, the stakes of rounds that are open, stakes that the rules carry to the
next round, and withdrawals that have not left. All of them and the jackpots, which belong to nobody yet, are
the accounts that hold players' money: where they are not, to the cent, nothing is published.

A moment of the past is the present less what was moved since. One statement reads everything, so that all of
it is of one state of the ledger.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection
from msgspec import Struct

from casino.players_funds.tree import WholeNumbers
from players.wallet.models import Account

BALANCES = """
WITH moved AS (
    SELECT account, sum(cents) AS cents FROM (
        SELECT target_id AS account, cents FROM wallet_transfer WHERE at >= %(instant)s
        UNION ALL SELECT source_id, -cents FROM wallet_transfer WHERE at >= %(instant)s
    ) AS sides GROUP BY account
), accounts AS (
    SELECT a.id, a.kind, a.player_id, a.balance - coalesce(m.cents, 0) AS cents
    FROM wallet_account AS a LEFT JOIN moved AS m ON m.account = a.id
    WHERE a.currency = %(currency)s AND a.kind = ANY(%(kinds)s)
), withdrawals AS (
    SELECT p.player_id, p.cents FROM cashier_payment AS p
    WHERE p.direction = 'withdrawal' AND %(currency)s = 'EUR' AND p.made < %(instant)s
        AND (p.status IN ('held', 'released', 'sent') OR p.changed >= %(instant)s - interval '1 hour')
        AND (
            SELECT array_agg(w.kind::text) = ARRAY['withdrawal'] FROM wallet_transfer AS w
            WHERE w.at < %(instant)s AND w.id = ANY (ARRAY[
                cashier_transfer_id(p.id::text, 'withdrawal'),
                cashier_transfer_id(p.id::text, 'withdrawal-paid'),
                cashier_transfer_id(p.id::text, 'withdrawal-back')
            ])
        )
), lying AS (
    -- Money on tables. A round's stakes came with the round. What the rules carry from round to round came
    -- within a day of the last of it, however long the table has stood still since.
    SELECT a.id, a.cents, CASE a.kind WHEN 'held' THEN (
        SELECT max(at) - interval '1 day' FROM wallet_transfer WHERE target_id = a.id AND at < %(instant)s
    ) ELSE (
        SELECT min(at) FROM wallet_transfer WHERE round = (
            SELECT round FROM wallet_transfer WHERE target_id = a.id AND at < %(instant)s
            ORDER BY at DESC LIMIT 1
        )
    ) END AS since
    FROM accounts AS a WHERE a.kind IN ('stakes', 'held') AND a.cents <> 0
), sides AS (
    SELECT l.id, w.at, w.round, w.seat, w.cents
    FROM lying AS l JOIN wallet_transfer AS w ON w.target_id = l.id
    WHERE w.at >= l.since AND w.at < %(instant)s
    UNION ALL
    SELECT l.id, w.at, w.round, w.seat, -w.cents
    FROM lying AS l JOIN wallet_transfer AS w ON w.source_id = l.id
    WHERE w.at >= l.since AND w.at < %(instant)s
), emptied AS (
    -- Since when something has lain there: before that transaction there was nothing.
    SELECT id, max(at) AS at FROM (
        SELECT s.id, s.at, l.cents - sum(sum(s.cents)) OVER (PARTITION BY s.id ORDER BY s.at DESC) AS before
        FROM sides AS s JOIN lying AS l ON l.id = s.id GROUP BY s.id, s.at, l.cents
    ) AS steps WHERE before = 0 GROUP BY id
), seats AS (
    -- By seat, with the last round in which the seat put something there.
    SELECT s.seat, sum(s.cents) AS cents, max(s.round) FILTER (WHERE s.cents > 0) AS round
    FROM sides AS s JOIN emptied AS e ON e.id = s.id WHERE s.at >= e.at GROUP BY s.id, s.seat
), stakes AS (
    SELECT sitting.player_id, s.cents FROM seats AS s CROSS JOIN LATERAL (
        SELECT coalesce(source.player_id, target.player_id) AS player_id FROM wallet_transfer AS w
        JOIN wallet_account AS source ON source.id = w.source_id
        JOIN wallet_account AS target ON target.id = w.target_id
        WHERE w.round = s.round AND w.seat = s.seat AND w.at < %(instant)s
            AND (source.player_id IS NOT NULL OR target.player_id IS NOT NULL)
        ORDER BY w.at DESC LIMIT 1
    ) AS sitting
), balances AS (
    SELECT player_id, sum(cents)::bigint AS cents FROM (
        SELECT player_id, cents FROM accounts WHERE player_id IS NOT NULL
        UNION ALL SELECT player_id, cents FROM withdrawals
        UNION ALL SELECT player_id, cents FROM stakes
    ) AS parts GROUP BY player_id HAVING sum(cents) <> 0
)
SELECT coalesce(string_agg(int8send(player_id) || int8send(cents), ''::bytea ORDER BY player_id), ''::bytea),
    (SELECT coalesce(sum(cents), 0)::bigint FROM accounts WHERE kind = 'jackpot'),
    (SELECT coalesce(sum(cents), 0)::bigint FROM accounts)
FROM balances
"""


class BooksDisagree(Exception):
    """The balances of all players and the jackpots are not what the accounts hold."""


class Balances(Struct, frozen=True):
    instant: datetime
    players: WholeNumbers
    cents: WholeNumbers
    jackpots: int

    @property
    def is_below_zero(self) -> bool:
        return bool((self.cents < 0).any()) or self.jackpots < 0


def balances_at(instant: datetime, currency: str) -> Balances:
    """In the order of players; who has nothing is left out. The record is settled at the instant."""
    parameters: dict[str, Any] = {
        "instant": instant,
        "currency": currency,
        "kinds": Account.NEVER_BELOW_ZERO,
    }
    with connection.cursor() as cursor:
        cursor.execute(BALANCES, parameters)
        packed, jackpots, owed = cursor.fetchone()
    rows = np.frombuffer(packed, dtype=">i8").reshape(-1, 2).astype(np.int64)
    balances = Balances(instant, rows[:, 0], rows[:, 1], jackpots)
    missing = owed - jackpots - int(balances.cents.sum())
    if missing:
        raise BooksDisagree(f"{currency} at {instant}: {missing} cents differ.")
    return balances
