"""What the folded days of reports count, and on which day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from casino.compliance.reports import daily_totals
from games.models import Round, Stake
from players.models import Player
from players.shared import clock
from tests.live_table import LiveTable, players_with, table_open

pytestmark = pytest.mark.django_db
FIGURES = {"staked": 500, "lost": 500, "back": 0, "prize": 0, "held": 0, "commission": 0}


@pytest.fixture
def room(tmp_path: Path) -> LiveTable:
    return LiveTable(tmp_path, table_open())


def finished(room: LiveTable, player: Player, *, status: str, at: datetime) -> None:
    """The open round of that table as if it had finished at that moment, with one stake in it."""
    room.sit([player])
    room.until("bets-opened")
    row = Round.objects.filter(table=room.table).latest("number")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_round SET status = %s, ended = %s WHERE id = %s", [status, at, row.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    Stake.objects.create(round=row, player=player, session=1, seat=9, at=at, **FIGURES)


def folded(day: date) -> dict[str, tuple[int, int]]:
    with clock.at(datetime(day.year, day.month, day.day + 3, 12, tzinfo=UTC)):
        daily_totals.fold()
    with connection.cursor() as cursor:
        cursor.execute("SELECT day, rounds, staked FROM reports_played")
        return {str(key): (rounds, staked) for key, rounds, staked in cursor.fetchall()}


@pytest.mark.parametrize(
    ("hour", "day"),
    [
        (datetime(2026, 7, 1, 22, 59, 59, tzinfo=UTC), date(2026, 7, 1)),
        (datetime(2026, 7, 1, 23, tzinfo=UTC), date(2026, 7, 2)),
    ],
)
def test_a_stake_belongs_to_its_day_in_lisbon(room: LiveTable, hour: datetime, day: date) -> None:
    (player,) = players_with(10_000, 1)
    finished(room, player, status="ended", at=hour)
    assert folded(day) == {str(day): (1, 500)}


def test_the_stakes_of_a_void_round_count_for_nothing(room: LiveTable) -> None:
    (player,) = players_with(10_000, 1)
    at = datetime(2026, 7, 1, 12, tzinfo=UTC)
    finished(room, player, status="void", at=at)
    assert folded(at.date()) == {"2026-07-01": (0, 0)}


@pytest.mark.parametrize("days_before", [1, 2])
def test_what_is_committed_after_its_day_was_folded_is_folded_with_the_next(
    room: LiveTable, days_before: int
) -> None:
    """A transaction that runs over midnight ends after the fold of its day."""
    day = date(2026, 7, 1)
    assert folded(day) == {}
    (player,) = players_with(10_000, 1)
    late = datetime(2026, 7, 4 - days_before, 21, 59, tzinfo=UTC)
    finished(room, player, status="ended", at=late)
    assert folded(day + timedelta(days=1)) == {str(clock.day_of(late)): (1, 500)}
