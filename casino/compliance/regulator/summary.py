"""RESF: the sums of a day, computed from the ledger and the rounds.

They must equal the totals of the hourly files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.compliance.regulator.document import Contents, Euros, XmlRecord
from casino.compliance.regulator.due_files import Span
from casino.compliance.regulator.money import query_parameters
from casino.compliance.regulator.play import FIGURES
from casino.compliance.reports.daily_totals import RESULTS
from games.catalogue import games_between_players

# The accounts by kind, test accounts apart: balance before, movement and balance after.
ACCOUNTS = """
WITH later AS (
    SELECT account, sum(amount) AS amount FROM (
        SELECT target_id AS account, cents AS amount FROM wallet_transfer
        WHERE at >= %(until)s AND currency = 'EUR'
        UNION ALL SELECT source_id, -cents FROM wallet_transfer WHERE at >= %(until)s AND currency = 'EUR'
    ) AS side GROUP BY account
), moved AS (
    SELECT account, sum(amount) AS amount FROM (
        SELECT target_id AS account, cents AS amount FROM wallet_transfer
        WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
        UNION ALL SELECT source_id, -cents FROM wallet_transfer
        WHERE at >= %(since)s AND at < %(until)s AND currency = 'EUR'
    ) AS side GROUP BY account
)
SELECT CASE WHEN p.testing THEN 'test-' || a.kind ELSE a.kind END AS kind, count(*),
       sum(coalesce(m.amount, 0))::bigint, sum(a.balance - coalesce(l.amount, 0))::bigint
FROM wallet_account AS a LEFT JOIN players_player AS p ON p.id = a.player_id
LEFT JOIN later AS l ON l.account = a.id LEFT JOIN moved AS m ON m.account = a.id
WHERE a.currency = 'EUR' GROUP BY 1 ORDER BY 1
"""
# What wallets received and paid by kind of transfer, test accounts apart.
WAYS = """
SELECT side.kind, p.testing, count(*), sum(amount) FILTER (WHERE amount > 0)::bigint,
       -sum(amount) FILTER (WHERE amount < 0)::bigint
FROM (
    SELECT target_id AS account, cents AS amount, kind FROM wallet_transfer
    WHERE at >= %(since)s AND at < %(until)s
    UNION ALL SELECT source_id, -cents, kind FROM wallet_transfer WHERE at >= %(since)s AND at < %(until)s
) AS side
JOIN wallet_account AS a ON a.id = side.account AND a.kind = 'wallet' AND a.currency = 'EUR'
JOIN players_player AS p ON p.id = a.player_id
GROUP BY 1, 2 ORDER BY 2, 1
"""
GAMES = """
SELECT t.system, p.testing, count(DISTINCT r.id),
       count(DISTINCT r.id) FILTER (WHERE r.status = 'void'), count(*),
       sum(s.staked)::bigint, sum(s.lost)::bigint, sum(s.back)::bigint, sum(s.prize)::bigint,
       sum(s.held)::bigint, sum(s.commission)::bigint
FROM games_round AS r
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
JOIN games_stake AS s ON s.round_id = r.id
JOIN players_player AS p ON p.id = s.player_id
WHERE s.at >= %(since)s AND s.at < %(until)s GROUP BY 1, 2 ORDER BY 2, 1
"""
# The operator's revenue, as the reports count it. (A86)
REVENUE = f"""
SELECT t.system, s.testing, sum(s.gross)::bigint
FROM ({RESULTS}) AS s
JOIN games_round AS r ON r.id = s.round_id
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
WHERE s.at >= %(since)s AND s.at < %(until)s GROUP BY 1, 2
"""
# Commission on buy-ins is revenue that no round contains.
ENTRIES = """
SELECT t.system, sum(w.cents)::bigint FROM wallet_transfer AS w
JOIN wallet_account AS a ON a.id = w.target_id JOIN games_table AS t ON t.id = a."table"
JOIN wallet_account AS b ON b.id = w.source_id
JOIN players_player AS p ON p.id = b.player_id AND NOT p.testing
WHERE w.at >= %(since)s AND w.at < %(until)s AND w.kind = 'buy-in-commission'
  AND w.currency = 'EUR'
GROUP BY 1
"""


def summary(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    parameters = query_parameters(span)
    cursor.execute(ACCOUNTS, parameters)
    for kind, count, moved, after in cursor.fetchall():
        contents.count("accounts", after)
        facts = {
            "kind": kind,
            "count": count,
            "before": Euros(after - moved),
            "movement": Euros(moved),
            "after": Euros(after),
        }
        yield XmlRecord("accounts", facts)
    cursor.execute(WAYS, parameters)
    for kind, testing, count, came, went in cursor.fetchall():
        if not testing:
            contents.count("movements", (came or 0) - (went or 0))
        yield XmlRecord(
            "way",
            {
                "road": kind,
                "test": testing,
                "count": count,
                "came": Euros(came or 0),
                "went": Euros(went or 0),
            },
        )
    cursor.execute(ENTRIES, parameters)
    entries = dict(cursor.fetchall())
    cursor.execute(REVENUE, {**parameters, "between_players": games_between_players()})
    revenue = {(system, testing): cents for system, testing, cents in cursor.fetchall()}
    cursor.execute(GAMES, parameters)
    for system, testing, rounds, void, bets, *figures in cursor.fetchall():
        sums = dict(zip(FIGURES, figures, strict=True))
        entry = 0 if testing else entries.pop(system, 0)
        result = revenue[system, testing] + entry
        yield _game(contents, system, testing, (rounds, void, bets), sums, entry, result)
    for system, entry in sorted(entries.items()):
        yield _game(contents, system, False, (0, 0, 0), dict.fromkeys(FIGURES, 0), entry, entry)


def _game(
    contents: Contents,
    system: str,
    testing: bool,
    counts: tuple[int, int, int],
    sums: dict[str, int],
    entry: int,
    result: int,
) -> XmlRecord:
    """`result` is the operator's result, jackpot meters included: lost stakes and commission less prizes.

    Between players one wins what another loses, who may be a test account: there the result is the commission
    that people's chips paid.
    """
    if not testing:
        contents.count("result", result)
    rounds, void, bets = counts
    return XmlRecord(
        "game",
        {
            "game": system, "test": testing, "rounds": rounds, "void": void, "bets": bets,
            **{figure: Euros(amount) for figure, amount in sums.items()}, "entry": Euros(entry),
            "result": Euros(result),
        },
    )  # fmt: skip
