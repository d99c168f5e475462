"""Return control compared with the ledger, by game: the result by monitored rounds and by transfers."""

from __future__ import annotations

from datetime import date

from django.db.models import Max, Min
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.reports.daily_totals import days_sql, fold_bounds, folded_until
from casino.compliance.reports.money import SIGNED, WON
from casino.compliance.rtp_monitoring.models import Day
from games.catalogue import games_between_players, games_with_decisions

# Against the bank: stakes minus returns. Games of hands have one row per bet; elsewhere the row without a bet
# is the whole round. Between players the result is the commission.
MONITORED = """
SELECT system, sum(CASE WHEN system = ANY(%(raked)s) THEN expected::bigint - returned
                        ELSE staked - returned END)::bigint AS cents
FROM rtp_monitoring_day WHERE day >= %(since)s AND (bet = '' OR system = ANY(%(decided)s)) GROUP BY system
"""
# Transfers include test accounts; their results are subtracted.
LEDGER = f"""
WITH moved AS ({days_sql("moved")}), played AS ({days_sql("played")}), both_sides AS (
    SELECT table_id, {SIGNED.replace("m.", "moved.")} AS cents FROM moved
    WHERE kind IN ({WON}) AND kind <> 'buy-in-commission'
    UNION ALL
    SELECT p.table_id, -CASE WHEN r.system = ANY (%(between_players)s) THEN p.commission ELSE p.gross END
    FROM played AS p JOIN games_table AS r ON r.id = p.table_id WHERE p.testing
)
SELECT t.system, sum(b.cents)::bigint AS cents FROM both_sides AS b JOIN games_table AS t ON t.id = b.table_id
WHERE t.currency = 'EUR' GROUP BY t.system
"""


class GameComparison(Struct, frozen=True):
    """The operator's result of a game in cents, by return control and by the transfers."""

    system: str
    monitored: int
    ledger: int

    @property
    def difference(self) -> int:
        return self.monitored - self.ledger


def monitored_days() -> tuple[date, date] | None:
    """The first and the last monitored day."""
    days = Day.objects.aggregate(first=Min("day"), last=Max("day"))
    return None if days["first"] is None else (days["first"], days["last"])


def comparison(since: date | None = None) -> list[GameComparison]:
    """The comparison of every game that was monitored or played: over all monitored days, or since a day."""
    days = monitored_days()
    if days is None:
        return []
    first = days[0] if since is None else min(max(days[0], since), days[1])
    span = {"since": first, "until": days[1], **fold_bounds(first, days[1], folded_until())}
    games = {"raked": games_between_players(), "decided": games_with_decisions()}
    monitored = {row["system"]: row["cents"] for row in rows(MONITORED, {"since": first, **games})}
    ledger = {row["system"]: row["cents"] for row in rows(LEDGER, span)}
    # A game that return control has not seen at all has a line too: its result is the difference.
    systems = sorted(monitored.keys() | {system for system, cents in ledger.items() if cents})
    return [GameComparison(system, monitored.get(system, 0), ledger.get(system, 0)) for system in systems]
