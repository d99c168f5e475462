"""Finds chips that pass from one player to another while both play.  [HE-11e] [903-B 6.6.3.1]

The analysis of every hour asks what chance explains. This asks less and at once: somebody who sits at a table
lost, within a day, several large pots, nearly all to one other player, with more people in the hands than the
two. It is a reason to look and proves nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from casino.compliance.collusion.cases import add_if_new
from casino.compliance.reading import rows
from games.catalogue import games_between_players
from players.shared import clock

KIND: Final = "passed"
LOOKED_BACK = timedelta(days=1)
LARGE_POT: Final = 5_000  # cents that one lost in a hand
LEAST: Final = 50_000  # cents in all
POTS: Final = 3
SHARE: Final = 80  # per cent of what the giver lost in hands of more than two
# Of who sits now: what each lost in hands of three or more, and to whom. As in the rules of monitoring, a
# loss counts for the winner up to what that one won, and only of who lost most.
PASSED = """
WITH seated AS (
    SELECT DISTINCT player_id FROM players_playsession
    WHERE ended IS NULL AND currency = 'EUR' AND system = ANY(%(between)s)
), lost AS (
    SELECT s.round_id, s.player_id AS giver, s.at, s.staked - s.back - s.prize + s.commission AS cents
    FROM seated JOIN games_stake AS s ON s.player_id = seated.player_id AND s.at >= %(since)s
    JOIN games_round AS r ON r.id = s.round_id AND r.status <> 'void'
    JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR' AND t.system = ANY(%(between)s)
    WHERE s.staked - s.back - s.prize + s.commission > 0
      AND (SELECT count(*) FROM games_stake AS o WHERE o.round_id = s.round_id) > 2
), pot AS (
    SELECT l.round_id, l.giver, o.player_id AS taker, l.at,
           least(l.cents, o.back + o.prize - o.commission - o.staked) AS cents
    FROM lost AS l JOIN games_stake AS o ON o.round_id = l.round_id
        AND o.staked - o.back - o.prize + o.commission < 0
    WHERE l.cents >= %(large)s AND NOT EXISTS (
        SELECT FROM games_stake AS more WHERE more.round_id = l.round_id
          AND more.staked - more.back - more.prize + more.commission > l.cents
    )
), gone AS (
    SELECT giver, sum(cents) AS cents, count(*) AS hands FROM lost GROUP BY giver
)
SELECT p.giver, p.taker, max(p.at) AS at, sum(p.cents)::bigint AS cents, count(*) AS pots,
       max(g.cents)::bigint AS lost, max(g.hands) AS hands,
       array_agg(p.round_id ORDER BY p.round_id) AS rounds
FROM pot AS p JOIN gone AS g ON g.giver = p.giver
GROUP BY p.giver, p.taker
HAVING sum(p.cents) >= %(least)s AND count(*) >= %(pots)s AND sum(p.cents) * 100 >= max(g.cents) * %(share)s
ORDER BY p.giver, p.taker
"""


def notice_passed_chips() -> int:
    """Adds what is new to cases. Returns how much evidence there was."""
    parameters: dict[str, Any] = {
        "between": list(games_between_players()), "since": clock.now() - LOOKED_BACK, "large": LARGE_POT,
        "least": LEAST, "pots": POTS, "share": SHARE,
    }  # fmt: skip
    added = 0
    for found in rows(PASSED, parameters):
        figures = {name: found[name] for name in ("giver", "taker", "cents", "pots", "lost", "hands")}
        players = (found["giver"], found["taker"])
        added += add_if_new(
            kind=KIND, players=players, at=found["at"], figures=figures, rounds=found["rounds"]
        )
    return added
