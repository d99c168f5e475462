"""What came of the rules: how their cases ended, what players did afterwards, and whom they speak of.

By rule and by group, never by person: a row about fewer than ten people is left out, and says so.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.monitoring.models import RuleVersion
from casino.compliance.monitoring.rules import read_rule
from players.languages import HOUSE_LANGUAGES
from players.shared import clock

FEWEST = 10  # people of a row
# Of alerts within half a year; of these, what followed is complete for those that are thirty days old.
SINCE, AFTER = timedelta(days=180), timedelta(days=30)

ENDED = """
SELECT v.name, count(*) AS decided, count(*) FILTER (WHERE c.outcome = 'confirmed') AS confirmed
FROM monitoring_case AS c JOIN monitoring_alert AS a ON a.id = c.alert_id
JOIN monitoring_ruleversion AS v ON v.id = a.version_id
WHERE c.kind = %(kind)s AND c.closed >= %(since)s
GROUP BY v.name ORDER BY v.name
"""
# The first alert of each rule about each player, and the thirty days on both sides of it. The day itself is
# in neither.
FOLLOWED = """
WITH first AS MATERIALIZED (
    SELECT DISTINCT ON (v.name, a.player_id) v.name, a.player_id, a.at,
           (a.at AT TIME ZONE 'Europe/Lisbon')::date AS day
    FROM monitoring_alert AS a JOIN monitoring_ruleversion AS v ON v.id = a.version_id
    WHERE a.kind = %(kind)s AND a.at >= %(since)s AND a.at < %(until)s
    ORDER BY v.name, a.player_id, a.at
)
SELECT f.name, count(*) AS players,
       sum(played.before)::bigint AS stakes_before, sum(played.after)::bigint AS stakes_after,
       sum(sat.before)::bigint AS minutes_before, sum(sat.after)::bigint AS minutes_after,
       sum(paid.before)::bigint AS deposits_before, sum(paid.after)::bigint AS deposits_after,
       count(*) FILTER (WHERE lower.limits > 0) AS limited
