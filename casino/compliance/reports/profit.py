"""What is left of the gross revenue, play by the hour of the day, and who comes back."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.daily_totals import LISBON, RESULTS
from casino.compliance.reports.definition import LedgerCheck, ReportDefinition
from casino.compliance.reports.links import rounds_link
from casino.compliance.reports.money import CHOSEN, LEDGER, LEDGER_BUT, OF_PERIOD, PART, PLAY, PLAYED, TESTERS
from casino.compliance.reports.special_tax import RATES_SQL
from players.shared.exports.list_document import Column

# The tax of a row is what it adds to the tax of the month, which is due on the base of all games together: a
# row with a loss lowers it.
NET = f"""
{PLAYED}
SELECT n.*, n.gross - n.tax AS net, (n.gross * 10000 / nullif(n.staked, 0))::bigint AS margin FROM (
    SELECT date_trunc(%(step)s, d.day)::date AS period, {PART} AS part, sum(d.rounds)::bigint AS rounds,
           sum(d.staked)::bigint AS staked, sum(d.gross)::bigint AS gross,
           round(sum(d.gross * r.rate) / 10000)::bigint AS tax
    FROM days AS d JOIN games_table AS t ON t.id = d.table_id
    LEFT JOIN games_rulesheet AS s ON s.id = d.sheet_id
    LEFT JOIN {RATES_SQL} ON d.day >= r.since AND d.day < r.until
    WHERE {CHOSEN} AND d.testing = %(testing)s GROUP BY 1, 2
) AS n ORDER BY 1, 2
"""
HOURS = f"""
SELECT h.part, coalesce(p.rounds, 0) AS rounds, coalesce(p.players, 0) AS players,
       coalesce(p.staked, 0) AS staked, coalesce(p.gross, 0) AS gross
FROM generate_series(0, 23) AS h (part)
LEFT JOIN (
    SELECT extract(hour FROM s.at {LISBON})::int AS part,
           count(DISTINCT s.round_id) FILTER (WHERE r.status = 'ended') AS rounds,
           count(DISTINCT s.player_id) AS players,
           coalesce(sum(s.staked) FILTER (WHERE r.status = 'ended'), 0)::bigint AS staked,
           sum(s.gross)::bigint AS gross
    FROM ({RESULTS}) AS s JOIN games_round AS r ON r.id = s.round_id
    JOIN games_table AS t ON t.id = r.table_id
    WHERE s.at >= %(from)s AND s.at < %(to)s AND s.testing = %(testing)s AND {CHOSEN}
    GROUP BY 1
) AS p ON p.part = h.part
ORDER BY h.part
"""
# Commission on buy-ins is paid between rounds, so no hour of play contains it.
LEDGER_OF_ROUNDS = f"SELECT ({LEDGER.replace(repr('buy-in-commission') + ', ', '')}) - ({TESTERS})"
MONTHS_AFTER = tuple(range(1, 13))
RETAINED = ",\n".join(
    f"""CASE WHEN c.period + interval '{after} months' <= date_trunc('month', %(until)s::date) THEN
    (count(DISTINCT a.player_id) FILTER (WHERE a.month = c.period + interval '{after} months') * 10000
     / count(DISTINCT c.player_id))::bigint END AS m{after}"""
    for after in MONTHS_AFTER
)
COHORTS = f"""
WITH active AS (
    SELECT DISTINCT h.player_id, date_trunc('month', h.day)::date AS month
    FROM history_played AS h JOIN players_player AS p ON p.id = h.player_id
    WHERE h.currency = 'EUR' AND p.testing = %(testing)s AND h.staked > 0
), cohort AS (SELECT player_id, min(month) AS period FROM active GROUP BY 1)
SELECT c.period, count(DISTINCT c.player_id) AS players, {RETAINED}
FROM cohort AS c JOIN active AS a ON a.player_id = c.player_id
WHERE c.period >= date_trunc('month', %(since)s::date) AND c.period <= %(until)s
GROUP BY c.period ORDER BY c.period
"""

REPORTS = (
    ReportDefinition(
        "net",
        _("Net gaming revenue"),
        _(
            "Gross revenue of each game or table, its margin on the stakes, and what is left after "
            "the special tax on online gambling. Balance corrections are not included."
        ),
        NET,
        (
            *OF_PERIOD,
            Column(_("Rounds"), "count", key="rounds", total=True),
            Column(_("Staked"), "money", key="staked", total=True),
            Column(_("Gross revenue"), "net", key="gross", total=True),
            Column(_("Margin"), "share", key="margin"),
            Column(_("Special tax"), "net", key="tax", total=True),
            Column(_("Net revenue"), "net", key="net", total=True),
        ),
        PLAY,
        (LedgerCheck(_("Gross revenue according to the transfers"), LEDGER_BUT, "gross"),),
        rounds_link,
        measure="net",
    ),
    ReportDefinition(
        "hours",
        _("Hours of the day"),
        _("Rounds, players, stakes and gross revenue by the hour (Lisbon time) in which the bets ended."),
        HOURS,
        (
            Column(_("Hour"), "word", key="part", words={str(hour): f"{hour:02}:00" for hour in range(24)}),
            Column(_("Rounds"), "count", key="rounds", total=True),
            Column(_("Players"), "count", key="players"),
            Column(_("Staked"), "money", key="staked", total=True),
            Column(_("Gross revenue"), "net", key="gross", total=True),
        ),
        ("system", "table", "testing"),
        (LedgerCheck(_("Gross revenue of rounds according to the transfers"), LEDGER_OF_ROUNDS, "gross"),),
        measure="gross",
        bars="part",
        are_bars_in_order=True,
        max_days=92,
    ),
    ReportDefinition(
        "cohorts",
        _("Players who come back"),
        _(
            "Players by the month of their first bet with money, and the share of them that bet again one, "
            "two and more months later."
        ),
        COHORTS,
        (
            Column(_("Month of the first bet"), "month", key="period"),
            Column(_("Players"), "count", key="players", total=True),
            *(Column(f"+{after}", "share", key=f"m{after}", weight=1) for after in MONTHS_AFTER),
        ),
        ("testing",),
        (),
        measure="players",
    ),
)
