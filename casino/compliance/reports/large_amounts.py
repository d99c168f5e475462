"""The registers of the highest prizes and of large transfers.  [903-B 6.3.6.6] [903-B 6.3.6.7]

Both are drawn from the whole record: what is high or large is an amount in the form, whose first value the
operator sets. An issued report keeps the amounts that it was made with.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.definition import ReportDefinition, Values
from games.catalogue import GAME_NAMES
from players.shared.exports.list_document import Column
from players.wallet.cashier.models import Payment

# The prize of a player in a round, with what of it came from a jackpot.
PRIZES = """
SELECT k.at AS period, k.player_id AS player, p.alias, t.system AS part, t.name AS "table", r.number,
       r.id AS round, k.staked, k.prize, coalesce(j.cents, 0)::bigint AS jackpot
FROM games_stake AS k
JOIN games_round AS r ON r.id = k.round_id AND r.status = 'ended'
JOIN games_table AS t ON t.id = r.table_id
JOIN players_player AS p ON p.id = k.player_id
LEFT JOIN LATERAL (
    SELECT sum(w.cents) AS cents FROM wallet_transfer AS w
    WHERE w.round = r.id AND w.kind = 'jackpot-prize' AND w.seat = k.seat
      AND w.at >= r.opened - interval '1 minute' AND w.at < r.ended + interval '1 day'
) AS j ON true
WHERE k.at >= %(from)s AND k.at < %(to)s AND t.currency = 'EUR' AND p.testing = %(testing)s
  AND k.prize >= %(least)s AND (%(system)s = '' OR t.system = %(system)s)
ORDER BY k.prize DESC, k.at, k.id
"""
# Each payment with the sum of its player's payments of that direction in the thirty days up to it.
TRANSFERS = """
WITH paid AS (
    SELECT y.id, y.player_id, p.alias, y.direction, y.cents, y.credited,
           sum(y.cents) OVER (
               PARTITION BY y.player_id, y.direction ORDER BY y.credited
               RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW
           )::bigint AS summed
    FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id
    WHERE y.status = 'paid' AND y.credited >= %(from)s::timestamptz - interval '30 days'
      AND y.credited < %(to)s AND p.testing = %(testing)s
)
SELECT credited AS period, player_id AS player, alias, direction AS part, cents, summed,
       CASE WHEN cents < %(least)s THEN 'sum' WHEN summed < %(summed)s THEN 'one' ELSE 'both' END AS why,
       id::text AS payment
FROM paid WHERE credited >= %(from)s AND (cents >= %(least)s OR summed >= %(summed)s)
ORDER BY credited, id
"""
WHY = {"one": _("this one"), "sum": _("the total"), "both": _("both")}


def round_link(row: Values, parameters: Values) -> str:
    return reverse("admin:games_round_change", args=[row["round"]])


def payment_link(row: Values, parameters: Values) -> str:
    return reverse("admin:cashier_payment_change", args=[row["payment"]])


REPORTS = (
    ReportDefinition(
        "prizes",
        _("Highest prizes"),
        _("Every prize above an amount that one player won in one round, the highest first."),
        PRIZES,
        (
            Column(_("When"), "moment", key="period", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("Game"), "word", key="part", words=GAME_NAMES, weight=3),
            Column(_("Table"), key="table"),
            Column(_("Number"), "count", key="number"),
            Column(_("Round"), "number", key="round"),
            Column(_("Staked"), "money", key="staked"),
            Column(_("Prize"), "money", key="prize", total=True),
            Column(_("Of which jackpot"), "money", key="jackpot", total=True),
        ),
        ("system", "least", "testing"),
        (),
        round_link,
        measure="prize",
        amounts={"least": "HIGH_PRIZE"},
    ),
    ReportDefinition(
        "large-transfers",
        _("Large transfers"),
        _(
            "Deposits and withdrawals paid: each one from a given amount, and each one with which "
            "the player's total over thirty days reaches a given amount."
        ),
        TRANSFERS,
        (
            Column(_("When"), "moment", key="period", weight=3),
            Column(_("Player"), "number", key="player", weight=1),
            Column(_("Name at the tables"), key="alias", weight=3),
            Column(_("What"), "word", key="part", words=dict(Payment.Direction.choices)),
            Column(_("Amount"), "money", key="cents", total=True),
            Column(_("In thirty days"), "money", key="summed"),
            Column(_("Large because of"), "word", key="why", words=WHY),
            Column(_("Payment"), "hidden", key="payment"),
        ),
        ("least", "summed", "testing"),
        (),
        payment_link,
        measure="cents",
        amounts={"least": "LARGE_TRANSFER", "summed": "LARGE_TRANSFER_SUM"},
    ),
)
