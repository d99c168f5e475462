"""Which limits a player has reached: the figures of the player's own page and of the officers'.

A limit of deposits is reached when a deposit above it is refused, one of time when it ends the play, and one
of bets or losses when finished rounds fill it.
"""

from __future__ import annotations

from datetime import date

from django.db import connection
from msgspec import Struct

from players.models import Player
from players.shared import clock

# The first two are lines of the audit log. Of bets and losses the day counts on which the sum of its period
# came up to the limit that was in force at the end of that day.
REACHED = """
SELECT (line.at AT TIME ZONE 'Europe/Lisbon')::date AS day, 'time' AS kind, 'day' AS period
FROM audit_line AS line
WHERE line.player_id = %(player)s AND line.kind = 'limits.time-reached' AND line.at >= %(since)s
UNION ALL
SELECT (line.at AT TIME ZONE 'Europe/Lisbon')::date, 'deposit', substr(line.details ->> 'reason', 7)
FROM audit_line AS line
WHERE line.player_id = %(player)s AND line.kind = 'deposits.refused' AND line.at >= %(since)s
AND line.details ->> 'reason' IN ('limit-day', 'limit-week', 'limit-month')
UNION ALL
SELECT own.day, set_limit.kind, set_limit.period
FROM protection_staked AS own
CROSS JOIN LATERAL (
    SELECT DISTINCT ON (kind, period) kind, period, value FROM protection_limit
    WHERE player_id = %(player)s AND kind IN ('stake', 'loss') AND cancelled IS NULL
    AND starts < (own.day + 1)::timestamp AT TIME ZONE 'Europe/Lisbon'
    ORDER BY kind, period, starts DESC, id DESC
) AS set_limit
CROSS JOIN LATERAL (
    SELECT sum(CASE set_limit.kind WHEN 'stake' THEN cents ELSE lost END) AS now,
           coalesce(sum(CASE set_limit.kind WHEN 'stake' THEN cents ELSE lost END)
                    FILTER (WHERE earlier.day < own.day), 0) AS before
    FROM protection_staked AS earlier
    WHERE earlier.player_id = %(player)s AND earlier.currency = 'EUR'
    AND earlier.day BETWEEN date_trunc(set_limit.period, own.day::timestamp)::date AND own.day
) AS used
WHERE own.player_id = %(player)s AND own.currency = 'EUR' AND own.day >= %(first)s
AND used.now >= set_limit.value AND used.before < set_limit.value
ORDER BY day, kind, period
"""


class LimitReached(Struct, frozen=True):
    day: date  # in Lisbon
    kind: str
    period: str


def limits_reached(player: Player, first: date) -> list[LimitReached]:
    """Every time since the beginning of a day, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(REACHED, {"player": player.pk, "first": first, "since": clock.midnight(first)})
        return [LimitReached(*row) for row in cursor.fetchall()]
