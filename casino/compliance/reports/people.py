"""Reports on accounts: payments, limits, exclusions, inactive and suspended accounts, complaints."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.definition import LedgerCheck, ReportDefinition, Values
from casino.compliance.reports.links import TRANSFERS, changelist_link, drilldown_link
from players.identity.registration.registration import STEP_TITLES
from players.inbox.models import Complaint
from players.models import Player
from players.protection.models import Exclusion, Limit
from players.shared.exports.list_document import Column
from players.wallet.cashier.models import Payment
from players.wallet.cashier.payment_reasons import REASONS
from players.wallet.methods.descriptions import METHODS

# Refused attempts are listed with the limits, to show which limits have any effect.
LIMITS = """
SELECT date_trunc(%(step)s, l.requested_at AT TIME ZONE 'Europe/Lisbon')::date AS period,
       CASE WHEN l.cancelled IS NOT NULL THEN 'withdrawn'
            WHEN l.value IS NULL THEN 'lifted' ELSE 'set' END AS part,
       l.kind, l.period AS span, count(*) AS times, count(DISTINCT l.player_id) AS players,
       NULL::bigint AS cents
FROM protection_limit AS l JOIN players_player AS p ON p.id = l.player_id
WHERE l.requested_at >= %(from)s AND l.requested_at < %(to)s AND p.testing = %(testing)s GROUP BY 1, 2, 3, 4
UNION ALL
SELECT date_trunc(%(step)s, y.made AT TIME ZONE 'Europe/Lisbon')::date, 'refused', y.direction,
       y.reason, count(*),
       count(DISTINCT y.player_id), sum(y.cents)::bigint
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id
WHERE y.status = 'refused' AND y.made >= %(from)s AND y.made < %(to)s AND p.testing = %(testing)s
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4
"""
EXCLUSIONS = """
SELECT e.starts AS period, e.player_id AS player, p.alias, e.source AS part, e.ends, e.requested_until,
       e.noticed, e.paid_out
FROM protection_exclusion AS e JOIN players_player AS p ON p.id = e.player_id
WHERE e.starts < %(to)s AND (e.ends IS NULL OR e.ends >= %(from)s) AND p.testing = %(testing)s
ORDER BY e.starts, e.id
"""
# As of now: accounts inactive for more than 90 days, suspended accounts, and closed accounts that still hold
# money.
ACCOUNTS = """
WITH held AS (
    SELECT player_id, sum(balance)::bigint AS cents FROM wallet_account
    WHERE kind IN ('wallet', 'stack') AND currency = 'EUR' GROUP BY player_id
), seen AS (
    SELECT player_id, max(at) AS at FROM (
        SELECT player_id, max(coalesce(ended, clock_timestamp())) AS at FROM players_playsession
        GROUP BY player_id
        UNION ALL SELECT player_id, max(made) FROM cashier_payment GROUP BY player_id
        UNION ALL SELECT p.id, max(s.seen) FROM identity_signin AS s
        JOIN players_player AS p ON p.person_id = s.person_id GROUP BY p.id
    ) AS activity GROUP BY player_id
), decided AS (
    SELECT DISTINCT ON (l.player_id) l.player_id, l.at, l.details ->> 'reason' AS reason, w.email
    FROM audit_line AS l LEFT JOIN players_person AS w ON w.id = l.person_id
    WHERE l.kind IN ('account.suspended', 'account.closed') ORDER BY l.player_id, l.id DESC
)
SELECT p.id AS player, p.alias, CASE WHEN p.status = 'active' THEN 'inactive' ELSE p.status END AS part,
       p.since, s.at AS seen, coalesce(h.cents, 0)::bigint AS cents,
       coalesce(d.reason, '') AS reason, coalesce(d.email, '') AS person, d.at AS decided
FROM players_player AS p LEFT JOIN held AS h ON h.player_id = p.id LEFT JOIN seen AS s ON s.player_id = p.id
LEFT JOIN decided AS d ON d.player_id = p.id
WHERE p.testing = %(testing)s AND (p.status = 'suspended' OR (p.status = 'closed' AND h.cents > 0)
   OR (p.status = 'active' AND p.since < clock_timestamp() - interval '90 days'
       AND (s.at IS NULL OR s.at < clock_timestamp() - interval '90 days')))
