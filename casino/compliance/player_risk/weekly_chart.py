"""A chart of a player's last half year: stakes and deposits by week."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.utils.formats import date_format
from msgspec import Struct

from casino.compliance.reading import rows
from players.shared import clock
from players.shared.money import format_money

WEEKS = 26
WIDTH, HEIGHT, TOP, BOTTOM = 780, 180, 24, 24
WEEKLY_TOTALS = """
SELECT week, sum(staked)::bigint AS staked, sum(lost)::bigint AS lost, sum(paid)::bigint AS paid FROM (
    SELECT date_trunc('week', day)::date AS week, staked, staked - returned AS lost, 0 AS paid
    FROM history_played WHERE player_id = %(player)s AND currency = 'EUR' AND day >= %(since)s
    UNION ALL
    SELECT date_trunc('week', credited AT TIME ZONE 'Europe/Lisbon')::date, 0, 0, cents
    FROM cashier_payment
    WHERE player_id = %(player)s AND direction = 'deposit' AND status = 'paid'
      AND credited >= %(since_midnight)s
) AS entries GROUP BY week ORDER BY week
"""


class WeekBar(Struct, frozen=True):
    week: date
    x: float
    y: float
    width: float
    height: float
    paid_x: float
    paid_y: float
    paid_height: float
    label: str
    lost: int
    staked: int
    paid: int


class WeeklyChart(Struct, frozen=True):
    bars: tuple[WeekBar, ...]
    highest: str
    first_week: str
    last_week: str
    width: int = WIDTH
    height: int = HEIGHT
    baseline: int = HEIGHT - BOTTOM


def draw_weekly_chart(player: int, today: date) -> WeeklyChart | None:
    """The chart of the last half year; None if the player neither staked nor deposited."""
    monday = today - timedelta(days=today.weekday())
    since = monday - timedelta(weeks=WEEKS - 1)
    totals = {
        row["week"]: row
        for row in rows(
            WEEKLY_TOTALS, {"player": player, "since": since, "since_midnight": clock.midnight(since)}
        )
    }
    highest = max((max(row["staked"], row["paid"]) for row in totals.values()), default=0)
    if not highest:
        return None
    no_play = {"staked": 0, "paid": 0, "lost": 0}
    weeks = [since + timedelta(weeks=index) for index in range(WEEKS)]
    bars = [_bar(index, week, totals.get(week, no_play), highest) for index, week in enumerate(weeks)]
    return WeeklyChart(tuple(bars), format_money(highest, "EUR"), bars[0].label, bars[-1].label)


def _bar(index: int, week: date, totals: dict[str, Any], highest: int) -> WeekBar:
    baseline, scale, step = HEIGHT - BOTTOM, (HEIGHT - TOP - BOTTOM) / highest, WIDTH / WEEKS
    x = index * step + 2
    staked_height, paid_height = totals["staked"] * scale, totals["paid"] * scale
    return WeekBar(
        week=week,
        x=x,
        y=baseline - staked_height,
        width=step * 0.55,
        height=staked_height,
        paid_x=x + step * 0.58,
        paid_y=baseline - paid_height,
        paid_height=paid_height,
        label=date_format(week, "SHORT_DATE_FORMAT"),
        lost=totals["lost"],
        staked=totals["staked"],
        paid=totals["paid"],
    )
