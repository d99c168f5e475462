"""Reports of play: how sessions ended, and the rounds that a fault voided or delayed."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.definition import LedgerCheck, ReportDefinition, Values
from casino.compliance.reports.links import changelist_link
from games.catalogue import GAME_NAMES
from games.catalogue.labels import FAULTS
from players.models import PlaySession
from players.shared.exports.list_document import Column

SESSIONS = """
SELECT date_trunc(%(step)s, s.ended AT TIME ZONE 'Europe/Lisbon')::date AS period, s.cause AS part,
       count(*) AS sessions, count(s.invited) AS invited, count(s.warned) AS warned,
       sum(s.rounds)::bigint AS rounds, sum(s.staked)::bigint AS staked,
       sum(s.returned)::bigint AS returned, sum(s.returned - s.staked)::bigint AS net,
       (extract(epoch FROM sum(s.ended - s.started)) / 60)::bigint AS minutes
FROM players_playsession AS s JOIN players_player AS p ON p.id = s.player_id
WHERE s.currency = 'EUR' AND s.ended >= %(from)s AND s.ended < %(to)s AND p.testing = %(testing)s
  AND (%(system)s = '' OR s.system = %(system)s) AND (%(table)s = 0 OR s."table" = %(table)s)
GROUP BY 1, 2 ORDER BY 1, 2
"""
# A stop that was released is known by its incident; the round continued unless it is void there.
VOIDS = """
SELECT r.ended AS period, t.name AS "table", t.system, r.number, r.id AS round, r.status AS part, r.cause,
       coalesce((SELECT sum(k.back) FROM games_stake AS k WHERE k.round_id = r.id), 0)::bigint AS refunded,
       (SELECT count(*) FROM games_stake AS k WHERE k.round_id = r.id) AS players, NULL::bigint AS seconds,
       coalesce((SELECT translate(e.data::jsonb ->> 'missed', '[]",', '') FROM games_event AS e
                 WHERE e.round_id = r.id AND e.kind = 'round-ended'
                   AND e.at >= r.opened - interval '1 minute'
                   AND e.at < r.ended + interval '1 day'), '') AS missed
FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id
WHERE r.status = 'void' AND r.ended >= %(from)s AND r.ended < %(to)s AND t.currency = 'EUR'
  AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
UNION ALL
SELECT i.opened, t.name, t.system, r.number, r.id, 'interrupted', i.reason, 0, NULL,
       extract(epoch FROM i.closed - i.opened)::bigint, ''
FROM games_incident AS i JOIN games_table AS t ON t.id = i.table_id
JOIN games_round AS r ON r.table_id = t.id AND r.number = i.round
WHERE r.status <> 'void' AND r.opened <= i.opened AND (r.ended IS NULL OR r.ended > i.opened)
  AND i.opened >= %(from)s AND i.opened < %(to)s
  AND t.currency = 'EUR' AND (%(system)s = '' OR t.system = %(system)s)
  AND (%(table)s = 0 OR t.id = %(table)s)
ORDER BY 1, 5
"""
# Not a bet that its player took back before bets closed: it is no part of the result.
REFUNDS = """
SELECT coalesce(sum(w.cents), 0)::bigint FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id
JOIN wallet_transfer AS w ON w.round = r.id
  AND w.kind IN ('stake-back', 'chips-back', 'lost-back', 'held-back')
  AND w.at >= r.opened - interval '1 minute' AND w.at < r.ended + interval '1 day'
JOIN games_stake AS k ON k.round_id = r.id AND k.seat = w.seat
WHERE r.status = 'void' AND r.ended >= %(from)s AND r.ended < %(to)s AND t.currency = 'EUR'
  AND NOT EXISTS (
      SELECT FROM games_event AS e
      WHERE e.table_id = r.table_id AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken'
      AND e.at >= r.opened - interval '1 minute' AND e.at < r.ended + interval '1 day'
  )
  AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
STATES = {"void": _("void"), "interrupted": _("stopped, then resumed")}
CAUSES = {
    "not-resumed": _("not resumed in time"),
    "system": _("a fault of the house"),
    "no-beacon": _("no beacon value"),
    "check-failed": _("a check failed"),
    "no-valid-number": _("no valid number"),
    **FAULTS,
}


def round_link(row: Values, parameters: Values) -> str:
    return reverse("admin:games_round_change", args=[row["round"]])


def sessions_link(row: Values, parameters: Values) -> str:
    filters = {"currency__exact": "EUR", "cause__exact": row["part"]}
    filters |= {f"{name}__exact": parameters[name] for name in ("system", "table") if parameters.get(name)}
    return changelist_link("admin:players_playsession_changelist", "ended", row, parameters, **filters)


SESSIONS_REPORT = ReportDefinition(
    "sessions",
    _("Play sessions"),
    _(
        "How stays at tables ended: by the player, after an invitation and a warning, by the house, by a "
        "limit or an exclusion."
    ),
    SESSIONS,
    (
        Column(_("Period from"), "day", key="period"),
        Column(_("Ended by"), "word", key="part", words=dict(PlaySession.Cause.choices), weight=3),
        Column(_("Sessions"), "count", key="sessions", total=True),
        Column(_("Invited to end"), "count", key="invited", total=True),
        Column(_("Warned"), "count", key="warned", total=True),
        Column(_("Rounds"), "count", key="rounds", total=True),
        Column(_("Minutes"), "count", key="minutes", total=True),
        Column(_("Staked"), "money", key="staked", total=True),
        Column(_("Returned"), "money", key="returned", total=True),
        Column(_("Players' result"), "net", key="net", total=True),
    ),
    ("step", "system", "table", "testing"),
    (),
    sessions_link,
    measure="sessions",
)
VOIDS_REPORT = ReportDefinition(
    "voids",
    _("Void and interrupted rounds"),
    _(
        "Every round that a fault made void, with the stakes returned, and every round that was interrupted "
        "and resumed."
    ),
    VOIDS,
    (
        Column(_("When"), "moment", key="period", weight=3),
        Column(_("Table"), key="table"),
        Column(_("Game"), "word", key="system", words=GAME_NAMES, weight=3),
        Column(_("Number"), "count", key="number"),
        Column(_("Round"), "number", key="round"),
        Column(_("What"), "word", key="part", words=STATES),
        Column(_("Cause"), "word", key="cause", words=CAUSES, weight=3),
        Column(_("Players"), "count", key="players", total=True),
        Column(_("Stakes returned"), "money", key="refunded", total=True),
        Column(_("Seconds interrupted"), "count", key="seconds"),
        Column(_("Would have returned"), key="missed"),
    ),
    ("system", "table"),
    (LedgerCheck(_("Stakes returned according to the transfers"), REFUNDS, "refunded", from_transfers=True),),
    round_link,
)
REPORTS = (SESSIONS_REPORT, VOIDS_REPORT)
