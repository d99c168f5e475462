"""Rounds that have not ended and stakes that the rules carry on, with the day by which they are resolved.

The regulation allows ninety days.  [903-B 6.3.2.4] A round of the product goes on by its clocks, so one that
is older than a day stands on a table that waits for people. What resolves it is the release of that table by
two people: the time lost is long past what the rule sheet allows, so the round becomes void and every stake
goes back.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from casino.compliance.reading import rows

RESOLVED_WITHIN = timedelta(days=90)  # [903-B 6.3.2.4]
# The alarm rings this long before the last day, so that two people can be found in any holiday.
ALARM_BEFORE = timedelta(days=30)
# Money only. A carried stake is as old as the round that carried it.
UNFINISHED = """
SELECT t.id AS "table", t.name, t.currency, t.status, r.id AS round, r.number, lying.cents,
       coalesce(r.opened, carried.ended) AS since, i.id AS incident
FROM games_table AS t
JOIN LATERAL (
    SELECT sum(a.balance)::bigint AS cents FROM wallet_account AS a
    WHERE a."table" = t.id AND a.kind IN ('stakes', 'held')
) AS lying ON lying.cents > 0
LEFT JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
LEFT JOIN LATERAL (
    SELECT p.ended FROM games_round AS p WHERE p.table_id = t.id AND p.ended IS NOT NULL
    ORDER BY p.number DESC LIMIT 1
) AS carried ON true
LEFT JOIN LATERAL (
    SELECT n.id FROM games_incident AS n WHERE n.table_id = t.id AND n.closed IS NULL ORDER BY n.id LIMIT 1
) AS i ON true
WHERE t.currency = 'EUR'
ORDER BY since, t.id
"""


def unfinished_rounds(now: datetime) -> list[dict[str, Any]]:
    """Every unfinished round, the oldest first: since when, until when, and whether the alarm rings."""
    lines = []
    for row in rows(UNFINISHED):
        since = row["since"]
        due = since + RESOLVED_WITHIN if since is not None else None
        # Stakes without a round are a fault of their own (`stakes`); here their age is not known.
        good = due is not None and now < due - ALARM_BEFORE
        lines.append({**row, "due": due, "late": due is not None and now >= due, "good": good})
    return lines
