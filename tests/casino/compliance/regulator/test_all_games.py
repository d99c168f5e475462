"""The files of days on which every game was played, with jackpots and pots, equal the ledger to the cent."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from casino.compliance.regulator import production
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs.document import cents
from games.catalogue import GAMES
from players.shared import clock
from tests.casino.compliance.regulator.conftest import both_schemas_faults, leaves, sealed
from tests.live_table import seal_key

pytestmark = [pytest.mark.django_db, pytest.mark.long]
RECORDS = ("poker", "pbanca", "bjack", "fortazar")


def test_the_files_of_days_with_every_game_are_level(folders: Path, settings: Any) -> None:
    settings.SEAL_KEY_FILE = str(seal_key(folders))
    call_command(
        "simulate_house",
        rounds=2_000,
        players=60,
        seed=5,
        days=3,
        jobs=1,
        stdout=StringIO(),
        stderr=StringIO(),
    )
    sealed()
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(ended), max(ended) FROM games_round WHERE status = 'ended'")
        first, last = (clock.day_of(moment) for moment in cursor.fetchone())
    since, until = (
        clock.midnight(first),
        min(clock.midnight(last + timedelta(days=1)), clock.start_of(clock.now(), "day")),
    )
    while production.make_files(seconds=300, since=since, until=until):
        pass
    faulty = [
        f"{file.name} {file.state}: {file.error}" for file in RegulatorFile.objects.exclude(state="delivered")
    ]
    assert faulty == []
    games, sums = set(), Counter[str]()
    for file in RegulatorFile.objects.all():
        content = production.content_of(file)
        assert both_schemas_faults(file.family, content) == [], file.name
        if file.family == "AJOG":
            games |= {row["cod_aptr_jog"] for name in RECORDS for row in leaves(content, name)}
        if file.family == "RESF":
            for row in leaves(content, "liq_int"):
                sums.update({name: cents(row[name]) for name in row if name.startswith("total_")})
    assert games == set(GAMES)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(-s.staked + s.back + s.prize - s.commission)::bigint FROM games_stake AS s "
            "JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id "
            "WHERE t.currency = 'EUR' AND s.at >= %s AND s.at < %s",
            [since, until],
        )
        won = cursor.fetchone()[0]
    paid = sums["total_ganhos"] + sums["total_reembolsos"] - sums["total_apostas"]
    assert paid == won + held_over(since, until), "what the rounds say, which are not written with the ledger"


def held_over(since: datetime, until: datetime) -> int:
    """What players hold in rounds that began before these days or end after them, and stakes that wait in
    prison: the wallets have paid them, and no round has ended with them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(CASE WHEN a.kind IN ('stakes', 'held') AND t.target_id = a.id "
            "THEN -t.cents ELSE t.cents END), 0)::bigint FROM wallet_transfer AS t "
            "JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id) "
            "AND a.kind IN ('stakes', 'held') WHERE t.currency = 'EUR' AND t.at >= %s AND t.at < %s",
            [since, until],
        )
        return int(cursor.fetchone()[0])
