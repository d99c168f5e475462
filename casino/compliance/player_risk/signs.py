"""The signs: the meaning, the threshold and the query of each.

A sign is not a judgement of a person. It asks an officer to look at the player, and perhaps to talk; nothing
else follows. Each threshold is defined here only, and every sign shows the threshold that it passed.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class Sign(Struct, frozen=True):
    """One kind of sign. `text` is formatted with the figures of the query and the thresholds."""

    title: str | Promise
    why: str | Promise
    text: str | Promise
    thresholds: Mapping[str, int]
    sql: str
    money: tuple[str, ...] = ()


QUIET_DAYS = 14  # after a sign, the same kind is not reported again

# In every query %(day)s is the scanned day; %(since)s and %(until)s are its midnights in Lisbon.
GROWTH = """
SELECT player_id, json_build_object('week', week, 'usual', usual) FROM (
    SELECT player_id, sum(staked) FILTER (WHERE day > %(day)s - 7)::bigint AS week,
           (sum(staked) FILTER (WHERE day <= %(day)s - 7) / 8)::bigint AS usual
    FROM history_played WHERE currency = 'EUR' AND day > %(day)s - 63 AND day <= %(day)s GROUP BY player_id
) AS staked_sums WHERE week >= %(least)s AND usual > 0 AND week >= usual * %(times)s
"""
CHASING = """
SELECT d.player_id, json_build_object('deposits', d.deposits, 'lost', p.lost)
FROM (SELECT player_id, count(*) AS deposits FROM cashier_payment
      WHERE direction = 'deposit' AND status = 'paid' AND credited >= %(since)s AND credited < %(until)s
      GROUP BY player_id) AS d
JOIN (SELECT player_id, sum(staked - returned)::bigint AS lost FROM history_played
      WHERE day = %(day)s AND currency = 'EUR' GROUP BY player_id) AS p USING (player_id)
WHERE d.deposits >= %(deposits_least)s AND p.lost >= %(least)s
"""
NIGHT = """
SELECT player_id, json_build_object('nights', count(DISTINCT night)) FROM (
    SELECT s.player_id, night::date AS night FROM players_playsession AS s,
           generate_series(%(day)s::date - 27, %(day)s::date, interval '1 day') AS night
    WHERE s.currency = 'EUR' AND s.rounds > 0
      AND s.started < %(until)s AND s.started >= %(since)s - interval '28 days'
      AND s.started < (night::date + time '06:00') AT TIME ZONE 'Europe/Lisbon'
      AND coalesce(s.ended, %(until)s) > (night::date + time '02:00') AT TIME ZONE 'Europe/Lisbon'
) AS night_play GROUP BY player_id HAVING count(DISTINCT night) >= %(nights_least)s
"""
RAISED = """
SELECT player_id, json_build_object('raised', count(*)) FROM protection_limit
WHERE starts > requested_at AND kind IN ('deposit', 'stake')
  AND requested_at >= %(until)s - interval '30 days' AND requested_at < %(until)s
GROUP BY player_id HAVING count(*) >= %(raised_least)s
"""
CANCELLED = """
SELECT player_id, json_build_object('cancelled', count(*), 'cents', sum(cents)) FROM cashier_payment
WHERE direction = 'withdrawal' AND status = 'cancelled' AND reason = ''
  AND changed >= %(until)s - interval '30 days' AND changed < %(until)s
GROUP BY player_id HAVING count(*) >= %(cancelled_least)s
"""
LONG = """
SELECT player_id, json_build_object('minutes', minutes) FROM (
    SELECT player_id, (sum(extract(epoch FROM upper(span) - lower(span))) / 60)::bigint AS minutes FROM (
        SELECT player_id, unnest(range_agg(
            tstzrange(greatest(started, %(since)s), least(coalesce(ended, %(until)s), %(until)s))
        )) AS span
        FROM players_playsession
        WHERE currency = 'EUR' AND started < %(until)s AND (ended > %(since)s OR ended IS NULL)
        GROUP BY player_id
    ) AS spans GROUP BY player_id
) AS time_sums WHERE minutes >= %(minutes_least)s
"""
REFUSED = """
SELECT player_id, json_build_object('refused', count(*), 'cents', sum(cents)) FROM cashier_payment
WHERE direction = 'deposit' AND status = 'refused' AND reason LIKE 'limit-%%'
  AND made >= %(until)s - interval '7 days' AND made < %(until)s
