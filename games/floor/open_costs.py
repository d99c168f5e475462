"""What the open rounds would cost the bank at worst, from the bets that lie on the tables.

One query reads the bets of all open rounds: for each table what lies on each place. The odds of the game say
which result costs most (`GameOdds.open_cost`). Returned stakes are no cost; a jackpot is paid from its pot.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.db import connection

from games.catalogue import GAMES, games_between_players

OPEN_BETS = """
WITH lying AS (
    SELECT r.table_id, t.system, r.sheet_id, r.setting_id, place.key AS place,
           sum(CASE e.kind WHEN 'bet-placed' THEN 1 ELSE -1 END * place.value::bigint)::bigint AS cents
    FROM games_table AS t
    JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
    JOIN games_event AS e ON e.round_id = r.id AND e.kind IN ('bet-placed', 'bet-taken')
        AND e.at >= r.opened - interval '1 minute'
    CROSS JOIN LATERAL jsonb_each_text(e.data::jsonb -> 'on') AS place
    WHERE NOT t.system = ANY(%s)
    GROUP BY 1, 2, 3, 4, 5
), bets AS (
    SELECT table_id, system, sheet_id, setting_id, jsonb_object_agg(place, cents)::text AS "on"
    FROM lying GROUP BY 1, 2, 3, 4
)
SELECT bets.table_id, bets.system, sheet.data, setting.data, bets."on" FROM bets
JOIN games_rulesheet AS sheet ON sheet.id = bets.sheet_id
JOIN games_tablesetting AS setting ON setting.id = bets.setting_id
"""
_on = msgspec.json.Decoder(dict[str, int])


def open_costs(staked: Mapping[int, int]) -> dict[int, int]:
    """The greatest cost of the open round of each table, in cents.

    `staked` is all that is at stake there: what was added after the close counts, and a table without stakes
    costs nothing.
    """
    if not any(staked.values()):
        return {}
    with connection.cursor() as cursor:
        cursor.execute(OPEN_BETS, [games_between_players()])
        records = [record for record in cursor.fetchall() if staked.get(record[0])]
    costs = {}
    for table, system, sheet, setting, on in records:
        engine, odds = GAMES[system].engine, GAMES[system].odds
        costs[table] = odds.open_cost(
            msgspec.json.decode(sheet, type=engine.sheet_type),
            msgspec.json.decode(setting, type=engine.setting_type),
            {place: cents for place, cents in _on.decode(on).items() if cents},
            staked[table],
        )
    return costs