ORDER BY 3, 1
"""
# Every suspension and closing of these days, with what the log says of it.
DEACTIVATIONS = """
WITH held AS (
    SELECT player_id, sum(balance)::bigint AS cents FROM wallet_account
    WHERE kind IN ('wallet', 'stack') AND currency = 'EUR' GROUP BY player_id
)
SELECT l.at AS period, l.player_id AS player, p.alias,
       CASE l.kind WHEN 'account.closed' THEN 'closed' ELSE 'suspended' END AS part,
       coalesce(l.details ->> 'reason', '') AS reason,
       CASE WHEN l.person_id = p.person_id THEN '' ELSE coalesce(w.email, '') END AS person,
       (l.details ->> 'balance')::bigint AS balance, (l.details ->> 'at_tables')::bigint AS at_tables,
       p.status, coalesce(h.cents, 0)::bigint AS cents
FROM audit_line AS l JOIN players_player AS p ON p.id = l.player_id
LEFT JOIN players_person AS w ON w.id = l.person_id LEFT JOIN held AS h ON h.player_id = p.id
WHERE l.kind IN ('account.suspended', 'account.closed') AND l.at >= %(from)s AND l.at < %(to)s
  AND p.testing = %(testing)s
ORDER BY l.at, l.id
"""
PAYMENTS = """
SELECT e.period, e.part, e.status, sum(e.times)::bigint AS times, count(*) AS players,
       sum(e.cents)::bigint AS cents,
       sum(CASE WHEN e.status <> 'paid' THEN 0 WHEN e.part = 'deposit' THEN e.cents
                ELSE -e.cents END)::bigint AS net
FROM (
    SELECT date_trunc(%(step)s, coalesce(y.credited, y.made) AT TIME ZONE 'Europe/Lisbon')::date AS period,
           y.direction AS part, y.status,
           count(*) AS times, sum(y.cents)::bigint AS cents
    FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id
    WHERE coalesce(y.credited, y.made) >= %(from)s AND coalesce(y.credited, y.made) < %(to)s
      AND p.testing = %(testing)s
    GROUP BY 1, 2, 3, y.player_id
) AS e
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
PAID_BY = """
SELECT date_trunc(%(step)s, coalesce(y.credited, y.made) AT TIME ZONE 'Europe/Lisbon')::date AS period,
       y.direction AS part, y.method, count(*) FILTER (WHERE y.status = 'paid') AS times,
       count(*) FILTER (
           WHERE y.status IN ('refused', 'failed', 'cancelled', 'declined', 'returned')
       ) AS others,
       count(DISTINCT y.player_id) FILTER (WHERE y.status = 'paid') AS players,
       coalesce(sum(y.cents) FILTER (WHERE y.status = 'paid'), 0)::bigint AS cents,
       coalesce(sum(CASE y.direction WHEN 'deposit' THEN y.cents ELSE -y.cents END)
           FILTER (WHERE y.status = 'paid'), 0)::bigint AS net
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id
WHERE coalesce(y.credited, y.made) >= %(from)s AND coalesce(y.credited, y.made) < %(to)s
  AND p.testing = %(testing)s
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
CASH = """
SELECT coalesce(sum(CASE WHEN w.kind = 'deposit' THEN w.cents ELSE -w.cents END), 0)::bigint - (
    SELECT coalesce(sum(CASE y.direction WHEN 'deposit' THEN y.cents ELSE -y.cents END), 0)::bigint
    FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id AND p.testing <> %(testing)s
    WHERE y.status = 'paid' AND y.credited >= %(from)s AND y.credited < %(to)s
)
FROM wallet_transfer AS w
WHERE w.round IS NULL AND w.currency = 'EUR' AND w.kind IN ('deposit', 'withdrawal-paid')
  AND w.at >= %(from)s AND w.at < %(to)s
"""
COMPLAINTS = """
SELECT c.opened AS period, c.number, c.player_id AS player, c.category AS part, c.state, c.due,
       c.decided, c.outcome,
       CASE WHEN coalesce(c.decided, clock_timestamp()) > c.due THEN 'late' ELSE 'in-time' END AS clock,
       (extract(epoch FROM coalesce(c.decided, clock_timestamp()) - c.opened) / 86400)::int AS days,
       c.id AS complaint
