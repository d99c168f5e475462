"""Reports of decisions by staff: rule sheets, settings of tables, corrections and all other actions."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.audit_sentences import KIND_NAMES
from casino.compliance.reports.definition import LedgerCheck, ReportDefinition, Values
from casino.compliance.reports.links import TRANSFERS
from games.catalogue import GAME_NAMES
from games.floor.models import TableChange
from players.shared.exports.list_document import Column
from players.wallet.cashier.models import Adjustment

RULES = """
SELECT s.at AS period, c.system, c.title, s.verb AS part, coalesce(p.email, '') AS person, s.reason,
       s.reference, s.digest, c.id AS change,
       sh.version
FROM rulebook_rulestep AS s JOIN rulebook_rulechange AS c ON c.id = s.change_id
LEFT JOIN players_person AS p ON p.id = s.person_id LEFT JOIN games_rulesheet AS sh ON sh.id = c.sheet_id
WHERE s.at >= %(from)s AND s.at < %(to)s AND (%(system)s = '' OR c.system = %(system)s) ORDER BY s.at, s.id
"""
TABLES = """
SELECT c.at AS period, t.name AS "table", t.system, c.state AS part, a.email AS author, c.reason,
       coalesce(b.email, '') AS decided_by,
       c.decided, c.digest, c.id AS change
FROM floor_tablechange AS c JOIN games_table AS t ON t.id = c.table_id
JOIN players_person AS a ON a.id = c.author_id
LEFT JOIN players_person AS b ON b.id = c.confirmer_id
WHERE c.at >= %(from)s AND c.at < %(to)s AND (%(system)s = '' OR t.system = %(system)s)
  AND (%(table)s = 0 OR t.id = %(table)s)
ORDER BY c.at, c.id
"""
ADJUSTMENTS = """
SELECT c.requested_at AS period, c.ticket, c.player_id AS player, c.reason, a.email AS author,
       coalesce(b.email, '') AS decided_by, c.decided, c.status AS part, c.before,
       CASE WHEN c.status = 'done' THEN c.cents END AS moved, c.after, c.id AS correction
FROM cashier_adjustment AS c JOIN players_person AS a ON a.id = c.requested_by_id
LEFT JOIN players_person AS b ON b.id = c.decided_by_id
WHERE coalesce(c.decided, c.requested_at) >= %(from)s AND coalesce(c.decided, c.requested_at) < %(to)s
ORDER BY c.requested_at, c.id
"""
ADJUSTED = """
SELECT coalesce(sum(CASE WHEN a.kind = 'wallet' THEN w.cents ELSE -w.cents END), 0)::bigint
FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.target_id
WHERE w.kind = 'adjustment' AND w.round IS NULL AND w.currency = 'EUR' AND w.at >= %(from)s AND w.at < %(to)s
"""
STAFF = """
SELECT p.email AS person, l.kind AS part, count(*) AS acts, count(DISTINCT l.player_id) AS players,
       min(l.at) AS first, max(l.at) AS last
