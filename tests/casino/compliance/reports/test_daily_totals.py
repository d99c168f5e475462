"""What the folded days of reports count, and on which day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.drilldown import selection_from, transfers_of
from casino.compliance.reports.models import DailyResult
from casino.compliance.reports.parameters import ReportChoice
from games.models import Round, Stake
from games.rules.engine import Wait
from players.models import Player
from players.shared import clock
from players.wallet.models import Transfer
from tests.games.tables.clocks import step_until
from tests.games.tables.test_jackpot import laid
from tests.live_table import LiveTable, players_with, table_open

pytestmark = pytest.mark.django_db
FIGURES = {"staked": 500, "lost": 500, "back": 0, "prize": 0, "held": 0, "commission": 0}


@pytest.fixture
def room(tmp_path: Path) -> LiveTable:
    return LiveTable(tmp_path, table_open())


def finished(room: LiveTable, player: Player, *, status: str, at: datetime, **figures: int) -> None:
    """The open round of that table as if it had finished at that moment, with one stake in it."""
    room.sit([player])
    room.until("bets-opened")
    row = Round.objects.filter(table=room.table).latest("number")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_round SET status = %s, ended = %s WHERE id = %s", [status, at, row.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    Stake.objects.create(round=row, player=player, session=1, seat=9, at=at, **{**FIGURES, **figures})


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


@pytest.mark.parametrize(
    ("prize", "gross"), [(0, 0), (1_500, -1_500)], ids=["all went back", "a prize was spent already"]
)
def test_what_a_void_round_could_not_take_back_is_in_the_revenue(
    room: LiveTable, prize: int, gross: int
) -> None:
    """[BJ-28] (A66) A prize that was paid early and that the wallet no longer holds is lost to the house."""
    (player,) = players_with(10_000, 1)
    at = datetime(2026, 7, 1, 12, tzinfo=UTC)
    figures = {"staked": 500, "back": 500, "lost": 0, "prize": prize}
    finished(room, player, status="void", at=at, **figures)
    with clock.at(at), connection.cursor() as cursor:
        assert daily_totals.gross_revenue(cursor, at.date()).get(room.table.pk, 0) == gross
    assert folded(at.date()) == {"2026-07-01": (0, 0)}
    assert DailyResult.objects.get().gross == gross


def jackpot_round_over_midnight(folder: Path) -> tuple[Round, datetime]:
    """A round with jackpot bets of today that ends half an hour after a later midnight."""
    table = LiveTable(folder, table_open("macau-stud"))
    players = players_with(100_000, 2)
    table.sit(players)
    laid(table, *players)
    number = table.round
    step_until(table, Wait.OVER)
    row = Round.objects.get(table=table.table, number=number)
    end = clock.midnight(clock.day_of(clock.now()) + timedelta(days=2)) + timedelta(minutes=30)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_round SET ended = %s WHERE id = %s", [end, row.pk])
        cursor.execute("UPDATE games_stake SET at = %s WHERE round_id = %s", [end, row.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    row.refresh_from_db()
    return row, end


@pytest.mark.parametrize("days_later", [0, 1, 2, 3], ids=["live", "folded", "again", "for good"])
def test_what_a_round_moved_before_midnight_belongs_to_the_day_on_which_it_ended(
    tmp_path: Path, days_later: int
) -> None:
    """In the meters of jackpots, and behind each figure: its transfers add up to it."""
    row, end = jackpot_round_over_midnight(tmp_path)
    day = clock.day_of(end)
    for later in range(days_later + 1):
        with clock.at(end + timedelta(days=later, hours=1)):
            daily_totals.fold()
    with clock.at(end + timedelta(days=days_later, hours=2)):
        choice = ReportChoice(day, day, table=row.table_id)
        jackpots, gross = build(REPORTS["jackpots"], choice), build(REPORTS["gross"], choice)
        assert jackpots.equal and gross.equal, (jackpots.checks, gross.checks)
        assert jackpots.totals["contributions"] > 0
        query = {"since": str(day), "until": str(day), "table": str(row.table_id)}
        listed = transfers_of(selection_from(query))
    assert listed.figure == gross.totals["gross"]
    assert {move["id"] for move in listed.rows} == set(
        Transfer.objects.filter(round=row.pk).values_list("pk", flat=True)
    )


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
