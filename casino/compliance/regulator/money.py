"""TRAN, and the movements in AJOG: every change of a player's balance, with the balance before and after it.

Movements between a wallet and a table go to AJOG, all others to TRAN. The movements of a wallet are numbered
across both files, and each begins with the balance that the previous one left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.compliance.regulator.document import Contents, Euros, XmlRecord
from casino.compliance.regulator.due_files import Span
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind
from players.wallet.methods.descriptions import regulator_word

# The kinds of transfer between a wallet and a table.
PLAY = [
    kind.value
    for kind, (source, target) in TRANSFER_ACCOUNTS.items()
    if AccountKind.WALLET in (source, target)
]
# The balance is computed back from the current one, so that earlier transfers are not read. It is computed
# once for each wallet, not for each of its movements.
MOVES = """
WITH side AS (
    SELECT target_id AS account, cents AS amount, id, kind, round, seat, at FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
    UNION ALL
    SELECT source_id, -cents, id, kind, round, seat, at FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
), wallet AS MATERIALIZED (
    SELECT a.id, a.player_id, a.balance
        - coalesce((SELECT sum(cents) FROM wallet_transfer WHERE target_id = a.id AND at >= %(since)s), 0)
        + coalesce((SELECT sum(cents) FROM wallet_transfer
            WHERE source_id = a.id AND at >= %(since)s), 0) AS opening
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
SELECT y.id, y.player_id, y.direction, y.status, y.reason, y.made, y.changed, y.cents,
       y.method, y.instrument, y.reference
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id AND NOT p.testing
WHERE y.made >= %(since)s AND y.made < %(until)s ORDER BY y.made, y.id
"""


def query_parameters(span: Span) -> dict[str, Any]:
    return {"since": span.since, "until": span.until, "play": PLAY}


def movements(cursor: Any, span: Span, contents: Contents, *, play: bool) -> Iterator[XmlRecord]:
    cursor.execute(MOVES, query_parameters(span))
    for row in cursor.fetchall():
        player, account, transfer, kind, round_id, seat, at, amount, position, after, is_play = row
        if is_play is not play:
            continue
        contents.count(f"movement.{kind}", amount)
        yield XmlRecord(
            "movement",
            {
                "id": transfer, "player": player, "account": account, "place": position, "road": kind,
                "round": round_id, "seat": seat, "at": at,
                "before": Euros(after - amount), "movement": Euros(amount), "after": Euros(after),
            },
        )  # fmt: skip


def transactions(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    """Deposits, withdrawals and corrections, and all requests to the cashier, refused attempts included."""
    yield from movements(cursor, span, contents, play=False)
    cursor.execute(ATTEMPTS, query_parameters(span))
    for row in cursor.fetchall():
        payment, player, direction, status, reason, made, changed, amount, method, instrument, reference = row
        contents.count(f"asked.{direction}.{status}", amount)
        yield XmlRecord(
            "asked",
            {
                "id": payment, "player": player, "what": direction, "status": status, "reason": reason,
                "at": made, "changed": changed, "amount": Euros(amount),
                "payment": regulator_word(method), "instrument": instrument, "reference": reference,
            },
        )  # fmt: skip
