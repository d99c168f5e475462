"""The moment from which compliance reports that something is late, and the time until which sessions may
begin.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.compliance.duties.due_dates import Standing, due_items
from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.models import RegulatorFile
from casino.record_checks import check_states, checks
from casino.record_checks.models import State
from games.models import SessionLease
from players.audit import note
from players.audit.models import Line, Seal
from players.shared import clock

pytestmark = pytest.mark.django_db
MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def now() -> datetime:
    return clock.now()


def test_sealing_is_late_after_ten_minutes(now: datetime) -> None:
    Seal.objects.create(
        number=1, until=now, lines=0, lines_digest="", transfers=0, transfers_digest="", chain=""
    )
    within, late = now + timedelta(minutes=10) - MICROSECOND, now + timedelta(minutes=10)
    assert checks.sealing(within)[0] and not checks.sealing(late)[0]


def test_the_proof_of_the_record_is_late_after_thirty_hours() -> None:
    note("record.proved", rounds=10, differences=0)
    at = Line.objects.get(kind="record.proved").at
    assert (
        checks.replay(at + timedelta(hours=30) - MICROSECOND)[0]
        and not checks.replay(at + timedelta(hours=30))[0]
    )


def test_anchors_are_late_after_three_hours(now: datetime, settings: Any, tmp_path: Path) -> None:
    settings.ANCHOR_DIR = str(tmp_path)
    anchor = tmp_path / "2026-01-02T03.json"
    anchor.write_text("{}")
    written = datetime.fromtimestamp(1_700_000_000, now.tzinfo)
    os.utime(anchor, (written.timestamp(), written.timestamp()))
    assert (
        checks.anchors(written + timedelta(hours=3) - MICROSECOND)[0]
        and not checks.anchors(written + timedelta(hours=3))[0]
    )


def test_the_watch_itself_is_late_after_ten_minutes(now: datetime) -> None:
    state = State(name="watch", good=True, at=now, since=now)
    assert not check_states.is_late(state, now + timedelta(minutes=10)) and check_states.is_late(
        state, now + timedelta(minutes=10) + MICROSECOND
    )


def due_file(until: datetime, deadline: datetime) -> RegulatorFile:
    day = clock.day_of(until)
    return RegulatorFile.objects.create(
        family="TRAN",
        day=day,
        hour="00",
        since=until - timedelta(hours=1),
        until=until,
        name=f"TRAN_{until.timestamp():.0f}",
        deadline=deadline,
    )


def test_a_file_is_late_after_its_deadline(now: datetime) -> None:
    in_time = due_file(now - timedelta(hours=5), now + timedelta(minutes=5))
    late = due_file(now - timedelta(hours=6), now - timedelta(seconds=1))
    production._note_late()
    assert list(RegulatorFile.objects.exclude(late=None)) == [late] and in_time.late is None


def test_a_file_that_has_not_left_rings_half_an_hour_before_its_deadline(
    now: datetime, settings: Any
) -> None:
    """An alarm before, never after."""
    settings.REGULATOR_STOP_HOURS = 0
    due_file(now - timedelta(hours=5), now + timedelta(minutes=30))
    assert overdue.check_deliveries(now - MICROSECOND)[0] is True
    good, details = overdue.check_deliveries(now)
    assert (good, details["near"], details["late"]) == (False, 1, 0)
    (item,) = [item for item in due_items(now) if item.key.startswith("regulator-files")]
    assert item.alarm == now and item.standing(now) is Standing.SOON
    RegulatorFile.objects.update(late=now)
    assert overdue.check_deliveries(now)[1]["near"] == 0, "each file counts once"


def test_an_hour_that_is_captured_slowly_rings_before_bets_stop(now: datetime, settings: Any) -> None:
    settings.REGULATOR_STOP_HOURS, settings.REGULATOR_HOURLY_MINUTES = 24, 60
    settings.REGULATOR_DELIVERY = "casino.compliance.regulator.delivery.FolderDelivery"
    due_file(now - timedelta(minutes=30), now + timedelta(hours=9))
    assert overdue.check_deliveries(now - MICROSECOND)[0] is True
    good, details = overdue.check_deliveries(now)
    assert good is False and details["slow"] is True and details["stopped"] is False
    settings.REGULATOR_STOP_HOURS = 0
    assert overdue.check_deliveries(now)[0] is True, "where nothing stops"


def test_no_bets_for_money_after_the_deadline_of_the_oldest_hour_that_is_not_captured(
    now: datetime, settings: Any, monkeypatch: Any
) -> None:
    """[903-B 2.3.3] The safe has its own limit, from when a file was ready for it."""
    settings.REGULATOR_STOP_HOURS, settings.REGULATOR_HOURLY_MINUTES = 24, 180
    settings.REGULATOR_GATEWAY = ""
    settings.REGULATOR_DELIVERY = "casino.compliance.regulator.delivery.FolderDelivery"
    monkeypatch.setattr(overdue, "expect", lambda: 0)
    monkeypatch.setattr(overdue, "send_to_tables", lambda tables, command: None)
    with clock.at(now):
        end_of_hour = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        assert overdue.renew_lease() == end_of_hour + timedelta(hours=3), "nothing is owed"
        due_file(now - timedelta(hours=2), now + timedelta(days=1))
        due_file(now - timedelta(hours=1), now + timedelta(days=1))
        assert overdue.renew_lease() == now + timedelta(hours=1)
    assert SessionLease.objects.get().until == now + timedelta(hours=1)
    for moment, stopped in (
        (now + timedelta(hours=1) - MICROSECOND, False),
        (now + timedelta(hours=1), True),
    ):
        with clock.at(moment):
            assert overdue.standing().stopped == stopped
