"""Jobs of the minute, the hour and the night read as much after a long history as after a short one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from casino.compliance.monitoring import following
from casino.compliance.reading import reading
from casino.compliance.regulator import production
from casino.compliance.regulator.facts import Facts
from casino.compliance.regulator.facts.spans import Span
from casino.compliance.regulator.packs import Figures, Kind
from casino.compliance.regulator.validation import period_faults
from casino.compliance.reports.models import DailyTransfers, ReportsFoldedUntil
from casino.compliance.rtp_monitoring import charts
from casino.compliance.rtp_monitoring.alarms import answer_alarm, raise_alarms
from casino.compliance.rtp_monitoring.models import Alarm, Day, ReturnsFoldedUntil
from casino.record_checks import anchors, checks, tasks
from casino.record_checks.models import State
from games.floor.hours import apply_hours
from games.models import Table
from players.identity.models import SignIn
from players.models import PlaySession
from players.shared import clock
from players.wallet import books
from players.wallet.models import BooksCheck
from tests.live_table import players_with, signer, table_open
from tests.players.history.past import player_with_past, tables

pytestmark = pytest.mark.django_db
FEW, MANY = 40, 160  # days of history
HANDFUL = 8
FILES_OF_A_DAY = 100
GAME, STAKED = "american-roulette", 500_000
GROWING = (
    "games_round",
    "games_stake",
    "players_playsession",
    "regulator_regulatorfile",
    "reports_moved",
    "rtp_monitoring_day",
    "wallet_transfer",
)
ROWS_READ = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables"
# Transfers are found by ranges of blocks, and what earlier tests left in a block is read with it.
SESSIONS_READ = f"{ROWS_READ} WHERE relname = 'players_playsession'"


def rows_read(job: Callable[[], object], growing: tuple[str, ...] = GROWING, counted: str = ROWS_READ) -> int:
    """How many rows the job reads. Small tables are read by index as well, as large ones would be."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(growing)}")
        cursor.execute("SELECT set_config('enable_seqscan', 'off', true)")
        cursor.execute(counted)
        before = cursor.fetchone()[0]
        job()
        cursor.execute(counted)
        return int(cursor.fetchone()[0] - before)


def assert_bounded(few: int, many: int) -> None:
    """Four times the history, and the same rows but for a handful, which the planner's statistics decide."""
    assert 0 < many <= few * 1.2 + HANDFUL, (few, many)


def today() -> date:
    return clock.day_of(clock.now())


