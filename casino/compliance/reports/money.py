"""Gross revenue, tax base, stakes, prizes and jackpots, compared with the transfers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.daily_totals import days_sql
from casino.compliance.reports.definition import LedgerCheck, ReportDefinition, Values
from casino.compliance.reports.links import TRANSFERS, drilldown_link, rounds_link
from casino.compliance.reports.special_tax import RATES_SQL, TAX_OF_GAME, TAX_WINDOWS
from games.catalogue import GAME_NAMES
from players.shared.exports.list_document import Column

# The kinds of transfer that change gross revenue: into the bank, the commission or the jackpot, or out of
# them.
WON = (
    "'stake-lost', 'lost-back', 'prize', 'prize-back', 'commission', 'buy-in-commission', 'held-lost', "
    "'rake', 'jackpot-share', "
    "'jackpot-bank', 'jackpot-held-share', 'jackpot-prize'"
)
SIGNED = "CASE WHEN m.kind IN ('lost-back', 'prize', 'jackpot-prize') THEN -m.cents ELSE m.cents END"
CHOSEN = """
t.currency = 'EUR' AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
PART = """
CASE %(part)s WHEN 'game' THEN t.system WHEN 'table' THEN t.name
    ELSE t.system || ' · ' || coalesce(s.version::text, '–') END
"""
# Commission on buy-ins is paid for the seat, so no round's result contains it: it comes from the transfers.
PLAYED = f"""
WITH played AS ({days_sql("played")}), moved AS ({days_sql("moved")}), days AS (
    SELECT day, table_id, sheet_id, testing, rounds, staked, back, prize, commission, gross,
           0::bigint AS entry
    FROM played
    UNION ALL
    SELECT day, table_id, NULL, testing, 0, 0, 0, 0, 0, cents, cents
    FROM moved WHERE kind = 'buy-in-commission'
)
"""
GROSS = f"""
{PLAYED}
SELECT date_trunc(%(step)s, d.day)::date AS period, {PART} AS part, sum(d.rounds)::bigint AS rounds,
       sum(d.staked)::bigint AS staked,
       sum(d.back + d.prize)::bigint AS returned,
       sum(d.commission) FILTER (WHERE t.system <> ALL (%(between_players)s))::bigint AS commission,
       sum(d.gross - d.entry) FILTER (WHERE t.system = ANY (%(between_players)s))::bigint AS rake,
       sum(d.entry)::bigint AS entry, sum(d.gross)::bigint AS gross
FROM days AS d JOIN games_table AS t ON t.id = d.table_id LEFT JOIN games_rulesheet AS s ON s.id = d.sheet_id
WHERE {CHOSEN} AND d.testing = %(testing)s GROUP BY 1, 2 ORDER BY 1, 2
"""
TAX = f"""
{PLAYED}, games AS (
    SELECT date_trunc('month', d.day)::date AS period, t.system AS part,
           sum(d.staked) FILTER (WHERE t.system <> ALL (%(between_players)s))::bigint AS staked,
           sum(d.back + d.prize) FILTER (WHERE t.system <> ALL (%(between_players)s))::bigint AS returned,
           sum(CASE WHEN t.system = ANY (%(between_players)s) THEN d.gross ELSE d.commission + d.entry END
           )::bigint AS commissions, sum(d.gross)::bigint AS base, r.rate
    FROM days AS d JOIN games_table AS t ON t.id = d.table_id
    LEFT JOIN {RATES_SQL} ON d.day >= r.since AND d.day < r.until
    WHERE t.currency = 'EUR' AND NOT d.testing GROUP BY 1, 2, r.rate
)
SELECT games.*, {TAX_OF_GAME} AS tax FROM games {TAX_WINDOWS} ORDER BY period, part, rate
"""
STAKES = f"""
WITH played AS ({days_sql("played")})
SELECT date_trunc(%(step)s, d.day)::date AS period, {PART} AS part, sum(d.rounds)::bigint AS rounds,
       sum(d.staked)::bigint AS staked,
       sum(d.back)::bigint AS back, sum(d.prize)::bigint AS prize, sum(d.commission)::bigint AS commission,
       (sum(d.back + d.prize - d.commission) * 10000 / nullif(sum(d.staked), 0))::bigint AS share
FROM played AS d JOIN games_table AS t ON t.id = d.table_id
LEFT JOIN games_rulesheet AS s ON s.id = d.sheet_id
WHERE {CHOSEN} AND d.testing = %(testing)s GROUP BY 1, 2 ORDER BY 1, 2
"""
LEDGER = f"""
WITH m AS ({days_sql("moved")})
SELECT coalesce(sum({SIGNED}), 0)::bigint FROM m JOIN games_table AS t ON t.id = m.table_id
WHERE m.kind IN ({WON}) AND {CHOSEN}
"""
TESTERS = f"""
WITH d AS ({days_sql("played")})
SELECT coalesce(sum(d.gross), 0)::bigint FROM d JOIN games_table AS t ON t.id = d.table_id
WHERE d.testing <> %(testing)s AND {CHOSEN}
"""
ENTRY = f"""
WITH e AS ({days_sql("moved")})
SELECT coalesce(sum(e.cents), 0)::bigint FROM e JOIN games_table AS t ON t.id = e.table_id
WHERE e.kind = 'buy-in-commission'
  AND e.testing <> %(testing)s AND {CHOSEN}
"""
LEDGER_BUT = f"SELECT ({LEDGER}) - ({TESTERS}) - ({ENTRY})"
JACKPOTS = f"""
WITH m AS ({days_sql("moved")})
SELECT date_trunc(%(step)s, m.day)::date AS period, t.name AS part,
       coalesce(sum(m.moves)
           FILTER (WHERE m.kind IN ('jackpot-share', 'jackpot-held-share')), 0)::bigint AS bets,
       coalesce(sum(m.cents)
           FILTER (WHERE m.kind IN ('jackpot-share', 'jackpot-held-share')), 0)::bigint AS contributions,
       coalesce(sum(m.cents) FILTER (WHERE m.kind = 'jackpot-fill'), 0)::bigint AS filled,
       coalesce(sum(m.moves) FILTER (WHERE m.kind = 'jackpot-prize'), 0)::bigint AS wins,
       coalesce(sum(m.cents) FILTER (WHERE m.kind = 'jackpot-prize'), 0)::bigint AS prizes,
       coalesce(sum(CASE WHEN m.kind = 'jackpot-prize' THEN -m.cents ELSE m.cents END), 0)::bigint AS change
FROM m JOIN games_table AS t ON t.id = m.table_id
WHERE t.currency = 'EUR' AND (%(table)s = 0 OR t.id = %(table)s)
  AND m.kind IN ('jackpot-share', 'jackpot-held-share', 'jackpot-fill', 'jackpot-prize')
GROUP BY 1, 2 ORDER BY 1, 2
"""
METERS = f"""
WITH m AS ({days_sql("metered")})
SELECT coalesce(sum(m.cents), 0)::bigint FROM m JOIN wallet_account AS a ON a.id = m.account_id
WHERE a.currency = 'EUR' AND (%(table)s = 0 OR a."table" = %(table)s)
"""
PLAY = ("step", "part", "system", "table", "testing")
OF_PERIOD = (
    Column(_("Period from"), "day", key="period"),
    Column(_("Of"), "word", key="part", words=GAME_NAMES, weight=3),
)