GROUP BY player_id HAVING count(*) >= %(refused_least)s
"""
LOSSES = """
SELECT player_id, json_build_object('lost', lost, 'usual', usual) FROM (
    SELECT player_id, sum(staked - returned) FILTER (WHERE day > %(day)s - 30)::bigint AS lost,
           greatest(0, sum(staked - returned) FILTER (WHERE day <= %(day)s - 30) / 3)::bigint AS usual
    FROM history_played WHERE currency = 'EUR' AND day > %(day)s - 120 AND day <= %(day)s GROUP BY player_id
) AS lost_sums WHERE lost >= %(least)s AND lost >= coalesce(usual, 0) * %(times)s
"""

SIGNS: dict[str, Sign] = {
    "growth": Sign(
        _("Stakes grow fast"),
        _("A player who stakes several times the usual amount may be losing count of it."),
        _(
            "%(week)s staked in seven days; %(usual)s a week in the eight weeks before. "
            "Flagged from %(times)s times as much and %(least)s."
        ),
        {"times": 3, "least": 50_000},
        GROWTH,
        ("week", "usual", "least"),
    ),
    "losses": Sign(
        _("Losses grow"),
        _("A month of unusual losses is a reason to talk with the player before the next one."),
        _(
            "%(lost)s lost in thirty days; %(usual)s a month in the three months before. "
            "Flagged from %(times)s times that and %(least)s."
        ),
        {"times": 2, "least": 200_000},
        LOSSES,
        ("lost", "usual", "least"),
    ),
    "chasing": Sign(
        _("Deposits after losses"),
        _("A player who deposits repeatedly on a day of losses may be chasing losses."),
        _(
            "%(deposits)s deposits on one day with %(lost)s lost. "
            "Flagged from %(deposits_least)s deposits and %(least)s."
        ),
        {"deposits_least": 3, "least": 20_000},
        CHASING,
        ("lost", "least"),
    ),
    "night": Sign(
        _("Play at night"),
        _(
            "A player who often plays between two and six in the "
            "morning lacks sleep and tends to decide worse."
        ),
        _(
            "Play between two and six in the morning in %(nights)s of the last 28 nights. "
            "Flagged from %(nights_least)s nights."
        ),
        {"nights_least": 8},
        NIGHT,
    ),
    "long": Sign(
        _("Long days at the tables"),
        _("Very long time at the tables is the first sign that players themselves name."),
        _("%(minutes)s minutes at the tables on one day. Flagged from %(minutes_least)s minutes."),
        {"minutes_least": 360},
        LONG,
    ),
    "raised": Sign(
        _("Limits raised repeatedly"),
        _("A limit that is raised each time it is reached has no effect."),
        _(
            "%(raised)s increases of limits requested in thirty days. "
            "Flagged from %(raised_least)s increases."
        ),
        {"raised_least": 3},
        RAISED,
    ),
    "refused": Sign(
        _("Deposits beyond the limit"),
        _(
            "A player who repeatedly tries to deposit more than their "
            "limit allows may need help to keep to it."
        ),
        _(
            "%(refused)s deposits in seven days were refused because of the player's "
            "limit, %(cents)s in all. Flagged from %(refused_least)s."
        ),
        {"refused_least": 3},
        REFUSED,
        ("cents",),
    ),
    "cancelled": Sign(
        _("Cancelled withdrawals"),
        _("A player who cancels withdrawals to play on may be acting against their own intention."),
        _(
            "%(cancelled)s withdrawals cancelled in thirty days, %(cents)s in all. "
            "Flagged from %(cancelled_least)s withdrawals."
        ),
        {"cancelled_least": 3},
        CANCELLED,
        ("cents",),
    ),
}
