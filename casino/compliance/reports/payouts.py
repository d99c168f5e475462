"""The report of what withdrawals waited for, and whether promises were kept."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.definition import ReportDefinition
from players.shared.exports.list_document import Column
from players.wallet.cashier.models import PayoutStep

# Each wait counts on the day on which it began. One that still lasts counts until now.
WAITS = """
WITH steps AS (
    SELECT s.code, s.at, s.promised, s.payment_id,
           lead(s.at) OVER (PARTITION BY s.payment_id ORDER BY s.at, s.id) AS ended
    FROM cashier_payoutstep AS s
    WHERE s.payment_id IN (SELECT payment_id FROM cashier_payoutstep WHERE at >= %(from)s AND at < %(to)s)
)
SELECT date_trunc(%(step)s, s.at AT TIME ZONE 'Europe/Lisbon')::date AS period, s.code AS part,
       count(*) AS times, count(*) FILTER (WHERE s.ended IS NULL) AS lasting,
       count(*) FILTER (WHERE s.promised < coalesce(s.ended, clock_timestamp())) AS broken,
       round(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (
           ORDER BY coalesce(s.ended, clock_timestamp()) - s.at)) / 60)::bigint AS median,
       round(extract(epoch FROM percentile_cont(0.95) WITHIN GROUP (
           ORDER BY coalesce(s.ended, clock_timestamp()) - s.at)) / 60)::bigint AS p95,
       sum(y.cents)::bigint AS cents
FROM steps AS s JOIN cashier_payment AS y ON y.id = s.payment_id
JOIN players_player AS p ON p.id = y.player_id
WHERE s.at >= %(from)s AND s.at < %(to)s AND p.testing = %(testing)s AND s.code NOT IN ('paid', 'back')
GROUP BY 1, 2 ORDER BY 1, 2
"""

REPORTS = (
    ReportDefinition(
        "payout-waits",
        _("What withdrawals waited for"),
        _(
            "Each step at which withdrawals waited, how long, and how often the time promised to the player "
            "passed before the step ended. A review is one step, whatever caused it."
        ),
        WAITS,
        (
            Column(_("Period from"), "day", key="period"),
            Column(_("Step"), "word", key="part", words=dict(PayoutStep.Code.choices), weight=3),
            Column(_("Number of times"), "count", key="times", total=True),
            Column(_("Still waiting"), "count", key="lasting", total=True),
            Column(_("Promise broken"), "count", key="broken", total=True),
            Column(_("Median, in minutes"), "count", key="median"),
            Column(_("95th percentile, in minutes"), "count", key="p95"),
            Column(_("Amount"), "money", key="cents"),
        ),
        ("step", "testing"),
        measure="times",
    ),
)
