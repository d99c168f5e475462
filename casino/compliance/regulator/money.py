"""TRAN and the money of AJOG: every movement of a player's balance, each with the balance before it and after it.

Both files are made of one list: what moved between a wallet and a table goes into AJOG, everything else into TRAN. Their movements are
numbered together for each wallet, so that the two interlock: each begins with what the one before it left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.compliance.regulator.document import Contents, Euros, Record
from casino.compliance.regulator.due_files import Span
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind

# What moves between a player's balance and a table.
PLAY = [
    kind.value
    for kind, (source, target) in TRANSFER_ACCOUNTS.items()
    if AccountKind.WALLET in (source, target)
]
# The balance as it is now less everything that came later: nothing of what lies before has to be added up.
MOVES = """
WITH side AS (
    SELECT target_id AS account, cents AS amount, id, kind, round, seat, at FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
    UNION ALL
    SELECT source_id, -cents, id, kind, round, seat, at FROM wallet_transfer WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
), wallet AS (
    SELECT a.id, a.player_id, a.balance
        - coalesce((SELECT sum(cents) FROM wallet_transfer WHERE target_id = a.id AND at >= %(since)s), 0)
        + coalesce((SELECT sum(cents) FROM wallet_transfer WHERE source_id = a.id AND at >= %(since)s), 0) AS opening
    FROM wallet_account AS a JOIN players_player AS p ON p.id = a.player_id
    WHERE a.kind = 'wallet' AND NOT p.testing AND a.id IN (SELECT account FROM side)
)
SELECT w.player_id, w.id, s.id, s.kind, s.round, s.seat, s.at, s.amount::bigint,
       (row_number() OVER own)::bigint, (w.opening + sum(s.amount) OVER own)::bigint, s.kind = ANY(%(play)s)
FROM side AS s JOIN wallet AS w ON w.id = s.account
WINDOW own AS (PARTITION BY w.id ORDER BY s.at, s.id ROWS UNBOUNDED PRECEDING)
ORDER BY s.at, s.id
"""
ATTEMPTS = """
SELECT y.id, y.player_id, y.direction, y.status, y.reason, y.made, y.changed, y.cents
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id AND NOT p.testing
WHERE y.made >= %(since)s AND y.made < %(until)s ORDER BY y.made, y.id
"""


def bounds(span: Span) -> dict[str, Any]:
    return {"since": span.since, "until": span.until, "play": PLAY}


def movements(cursor: Any, span: Span, contents: Contents, *, play: bool) -> Iterator[Record]:
    cursor.execute(MOVES, bounds(span))
    for player, account, id, kind, round, seat, at, amount, place, after, of_play in cursor.fetchall():
        if of_play is not play:
            continue
        contents.count(f"movement.{kind}", amount)
        yield Record(
            "movement",
            {
                "id": id, "player": player, "account": account, "place": place, "road": kind, "round": round, "seat": seat, "at": at,
                "before": Euros(after - amount), "movement": Euros(amount), "after": Euros(after),
            },
        )  # fmt: skip


def transactions(cursor: Any, span: Span, contents: Contents) -> Iterator[Record]:
    """Deposits, withdrawals and corrections; and what was asked of the cashier, attempts that were refused among it."""
    yield from movements(cursor, span, contents, play=False)
    cursor.execute(ATTEMPTS, bounds(span))
    for id, player, direction, status, reason, made, changed, amount in cursor.fetchall():
        contents.count(f"asked.{direction}.{status}", amount)
        yield Record(
            "asked",
            {
                "id": id, "player": player, "what": direction, "status": status, "reason": reason, "at": made, "changed": changed,
                "amount": Euros(amount),
            },
        )  # fmt: skip
