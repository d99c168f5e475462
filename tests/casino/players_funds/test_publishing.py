"""The total of a day: published once, found in the public log, checked by outsiders, and its tree deleted."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import DatabaseError, connection, transaction

from casino.operation import metrics
from casino.players_funds import publishing, tasks
from casino.players_funds.balances import Balances
from casino.players_funds.models import DayTotal, DayTree, LeafTile, PlaceTile
from casino.players_funds.statements import statement_for
from casino.public_log import sequencer
from casino.public_log.tree import Tree
from casino.services.folder import PROJECT
from players.models import Player
from players.shared import clock
from players.wallet.bank.funds import owed_on
from tests.live_table import players_with
from tests.players.wallet.bank.conftest import pay, role

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import funds as outsider
from feltro_verify import log as outsider_log

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 29)  # the night in which clocks change
NEXT = DAY + timedelta(days=1)
MIDNIGHT = clock.midnight(NEXT)


def settled(moment: datetime) -> Any:
    """As if the record were settled up to then."""
    return mock.patch.object(publishing, "settled_until", return_value=moment)


def publish_until(moment: datetime) -> int:
    with settled(moment), role("house_worker"), clock.at(moment):
        return publishing.publish_due()


@pytest.fixture
def people() -> list[Player]:
    """Balances at midnight: 10, 20, 30 … euros; the first one gets more after it."""
    people = players_with(0, 12)
    for number, player in enumerate(people, 1):
        pay(player, number * 1_000, DAY, hour=20)
    pay(people[0], 777, NEXT, hour=1)
    return people


def test_a_day_is_published_once_when_it_is_settled(people: list[Player]) -> None:
    assert (
        publish_until(MIDNIGHT - timedelta(seconds=1)) == 0 or not DayTotal.objects.filter(day=DAY).exists()
    )
    DayTotal.objects.all()
    assert publish_until(MIDNIGHT + timedelta(minutes=5)) == 1
    total = DayTotal.objects.get(day=DAY)
    assert (total.currency, total.cents, total.jackpots) == ("EUR", 78_000, 0)
    assert total.cents == owed_on(DAY) and total.instant == MIDNIGHT.astimezone(UTC)
    root = total.root
    assert publish_until(MIDNIGHT + timedelta(hours=9)) == 0
    assert DayTotal.objects.get(day=DAY).root == root


def test_everybody_finds_their_money(people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    total = DayTotal.objects.get(day=DAY)
    for number, player in enumerate(people, 1):
        with role("house_web"):
            told = json.loads(json.dumps(statement_for(total, player.pk)))
        checks = outsider.check_money(told, number * 1_000)
        assert [check.good for check in checks] == [True, True, True]
        assert told["player"] == player.pk
    stranger = statement_for(total, max(player.pk for player in people) + 1)
    assert stranger is not None and stranger["parts"] == []


def test_days_after_an_outage_are_published_each_as_it_was(people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    pay(people[1], 5_000, NEXT, hour=12)
    assert publish_until(MIDNIGHT + timedelta(days=3, minutes=5)) == 3
    cents = dict(DayTotal.objects.filter(day__gte=DAY).values_list("day", "cents"))
    assert list(cents.values()) == [78_000, 83_777, 83_777, 83_777]
    assert all(total == owed_on(day) for day, total in cents.items())
    assert publish_until(MIDNIGHT + timedelta(days=30)) == 7, "what is too old is never published"


def test_two_processes_publish_one_total(people: list[Player]) -> None:
    moment = MIDNIGHT + timedelta(minutes=5)
    publish_until(moment)
    before = DayTotal.objects.get(day=DAY).root
    with role("house_worker"):
        assert publishing.publish_day(DAY, "EUR", moment) is False
    assert DayTotal.objects.get(day=DAY).root == before
    assert LeafTile.objects.count() == DayTree.objects.count() == 1


def test_somebody_below_zero_moves_the_moment_and_never_the_amount(people: list[Player]) -> None:
    true = publishing.balances_at

    def crossed(instant: datetime, currency: str) -> Balances:
        """Two transfers around midnight were committed in the other order."""
        found = true(instant, currency)
        if instant < MIDNIGHT + timedelta(seconds=2):
            found.cents[0] = -1
        return found

    with mock.patch.object(publishing, "balances_at", crossed):
        late = publishing.balances_after_midnight(DAY, "EUR", MIDNIGHT + timedelta(minutes=5))
        assert late is not None and late.instant == MIDNIGHT + timedelta(seconds=2)
        assert publishing.balances_after_midnight(DAY, "EUR", MIDNIGHT + timedelta(seconds=1)) is None
    with (
        mock.patch.object(Balances, "is_below_zero", True),
        pytest.raises(publishing.BalanceBelowZero),
    ):
        publishing.balances_after_midnight(DAY, "EUR", MIDNIGHT + timedelta(minutes=5))


def test_old_trees_are_deleted_and_their_roots_stay(people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    total = DayTotal.objects.get(day=DAY)
    kept = publishing.TREES_KEPT
    publish_until(MIDNIGHT + kept - timedelta(hours=1))
    assert statement_for(total, people[0].pk) is not None
    publish_until(MIDNIGHT + kept + timedelta(days=1))
    assert statement_for(total, people[0].pk) is None
    assert not LeafTile.objects.filter(tree=total.pk).exists()
    assert not PlaceTile.objects.filter(tree=total.pk).exists()
    assert DayTotal.objects.filter(pk=total.pk).exists()


def test_a_copy_of_the_database_shows_no_salts(people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    total = DayTotal.objects.get(day=DAY)
    told = statement_for(total, people[0].pk)
    assert told is not None
    stored = bytes(DayTree.objects.get(pk=total.pk).secret)
    contents = b"".join(bytes(tile.content) for tile in LeafTile.objects.all())
    for part in told["parts"]:
        assert bytes.fromhex(part["salt"]) not in stored + contents


def test_a_published_total_stays(people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    total = DayTotal.objects.get(day=DAY)
    changes: list[dict[str, Any]] = [{"cents": 1}, {"root": "0" * 64}, {"day": NEXT + timedelta(days=60)}]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            DayTotal.objects.filter(pk=total.pk).update(**change)
    DayTotal.objects.filter(pk=total.pk).update(entry=5)
    with pytest.raises(DatabaseError), transaction.atomic():
        DayTotal.objects.filter(pk=total.pk).update(entry=6)
    for rows in (DayTotal.objects.filter(pk=total.pk), LeafTile.objects.all()):
        with pytest.raises(DatabaseError), transaction.atomic(), role("house_web"):
            rows.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        LeafTile.objects.update(content=b"")
    with pytest.raises(DatabaseError), transaction.atomic(), role("house_web"):
        DayTotal.objects.create(
            day=NEXT, currency="EUR", instant=MIDNIGHT, leaves=0, cents=0, jackpots=0, root="0" * 64
        )


# --- the public log


@pytest.fixture
def log(settings: Any, tmp_path: Path) -> Iterator[outsider_log.Key]:
    """A log that began a minute ago; the public key as outsiders have it."""
    (tmp_path / "key").write_text(secrets.token_hex(32))
    settings.PUBLIC_LOG_KEY_FILE = str(tmp_path / "key")
    settings.PUBLIC_LOG_DIR = str(tmp_path / "log")
    settings.PUBLIC_LOG_ORIGIN = "house.example/log"
    settings.PUBLIC_LOG_WITNESSES = ""
    own = sequencer.log_key()
    assert own is not None
    with logged_until(datetime.now(UTC) - timedelta(minutes=2)):
        sequencer.run()
    yield outsider_log.read_key(str(own.public))


@contextmanager
def logged_until(moment: datetime) -> Iterator[None]:
    with mock.patch.object(sequencer, "settled_until", return_value=moment):
        yield


def find_entries() -> None:
    with logged_until(datetime.now(UTC) + timedelta(seconds=5)):
        sequencer.run()
    publishing.find_log_entries()


def log_entries() -> list[bytes]:
    size = outsider_log.read_checkpoint(
        outsider_log.read_note(sequencer.files().published().encode()).text
    ).size
    return [Tree(sequencer.files(), size).entry(place) for place in range(size)]


def test_an_outsider_finds_the_total_in_the_log(log: outsider_log.Key, people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    total = DayTotal.objects.get(day=DAY)
    told = statement_for(total, people[2].pk)
    assert told is not None and "log" not in told
    assert [check.good for check in outsider.check_published(told, [log], [])] == [None]
    find_entries()
    total.refresh_from_db()
    assert total.entry is not None
    with role("house_web"):
        told = json.loads(json.dumps(statement_for(total, people[2].pk)))
    checks = {check.code: check.good for check in outsider.check_published(told, [log], [])}
    assert checks == {"logged": True, "included": True, "witnessed": None}
    for changed in ({"total": 1}, {"root": "0" * 64}, {"jackpots": 1}, {"instant": 1}):
        wrong = {check.code: check.good for check in outsider.check_published(told | changed, [log], [])}
        assert wrong["included"] is False, changed
    other = outsider.check_published(told | {"log": "no proof"}, [log], [])
    assert [check.good for check in other] == [False]


def test_two_totals_of_a_day_are_seen_by_whoever_reads_the_log(
    log: outsider_log.Key, people: list[Player]
) -> None:
    """An owner of the tables publishes a second root, for some players."""
    publish_until(MIDNIGHT + timedelta(minutes=5))
    find_entries()
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX IF EXISTS one_total_of_players_money_a_day")
        cursor.execute(
            "ALTER TABLE players_funds_daytotal DROP CONSTRAINT IF EXISTS one_total_of_players_money_a_day"
        )
    first = DayTotal.objects.get(day=DAY)
    DayTotal.objects.create(
        day=DAY, currency="EUR", instant=first.instant, leaves=first.leaves, cents=5, jackpots=0,
        root="0" * 64, made=datetime.now(UTC) + timedelta(seconds=10),
    )  # fmt: skip
    with logged_until(datetime.now(UTC) + timedelta(seconds=30)):
        sequencer.run()
    names = [entry.split()[1] for entry in log_entries() if entry.startswith(b"funds ")]
    assert names.count(f"{DAY}.EUR".encode()) == 2


def test_the_log_tells_no_balance(log: outsider_log.Key, people: list[Player]) -> None:
    publish_until(MIDNIGHT + timedelta(minutes=5))
    find_entries()
    assert [entry for entry in log_entries() if b"funds" in entry]
    assert not [entry for entry in log_entries() if b"78000" in entry]


# --- the task


def test_the_task_publishes_and_the_alarm_knows_the_age(people: list[Player]) -> None:
    with settled(MIDNIGHT + timedelta(minutes=1)), clock.at(MIDNIGHT + timedelta(minutes=1)):
        assert tasks.publish_players_money() == 1
    query = metrics.DATABASE_GAUGES["house_players_money_age_seconds"][1]
    with connection.cursor() as cursor:
        cursor.execute(query)
        age = cursor.fetchone()[0]
    assert age is not None and age > 0


def test_a_house_without_a_total_has_no_age() -> None:
    with connection.cursor() as cursor:
        cursor.execute(metrics.DATABASE_GAUGES["house_players_money_age_seconds"][1])
        assert cursor.fetchone()[0] is None, "unknown is not good: the alarm rings where it is missing"
