"""What the players' side needs to know about play: names, totals, and which rounds are settled.

Registered in `games.apps`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import connection
from django.db.models import Min
from django.urls import reverse
from django.utils.functional import Promise

from games.catalogue import GAME_NAMES, GAMES
from games.models import Stake, Table
from players.play_records import PlayTotals, UnfinishedRound

TOTALS = """
SELECT count(*), coalesce(sum(s.staked), 0)::bigint, coalesce(sum(s.back + s.prize - s.commission), 0)::bigint
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
WHERE s.player_id = %(player)s AND s.at >= %(since)s AND s.at < %(until)s AND t.currency = %(currency)s
AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
SESSION_TOTALS = """
SELECT count(*), coalesce(sum(staked), 0)::bigint, coalesce(sum(back + prize - commission), 0)::bigint
FROM games_stake WHERE session = %s
"""
DAILY_TOTALS = """
INSERT INTO history_played (player_id, day, "table", system, currency, rounds, staked, returned)
SELECT s.player_id, (s.at AT TIME ZONE 'Europe/Lisbon')::date, t.id, t.system, t.currency,
       count(*), sum(s.staked), sum(s.back + s.prize - s.commission)
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
WHERE s.at >= %s AND s.at < %s GROUP BY 1, 2, 3
"""
# What lies on the stakes of a table for the player's seat, and what the round before it carried on. A session
# ends after its last stake, so every stake that is not decided belongs to an open one.  [903-B 6.3.2.3]
UNFINISHED = """
SELECT t.id, t.name, t.system, t.currency, r.number, coalesce(r.opened, last.at) AS since, lying.cents,
       CASE WHEN t.status = 'held' THEN 'stopped' WHEN r.id IS NULL THEN 'carried' ELSE 'running' END
FROM players_playsession AS s
JOIN games_table AS t ON t.id = s."table"
LEFT JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
LEFT JOIN LATERAL (
    SELECT k.held, k.seat, k.at FROM games_stake AS k WHERE k.session = s.id ORDER BY k.id DESC LIMIT 1
) AS last ON true
LEFT JOIN LATERAL (
    SELECT w.seat FROM wallet_account AS a JOIN wallet_transfer AS w ON w.source_id = a.id
    WHERE a.player_id = s.player_id AND a.kind IN ('wallet', 'stack') AND a.currency = t.currency
      AND w.at >= r.opened - interval '1 minute' AND coalesce(w.round, 0) = r.id
      AND w.seat IS NOT NULL LIMIT 1
) AS own ON true
LEFT JOIN LATERAL (
    SELECT sum(CASE WHEN b.kind IN ('stakes', 'held') THEN w.cents ELSE 0 END)
         - sum(CASE WHEN a.kind IN ('stakes', 'held') THEN w.cents ELSE 0 END) AS cents
    FROM wallet_transfer AS w
    JOIN wallet_account AS a ON a.id = w.source_id JOIN wallet_account AS b ON b.id = w.target_id
    WHERE w.round = r.id AND w.at >= r.opened - interval '1 minute' AND w.seat = coalesce(own.seat, last.seat)
) AS moved ON true
CROSS JOIN LATERAL (SELECT (coalesce(moved.cents, 0) + coalesce(last.held, 0))::bigint AS cents) AS lying
WHERE s.player_id = %s AND s.ended IS NULL AND lying.cents > 0
ORDER BY since, t.id
"""

# At a table between players, who has no chips in the pot may hold a hand: there the blinds of anybody count.
# A minute of grace, as in protection_stakes_in_play.
IN_PLAY = """
SELECT t.id FROM players_playsession AS s
JOIN games_table AS t ON t.id = s."table"
JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
WHERE s.player_id = %(player)s AND s.ended IS NULL AND EXISTS (
    SELECT FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.source_id
    WHERE w.round = r.id AND w.at >= r.opened - interval '1 minute'
    AND w.kind IN ('stake', 'chips', 'jackpot-bet')
    AND (a.player_id = %(player)s OR t.system = ANY(%(between_players)s))
)
ORDER BY t.id
"""


class GameRecords:
    """The implementation of `players.play_records.PlayRecords`."""

    def game_names(self) -> Mapping[str, str | Promise]:
        return dict(GAME_NAMES)

    def table_name(self, table: int) -> str:
        return Table.objects.filter(pk=table).values_list("name", flat=True).first() or ""

    def table_names(self, tables: Collection[int]) -> Mapping[int, str]:
        return dict(Table.objects.filter(pk__in=tables).values_list("pk", "name"))

    def round_admin_url(self, round_id: int) -> str:
        return reverse("admin:games_round_change", args=[round_id])

    def settled_rounds(self, player: int, round_ids: Collection[int]) -> set[int]:
        settled = Stake.objects.filter(player=player, round__in=round_ids)
        return set(settled.values_list("round_id", flat=True))

    def unfinished_rounds(self, player: int) -> list[UnfinishedRound]:
        with connection.cursor() as cursor:
            cursor.execute(UNFINISHED, [player])
            return [UnfinishedRound(*row) for row in cursor.fetchall()]

    def first_settlement(self) -> datetime | None:
        first: datetime | None = Stake.objects.aggregate(first=Min("at"))["first"]
        return first

    def totals(
        self,
        player: int,
        *,
        currency: str,
        since: datetime | None,
        until: datetime | None,
        system: str,
        table: int,
    ) -> PlayTotals:
        parameters = {
            "player": player,
            "since": since or "-infinity",
            "until": until or "infinity",
            "currency": currency,
            "system": system,
            "table": table,
        }
        with connection.cursor() as cursor:
            cursor.execute(TOTALS, parameters)
            return PlayTotals(*cursor.fetchone())

    def session_totals(self, session: int) -> PlayTotals:
        with connection.cursor() as cursor:
            cursor.execute(SESSION_TOTALS, [session])
            return PlayTotals(*cursor.fetchone())

    def tables_in_play(self, player: int) -> Sequence[int]:
        between_players = [system for system, game in GAMES.items() if game.engine.between_players]
        with connection.cursor() as cursor:
            cursor.execute(IN_PLAY, {"player": player, "between_players": between_players})
            return [table for (table,) in cursor.fetchall()]

    def write_daily_totals(self, since: datetime, until: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(DAILY_TOTALS, [since, until])
