"""The bytes that a round takes in the database, by table and index, after 1,500 simulated rounds."""

from __future__ import annotations

from io import StringIO

from tests.bench import environment
from tests.bench.measure import detail, goal

KINDS = """
SELECT kind, count(*)::float / %s, avg(octet_length(data)) FROM games_event
GROUP BY kind ORDER BY sum(octet_length(data)) DESC LIMIT 25
"""
ROUNDS, PLAYERS, DAYS = 1_500, 60, 30
MOST = 6_300


def sizes() -> None:
    with environment.servers():
        from django.core.management import call_command
        from django.db import connection

        from tests.round_size import bytes_of_a_round

        call_command(
            "simulate_house",
            rounds=ROUNDS,
            players=PLAYERS,
            days=DAYS,
            seed=1,
            jobs=1,
            stdout=StringIO(),
            stderr=StringIO(),
        )
        measured = bytes_of_a_round()
        for name, size in measured.items():
            detail(f"{size:7,.0f}  {name}")
        with connection.cursor() as cursor:
            cursor.execute(KINDS, [ROUNDS])
            for kind, count, size in cursor.fetchall():
                detail(f"{kind}: {count:.2f} a round, {size:.0f} bytes of JSON")
        goal("sizes.round", sum(measured.values()), most=MOST, beside="no peer")
