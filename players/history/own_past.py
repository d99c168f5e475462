"""A player's last thirty days beside the same number of days before: the player's own past.

The page of the player ("My play") and the page of the officers of player protection show these figures, so
nobody is told another amount than the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection
from msgspec import Struct

from players.history.daily_totals import totals_until
from players.history.totals import days_of_play
from players.models import Player
from players.play_records import PlayTotals
from players.protection.limits_reached import LimitReached, limits_reached
from players.shared import clock
from players.wallet.models import Currency

DAYS = 30
STRETCHES = 7  # the last one, and half a year before it

# Time at two tables at once is counted once, as for the limit of time. A session that crosses a bound counts
# on both sides of it; its whole length counts where it began.
AT_TABLES = """
WITH own AS (
    SELECT started, greatest(started, coalesce(ended, %(now)s)) AS ended FROM players_playsession
    WHERE player_id = %(player)s AND currency = 'EUR' AND started < %(now)s
    AND (ended IS NULL OR ended > %(first)s)
)
SELECT coalesce((
           SELECT floor(extract(epoch FROM sum(upper(span) - lower(span))) / 60)::int FROM unnest((
               SELECT range_agg(tstzrange(greatest(started, begins), least(ended, ends)))
               FROM own WHERE started < ends AND ended > begins
           )) AS span
       ), 0),
       coalesce((
           SELECT floor(extract(epoch FROM max(ended - started)) / 60)::int
           FROM own WHERE started >= begins AND started < ends
       ), 0)
FROM unnest(%(begins)s::timestamptz[], %(ends)s::timestamptz[]) AS stretch (begins, ends)
ORDER BY begins DESC
"""
# Money in and out of the wallet by day: daily totals, and the record for days that have none.
MOVED = """
SELECT day, sum(CASE kind WHEN 'deposit' THEN came ELSE 0 END)::bigint,
       sum(CASE kind WHEN 'deposit' THEN 0 ELSE went - came END)::bigint
FROM (
    SELECT moved.day, moved.kind, moved.came, moved.went FROM history_moved AS moved
    JOIN wallet_account AS wallet ON wallet.id = moved.account_id
    WHERE wallet.player_id = %(player)s AND wallet.kind = 'wallet' AND wallet.currency = 'EUR'
    AND moved.day >= %(first_day)s AND moved.day < %(live_day)s
    UNION ALL
    SELECT (move.at AT TIME ZONE 'Europe/Lisbon')::date, move.kind, move.came, move.went
    FROM wallet_account AS wallet
    CROSS JOIN LATERAL (
        SELECT at, kind, cents AS came, 0::bigint AS went FROM wallet_transfer
        WHERE target_id = wallet.id AND at >= %(live)s
        UNION ALL
        SELECT at, kind, 0, cents FROM wallet_transfer WHERE source_id = wallet.id AND at >= %(live)s
    ) AS move
    WHERE wallet.player_id = %(player)s AND wallet.kind = 'wallet' AND wallet.currency = 'EUR'
) AS moved
WHERE kind IN ('deposit', 'withdrawal', 'withdrawal-back') GROUP BY day
"""


class Stretch(Struct, frozen=True):
    """Thirty days: both bounds are days of Lisbon and belong to it. Money in cents."""

    first: date
    last: date
    minutes: int  # at tables
    longest: int  # minutes of the longest session that began in it
    deposited: int
    withdrawn: int  # less what came back
    play: PlayTotals
    limits: Sequence[LimitReached]

    @property
    def net(self) -> int:
        return self.play.net


class Usual(Struct, frozen=True):
    """The mean of some stretches, rounded to the nearest whole."""

    count: int
    minutes: int
    longest: int
    deposited: int
    withdrawn: int
    net: int
    limits: int


class OwnPast(Struct, frozen=True):
    """The stretches, the last one first; those that lie wholly before the account was opened are left out."""

    stretches: Sequence[Stretch]

    @property
    def latest(self) -> Stretch:
        return self.stretches[0]

    @property
    def earlier(self) -> Sequence[Stretch]:
        return self.stretches[1:]

    @property
    def usual(self) -> Usual | None:
        """What the earlier stretches came to on average; unknown where there is none."""
        earlier = self.earlier
        if not earlier:
            return None
        return Usual(
            len(earlier),
            *(
                _mean([figure(stretch) for stretch in earlier])
                for figure in (
                    lambda one: one.minutes,
                    lambda one: one.longest,
                    lambda one: one.deposited,
                    lambda one: one.withdrawn,
                    lambda one: one.net,
                    lambda one: len(one.limits),
                )
            ),
        )

    @property
    def is_empty(self) -> bool:
        return not any(
            one.minutes or one.deposited or one.withdrawn or one.play.rounds for one in self.stretches
        )


def own_past(player: Player, now: datetime | None = None) -> OwnPast:
    """The player's stretches until now, in six queries whatever the length of the history."""
    now = now or clock.now()
    today, opened = clock.day_of(now), clock.day_of(player.since)
    lasts = [today - timedelta(days=DAYS * number) for number in range(STRETCHES)]
    lasts = [last for last in lasts if last == today or last >= opened]
    firsts = [last - timedelta(days=DAYS - 1) for last in lasts]
    play = days_of_play(player, Currency.EUR, firsts[-1])
    money = _money_by_day(player, firsts[-1])
    reached = limits_reached(player, firsts[-1])
    stretches = []
    for first, last, (minutes, longest) in zip(
        firsts, lasts, _at_tables(player, firsts, lasts, now), strict=True
    ):
        played = [totals for day, totals in play.items() if first <= day <= last]
        moved = [cents for day, cents in money.items() if first <= day <= last]
        stretches.append(
            Stretch(
                first,
                last,
                minutes,
                longest,
                sum(deposited for deposited, _ in moved),
                sum(withdrawn for _, withdrawn in moved),
                PlayTotals(
                    sum(one.rounds for one in played),
                    sum(one.staked for one in played),
                    sum(one.returned for one in played),
                ),
                [one for one in reached if first <= one.day <= last],
            )
        )
    return OwnPast(stretches)


def _at_tables(player: Player, firsts: list[date], lasts: list[date], now: datetime) -> list[tuple[int, int]]:
    """The minutes at tables and of the longest session, of each stretch."""
    begins = [clock.midnight(first) for first in firsts]
    ends = [clock.midnight(last + timedelta(days=1)) for last in lasts]
    parameters: dict[str, Any] = {
        "player": player.pk,
        "now": now,
        "first": begins[-1],
        "begins": begins,
        "ends": ends,
    }
    with connection.cursor() as cursor:
        cursor.execute(AT_TABLES, parameters)
        rows: list[tuple[int, int]] = cursor.fetchall()
    return rows


def _money_by_day(player: Player, first: date) -> dict[date, tuple[int, int]]:
    """What was deposited and withdrawn on each day."""
    until = totals_until()
    live = max(first, until) if until else first
    parameters: dict[str, Any] = {
        "player": player.pk,
        "first_day": first,
        "live_day": live,
        "live": clock.midnight(live),
    }
    with connection.cursor() as cursor:
        cursor.execute(MOVED, parameters)
        return {day: (deposited, withdrawn) for day, deposited, withdrawn in cursor.fetchall()}


def _mean(figures: Sequence[int]) -> int:
    """Half a cent and half a minute are rounded up."""
    return (2 * sum(figures) + len(figures)) // (2 * len(figures))
