"""Limits: a lower one applies at once, a higher one a day later unless it is cancelled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.tables.domain.commands import CommandRequest
from games.tables.messages.table import messages_for
from games.tables.transport.protocol import EndStay
from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import begin_exclusion, begin_pause
from players.protection.limits import (
    announce_raised_limits,
    cancel_limit,
    decline_limits,
    limit_statuses,
    set_limits,
)
from players.protection.models import Habits, Limit
from players.protection.play_time import enforce_time_limits, set_reality_check_interval
from players.shared import clock
from players.signals import disconnect_requested
from tests.live_table import LiveTable, players_with, table_open

pytestmark = pytest.mark.django_db
DAY = ("stake", "day")


@pytest.fixture
def ana() -> Player:
    return players_with(0, 1)[0]


def stake_left(player: Player) -> int | None:
    return eligibility_of([player.pk], "EUR")[player.pk].stake_left


def audit_kinds(player: Player) -> list[str]:
    return list(Line.objects.filter(player=player).order_by("id").values_list("kind", flat=True))


def test_a_first_limit_and_a_lower_one_apply_at_once(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000})
    assert stake_left(ana) == 5_000
    set_limits(ana, {DAY: 2_000})
    assert stake_left(ana) == 2_000 and audit_kinds(ana) == ["limits.stake-set", "limits.stake-lowered"]
    assert Message.objects.filter(player=ana, kind="limits-changed").count() == 2


@pytest.mark.parametrize("higher", [9_000, None], ids=["higher", "none"])
def test_P12_a_higher_limit_or_none_applies_after_24_hours_and_is_announced(
    ana: Player, higher: int | None
) -> None:
    set_limits(ana, {DAY: 5_000})
    set_limits(ana, {DAY: higher})
    raised = Limit.objects.get(player=ana, value=higher)
    assert raised.starts - raised.requested_at == timedelta(hours=24)
    with clock.at(raised.starts - timedelta(seconds=1)):
        assert stake_left(ana) == 5_000 and announce_raised_limits() == 0
    with clock.at(raised.starts):
        assert stake_left(ana) == higher
        assert announce_raised_limits() == 1 and announce_raised_limits() == 0, (
            "a second run announces nothing"
        )
    assert (
        audit_kinds(ana)[-1] == "limits.stake-raised"
        and Message.objects.filter(kind="limit-raised").count() == 1
    )


@pytest.mark.parametrize("night", ["2026-03-28T12:00", "2026-10-24T12:00", "2028-02-28T23:30"])
def test_a_higher_limit_waits_24_hours_in_every_night_of_the_year(ana: Player, night: str) -> None:
    """The clocks go forward, the clocks go back, and a year has a 29th of February."""
    with clock.at(datetime.fromisoformat(night).replace(tzinfo=clock.LISBON)):
        set_limits(ana, {DAY: 5_000})
        set_limits(ana, {DAY: 6_000})
    raised = Limit.objects.get(player=ana, value=6_000)
    assert (raised.starts - raised.requested_at).total_seconds() == 86_400


def test_a_cancelled_higher_limit_never_applies(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000})
    (higher,) = set_limits(ana, {DAY: 9_000})
    (other,) = players_with(0, 1)
    assert not cancel_limit(other, higher.pk)
    assert cancel_limit(ana, higher.pk) and not cancel_limit(ana, higher.pk)
    with clock.at(clock.now() + timedelta(days=3)):
        assert stake_left(ana) == 5_000 and announce_raised_limits() == 0


def test_a_new_request_replaces_the_scheduled_limit_and_a_lower_one_cancels_it(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000})
    set_limits(ana, {DAY: 9_000})
    set_limits(ana, {DAY: 7_000})
    set_limits(ana, {DAY: 7_000})
    assert Limit.objects.filter(player=ana, cancelled=None, starts__gt=clock.now()).count() == 1
    set_limits(ana, {DAY: 4_000})
    with clock.at(clock.now() + timedelta(days=2)):
        assert stake_left(ana) == 4_000


def test_an_unchanged_limit_writes_nothing(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000})
    before = Limit.objects.count()
    assert set_limits(ana, {DAY: 5_000, ("deposit", "week"): None}) == [] and Limit.objects.count() == before


def test_U14_setting_or_declining_limits_answers_the_question(ana: Player) -> None:
    (rui,) = players_with(0, 1)
    decline_limits(ana)
    set_limits(rui, {("deposit", "month"): 10_000})
    assert all(Habits.objects.get(player=player).limits_answered for player in (ana, rui)) and audit_kinds(
        ana
    ) == ["limits.declined"]


def test_the_page_shows_use_and_reset_of_every_limit(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000, ("deposit", "week"): 2_000})
    statuses = {(status.kind, status.period): status for status in limit_statuses(ana)}
    assert (
        len(statuses) == 10
        and statuses[DAY].value == 5_000
        and statuses[DAY].remaining == 5_000
        and statuses[DAY].percent_used == 0
    )
    assert statuses["deposit", "week"].resets.astimezone(clock.LISBON).weekday() == 0


def test_limits_are_append_only(ana: Player) -> None:
    set_limits(ana, {DAY: 5_000})
    for sql in ("UPDATE protection_limit SET value = 1", "DELETE FROM protection_limit"):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)


def test_the_application_role_cannot_write_staked_totals(ana: Player) -> None:
    for right in ("INSERT", "UPDATE", "DELETE"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT has_table_privilege('house_app', 'protection_staked', %s)", [right])
            assert cursor.fetchone() == (False,)


def test_the_reality_check_interval_has_bounds(ana: Player) -> None:
    assert (
        set_reality_check_interval(ana, 15)
        and not set_reality_check_interval(ana, 15)
        and not set_reality_check_interval(ana, 1)
        and not set_reality_check_interval(ana, 10**9)
    )
    assert Habits.objects.get(player=ana).reality_minutes == 15


def test_a_player_who_reaches_the_time_limit_is_disconnected(ana: Player) -> None:
    noon = clock.start_of(clock.now(), "day") + timedelta(hours=12)
    with clock.at(noon):
        set_limits(ana, {("time", "day"): 60})
        PlaySession.objects.create(
            player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=noon
        )
    with clock.at(noon + timedelta(minutes=59)):
        assert enforce_time_limits() == 0
    with clock.at(noon + timedelta(minutes=60)):
        assert enforce_time_limits() == 1 and audit_kinds(ana)[-1] == "limits.time-reached"
        assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == "session-time"


@pytest.mark.parametrize("act", [
    lambda ana: set_limits(ana, {DAY: 5_000}),
    lambda ana: cancel_limit(ana, 1),
    lambda ana: begin_pause(ana, 1),
    lambda ana: begin_exclusion(ana, 3),
])  # fmt: skip
def test_every_protection_locks_the_wallet_before_it_reads(
    ana: Player, act: Callable[[Player], object]
) -> None:
    """A parallel bet or deposit has committed before, or reads the new state afterwards."""
    with CaptureQueriesContext(connection) as queries:
        act(ana)
    locked = [
        index
        for index, query in enumerate(queries)
        if "wallet_account" in query["sql"] and "FOR NO KEY UPDATE" in query["sql"]
    ]
    read = [index for index, query in enumerate(queries) if "protection_" in query["sql"]]
    assert locked and locked[0] < min(read)


def test_reaching_the_time_limit_is_noted_once_a_day(ana: Player) -> None:
    noon = clock.start_of(clock.now(), "day") + timedelta(hours=12)
    with clock.at(noon):
        set_limits(ana, {("time", "day"): 60})
        PlaySession.objects.create(
            player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=noon
        )
    for later, noted in ((timedelta(hours=1), 1), (timedelta(hours=2), 1), (timedelta(days=1), 2)):
        with clock.at(noon + later):
            assert enforce_time_limits() == 1
        assert audit_kinds(ana).count("limits.time-reached") == noted


def test_a_session_ended_by_the_time_limit_has_that_cause(
    tmp_path: Path, django_capture_on_commit_callbacks: Any, ana: Player
) -> None:
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    causes: list[str] = []

    def record(sender: Any, leave: str = "", **more: Any) -> None:
        causes.append(leave)

    disconnect_requested.connect(record)
    with clock.at(clock.now() + timedelta(minutes=90)):
        try:
            with django_capture_on_commit_callbacks(execute=True):
                set_limits(ana, {("time", "day"): 0})
                enforce_time_limits()
        finally:
            disconnect_requested.disconnect(record)
        room.execute([CommandRequest(0, EndStay(ana.pk, causes[-1]), ("house", 0))])
    session = PlaySession.objects.get(player=ana)
    assert session.ended is not None and session.cause == PlaySession.Cause.TIME
    with translation.override("pt-pt"):
        assert session.get_cause_display() == "terminada pelo limite de tempo do jogador"
    assert set(PlaySession.Cause.values) <= {
        name.removeprefix("ended.") for name in messages_for("pt") if name.startswith("ended.")
    }