FROM audit_line AS l JOIN players_person AS p ON p.id = l.person_id AND p.is_staff
WHERE l.at >= %(from)s AND l.at < %(to)s GROUP BY 1, 2 ORDER BY 1, 2
"""
VERBS = {
    "submit": _("submitted"), "endorse": _("endorsed"), "authorise": _("authorised by the regulator"),
    "schedule": _("scheduled"), "activate": _("took effect"), "return": _("returned to its author"),
    "refuse": _("refused by the regulator"),
    "withdraw": _("withdrawn"), "expire": _("expired"), "supersede": _("superseded"),
}  # fmt: skip
SIGNED = (Column(_("Requested by"), key="author", weight=4), Column(_("Reason"), key="reason", weight=4))


def change_link(row: Values, parameters: Values) -> str:
    return reverse("admin:rulebook_rulechange_change", args=[row["change"]])


def table_link(row: Values, parameters: Values) -> str:
    return reverse("admin:floor_tablechange_change", args=[row["change"]])


def correction_link(row: Values, parameters: Values) -> str:
    """The transfers of an applied correction; for the others, the request."""
    if row["moved"] is None:
        return reverse("admin:cashier_adjustment_change", args=[row["correction"]])
    query = {
        "since": row["decided"][:10],
        "until": row["decided"][:10],
        "of": "correction",
        "correction": row["correction"],
    }
    return f"{reverse(TRANSFERS)}?{urlencode(query)}"


def staff_link(row: Values, parameters: Values) -> str:
    query = {name: parameters[name] for name in ("since", "until")}
    return f"{reverse('compliance_audit')}?{urlencode({'who': row['person'], 'kind': row['part']} | query)}"


REPORTS = (
    ReportDefinition(
        "rules",
        _("Changes of rule sheets"),
        _(
            "Every step of every request to change specific rules: who submitted, endorsed and "
            "authorised it, with the reference."
        ),
        RULES,
        (
            Column(_("When"), "moment", key="period", weight=3),
            Column(_("Game"), "word", key="system", words=GAME_NAMES, weight=3),
            Column(_("What changes"), key="title", weight=4),
            Column(_("Step"), "word", key="part", words=VERBS),
            Column(_("By"), key="person", weight=4),
            Column(_("Reason"), key="reason", weight=4),
            Column(_("Regulator's reference"), key="reference"),
            Column(_("Became version"), "count", key="version"),
            Column(_("Request"), "number", key="change", weight=1),
        ),
        ("system",),
        (),
        change_link,
    ),
    ReportDefinition(
        "tables",
        _("Table changes"),
        _("Every proposal to change the settings of a table, and who decided it."),
        TABLES,
        (
            Column(_("Proposed"), "moment", key="period", weight=3),
            Column(_("Table"), key="table"),
            Column(_("Game"), "word", key="system", words=GAME_NAMES, weight=3),
            Column(_("State"), "word", key="part", words=dict(TableChange.State.choices), weight=3),
            *SIGNED,
            Column(_("Decided by"), key="decided_by", weight=4),
            Column(_("Decided"), "moment", key="decided", weight=3),
            Column(_("Change"), "number", key="change", weight=1),
        ),
        ("system", "table"),
        (),
        table_link,
    ),
    ReportDefinition(
        "adjustments",
        _("Corrections of balances"),
        _("Player balances corrected by staff, with a ticket, a reason and two people."),
        ADJUSTMENTS,
        (
            Column(_("Requested"), "moment", key="period", weight=3),
            Column(_("Ticket"), key="ticket"),
            Column(_("Player"), "number", key="player", weight=1),
            *SIGNED,
            Column(_("Decided by"), key="decided_by", weight=4),
            Column(_("Decided"), "moment", key="decided", weight=3),
            Column(_("State"), "word", key="part", words=dict(Adjustment.Status.choices)),
            Column(_("Balance before"), "money", key="before"),
            Column(_("Amount moved"), "net", key="moved", total=True),
            Column(_("Balance after"), "money", key="after"),
            Column(_("Correction"), "number", key="correction", weight=1),
        ),
        (),
        (LedgerCheck(_("Corrections according to the transfers"), ADJUSTED, "moved", from_transfers=True),),
        correction_link,
        measure="moved",
    ),
    ReportDefinition(
        "staff",
        _("Staff actions"),
        _("How often each person took each action, from the audit log. Open a row to see its lines."),
        STAFF,
        (
            Column(_("Who"), key="person", weight=4),
            Column(_("What"), "word", key="part", words=KIND_NAMES, weight=4),
            Column(_("Number of times"), "count", key="acts", total=True),
            Column(_("Players concerned"), "count", key="players"),
            Column(_("First"), "moment", key="first", weight=3),
            Column(_("Last"), "moment", key="last", weight=3),
        ),
        (),
        (),
        staff_link,
        measure="acts",
        bars="part",
    ),
)
