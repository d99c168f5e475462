"""Totals of completed days, computed once: the sums of players' results and two sums of transfers.

The two sides are independent: one comes from stakes, the others from transfers. A report shows their
difference.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import connection, transaction

from casino.compliance.reports.models import ReportsFoldedUntil
from games.catalogue import games_between_players
from players.shared import clock

REFOLDED_DAYS = 2  # folded once more, to include what was committed around midnight
LOCK = 0x4E90
LISBON = "AT TIME ZONE 'Europe/Lisbon'"

# The results of players, and the revenue in each. Between players one wins what another loses: the revenue is
# the commission. The pot of a test account pays it from every chip in it, so the part of people's chips moves
# from the test account's side to theirs, rounded up to the cent. (A86)
RESULTS = """
SELECT s.round_id, s.at, s.player_id, s.staked, s.back, s.prize, s.commission, p.testing,
       s.commission + CASE WHEN t.system = ANY (%(between_players)s) THEN 0 ELSE s.lost - s.prize END AS gross
FROM games_stake AS s JOIN players_player AS p ON p.id = s.player_id
JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
UNION ALL
SELECT s.round_id, s.at, NULL, 0, 0, 0, 0, side.testing,
       CASE WHEN side.testing THEN -people.cents ELSE people.cents END
FROM players_player AS p JOIN games_stake AS s ON s.player_id = p.id AND s.commission > 0
JOIN games_round AS r ON r.id = s.round_id
JOIN games_table AS t ON t.id = r.table_id AND t.system = ANY (%(between_players)s)
CROSS JOIN LATERAL (
    SELECT ceil(s.commission * sum(k.lost) FILTER (WHERE NOT q.testing) / sum(k.lost))::bigint AS cents
    FROM games_stake AS k JOIN players_player AS q ON q.id = k.player_id
    WHERE k.round_id = s.round_id AND k.lost > 0 HAVING bool_or(NOT q.testing)
) AS people
CROSS JOIN (VALUES (true), (false)) AS side (testing)
WHERE p.testing
"""
# Void rounds have results too: their stakes were returned, so only what could not be returned counts.
PLAYED = f"""
SELECT (s.at {LISBON})::date AS day, r.table_id, r.sheet_id, s.testing,
       count(DISTINCT s.round_id) FILTER (WHERE r.status = 'ended')::int AS rounds,
       coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
       coalesce(sum(s.back) FILTER (WHERE r.status = 'ended'), 0)::bigint AS back,
       coalesce(sum(s.prize) FILTER (WHERE r.status = 'ended'), 0)::bigint AS prize,
       sum(s.commission)::bigint AS commission, sum(s.gross)::bigint AS gross
FROM ({RESULTS}) AS s JOIN games_round AS r ON r.id = s.round_id
WHERE s.at >= %(since)s AND s.at < %(until)s GROUP BY 1, 2, 3, 4
"""
# Chips are bought and cashed out between rounds: they belong to their own time and to no rule sheet. Every
# other transfer belongs to the day on which its round ended.
BESIDE = "('buy-in', 'buy-in-commission', 'cash-out')"
MOVED = f"""
SELECT day, table_id, sheet_id, kind, testing, count(*)::int AS moves, sum(cents)::bigint AS cents FROM (
    SELECT (r.ended {LISBON})::date AS day, r.table_id, r.sheet_id, w.kind, false AS testing, w.cents
    FROM games_round AS r JOIN wallet_transfer AS w ON w.round = r.id AND w.kind NOT IN {BESIDE}
        AND w.at >= r.opened - interval '1 minute' AND w.at < r.ended + interval '1 day'
    WHERE r.ended >= %(since)s AND r.ended < %(until)s
    UNION ALL
    SELECT (w.at {LISBON})::date, r.table_id, NULL, w.kind,
           w.kind = 'buy-in-commission' AND coalesce(p.testing, false), w.cents
    FROM wallet_transfer AS w JOIN games_round AS r ON r.id = w.round
    JOIN wallet_account AS a ON a.id = w.source_id LEFT JOIN players_player AS p ON p.id = a.player_id
    WHERE w.kind IN {BESIDE} AND w.at >= %(since)s AND w.at < %(until)s
) AS moved GROUP BY 1, 2, 3, 4, 5
"""
# A jackpot meter is an account: everything that went in and out of it, of whatever kind.
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
QUERIES = {"played": PLAYED, "moved": MOVED, "metered": METERED}
COLUMNS = {
    "played": "day, table_id, sheet_id, testing, rounds, staked, back, prize, commission, gross",
    "moved": "day, table_id, sheet_id, kind, testing, moves, cents",
    "metered": "day, account_id, cents",
}
OLDEST = """
SELECT least((SELECT min(at) FROM games_stake),
             (SELECT min(at) FROM wallet_transfer WHERE round IS NOT NULL))
