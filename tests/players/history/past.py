"""A long history of a player, written in bulk: rounds, stakes, play sessions and transfers in the past."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import connection
from django.utils import timezone

from games.models import Round, Table
from players.identity.registration import terms
from players.models import Player
from players.wallet import ledger
from tests.live_table import players_with, table_open

SQL = """
CREATE TEMP TABLE past_round ON COMMIT DROP AS
SELECT id, table_id AS "table", number - %(first)s AS n, ended AS at,
       (number - %(first)s) %% 3 = 0 AS won
FROM games_round
WHERE table_id IN (%(table)s, %(other)s) AND number > %(first)s AND number <= %(first)s + %(count)s;

CREATE TEMP TABLE past_session ON COMMIT DROP AS
SELECT nextval(pg_get_serial_sequence('players_playsession', 'id')) AS id, "table", n / 50 AS part,
       min(at) AS began, max(at) AS ended,
       count(*) AS rounds, count(*) FILTER (WHERE won) AS won
FROM past_round GROUP BY "table", n / 50;

INSERT INTO players_playsession
(id, player_id, "table", table_name, system, currency, started, ended, cause, rounds, staked, returned)
SELECT s.id, %(player)s, s."table", t.name, t.system, t.currency, began - interval '1 minute', s.ended,
       'player', s.rounds, s.rounds * 100, s.won * 200
FROM past_session AS s JOIN games_table AS t ON t.id = s."table";

INSERT INTO games_stake (round_id, player_id, session, seat, staked, lost, back, prize, held, commission, at)
SELECT r.id, %(player)s, s.id, 1, 100, CASE WHEN r.won THEN 0 ELSE 100 END,
       CASE WHEN r.won THEN 100 ELSE 0 END,
       CASE WHEN r.won THEN 100 ELSE 0 END, 0, 0, r.at
FROM past_round AS r JOIN past_session AS s ON s."table" = r."table" AND s.part = r.n / 50;

INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat, at)
SELECT gen_random_uuid(), 'stake', %(wallet)s, %(stakes)s, 'EUR', 100, id, 1, at - interval '20 s'
FROM past_round
UNION ALL
SELECT gen_random_uuid(), 'stake-back', %(stakes)s, %(wallet)s, 'EUR', 100, id, 1, at
FROM past_round WHERE won
UNION ALL
SELECT gen_random_uuid(), 'prize', %(bank)s, %(wallet)s, 'EUR', 100, id, 1, at FROM past_round WHERE won
UNION ALL
SELECT gen_random_uuid(), 'stake-lost', %(stakes)s, %(bank)s, 'EUR', 100, id, 1, at
FROM past_round WHERE NOT won;
"""


def tables() -> tuple[Table, Table]:
    return table_open(), table_open("french-roulette")


def rounds_past(count: int, at: tuple[Table, Table], first: int, every: timedelta) -> None:
    """Rounds at a fixed interval until yesterday; every seventh at the second table."""
    last = timezone.now().replace(microsecond=0) - timedelta(days=1)
    moments = ((number, last - every * (count - number)) for number in range(1, count + 1))
    Round.objects.bulk_create(
        (
            Round(
                table=at[1] if number % 7 == 0 else at[0],
                number=first + number,
                status=Round.Status.ENDED,
                commitment="",
                sealed=b"",
                opened=moment - timedelta(seconds=30),
                ended=moment,
                outcome="17",
                staked=100,
                returned=200 if number % 3 == 0 else 0,
            )
            for number, moment in moments
        ),
        batch_size=5000,
    )


def player_with_past(
    rounds: int, at: tuple[Table, Table], *, every: timedelta = timedelta(minutes=5)
) -> Player:
    """A player with this many rounds. Every third is won; the last was a day ago."""
    (player,) = players_with(10_000_000, 1)
    terms.accept_terms(player=player, terms=terms.publish_terms(), language="pt-pt")
    first = uuid4().int % 10**9
    rounds_past(rounds, at, first, every)
    parameters: dict[str, Any] = {
        "count": rounds,
        "player": player.pk,
        "table": at[0].pk,
        "other": at[1].pk,
        "first": first,
        "wallet": ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk),
        "stakes": ledger.open_ledger_account(kind="stakes", currency="EUR", table=at[0].pk),
        "bank": ledger.open_ledger_account(kind="bank", currency="EUR", table=at[0].pk),
    }
    with connection.cursor() as cursor:
        for statement in SQL.split(";"):
            if statement.strip():
                cursor.execute(statement, parameters)
        for name in ("past_round", "past_session"):
            cursor.execute(f"DROP TABLE IF EXISTS {name}")
    return player
