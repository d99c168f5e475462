"""AJOG and SESS: what each player staked and won in each round, and every play session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.compliance.regulator.document import Contents, Euros, XmlRecord
from casino.compliance.regulator.due_files import Span
from casino.compliance.regulator.money import movements, query_parameters

FIGURES = ("staked", "lost", "back", "prize", "held", "commission")
ROUNDS = """
SELECT r.id, r.number, r.table_id, t.name, t.system, sh.version, se.version, r.engine, r.status, r.outcome,
       r.cause, r.opened, r.ended,
       s.player_id, s.session, s.seat, s.staked, s.lost, s.back, s.prize, s.held, s.commission, j.share, j.won
FROM games_stake AS s
JOIN games_round AS r ON r.id = s.round_id
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
LEFT JOIN games_rulesheet AS sh ON sh.id = r.sheet_id
LEFT JOIN games_tablesetting AS se ON se.id = r.setting_id
LEFT JOIN LATERAL (
    SELECT sum(cents) FILTER (WHERE kind IN ('jackpot-share', 'jackpot-held-share'))::bigint AS share,
           sum(cents) FILTER (WHERE kind = 'jackpot-prize')::bigint AS won
    FROM wallet_transfer AS w WHERE w.round = r.id AND w.seat = s.seat
        AND w.at >= r.opened - interval '1 minute' AND w.at < r.ended + interval '1 day'
) AS j ON true
WHERE s.at >= %(since)s AND s.at < %(until)s ORDER BY s.at, s.round_id, s.seat
"""
ROUND_FACTS = (
    "id", "number", "table", "table_name", "game", "sheet", "setting", "engine", "status", "outcome", "cause",
    "opened", "ended",
    "player", "session", "seat",
)  # fmt: skip
# Play sessions, with deposits and withdrawals during them and the sign-in that they were played from.
STAYS = """
SELECT s.id, s.player_id, s."table", s.table_name, s.system, s.started, s.ended, s.cause, s.invited, s.warned,
       s.rounds, s.staked, s.returned, c.at, n.address, n.device, n.method, y.deposited, y.withdrawn
FROM players_playsession AS s
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
LEFT JOIN LATERAL (SELECT max(at) AS at FROM protection_realitycheck
    WHERE session = s.id AND at < %(until)s) AS c ON true
LEFT JOIN LATERAL (
    SELECT address, device, method FROM identity_signin WHERE person_id = p.person_id AND began <= s.started
    ORDER BY id DESC LIMIT 1
) AS n ON true
LEFT JOIN LATERAL (
    SELECT sum(cents) FILTER (WHERE direction = 'deposit')::bigint AS deposited,
           sum(cents) FILTER (WHERE direction = 'withdrawal')::bigint AS withdrawn
    FROM cashier_payment WHERE player_id = s.player_id AND status = 'paid' AND credited >= s.started
      AND credited < s.ended
) AS y ON true
WHERE s.currency = 'EUR' AND s.started < %(until)s
  AND (s.started >= %(since)s OR (s.ended >= %(since)s AND s.ended < %(until)s))
ORDER BY s.id
"""


def activity(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    """Ended rounds, one record per player, and the movements between wallets and tables."""
    cursor.execute(ROUNDS, query_parameters(span))
    for row in cursor.fetchall():
        facts = dict(zip(ROUND_FACTS, row, strict=False))
        *amounts, share, won = row[len(ROUND_FACTS) :]
        figures = dict(zip(FIGURES, amounts, strict=True))
        contents.count(f"bets.{facts['game']}.{facts['status']}")
        for name, amount in figures.items():
            contents.count(f"{name}.{facts['game']}", amount)
        yield XmlRecord(
            "round",
            facts
            | {name: Euros(amount) for name, amount in figures.items()}
            | {
                "jackpot_share": None if share is None else Euros(share),
                "jackpot_prize": None if won is None else Euros(won),
            },
        )
    yield from movements(cursor, span, contents, play=True)


def sessions(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    """Play sessions that began or ended; one that continues is reported again, with its figures, when it
    ends.
    """
    cursor.execute(STAYS, query_parameters(span))
    for row in cursor.fetchall():
        (
            session,
            player,
            table,
            name,
            system,
            started,
            ended,
            cause,
            invited,
            warned,
            rounds,
            staked,
            returned,
        ) = row[:13]
        confirmed, address, device, method, deposited, withdrawn = row[13:]
        over = ended is not None and ended < span.until
        for event, occurred in (("began", started >= span.since), (f"ended.{cause}", over)):
            if occurred:
                contents.count(event)
        figures: dict[str, Any] = {}
        if over:
            contents.count("session.staked", staked)
            contents.count("session.returned", returned)
            figures = {
                "ended": ended, "cause": cause, "rounds": rounds, "staked": Euros(staked),
                "returned": Euros(returned),
                "deposited": Euros(deposited or 0), "withdrawn": Euros(withdrawn or 0),
            }  # fmt: skip
        known = {"invited": invited, "warned": warned, "confirmed": confirmed}
        yield XmlRecord(
            "session",
            {
                "id": session, "player": player, "table": table, "table_name": name, "game": system,
                "started": started, **figures,
                **{event: at for event, at in known.items() if at is not None and at < span.until},
                "address": address, "device": device, "method": method,
            },
        )  # fmt: skip
