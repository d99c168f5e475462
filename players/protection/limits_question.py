"""The question to players in their first year who have no limit: every six months, whether to set one.

A player is asked for limits before the first deposit. Whoever wanted none then is asked again, because play
changes. The question waits on the player's pages, never at a table; setting any limit answers it too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection

from players.models import Player
from players.protection.care_messages import players_away
from players.protection.models import LimitsQuestion
from players.shared import clock

EVERY_MONTHS = 6
FIRST_YEAR_MONTHS = 12
MAX_ASKED = 1000  # in one pass of the worker

# Who is due: the last time is the opening of the account, the first answer about limits, or the last question
# or its answer, whichever is the latest. The next time counts from there in months of Lisbon.
DUE = """
SELECT player.id, next.due FROM players_player AS player
LEFT JOIN protection_habits AS habits ON habits.player_id = player.id
LEFT JOIN LATERAL (
    SELECT max(greatest(q.due, q.answered)) AS moment, bool_or(q.answered IS NULL) AS waits
    FROM protection_limitsquestion AS q WHERE q.player_id = player.id
) AS asked ON true
CROSS JOIN LATERAL (
    SELECT (greatest(player.since, habits.limits_answered, asked.moment) AT TIME ZONE 'Europe/Lisbon'
            + make_interval(months => %(every)s)) AT TIME ZONE 'Europe/Lisbon' AS due,
           (player.since AT TIME ZONE 'Europe/Lisbon'
            + make_interval(months => %(first_year)s)) AT TIME ZONE 'Europe/Lisbon' AS year_ends
) AS next
WHERE player.status = 'active' AND asked.waits IS NOT TRUE
AND next.due <= %(now)s AND next.due <= next.year_ends
AND NOT EXISTS (
    SELECT FROM (
        SELECT DISTINCT ON (kind, period) value FROM protection_limit
        WHERE player_id = player.id AND starts <= %(now)s AND cancelled IS NULL
        ORDER BY kind, period, starts DESC, id DESC
    ) AS in_force
    WHERE in_force.value IS NOT NULL
)
ORDER BY next.due, player.id LIMIT %(most)s
"""


def players_due() -> list[tuple[int, datetime]]:
    """Who is to be asked, and since when. During a pause or an exclusion nobody is."""
    with connection.cursor() as cursor:
        parameters: dict[str, Any] = {
            "now": clock.now(),
            "every": EVERY_MONTHS,
            "first_year": FIRST_YEAR_MONTHS,
            "most": MAX_ASKED,
        }
        cursor.execute(DUE, parameters)
        due: list[tuple[int, datetime]] = cursor.fetchall()
    away = players_away([player for player, _ in due])
    return [(player, moment) for player, moment in due if player not in away]


def ask_about_limits() -> int:
    """Asks whom it is time to ask. Running twice asks nobody twice."""
    questions = [LimitsQuestion(player_id=player, due=due) for player, due in players_due()]
    LimitsQuestion.objects.bulk_create(questions, ignore_conflicts=True)
    return len(questions)


def waits_for_answer(player: Player) -> bool:
    """Whether the player's pages show the question now."""
    if not LimitsQuestion.objects.filter(player=player, answered=None).exists():
        return False
    return not players_away([player.pk])
