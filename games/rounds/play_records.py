"""What the players' side needs to know about play: names, totals, and which rounds are settled.

Registered in `games.apps`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime

from django.db import connection
from django.db.models import Case, Count, F, Min, Q, QuerySet, Sum, When
from django.db.models.functions import Least, TruncDate
from django.urls import reverse
from django.utils.functional import Promise

from games.catalogue import GAME_NAMES, GAMES
from games.models import Round, Stake, Table
from players.play_records import PlayTotals, UnfinishedRound
from players.shared import clock

# A void round is no round played, and what is settled in it is no stake: only a remainder counts, such as a
# carried stake that it returned. The figures of a stay are reckoned alike (`Chair.with_result`).  [BJ-28]
RETURNED = F("back") + F("prize") - F("commission")
SETTLED = Case(When(round__status=Round.Status.VOID, then=Least(F("staked"), RETURNED)), default=0)
SUMS = {
    "round_count": Count("pk", filter=~Q(round__status=Round.Status.VOID)),
    "staked_sum": Sum(F("staked") - SETTLED),
    "returned_sum": Sum(RETURNED - SETTLED),
}
# The same for a whole day at once.
DAILY_TOTALS = """
INSERT INTO history_played (player_id, day, "table", system, currency, rounds, staked, returned)
SELECT s.player_id, (s.at AT TIME ZONE 'Europe/Lisbon')::date, t.id, t.system, t.currency,
       count(*) FILTER (WHERE r.status <> 'void'), sum(s.staked - settled.cents),
       sum(s.back + s.prize - s.commission - settled.cents)
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
CROSS JOIN LATERAL (
    SELECT CASE r.status WHEN 'void' THEN least(s.staked, s.back + s.prize - s.commission) ELSE 0 END AS cents
) AS settled
WHERE s.at >= %s AND s.at < %s GROUP BY 1, 2, 3
HAVING bool_or(r.status <> 'void') OR sum(s.staked) <> sum(s.back + s.prize - s.commission)
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
SELECT t.id, r.number FROM players_playsession AS s
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


def add_up(stakes: QuerySet[Stake]) -> PlayTotals:
    """Gains and losses over a set of rounds.  [AR-25] [FR-R26] [HE-66] [BJ-32] [PB-32] [CS-38]"""
    return totals_of(stakes.order_by().aggregate(**SUMS).values())


def totals_of(sums: Iterable[int | None]) -> PlayTotals:
    """The figures of `SUMS`; sums over nothing are nothing."""
    return PlayTotals(*(cents or 0 for cents in sums))


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
        stakes = Stake.objects.filter(player=player, round__table__currency=currency)
        if since is not None:
            stakes = stakes.filter(at__gte=since)
        if until is not None:
            stakes = stakes.filter(at__lt=until)
        if system:
            stakes = stakes.filter(round__table__system=system)
        return add_up(stakes.filter(round__table=table) if table else stakes)

    def totals_by_day(self, player: int, *, currency: str, since: datetime) -> dict[date, PlayTotals]:
        stakes = Stake.objects.filter(player=player, round__table__currency=currency, at__gte=since)
        days = stakes.order_by().values_list(TruncDate("at", tzinfo=clock.LISBON)).annotate(**SUMS)
        return {day: totals_of(sums) for day, *sums in days}

    def session_totals(self, session: int) -> PlayTotals:
        return add_up(Stake.objects.filter(session=session))

    def rounds_in_play(self, player: int) -> Sequence[tuple[int, int]]:
        between_players = [system for system, game in GAMES.items() if game.engine.between_players]
        with connection.cursor() as cursor:
            cursor.execute(IN_PLAY, {"player": player, "between_players": between_players})
            return [(table, number) for table, number in cursor.fetchall()]

    def write_daily_totals(self, since: datetime, until: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(DAILY_TOTALS, [since, until])
