"""The simulated past: the replay finds no differences, and equal seeds give equal pasts."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone
from msgspec import structs

from casino.demo.simulated_past import rare_events
from casino.management.commands import simulate_house
from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.draw.seal_key import SealKey
from games.models import Incident, Round
from games.rounds.proof.journal_check import check_journal
from games.rounds.proof.sums_check import check_sums
from players.audit.models import Seal
from players.models import PlaySession
from tests.bench.environment import folder_for_a_while
from tests.live_table import seal_key
from tests.running import house_environment

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(tmp_path: Path, settings: Any) -> SealKey:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    return SealKey(seal_key(tmp_path))


def fetch_rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def test_a_new_installation_gets_its_tables_first(
    past: SealKey, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    class Migrating(Exception): ...

    def begin() -> int:
        raise Migrating

    monkeypatch.setattr(simulate_house, "migrate_pending", begin)
    with django_assert_num_queries(0), pytest.raises(Migrating):
        call_command("simulate_house", rounds=20, players=12, days=5, jobs=1)


@pytest.mark.long
def test_two_thousand_rounds_of_all_games_are_proved_to_the_cent(past: SealKey) -> None:
    call_command(
        "simulate_house",
        rounds=2000,
        players=80,
        seed=11,
        days=120,
        jobs=1,
        stdout=StringIO(),
        stderr=StringIO(),
    )
    played = Round.objects.exclude(status__in=("prepared", "open"))
    assert played.count() >= 2000
    assert set(played.values_list("table__system", flat=True)) == set(GAMES)
    for table in {row.table for row in played.select_related("table").distinct("table").order_by("table")}:
        proved = check_journal(table, past)
        assert proved.rounds and proved.differences == []
    assert list(check_sums()) == []
    assert fetch_rows("SELECT count(*) FROM wallet_transfer WHERE at > clock_timestamp()") == [(0,)]
    assert not PlaySession.objects.filter(ended=None).exists()
    # No player sat at two tables at once.
    assert fetch_rows(
        "SELECT count(*) FROM players_playsession AS a "
        "JOIN players_playsession AS b ON a.player_id = b.player_id AND a.id < b.id "
        "AND tstzrange(a.started, a.ended) && tstzrange(b.started, b.ended)"
    ) == [(0,)]
    assert fetch_rows("SELECT count(DISTINCT cause) >= 2 FROM players_playsession") == [(True,)]


@pytest.mark.long
def test_faults_at_every_third_round_leave_no_table_on_hold(
    past: SealKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the last round of a play is void, and every player has left before staff release the table."""
    monkeypatch.setattr(rare_events, "USUAL", structs.replace(rare_events.USUAL, void_in=3, stopped_in=9))
    call_command(
        "simulate_house",
        rounds=400,
        players=30,
        seed=5,
        days=20,
        jobs=1,
        stdout=StringIO(),
        stderr=StringIO(),
    )
    assert Round.objects.filter(status="void").count() > 50
    assert not Incident.objects.filter(closed=None).exists() and Incident.objects.count() > 50
    for table in {row.table for row in Round.objects.select_related("table")}:
        assert check_journal(table, past).differences == []
    assert list(check_sums()) == []


@pytest.mark.long
def test_two_parallel_processes_write_a_correct_past() -> None:
    """From a terminal, into a new installation: writing in the background gives the same record."""
    with folder_for_a_while() as folder:
        outputs = {}
        for words in (
            "migrate -v0",
            "simulate_house --rounds 4200 --players 90 --seed 4 --days 40 --jobs 2",
            "prove --jobs 1",
        ):
            done = subprocess.run(
                [sys.executable, "manage.py", *words.split()], cwd=PROJECT,
                env=house_environment(folder.path), capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
            outputs[words.split()[0]] = done.stdout
    assert outputs["simulate_house"].startswith("4200 rounds") and "2 processes" in outputs["simulate_house"]
    assert outputs["prove"].strip().endswith(" 0 differences") and not outputs["prove"].startswith("0 rounds")


STORY = """
SELECT t.name, r.number, r.opened, r.outcome, r.staked, r.returned FROM games_round AS r
JOIN games_table AS t ON t.id = r.table_id
WHERE t.id > %s AND r.status = 'ended' ORDER BY t.name, r.number
"""


@pytest.mark.long
def test_the_same_seed_makes_the_same_past(past: SealKey) -> None:
    """In the same installation, because the table's number is part of every draw."""
    stories = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('games_table_id_seq')")
        first = cursor.fetchone()[0]
        for _ in range(2):
            with transaction.atomic():
                cursor.execute("SELECT setval('games_table_id_seq', %s)", [first])
                call_command(
                    "simulate_house",
                    rounds=120,
                    players=40,
                    seed=3,
                    days=9,
                    jobs=1,
                    stdout=StringIO(),
                    stderr=StringIO(),
                )
                cursor.execute(STORY, [first])
                stories.append(cursor.fetchall())
                transaction.set_rollback(True)
    assert len(stories[0]) >= 120 and stories[0] == stories[1]


def test_nothing_is_written_into_a_sealed_past(past: SealKey) -> None:
    now = timezone.now()
    Seal.objects.create(
        number=1, until=now, lines=0, lines_digest="", transfers=0, transfers_digest="", chain=""
    )
    with pytest.raises(CommandError, match="sealed"):
        call_command("simulate_house", rounds=10, players=20, seed=1)


def test_production_refuses_a_simulated_past(past: SealKey, settings: Any) -> None:
    settings.HOUSE_DEMO = settings.HOUSE_TEST = False
    with pytest.raises(CommandError, match="demonstration"):
        call_command("simulate_house", rounds=10, players=20, seed=1)