def add_day(day: date, table: int = 1, returned: int = STAKED * 36 // 37) -> None:
    expected = STAKED * 36 / 37
    Day.objects.create(
        day=day, table=table, system=GAME, sheet=1, rounds=5000, staked=STAKED, returned=returned,
        expected=expected, variance=5000 * 10_000.0, squares=0.0, spread=5e11,
    )  # fmt: skip


def fold_until(day: date) -> None:
    """As a fold does, which keeps what the look for alarms has reached."""
    if not ReturnsFoldedUntil.objects.update(day=day):
        ReturnsFoldedUntil.objects.create(day=day)


def rows_of_look(days: int) -> int:
    Day.objects.all().delete()
    ReturnsFoldedUntil.objects.all().delete()
    for back in range(days, 0, -1):
        add_day(today() - timedelta(days=back))
    fold_until(today())
    raise_alarms()
    add_day(today())
    fold_until(today() + timedelta(days=1))
    return rows_read(raise_alarms)


def test_a_look_for_alarms_reads_the_new_days() -> None:
    few, many = rows_of_look(FEW), rows_of_look(MANY)
    assert_bounded(few, many)


def test_looks_of_each_night_find_what_one_look_at_all_days_finds() -> None:
    """Before and after an officer's answer, and with the last days folded anew."""
    first = today() - timedelta(days=70)
    for night in range(60):
        day = first + timedelta(days=night)
        add_day(day, returned=STAKED)
        if night:  # of the day before, a late round is counted now
            Day.objects.filter(day=day - timedelta(days=1)).update(rounds=5001)
        fold_until(day + timedelta(days=1))
        raise_alarms()
        if night == 40:
            alarm = Alarm.objects.get(scope=f"game:{GAME}")
            answer_alarm(alarm=alarm, person=signer("compliance officer"), reason="The table was wrong.")
    alarms = list(Alarm.objects.filter(scope=f"game:{GAME}").order_by("pk"))
    whole = charts.one_chart(charts.Scope("game", GAME), from_start=True)
    restarted = charts.all_charts()[f"game:{GAME}"]
    assert whole is not None and len(alarms) == 2
    for alarm, walk in zip(alarms, (whole, restarted), strict=True):
        point = walk.first_alarm()
        assert point is not None
        assert (alarm.since, alarm.day) == (walk.points[0].day, point.day)
        assert (alarm.staked, alarm.evidence) == (point.staked, pytest.approx(point.strength))
    table_alarms = Alarm.objects.filter(scope="table:1")
    assert table_alarms.count() == 1, "its alarm is not answered"


def compared_days(days: int) -> Table:
    """A table whose returns equal its transfers on each of these days."""
    table = table_open(GAME)
    for model in (Day, DailyTransfers, ReportsFoldedUntil):
        model.objects.all().delete()
    for back in range(days, 0, -1):
        add_compared_day(table, today() - timedelta(days=back))
    ReportsFoldedUntil.objects.create(day=today())
    return table


def add_compared_day(table: Table, day: date) -> None:
    add_day(day, table.pk)
    won = STAKED - STAKED * 36 // 37
    DailyTransfers.objects.create(day=day, table=table, kind="stake-lost", moves=1, cents=won)


def compare() -> list[str]:
    return checks.run_checks({"monitored": checks.monitored})


def rows_of_comparison(days: int) -> int:
    State.objects.all().delete()
    compared_days(days)
    assert compare() == []
    return rows_read(compare)


def test_the_comparison_with_the_ledger_continues_after_the_last_one() -> None:
    few, many = rows_of_comparison(FEW), rows_of_comparison(MANY)
    assert_bounded(few, many)


def test_a_difference_stays_until_it_is_mended() -> None:
    table = compared_days(10)
    assert compare() == []
    changed = Day.objects.filter(day=today() - timedelta(days=1))
    changed.update(returned=STAKED)
    assert compare() == ["monitored"]
    for later in range(9):
        add_compared_day(table, today() + timedelta(days=later))
    ReportsFoldedUntil.objects.update(day=today() + timedelta(days=9))
    assert compare() == ["monitored"], "no place to continue from"
    changed.update(returned=STAKED * 36 // 37)
    assert compare() == []
    reached = State.objects.get(pk="monitored").details["reached"]
    assert reached == (today() + timedelta(days=6)).isoformat()


def test_the_monthly_check_compares_all_days() -> None:
    compared_days(10)
    assert compare() == []
    Day.objects.filter(day=today() - timedelta(days=9)).update(returned=STAKED)
    assert compare() == []
    tasks.check_whole_record()
    assert not State.objects.get(pk="monitored").good
    assert compare() == ["monitored"]


@pytest.fixture
def hourly_anchors(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an anchor of each hour, which nothing may list."""
    settings.ANCHOR_DIR = str(tmp_path)
    for hours in range(40, 0, -1):
        with clock.at(clock.now() - timedelta(hours=hours)):
            anchors.write_anchor()

    def refuse(location: Path | None = None) -> list[Path]:
        raise AssertionError("the folder was listed")

    monkeypatch.setattr(anchors, "anchor_files", refuse)
    return tmp_path


def test_anchors_are_found_without_listing_those_of_all_years(hourly_anchors: Path) -> None:
    path = anchors.write_anchor()
    assert checks.anchors(clock.now())[1]["name"] == path.name == anchors.last_anchor()
    after = anchors.anchor_name(clock.now() - timedelta(hours=24))
    assert list(anchors.check_anchors(after=after)) == []
    middle = hourly_anchors / anchors.anchor_name(clock.now() - timedelta(hours=12))
    middle.write_text(middle.read_text() + "\n")
    assert [code for code, _ in anchors.check_anchors(after=after)] == ["anchor-changed"]


def rows_of_expectation(days: int) -> int:
    production.expect(since=clock.now() - timedelta(days=days), until=clock.now())
    return rows_read(production.expect)


def test_due_files_are_added_without_reading_those_of_all_years() -> None:
    """By one plan the files of the last day are read once more, a hundred in the evening. Those of all days
    would be three thousand.
    """
    few, many = rows_of_expectation(FEW // 4), rows_of_expectation(MANY // 4)
    assert_bounded(few + FILES_OF_A_DAY, many)


def rows_after_rounds(job: Callable[[], object]) -> tuple[int, int]:
    """How many rows the job reads after a player has played 40 days, and after another has played 160."""
    at = tables()
    counted = []
    for days in (FEW, MANY):
        player_with_past(4 * days, at, every=timedelta(hours=6))
        counted.append(rows_read(job))
    few, many = counted
    return few, many


def test_tables_are_closed_by_their_hours_without_reading_old_rounds() -> None:
    few, many = rows_after_rounds(apply_hours)
    assert_bounded(few, many)


def test_currencies_are_compared_in_new_transfers_alone() -> None:
    """The last check of the books knows all transfers up to an hour ago."""
    BooksCheck.objects.create(until=clock.now() - timedelta(hours=1))
    few, many = rows_after_rounds(lambda: books.mixed_transfers(complete=False))
    assert_bounded(few, many)


def add_sessions(days: int) -> None:
    """A player who played half an hour on each of these days."""
    (player,) = players_with(100, 1)
    began = clock.midnight(today()) - timedelta(hours=4)
    PlaySession.objects.bulk_create(
        PlaySession(
            player=player, table=1, table_name="Tejo", system=GAME, currency="EUR", cause="player", rounds=9,
            started=began - timedelta(days=back), ended=began - timedelta(days=back, minutes=-30),
        )
        for back in range(days)
    )  # fmt: skip


def rows_after_sessions(job: Callable[[], object], counted: str = ROWS_READ) -> tuple[int, int]:
    found = []
    for days in (FEW, MANY):
        PlaySession.objects.all().delete()
        add_sessions(days)
        found.append(rows_read(job, counted=counted))
    few, many = found
    return few, many


def test_the_rules_read_what_is_new_alone() -> None:
    midnight = clock.midnight(today())

    def pass_of_an_hour() -> None:
        following.follow(until=midnight)

    counted = []
    for days in (FEW, MANY):
        PlaySession.objects.all().delete()
        add_sessions(days)
        following.start_over()
        following.follow(until=midnight - timedelta(hours=5))
        counted.append(rows_read(pass_of_an_hour))
    assert_bounded(counted[0], counted[1])


def test_sessions_of_an_hour_are_counted_without_those_of_all_years() -> None:
    midnight = clock.midnight(today())
    hour = Span(today() - timedelta(days=1), "23", midnight - timedelta(hours=1), midnight)

    def tell() -> None:
        with reading() as cursor:
            assert list(Facts(cursor, hour).play()) == []

    few, many = rows_after_sessions(tell, SESSIONS_READ)
    assert_bounded(few, many)


def test_visits_of_an_hour_are_told_without_those_of_all_years() -> None:
    midnight = clock.midnight(today())
    hour = Span(today() - timedelta(days=1), "23", midnight - timedelta(hours=1), midnight)
    person = players_with(0, 1)[0].person

    def tell() -> None:
        with reading() as cursor:
            assert len(list(Facts(cursor, hour).sessions())) == 1
        assert period_faults(hour, {Kind.SESSIONS: Figures(rows=2)}) == {Kind.SESSIONS: []}

    counted = []
    for days in (range(FEW), range(FEW, MANY)):
        for back in days:
            began = midnight - timedelta(days=back, minutes=30)
            SignIn.objects.create(person=person, began=began, ended=began + timedelta(minutes=5))
        counted.append(rows_read(tell, ("identity_signin",)))
    few, many = counted
    assert_bounded(few, many)


def rows_of_movements(rounds: int) -> int:
    """How many rows are read for the movements of an hour, after a player has played these rounds in it."""
    player_with_past(rounds, tables(), every=timedelta(minutes=1))
    last = clock.now() - timedelta(days=1)
    hour = Span(today(), "01", last - timedelta(hours=1), last + timedelta(minutes=1))

    def read_movements() -> None:
        with reading() as cursor:
            told = [len(played.operations) for played in Facts(cursor, hour).play()]
        assert sum(told) >= rounds

    return rows_read(read_movements)


def test_the_balance_before_an_hour_is_computed_once_for_a_wallet() -> None:
    """Eight times the movements: eight times the rows, by another plan sixteen; 64 if for each movement."""
    few, many = rows_of_movements(11), rows_of_movements(88)
    assert_bounded(16 * few, many)
