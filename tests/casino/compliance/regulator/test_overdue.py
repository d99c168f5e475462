"""When files are not delivered for too long, no new play session for money begins; running ones continue."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.models import RegulatorFile
from games.models import SessionLease
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import MESSAGES
from games.tables.transport import protocol
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.regulator.conftest import sealed
from tests.live_table import LiveTable, bet, players_with, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture
def owing(folders: Path, settings: Any) -> Any:
    """Files that are two hours overdue, where play stops after one."""
    settings.REGULATOR_STOP_HOURS = 1
    now = clock.now()
    production.expect(since=now - timedelta(hours=4), until=now - timedelta(hours=1, minutes=30))
    assert RegulatorFile.objects.exists()
    return settings


def refused(room: LiveTable, player: Any) -> Refusal | None:
    (response,) = room.send((player, protocol.Sit(uuid4())))
    return response.refused.code if response.refused else None


def test_overdue_files_stop_new_sessions_for_money(owing: Any, folders: Path) -> None:
    room, demo = LiveTable(folders, table_open()), LiveTable(folders, table_open(currency="DEMO"))
    early, late = players_with(100_00, 2)
    room.sit([early])
    assert overdue.renew_lease() is not None and overdue.standing().stopped
    assert refused(room, late) is Refusal.NO_SESSIONS
    assert refused(demo, late) is None, "demonstration tables do not ask"
    assert refused(room, early) is None, "who sits already stays"
    room.until("bets-opened")
    (response,) = room.send((early, bet(room.round, {"red": 500})))
    assert response.refused is None, "and plays on"
    room.until("round-ended")
    assert Line.objects.filter(kind="sessions.stopped").count() == 1
    overdue.renew_lease()
    assert Line.objects.filter(kind="sessions.stopped").count() == 1, (
        "it is noted as it begins, and not every minute"
    )


def test_sessions_begin_again_after_the_files_are_delivered(owing: Any, folders: Path) -> None:
    room, (player,) = LiveTable(folders, table_open()), players_with(100_00, 1)
    overdue.renew_lease()
    assert refused(room, player) is Refusal.NO_SESSIONS
    sealed()
    production.make_files(
        seconds=300,
        since=clock.now() - timedelta(hours=4),
        until=clock.now() - timedelta(hours=1, minutes=30),
    )
    assert not RegulatorFile.objects.exclude(state="delivered").exists()
    owing.REGULATOR_STOP_HOURS = 3  # what came due meanwhile is younger than that
    overdue.renew_lease()
    assert refused(room, player) is None and Line.objects.filter(kind="sessions.resumed").count() == 1


def test_a_worker_that_has_fallen_stops_them_too(folders: Path, settings: Any) -> None:
    """Without renewal the lease expires."""
    settings.REGULATOR_STOP_HOURS = 24
    room, (player,) = LiveTable(folders, table_open()), players_with(100_00, 1)
    overdue.renew_lease()
    assert not overdue.standing().stopped
    SessionLease.objects.update(until=clock.now() - timedelta(seconds=1))
    assert refused(room, player) is Refusal.NO_SESSIONS and overdue.standing().stopped


def test_where_no_hours_are_set_nothing_stops(owing: Any, folders: Path) -> None:
    owing.REGULATOR_STOP_HOURS = 0
    room, (player,) = LiveTable(folders, table_open()), players_with(100_00, 1)
    assert overdue.renew_lease() is None
    assert refused(room, player) is None and not overdue.standing().stopped


def test_the_refusal_has_words() -> None:
    assert f"refused.{Refusal.NO_SESSIONS}" in MESSAGES
