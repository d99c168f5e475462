"""Reports of play: how sessions ended, and the rounds that a fault voided or delayed."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.definition import LedgerCheck, ReportDefinition, Values
from casino.compliance.reports.links import changelist_link
from games.catalogue import GAME_NAMES
from games.catalogue.labels import FAULTS
from players.identity.models import SignIn
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
# A stay at the site, from sign-in to its end. What happened belongs to the stay that had begun last and was
# still open, so that two devices at once count nothing twice; a stay at a table belongs where it began. Money
# counts when it enters and leaves the account.
STAYS = """
SELECT i.began AS period, i.id AS number, p.id AS player, p.alias, i.seen, i.ended,
       CASE WHEN i.ended IS NULL THEN 'open' ELSE i.cause END AS part,
       i.device, coalesce(host(i.address), '') AS address, played.tables,
       coalesce(played.rounds, 0) AS rounds,
       coalesce(played.staked, 0)::bigint AS staked, coalesce(played.returned, 0)::bigint AS returned,
       coalesce(paid.deposited, 0)::bigint AS deposited, coalesce(paid.deposits, '') AS deposits,
       coalesce(paid.withdrawn, 0)::bigint AS withdrawn, coalesce(paid.withdrawals, '') AS withdrawals
FROM identity_signin AS i JOIN players_player AS p ON p.person_id = i.person_id
CROSS JOIN LATERAL (
    SELECT coalesce(string_agg(DISTINCT s.table_name, ' · '), '') AS tables, sum(s.rounds)::bigint AS rounds,
           sum(s.staked) AS staked, sum(s.returned) AS returned
    FROM players_playsession AS s
    WHERE s.player_id = p.id AND s.currency = 'EUR' AND s.started >= i.began
      AND s.started <= coalesce(i.ended, clock_timestamp()) AND NOT EXISTS (
        SELECT FROM identity_signin AS n WHERE n.person_id = i.person_id AND n.began > i.began
          AND n.began <= s.started AND (n.ended IS NULL OR n.ended >= s.started)
      )
) AS played
CROSS JOIN LATERAL (
    SELECT sum(m.cents) FILTER (WHERE m.direction = 'deposit') AS deposited,
           string_agg(m.text, '; ' ORDER BY m.at) FILTER (WHERE m.direction = 'deposit') AS deposits,
           sum(m.cents) FILTER (WHERE m.direction = 'withdrawal') AS withdrawn,
           string_agg(m.text, '; ' ORDER BY m.at) FILTER (WHERE m.direction = 'withdrawal') AS withdrawals
    FROM (
        SELECT y.direction, y.cents, y.moment AS at,
               to_char(y.moment AT TIME ZONE 'Europe/Lisbon', 'DD/MM/YYYY HH24:MI:SS') || ' €'
               || to_char(y.cents / 100.0, 'FM999999999990.00') AS text
        FROM (
            SELECT direction, cents, CASE direction WHEN 'deposit' THEN credited ELSE made END AS moment
            FROM cashier_payment
            WHERE player_id = p.id
              AND CASE direction WHEN 'deposit' THEN credited IS NOT NULL ELSE before IS NOT NULL END
        ) AS y
        WHERE y.moment >= i.began AND y.moment <= coalesce(i.ended, clock_timestamp()) AND NOT EXISTS (
            SELECT FROM identity_signin AS n WHERE n.person_id = i.person_id AND n.began > i.began
              AND n.began <= y.moment AND (n.ended IS NULL OR n.ended >= y.moment)
        )
    ) AS m
) AS paid
WHERE i.began >= %(from)s AND i.began < %(to)s AND p.testing = %(testing)s AND p.status <> 'visitor'
ORDER BY i.began, i.id
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


ENDINGS = dict(SignIn.Cause.choices) | {"open": _("still open")}


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
# [903-B 6.3.6.2]
STAYS_REPORT = ReportDefinition(
    "stays",
    _("Sessions of players"),
    _(
        "Every stay at the site that began in this period, from sign-in to its end: device, play, and each "
        "deposit and withdrawal with its time."
    ),
    STAYS,
    (
        Column(_("Signed in"), "moment", key="period", weight=3),
        Column(_("Number"), "number", key="number"),
        Column(_("Player"), "number", key="player", weight=1),
        Column(_("Name at the tables"), key="alias", weight=3),
        Column(_("Last confirmed"), "moment", key="seen", weight=3),
        Column(_("Ended"), "moment", key="ended", weight=3),
        Column(_("Ended by"), "word", key="part", words=ENDINGS, weight=3),
        Column(_("Device"), key="device", weight=4),
        Column(_("Network address"), key="address", weight=3),
        Column(_("Tables"), key="tables", weight=3),
        Column(_("Rounds"), "count", key="rounds", total=True),
        Column(_("Staked"), "money", key="staked", total=True),
        Column(_("Returned"), "money", key="returned", total=True),
        Column(_("Deposited"), "money", key="deposited", total=True),
        Column(_("Deposits"), key="deposits", weight=4),
        Column(_("Withdrawn"), "money", key="withdrawn", total=True),
        Column(_("Withdrawals"), key="withdrawals", weight=4),
    ),
    ("testing",),
    (),
    lambda row, parameters: reverse("admin:players_player_change", args=[row["player"]]),
    bars="part",
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
REPORTS = (SESSIONS_REPORT, STAYS_REPORT, VOIDS_REPORT)