def jackpot_link(row: Values, parameters: Values) -> str:
    """The transfers of the jackpot, with a sum for each kind."""
    return drilldown_link(TRANSFERS, row, parameters, of="jackpot", name=row["part"])


GROSS_REPORT = ReportDefinition(
    "gross",
    _("Gross gaming revenue"),
    _(
        "What players staked and did not get back, plus commissions and what is kept from pots. A "
        "jackpot counts until it is won."
    ),
    GROSS,
    (
        *OF_PERIOD,
        Column(_("Rounds"), "count", key="rounds", total=True),
        Column(_("Staked"), "money", key="staked", total=True),
        Column(_("Stakes back and prizes"), "money", key="returned", total=True),
        Column(_("Commission"), "money", key="commission", total=True),
        Column(_("From pots"), "money", key="rake", total=True),
        Column(_("On buy-ins"), "money", key="entry", total=True),
        Column(_("Gross revenue"), "net", key="gross", total=True),
    ),
    PLAY,
    (LedgerCheck(_("Gross revenue according to the transfers"), LEDGER_BUT, "gross"),),
    rounds_link,
    measure="gross",
)
TAX_REPORT = ReportDefinition(
    "tax",
    _("Special tax on online gambling"),
    _(
        "The gross revenue of each month, including commissions and what is kept from pots, and the tax on "
        "it at the rate of the month. For poker, only commissions count. A month with a loss has no tax."
    ),
    TAX,
    (
        Column(_("Month"), "month", key="period"),
        Column(_("Game"), "word", key="part", words=GAME_NAMES, weight=3),
        Column(_("Staked against the house"), "money", key="staked", total=True),
        Column(_("Stakes back and prizes"), "money", key="returned", total=True),
        Column(_("Commissions"), "money", key="commissions", total=True),
        Column(_("Tax base"), "net", key="base", total=True),
        Column(_("Rate"), "share", key="rate"),
        Column(_("Tax"), "money", key="tax", total=True),
    ),
    (),
    (LedgerCheck(_("Gross revenue according to the transfers"), LEDGER_BUT, "base"),),
    rounds_link,
    measure="base",
)
STAKES_REPORT = ReportDefinition(
    "stakes",
    _("Stakes and prizes"),
    _("Every bet of finished rounds: what was staked, what was returned, and the share returned."),
    STAKES,
    (
        *OF_PERIOD,
        Column(_("Rounds"), "count", key="rounds", total=True),
        Column(_("Staked"), "money", key="staked", total=True),
        Column(_("Stakes back"), "money", key="back", total=True),
        Column(_("Prizes"), "money", key="prize", total=True),
        Column(_("Commission"), "money", key="commission", total=True),
        Column(_("Returned"), "share", key="share"),
    ),
    PLAY,
    (),
    rounds_link,
    measure="staked",
)
JACKPOT_REPORT = ReportDefinition(
    "jackpots",
    _("Jackpots"),
    _("For each jackpot: contributions from bets and from the house, prizes, and the change of the meter."),
    JACKPOTS,
    (
        Column(_("Period from"), "day", key="period"),
        Column(_("Table"), key="part", weight=3),
        Column(_("Contributions"), "count", key="bets", total=True),
        Column(_("Paid in by bets"), "money", key="contributions", total=True),
        Column(_("Paid in by the house"), "money", key="filled", total=True),
        Column(_("Wins"), "count", key="wins", total=True),
        Column(_("Prizes"), "money", key="prizes", total=True),
        Column(_("Change of the meter"), "net", key="change", total=True),
    ),
    ("step", "table"),
    (LedgerCheck(_("Change of the meters according to the accounts"), METERS, "change"),),
    jackpot_link,
    measure="change",
)
REPORTS = (GROSS_REPORT, TAX_REPORT, STAKES_REPORT, JACKPOT_REPORT)