"""


def folded_until() -> date | None:
    """The first day that is not folded."""
    return ReportsFoldedUntil.objects.values_list("day", flat=True).first()


def last_folded_day() -> date | None:
    upto = folded_until()
    return upto - timedelta(days=1) if upto is not None else None


def folded_in(cursor: Any) -> date | None:
    """The first day that is not folded in the snapshot of a cursor: a standby may be behind."""
    cursor.execute("SELECT day FROM reports_upto")
    row = cursor.fetchone()
    return row[0] if row else None


def fold() -> int:
    """Fold every completed day that is not folded for good; returns how many days were read."""
    today = clock.day_of(clock.now())
    outermost = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if outermost:  # one snapshot: a commit between the queries would be in one sum only
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        folded = folded_until()
        if folded == today:
            return 0
        since = folded - timedelta(days=REFOLDED_DAYS) if folded else _oldest(today)
        span: dict[str, Any] = {
            "since": clock.midnight(since),
            "until": clock.midnight(today),
            "between_players": games_between_players(),
        }
        for kind, columns in COLUMNS.items():
            cursor.execute(f"DELETE FROM reports_{kind} WHERE day >= %s", [since])
            cursor.execute(f"INSERT INTO reports_{kind} ({columns}) {QUERIES[kind]}", span)
        ReportsFoldedUntil.objects.all().delete()
        ReportsFoldedUntil.objects.create(day=today)
    return (today - since).days


def _oldest(today: date) -> date:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST)
        moment = cursor.fetchone()[0]
    return clock.day_of(moment) if moment else today


def unfold() -> None:
    """Forget what is folded, so that the next run starts from the first day; after history was inserted."""
    ReportsFoldedUntil.objects.all().delete()


def gross_revenue(cursor: Any, day: date) -> dict[int, int]:
    """The gross revenue of each table on a day of which nothing is folded yet, without test accounts."""
    span = {"since": clock.midnight(day), "until": clock.midnight(day + timedelta(days=1))}
    cursor.execute(
        f"SELECT table_id, sum(gross)::bigint FROM ({PLAYED}) AS played WHERE NOT testing GROUP BY 1",
        {**span, "between_players": games_between_players()},
    )
    return dict(cursor.fetchall())


def days_sql(kind: str) -> str:
    """A query of `played`, `moved` or `metered`: the folded days, and the others live.

    `%(since)s` and `%(until)s` are the first and last day, in Lisbon; `fold_bounds` returns the other
    parameters.
    """
    columns = COLUMNS[kind]
    live = QUERIES[kind].replace("%(since)s", "%(live_since)s").replace("%(until)s", "%(live_until)s")
    folded = (
        f"SELECT {columns} FROM reports_{kind} WHERE day >= %(since)s AND day <= %(until)s AND day < %(upto)s"
    )
    # With all days folded the condition is constant, and PostgreSQL skips the live part.
    return (
        f"{folded} UNION ALL SELECT {columns} FROM ({live}) AS live "
        "WHERE %(live_since)s::timestamptz < %(live_until)s::timestamptz"
    )


def fold_bounds(since: date, until: date, folded_day: date | None) -> dict[str, object]:
    """The parameters of `days_sql` that divide folded from live days."""
    folded = folded_day or date(1, 1, 1)
    first = max(since, folded)
    last = max(first, until + timedelta(days=1))
    return {
        "upto": folded,
        "live_since": clock.midnight(first),
        "live_until": clock.midnight(last),
        "between_players": games_between_players(),
    }
