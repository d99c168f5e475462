"""A player's last half year as bars: what was staked and what was paid in, week by week."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.formats import date_format
from msgspec import Struct

from casino.compliance.reading import rows
from players.shared import clock
from players.shared.money import format_money

WEEKS = 26
WIDTH, HEIGHT, TOP, BOTTOM = 780, 180, 24, 24
ASKED = """
SELECT week, sum(staked)::bigint AS staked, sum(lost)::bigint AS lost, sum(paid)::bigint AS paid FROM (
    SELECT date_trunc('week', day)::date AS week, staked, staked - returned AS lost, 0 AS paid
    FROM history_played WHERE player_id = %(player)s AND currency = 'EUR' AND day >= %(since)s
    UNION ALL
    SELECT date_trunc('week', credited AT TIME ZONE 'Europe/Lisbon')::date, 0, 0, cents
    FROM cashier_payment WHERE player_id = %(player)s AND direction = 'deposit' AND status = 'paid' AND credited >= %(moment)s
) AS each GROUP BY week ORDER BY week
"""


class Bar(Struct, frozen=True):
    week: date
    x: float
    y: float
    width: float
    height: float
    paid_x: float
    paid_y: float
    paid_height: float
    said: str
    lost: int
    staked: int
    paid: int


class Picture(Struct, frozen=True):
    bars: tuple[Bar, ...]
    most: str
    first: str
    last: str
    width: int = WIDTH
    height: int = HEIGHT
    ground: int = HEIGHT - BOTTOM


def drawn(player: int, today: date) -> Picture | None:
    monday = today - timedelta(days=today.weekday())
    since = monday - timedelta(weeks=WEEKS - 1)
    found = {
        row["week"]: row
        for row in rows(ASKED, {"player": player, "since": since, "moment": clock.midnight(since)})
    }
    most = max((max(row["staked"], row["paid"]) for row in found.values()), default=0)
    if not most:
        return None
    tall, wide = HEIGHT - TOP - BOTTOM, WIDTH / WEEKS
    bars = []
    for at in range(WEEKS):
        week = since + timedelta(weeks=at)
        row = found.get(week, {"staked": 0, "paid": 0, "lost": 0})
        height, paid = (row[name] / most * tall for name in ("staked", "paid"))
        bars.append(
            Bar(
                week=week, x=at * wide + 2, y=HEIGHT - BOTTOM - height, width=wide * 0.55, height=height,
                paid_x=at * wide + 2 + wide * 0.58,
                paid_y=HEIGHT - BOTTOM - paid, paid_height=paid, said=date_format(week, "SHORT_DATE_FORMAT"), lost=row["lost"],
                staked=row["staked"], paid=row["paid"],
            )
        )  # fmt: skip
    return Picture(tuple(bars), format_money(most, "EUR"), bars[0].said, bars[-1].said)