FROM first AS f
CROSS JOIN LATERAL (
    SELECT coalesce(sum(h.staked) FILTER (WHERE h.day < f.day), 0) AS before,
           coalesce(sum(h.staked) FILTER (WHERE h.day > f.day), 0) AS after
    FROM history_played AS h WHERE h.player_id = f.player_id AND h.currency = 'EUR'
      AND h.day >= f.day - 30 AND h.day <= f.day + 30
) AS played
CROSS JOIN LATERAL (
    SELECT coalesce(sum(extract(epoch FROM s.ended - s.started)) FILTER (WHERE s.started < f.at), 0) / 60
               AS before,
           coalesce(sum(extract(epoch FROM s.ended - s.started)) FILTER (WHERE s.started >= f.at), 0) / 60
               AS after
    FROM players_playsession AS s WHERE s.player_id = f.player_id AND s.currency = 'EUR'
      AND s.ended IS NOT NULL
      AND s.started >= f.at - interval '30 days' AND s.started < f.at + interval '30 days'
) AS sat
CROSS JOIN LATERAL (
    SELECT coalesce(sum(y.cents) FILTER (WHERE y.credited < f.at), 0) AS before,
           coalesce(sum(y.cents) FILTER (WHERE y.credited >= f.at), 0) AS after
    FROM cashier_payment AS y WHERE y.player_id = f.player_id AND y.direction = 'deposit'
      AND y.status = 'paid'
      AND y.credited >= f.at - interval '30 days' AND y.credited < f.at + interval '30 days'
) AS paid
CROSS JOIN LATERAL (
    SELECT count(*) AS limits FROM protection_limit AS l
    WHERE l.player_id = f.player_id AND l.value IS NOT NULL AND l.starts = l.requested_at
      AND l.requested_at >= f.at AND l.requested_at < f.at + interval '30 days'
) AS lower
GROUP BY f.name HAVING count(*) >= %(fewest)s ORDER BY f.name
"""
# Who has ever moved money, test accounts left out, and who of them had an alert.
GROUPS = """
SELECT part, called, count(*) AS players, count(*) FILTER (WHERE seen.alerts > 0) AS flagged
FROM players_player AS p
JOIN players_person AS person ON person.id = p.person_id
LEFT JOIN identity_identity AS own ON own.player_id = p.id
CROSS JOIN LATERAL (
    SELECT count(*) AS alerts FROM monitoring_alert AS a
    WHERE a.player_id = p.id AND a.kind = %(kind)s AND a.at >= %(since)s
) AS seen
CROSS JOIN LATERAL (
    SELECT 'age' AS part, coalesce(
        (SELECT max(bound) FROM unnest(ARRAY[18, 25, 35, 50, 65]) AS bound
         WHERE coalesce(own.birth_month, nullif(own.birth, date '1900-01-01'))
            <= %(today)s::date - make_interval(years => bound))::text, '') AS called
    UNION ALL SELECT 'language', person.language
) AS one
WHERE NOT p.testing AND EXISTS (
    SELECT FROM wallet_account AS w
    WHERE w.player_id = p.id AND w.kind = 'wallet' AND w.currency = 'EUR' AND w.moves > 0
)
GROUP BY part, called ORDER BY part, called
"""


class Ended(Struct, frozen=True):
    """How the cases ended that alerts of a rule opened."""

    title: str
    decided: int
    confirmed: int

    @property
    def dismissed(self) -> int:
        return self.decided - self.confirmed


class Followed(Struct, frozen=True):
    """What players did in the thirty days before and after the first alert of a rule: means of a player."""

    title: str
    players: int
    stakes: tuple[int, int]  # cents
    minutes: tuple[int, int]
    deposits: tuple[int, int]  # cents
    limited: int  # who set or lowered a limit


class Share(Struct, frozen=True):
    """How many players of a group had an alert; unknown where a group is too small to say."""

    part: str
    called: str
    players: int
    flagged: int | None

    @property
    def permille(self) -> int | None:
        return None if self.flagged is None else (2000 * self.flagged + self.players) // (2 * self.players)


def ended_cases(kind: str) -> list[Ended]:
    titles = _titles(kind)
    found = _found_rows(ENDED, {"kind": kind, "since": clock.now() - SINCE})
    return [Ended(titles.get(row["name"], row["name"]), row["decided"], row["confirmed"]) for row in found]


def what_followed(kind: str) -> list[Followed]:
    now, titles = clock.now(), _titles(kind)
    parameters = {"kind": kind, "since": now - SINCE, "until": now - AFTER, "fewest": FEWEST}
    return [
        Followed(
            titles.get(row["name"], row["name"]),
            row["players"],
            _means(row, "stakes"),
            _means(row, "minutes"),
            _means(row, "deposits"),
            row["limited"],
        )
        for row in _found_rows(FOLLOWED, parameters)
    ]


def shares_of(kind: str) -> list[Share]:
    """By age and by language. The house does not know anybody's sex."""
    now: datetime = clock.now()
    names = {language.code: language.name for language in HOUSE_LANGUAGES}
    found = _found_rows(GROUPS, {"kind": kind, "since": now - SINCE, "today": clock.day_of(now)})
    return [
        Share(
            _("Age") if row["part"] == "age" else _("Language"),
            _age(row["called"]) if row["part"] == "age" else names.get(row["called"], row["called"]),
            row["players"],
            row["flagged"] if row["players"] >= FEWEST else None,
        )
        for row in found
    ]


def _found_rows(sql: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Not as the reading role: alerts and cases are among what it never reads."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _means(row: dict[str, Any], name: str) -> tuple[int, int]:
    players = row["players"]
    return round(row[f"{name}_before"] / players), round(row[f"{name}_after"] / players)


def _age(bound: str) -> str:
    known = {"18": "18–24", "25": "25–34", "35": "35–49", "50": "50–64", "65": "65+"}
    return known.get(bound, _("unknown"))


def _titles(kind: str) -> dict[str, str]:
    versions = RuleVersion.objects.filter(kind=kind).order_by("name", "-number").distinct("name")
    return {version.name: read_rule(version.source).title.shown() for version in versions}
