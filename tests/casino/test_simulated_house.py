"""A simulated past: it is on the record as if it had happened, the proof of the record finds nothing, and it is the same for its number."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.models import Round, System
from games.tables.keys import SealKey
from games.tables.proving import prove, sums
from players.audit.models import Seal
from players.models import PlaySession
from tests.room import seal_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(tmp_path: Path, settings: Any) -> SealKey:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    return SealKey(seal_key(tmp_path))


def told(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def test_two_thousand_rounds_of_all_games_are_proved_to_the_cent(past: SealKey) -> None:
    call_command("simulate_house", rounds=2000, players=80, seed=7, days=120, jobs=1, stdout=StringIO(), stderr=StringIO())
    played = Round.objects.exclude(status__in=("prepared", "open"))
    assert played.count() >= 2000
    assert set(played.values_list("table__system", flat=True)) == set(System.values)
    for table in {round.table for round in played.select_related("table").distinct("table").order_by("table")}:
        proved = prove(table, past)
        assert proved.rounds and proved.differences == []
    assert list(sums()) == []
    assert told("SELECT count(*) FROM wallet_transfer WHERE at > now()") == [(0,)]
    assert not PlaySession.objects.filter(ended=None).exists()
    # Nobody sat at two tables at once.
    assert told(
        "SELECT count(*) FROM players_playsession AS a JOIN players_playsession AS b ON a.player_id = b.player_id AND a.id < b.id "
        "AND tstzrange(a.started, a.ended) && tstzrange(b.started, b.ended)"
    ) == [(0,)]
    assert told("SELECT count(DISTINCT cause) >= 3 FROM players_playsession") == [(True,)]


def test_the_same_number_makes_the_same_past(past: SealKey) -> None:
    stories = []
    for _ in range(2):
        before = {row[0] for row in told("SELECT id FROM games_table")}
        call_command("simulate_house", rounds=150, players=40, seed=3, days=9, jobs=1, stdout=StringIO(), stderr=StringIO())
        stories.append(
            told(
                "SELECT t.system, r.number, r.opened, r.outcome, r.staked, r.returned FROM games_round AS r "
                f"JOIN games_table AS t ON t.id = r.table_id WHERE NOT t.id = ANY(ARRAY[{','.join(map(str, before))}]::bigint[]) "
                "AND r.status = 'ended' ORDER BY r.opened, r.number"
            )
        )
    assert len(stories[0]) >= 150 and stories[0] == stories[1]


def test_nothing_is_written_into_a_past_that_is_sealed(past: SealKey) -> None:
    now = timezone.now()
    Seal.objects.create(number=1, until=now, lines=0, lines_digest="", transfers=0, transfers_digest="", chain="")
    with pytest.raises(CommandError, match="sealed"):
        call_command("simulate_house", rounds=10, players=20, seed=1)


def test_a_house_that_takes_real_bets_has_no_invented_past(past: SealKey, settings: Any) -> None:
    settings.HOUSE_DEMO = settings.HOUSE_TEST = False
    with pytest.raises(CommandError, match="demonstration"):
        call_command("simulate_house", rounds=10, players=20, seed=1)
