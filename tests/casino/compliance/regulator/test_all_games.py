"""The files of days on which every game was played, with jackpots and pots, equal the ledger to the cent."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from casino.compliance.regulator import production
from casino.compliance.regulator.document import cents, records_of
from casino.compliance.regulator.models import RegulatorFile
from games.catalogue import GAMES
from players.shared import clock
from tests.casino.compliance.regulator.conftest import sealed
from tests.live_table import seal_key

pytestmark = [pytest.mark.django_db, pytest.mark.long]


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
    summaries = RegulatorFile.objects.filter(family="RESF")
    bets = [
        facts
        for file in summaries
        for name, facts in records_of(production.content_of(file))
        if name == "game"
    ]
    assert {facts["game"] for facts in bets} == set(GAMES)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(staked)::bigint FROM games_round AS r JOIN games_table AS t ON t.id = r.table_id "
            "WHERE t.currency = 'EUR' "
            "AND r.ended >= %s AND r.ended < %s",
            [since, until],
        )
        assert sum(cents(facts["staked"]) for facts in bets) == cursor.fetchone()[0]