FROM inbox_complaint AS c WHERE c.opened >= %(from)s AND c.opened < %(to)s ORDER BY c.opened, c.id
"""
# Every attempt that did not reach the player's account: refused at once, also in the form, where no payment
# came to be; refused by staff; not carried out by the payment service; taken back for the account it was for.
REFUSED_WITHDRAWALS = """
SELECT y.made AS period, y.player_id AS player, p.alias, y.status AS part, y.method, y.cents, y.reason,
       coalesce(d.reason, '') AS words, coalesce(w.email, '') AS person,
       CASE WHEN y.status = 'refused' THEN y.made ELSE y.changed END AS ended, y.id::text AS payment
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id
LEFT JOIN cashier_decision AS d ON d.payment_id = y.id AND d.verb = 'refuse'
LEFT JOIN players_person AS w ON w.id = d.person_id
WHERE y.direction = 'withdrawal' AND y.made >= %(from)s AND y.made < %(to)s AND p.testing = %(testing)s
  AND (y.status IN ('refused', 'declined', 'failed')
       OR y.status = 'cancelled' AND y.reason IN ('account-changed', 'other-owner'))
UNION ALL
SELECT l.at, l.player_id, p.alias, 'refused', '', (l.details ->> 'cents')::bigint, l.details ->> 'reason',
       '', '', l.at, ''
FROM audit_line AS l JOIN players_player AS p ON p.id = l.player_id
WHERE l.kind = 'withdrawals.refused' AND l.about = '' AND l.at >= %(from)s AND l.at < %(to)s
  AND p.testing = %(testing)s
ORDER BY 1, 2
"""
# An account takes effect with a verified identity. Accounts that staff or an earlier system opened have no
# registration of their own: they begin with the account.
REGISTRATIONS = """
SELECT coalesce(d.begun, p.since) AS period, coalesce(upper(left(d.id::text, 8)), '') AS number,
       CASE WHEN p.id IS NULL THEN 'begun' WHEN i.verified IS NULL THEN 'waiting' ELSE 'effective' END
           AS part,
       coalesce(d.step, 'done') AS step, d.confirmed, p.since AS opened, i.verified,
       p.id AS player, coalesce(p.alias, '') AS alias, coalesce(p.status, '') AS status
FROM identity_draft AS d FULL JOIN players_player AS p ON p.id = d.player_id
LEFT JOIN identity_identity AS i ON i.player_id = p.id
WHERE coalesce(d.begun, p.since) >= %(from)s AND coalesce(d.begun, p.since) < %(to)s
  AND coalesce(p.testing, false) = %(testing)s AND p.status IS DISTINCT FROM 'visitor'
