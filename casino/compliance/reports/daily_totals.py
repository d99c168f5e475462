"""Days that are over, folded once: what players' results sum up to, and, by two other ways, what the ledger moved.

They never meet here: one is made of stakes, the others of transfers, and a report shows their difference.
"""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection, transaction

from casino.compliance.reports.models import Upto
from players.shared import clock

AGAIN = 2  # days that are folded once more: whatever committed around midnight is in by then
LOCK = 0x4E90
LISBON = "AT TIME ZONE 'Europe/Lisbon'"

# A round that became void has results too: its stakes went back, and count for nothing but what could not be got back. Between players
# what one loses another wins, who may be a test account: the house has what it keeps of the pots, and nothing else.
PLAYED = f"""
SELECT (s.at {LISBON})::date AS day, r.table_id, r.sheet_id, p.testing,
       count(DISTINCT s.round_id) FILTER (WHERE r.status = 'ended')::int AS rounds,
       coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
       coalesce(sum(s.back) FILTER (WHERE r.status = 'ended'), 0)::bigint AS back,
       coalesce(sum(s.prize) FILTER (WHERE r.status = 'ended'), 0)::bigint AS prize,
       sum(s.commission)::bigint AS commission,
       sum(s.commission + CASE WHEN t.system = 'holdem' THEN 0 ELSE s.lost - s.prize END)::bigint AS gross
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
JOIN players_player AS p ON p.id = s.player_id
WHERE s.at >= %(since)s AND s.at < %(until)s GROUP BY 1, 2, 3, 4
"""
# Chips are bought and cashed beside the rounds: they belong to their own hour and to no sheet, all else to the day when its round ended.
BESIDE = "('buy-in', 'buy-in-commission', 'cash-out')"
MOVED = f"""
SELECT day, table_id, sheet_id, kind, testing, count(*)::int AS moves, sum(cents)::bigint AS cents FROM (
    SELECT (r.ended {LISBON})::date AS day, r.table_id, r.sheet_id, w.kind, false AS testing, w.cents
    FROM games_round AS r JOIN wallet_transfer AS w ON w.round = r.id AND w.kind NOT IN {BESIDE}
    WHERE r.ended >= %(since)s AND r.ended < %(until)s
    UNION ALL
    SELECT (w.at {LISBON})::date, r.table_id, NULL, w.kind, w.kind = 'buy-in-commission' AND coalesce(p.testing, false), w.cents
    FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round
    JOIN wallet_account AS a ON a.id = w.source_id LEFT JOIN players_player AS p ON p.id = a.player_id
    WHERE w.kind IN {BESIDE} AND w.at >= %(since)s AND w.at < %(until)s
) AS moved GROUP BY 1, 2, 3, 4, 5
"""
# A meter is an account: what went in and out of it, whatever the kind of transfer.
METERED = f"""
SELECT (r.ended {LISBON})::date AS day, a.id AS account_id,
       sum(CASE WHEN w.target_id = a.id THEN w.cents ELSE -w.cents END)::bigint AS cents
FROM wallet_account AS a
CROSS JOIN LATERAL (
    SELECT target_id, cents, round FROM wallet_transfer
    WHERE target_id = a.id AND at >= %(since)s::timestamptz - interval '3 days' AND at < %(until)s
    UNION ALL
    SELECT target_id, cents, round FROM wallet_transfer
    WHERE source_id = a.id AND at >= %(since)s::timestamptz - interval '3 days' AND at < %(until)s
) AS w
JOIN games_round AS r ON r.id = w.round AND r.ended >= %(since)s AND r.ended < %(until)s
WHERE a.kind = 'jackpot' GROUP BY 1, 2
"""
ASKED = {"played": PLAYED, "moved": MOVED, "metered": METERED}
COLUMNS = {
    "played": "day, table_id, sheet_id, testing, rounds, staked, back, prize, commission, gross",
    "moved": "day, table_id, sheet_id, kind, testing, moves, cents",
    "metered": "day, account_id, cents",
}
OLDEST = "SELECT least((SELECT min(at) FROM games_stake), (SELECT min(at) FROM wallet_transfer WHERE round IS NOT NULL))"


def upto() -> date | None:
    return Upto.objects.values_list("day", flat=True).first()


def fold() -> int:
    """Folds every day that is over and not folded for good; how many days were read."""
    today = clock.day_of(clock.now())
    outermost = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if outermost:  # both sums of one moment: what commits between them would stand in one alone
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        done = upto()
        if done == today:
            return 0
        since = done - timedelta(days=AGAIN) if done else _oldest(today)
        bounds = {"since": clock.midnight(since), "until": clock.midnight(today)}
        for kind, columns in COLUMNS.items():
            cursor.execute(f"DELETE FROM reports_{kind} WHERE day >= %s", [since])
            cursor.execute(f"INSERT INTO reports_{kind} ({columns}) {ASKED[kind]}", bounds)
        Upto.objects.all().delete()
        Upto.objects.create(day=today)
    return (today - since).days


def _oldest(today: date) -> date:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST)
        moment = cursor.fetchone()[0]
    return clock.day_of(moment) if moment else today


def unfold() -> None:
    """Everything is folded again from the first day: what was written into the past counts too."""
    Upto.objects.all().delete()


# What a report reads: the folded days, and the rest live. `%(since)s` and `%(until)s` are days of Lisbon, both in it.
def days_of(kind: str) -> str:
    """A query of all days in a choice: of `played`, `moved` or `metered`."""
    columns = COLUMNS[kind]
    live = ASKED[kind].replace("%(since)s", "%(live_since)s").replace("%(until)s", "%(live_until)s")
    folded = (
        f"SELECT {columns} FROM reports_{kind} WHERE day >= %(since)s AND day <= %(until)s AND day < %(upto)s"
    )
    # Where all the days are folded, the database sees at once that nothing is left to ask of the record.
    return f"{folded} UNION ALL SELECT {columns} FROM ({live}) AS live WHERE %(live_since)s::timestamptz < %(live_until)s::timestamptz"


def bounds(since: date, until: date) -> dict[str, object]:
    """The days and moments that `days_of` asks for."""
    done = upto() or date(1, 1, 1)
    first = max(since, done)
    last = max(first, until + timedelta(days=1))
    return {"upto": done, "live_since": clock.midnight(first), "live_until": clock.midnight(last)}
