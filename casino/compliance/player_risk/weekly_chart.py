"""A chart of a player's last half year: stakes and deposits by week."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.reports.charts import Chart, Point, bar_chart, short_euros
from players.shared import clock
from players.shared.money import format_money

WEEKS = 26
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


class Week(Struct, frozen=True):
    label: str
    staked: int
    lost: int
    paid: int


def last_weeks(player: int, today: date) -> list[Week]:
    """The weeks of the last half year; none if the player neither staked nor deposited."""
    monday = today - timedelta(days=today.weekday())
    since = monday - timedelta(weeks=WEEKS - 1)
    totals = {
        row["week"]: row
        for row in rows(
            WEEKLY_TOTALS, {"player": player, "since": since, "since_midnight": clock.midnight(since)}
        )
    }
    if not any(row["staked"] or row["paid"] for row in totals.values()):
        return []
    no_play = {"staked": 0, "lost": 0, "paid": 0}
    weeks = []
    for monday in (since + timedelta(weeks=index) for index in range(WEEKS)):
        week = totals.get(monday, no_play)
        label = date_format(monday, "SHORT_DATE_FORMAT")
        weeks.append(Week(label, week["staked"], week["lost"], week["paid"]))
    return weeks


def weekly_chart(weeks: Sequence[Week]) -> Chart | None:
    return bar_chart(
        _("Staked and paid in, week by week"),
        [Point(week.label, week.staked, is_partial=week is weeks[-1], second=week.paid) for week in weeks],
        show=lambda cents: format_money(cents, "EUR"),
        show_axis=short_euros,
        series=(_("Staked"), _("Paid in")),
    )