ORDER BY 1, 2
"""
WHAT = {
    "set": _("limit set"),
    "lifted": _("limit removed"),
    "withdrawn": _("limit increase cancelled"),
    "refused": _("attempt refused"),
}
KINDS = dict(Limit.Kind.choices) | dict(Payment.Direction.choices)
SPANS = dict(Limit.Period.choices) | {
    "limit-day": _("limit of a day"), "limit-week": _("limit of a week"),
    "limit-month": _("limit of a month"), "below-minimum": _("too little"), "above-maximum": _("too much"),
    "excluded": _("excluded"), "paused": _("paused"),
    "no-gateway": _("the payment service cannot be reached"), "limits-unasked": _("limits not answered yet"),
    "closed": _("account closed"), "suspended": _("account suspended"),
    "unverified": _("identity not verified"), "not-enough": _("not enough in the wallet"),
}  # fmt: skip
COMPLETENESS = {
    "begun": _("begun, no account"),
    "waiting": _("account, identity not verified"),
    "effective": _("complete"),
}
STEPS = {**STEP_TITLES, "done": _("finished")}
DEACTIVATED = {"suspended": _("suspended"), "closed": _("closed")}
METHOD_NAMES = {method.code: method.name for method in METHODS}
ACCOUNT_STATES = dict(Player.Status.choices) | {"inactive": _("inactive for more than 90 days")}


def player_link(row: Values, parameters: Values) -> str:
    return reverse("admin:players_player_change", args=[row["player"]])


def payment_link(row: Values, parameters: Values) -> str:
    """The payment; the player where an attempt became none."""
    if not row["payment"]:
        return player_link(row, parameters)
    return reverse("admin:cashier_payment_change", args=[row["payment"]])


def registration_link(row: Values, parameters: Values) -> str:
    return player_link(row, parameters) if row["player"] else reverse("admin:identity_draft_changelist")


def payments_link(row: Values, parameters: Values) -> str:
    """The transfers of paid payments; for the others, the list of payments."""
    if row["status"] == Payment.Status.PAID:
        transfer_kind = "deposit" if row["part"] == Payment.Direction.DEPOSIT else "withdrawal-paid"
        return drilldown_link(TRANSFERS, row, parameters, of="cash", transfer_kind=transfer_kind)
    filters = {"direction__exact": row["part"], "status__exact": row["status"]}
    return changelist_link("admin:cashier_payment_changelist", "made", row, parameters, **filters)


def limits_link(row: Values, parameters: Values) -> str:
    if row["part"] != "refused":
        return changelist_link(
            "admin:protection_limit_changelist",
            "requested_at",
            row,
            parameters,
            kind__exact=row["kind"],
            period__exact=row["span"],
        )
    filters = {
        "direction__exact": row["kind"],
        "status__exact": Payment.Status.REFUSED,
        "reason__exact": row["span"],
    }
    return changelist_link("admin:cashier_payment_changelist", "made", row, parameters, **filters)


def complaint_link(row: Values, parameters: Values) -> str:
    return reverse("admin:inbox_complaint_change", args=[row["complaint"]])


REPORTS = (
    ReportDefinition(
        "payments",
        _("Deposits and withdrawals"),
        _(
            "Deposits and withdrawals requested from the cashier, and how they ended; including "
            "refused and failed attempts."
        ),
        PAYMENTS,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("What"), "word", key="part", words=dict(Payment.Direction.choices)),
            Column(_("Final status"), "word", key="status", words=dict(Payment.Status.choices)),
            Column(_("Number of times"), "count", key="times", total=True),
            Column(_("Players"), "count", key="players"),
            Column(_("Amount"), "money", key="cents"),
            Column(_("Net deposits"), "net", key="net", total=True),
        ),
        ("step", "testing"),
        (LedgerCheck(_("Net deposits according to the transfers"), CASH, "net", from_transfers=True),),
        payments_link,
        measure="net",
    ),
    # [903-B 5.4.1.7]
    ReportDefinition(
        "payment-methods",
        _("Deposits and withdrawals by payment method"),
        _("How players paid in and were paid, with the number of payments that ended otherwise."),
        PAID_BY,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("What"), "word", key="part", words=dict(Payment.Direction.choices)),
            Column(_("Payment method"), "word", key="method", words=METHOD_NAMES, weight=3),
            Column(_("Paid"), "count", key="times", total=True),
            Column(_("Ended otherwise"), "count", key="others", total=True),
            Column(_("Players"), "count", key="players"),
            Column(_("Amount"), "money", key="cents"),
            Column(_("Net deposits"), "net", key="net", total=True),
        ),
        ("step", "testing"),
        (LedgerCheck(_("Net deposits according to the transfers"), CASH, "net", from_transfers=True),),
        measure="net",
    ),
    # [903-B 5.4.2.9]
    ReportDefinition(
        "refused-withdrawals",
        _("Refused withdrawals"),
        _(
            "Every attempt to withdraw that was refused or failed in this period: how much, why, and who "
            "decided; also attempts that the form refused."
        ),
        REFUSED_WITHDRAWALS,
        (
            Column(_("When"), "moment", key="period", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("Final status"), "word", key="part", words=dict(Payment.Status.choices)),
            Column(_("Payment method"), "word", key="method", words=METHOD_NAMES, weight=3),
            Column(_("Amount"), "money", key="cents", total=True),
            Column(_("Reason"), "word", key="reason", words=REASONS, weight=5),
            Column(_("Reason given by staff"), key="words", weight=3),
            Column(_("Decided by"), key="person", weight=4),
            Column(_("Ended"), "moment", key="ended", weight=3),
            Column(_("Payment"), "hidden", key="payment"),
        ),
        ("testing",),
        (),
        payment_link,
        bars="part",
    ),
    # [903-B 5.5.1.6]
    ReportDefinition(
        "registrations",
        _("Registrations"),
        _(
            "Every registration that was begun in this period, complete or not: the step it has reached, and "
            "when the account was opened and its identity verified."
        ),
        REGISTRATIONS,
        (
            Column(_("Begun"), "moment", key="period", weight=3),
            Column(_("Registration"), key="number", weight=2),
            Column(_("State"), "word", key="part", words=COMPLETENESS, weight=3),
            Column(_("Step"), "word", key="step", words=STEPS, weight=3),
            Column(_("E-mail confirmed"), "moment", key="confirmed", weight=3),
            Column(_("Account opened"), "moment", key="opened", weight=3),
            Column(_("Identity verified"), "moment", key="verified", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("Status now"), "word", key="status", words=dict(Player.Status.choices)),
        ),
        ("testing",),
        (),
        registration_link,
        bars="part",
    ),
    ReportDefinition(
        "limits",
        _("Limits and refused attempts"),
        _(
            "The limits that players set, raised or removed, and what the cashier refused because of "
            "a limit or for another reason."
        ),
        LIMITS,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("What"), "word", key="part", words=WHAT, weight=3),
            Column(_("Of"), "word", key="kind", words=KINDS, weight=3),
            Column(_("Limit or reason"), "word", key="span", words=SPANS, weight=3),
            Column(_("Number of times"), "count", key="times", total=True),
            Column(_("Players"), "count", key="players"),
            Column(_("Amount refused"), "money", key="cents", total=True),
        ),
        ("step", "testing"),
        (),
        limits_link,
        measure="times",
    ),
    ReportDefinition(
        "exclusions",
        _("Exclusions"),
        _("Everybody with an exclusion, at their own request or by the national list, in this period."),
        EXCLUSIONS,
        (
            Column(_("From"), "moment", key="period", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("Source"), "word", key="part", words=dict(Exclusion.Source.choices)),
            Column(_("Until"), "moment", key="ends", weight=3),
            Column(_("Requested until"), "moment", key="requested_until", weight=3),
            Column(_("Early end requested"), "moment", key="noticed", weight=3),
            Column(_("Balance paid out"), "moment", key="paid_out", weight=3),
        ),
        ("testing",),
        (),
        player_link,
    ),
    ReportDefinition(
        "accounts",
        _("Inactive and suspended accounts"),
        _(
            "As of now: accounts without a sign-in, a bet or a payment for more than 90 days, "
            "suspended accounts, and closed accounts that hold money."
        ),
        ACCOUNTS,
        (
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("State"), "word", key="part", words=ACCOUNT_STATES, weight=3),
            Column(_("Since"), "moment", key="since", weight=3),
            Column(_("Last seen"), "moment", key="seen", weight=3),
            Column(_("Balance"), "money", key="cents", total=True),
            Column(_("Reason"), key="reason", weight=3),
            Column(_("Decided by"), key="person", weight=4),
        ),
        ("testing",),
        (),
        player_link,
        as_of_now=True,
        bars="part",
    ),
    ReportDefinition(
        "deactivations",
        _("Deactivated accounts"),
        _(
            "Every suspension and closure of an account in this period: why, by whom, the balance at "
            "that time, and the status and balance today."
        ),
        DEACTIVATIONS,
        (
            Column(_("When"), "moment", key="period", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("What"), "word", key="part", words=DEACTIVATED),
            Column(_("Reason"), key="reason", weight=3),
            Column(_("Decided by"), key="person", weight=4),
            Column(_("Balance at that time"), "money", key="balance"),
            Column(_("At tables at that time"), "money", key="at_tables"),
            Column(_("Status now"), "word", key="status", words=dict(Player.Status.choices)),
            Column(_("Balance now"), "money", key="cents"),
        ),
        ("testing",),
        (),
        player_link,
        bars="part",
    ),
    ReportDefinition(
        "complaints",
        _("Complaints"),
        _("Every complaint received, when its decision was due, and how it ended."),
        COMPLAINTS,
        (
            Column(_("Received"), "moment", key="period", weight=3),
            Column(_("Number"), key="number", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("About"), "word", key="part", words=dict(Complaint.Category.choices), weight=3),
            Column(_("Status"), "word", key="state", words=dict(Complaint.State.choices), weight=3),
            Column(_("Decision due"), "moment", key="due", weight=3),
            Column(_("Decided"), "moment", key="decided", weight=3),
            Column(_("Outcome"), "word", key="outcome", words=dict(Complaint.Outcome.choices)),
            Column(_("Deadline"), "word", key="clock", words={"late": _("missed"), "in-time": _("saved")}),
            Column(_("Days"), "count", key="days"),
            Column(_("Complaint"), "hidden", key="complaint"),
        ),
        (),
        (),
        complaint_link,
    ),
)
