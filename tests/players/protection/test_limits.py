"""Limits: lower at once, higher a day later, taken back until then; the deposit asks for them first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.tables.croupier.transaction import Asked
from games.tables.messages.table import messages_for
from games.tables.transport.protocol import Part
from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import exclusion_begin, pause_begin
from players.protection.limits import limit_cancel, limits_ask, limits_declined, limits_matured, lines
from players.protection.models import Habits, Limit
from players.protection.play_time import reality_set, time_over
from players.shared import clock
from players.signals import disconnect_requested
from tests.room import Room, players_with, table_open

pytestmark = pytest.mark.django_db
DAY = ("stake", "day")


@pytest.fixture
def ana() -> Player:
    return players_with(0, 1)[0]


def counts(player: Player) -> int | None:
    return eligibility_of([player.pk], "EUR")[player.pk].stake_left


def kinds(player: Player) -> list[str]:
    return list(Line.objects.filter(player=player).order_by("id").values_list("kind", flat=True))


def test_a_first_limit_and_a_lower_one_count_at_once(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000})
    assert counts(ana) == 5_000
    limits_ask(ana, {DAY: 2_000})
    assert counts(ana) == 2_000 and kinds(ana) == ["limits.stake-set", "limits.stake-lowered"]
    assert Message.objects.filter(player=ana, kind="limits-changed").count() == 2


@pytest.mark.parametrize("higher", [9_000, None], ids=["higher", "none"])
def test_P12_a_higher_limit_or_none_counts_twenty_four_hours_later_and_is_told(
    ana: Player, higher: int | None
) -> None:
    limits_ask(ana, {DAY: 5_000})
    limits_ask(ana, {DAY: higher})
    asked = Limit.objects.get(player=ana, value=higher)
    assert asked.starts - asked.asked == timedelta(hours=24)
    with clock.at(asked.starts - timedelta(seconds=1)):
        assert counts(ana) == 5_000 and limits_matured() == 0
    with clock.at(asked.starts):
        assert counts(ana) == higher
        assert limits_matured() == 1 and limits_matured() == 0, "run twice, told once"
    assert (
        kinds(ana)[-1] == "limits.stake-raised" and Message.objects.filter(kind="limit-raised").count() == 1
    )


@pytest.mark.parametrize("night", ["2026-03-28T12:00", "2026-10-24T12:00", "2028-02-28T23:30"])
def test_twenty_four_hours_are_twenty_four_hours_in_every_night_of_the_year(ana: Player, night: str) -> None:
    """The clocks go forward, the clocks go back, there is a twenty-ninth of February."""
    with clock.at(datetime.fromisoformat(night).replace(tzinfo=clock.LISBON)):
        limits_ask(ana, {DAY: 5_000})
        limits_ask(ana, {DAY: 6_000})
    asked = Limit.objects.get(player=ana, value=6_000)
    assert (asked.starts - asked.asked).total_seconds() == 86_400


def test_a_higher_limit_is_taken_back_and_the_lower_one_goes_on_for_ever(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000})
    (higher,) = limits_ask(ana, {DAY: 9_000})
    (other,) = players_with(0, 1)
    assert not limit_cancel(other, higher.pk)
    assert limit_cancel(ana, higher.pk) and not limit_cancel(ana, higher.pk)
    with clock.at(clock.now() + timedelta(days=3)):
        assert counts(ana) == 5_000 and limits_matured() == 0


def test_asking_anew_replaces_what_is_coming_and_a_lower_wish_ends_it(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000})
    limits_ask(ana, {DAY: 9_000})
    limits_ask(ana, {DAY: 7_000})
    limits_ask(ana, {DAY: 7_000})
    assert Limit.objects.filter(player=ana, cancelled=None, starts__gt=clock.now()).count() == 1
    limits_ask(ana, {DAY: 4_000})
    with clock.at(clock.now() + timedelta(days=2)):
        assert counts(ana) == 4_000


def test_what_stays_as_it_is_leaves_no_trace(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000})
    before = Limit.objects.count()
    assert limits_ask(ana, {DAY: 5_000, ("deposit", "week"): None}) == [] and Limit.objects.count() == before


def test_U14_the_question_is_answered_with_limits_or_with_none(ana: Player) -> None:
    (rui,) = players_with(0, 1)
    limits_declined(ana)
    limits_ask(rui, {("deposit", "month"): 10_000})
    assert all(Habits.objects.get(player=player).limits_answered for player in (ana, rui)) and kinds(ana) == [
        "limits.declined"
    ]


def test_the_page_shows_every_limit_with_what_is_used_and_when_it_begins_anew(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000, ("deposit", "week"): 2_000})
    shown = {(line.kind, line.period): line for line in lines(ana)}
    assert (
        len(shown) == 7 and shown[DAY].value == 5_000 and shown[DAY].left == 5_000 and shown[DAY].share == 0
    )
    assert shown["deposit", "week"].resets.astimezone(clock.LISBON).weekday() == 0


def test_a_limit_that_was_set_is_never_changed_by_anybody(ana: Player) -> None:
    limits_ask(ana, {DAY: 5_000})
    for sql in ("UPDATE protection_limit SET value = 1", "DELETE FROM protection_limit"):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)


def test_the_running_house_cannot_write_what_was_staked(ana: Player) -> None:
    for right in ("INSERT", "UPDATE", "DELETE"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT has_table_privilege('house_app', 'protection_staked', %s)", [right])
            assert cursor.fetchone() == (False,)


def test_a_reminder_has_its_own_rhythm_within_bounds(ana: Player) -> None:
    assert (
        reality_set(ana, 15)
        and not reality_set(ana, 15)
        and not reality_set(ana, 1)
        and not reality_set(ana, 10**9)
    )
    assert Habits.objects.get(player=ana).reality_minutes == 15


def test_whoever_has_played_as_long_as_he_allowed_himself_is_shown_out(ana: Player) -> None:
    noon = clock.start_of(clock.now(), "day") + timedelta(hours=12)
    with clock.at(noon):
        limits_ask(ana, {("time", "day"): 60})
        PlaySession.objects.create(
            player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=noon
        )
    with clock.at(noon + timedelta(minutes=59)):
        assert time_over() == 0
    with clock.at(noon + timedelta(minutes=60)):
        assert time_over() == 1 and kinds(ana)[-1] == "limits.time-reached"
        assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == "session-time"


@pytest.mark.parametrize("act", [
    lambda ana: limits_ask(ana, {DAY: 5_000}),
    lambda ana: limit_cancel(ana, 1),
    lambda ana: pause_begin(ana, 1),
    lambda ana: exclusion_begin(ana, 3),
])  # fmt: skip
def test_whatever_protects_locks_the_wallet_before_it_looks(
    ana: Player, act: Callable[[Player], object]
) -> None:
    """A bet or a deposit that runs beside it is over by then, or looks again afterwards."""
    with CaptureQueriesContext(connection) as asked:
        act(ana)
    locked = [
        place
        for place, query in enumerate(asked)
        if "wallet_account" in query["sql"] and "FOR NO KEY UPDATE" in query["sql"]
    ]
    looked = [place for place, query in enumerate(asked) if "protection_" in query["sql"]]
    assert locked and locked[0] < min(looked)


def test_reaching_the_time_of_a_day_is_noted_once_on_each_day(ana: Player) -> None:
    noon = clock.start_of(clock.now(), "day") + timedelta(hours=12)
    with clock.at(noon):
        limits_ask(ana, {("time", "day"): 60})
        PlaySession.objects.create(
            player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=noon
        )
    for later, noted in ((timedelta(hours=1), 1), (timedelta(hours=2), 1), (timedelta(days=1), 2)):
        with clock.at(noon + later):
            assert time_over() == 1
        assert kinds(ana).count("limits.time-reached") == noted


def test_a_stay_that_the_players_own_time_ended_says_so(
    tmp_path: Path, django_capture_on_commit_callbacks: Any, ana: Player
) -> None:
    here = Room(tmp_path, table_open())
    here.sit([ana])
    asked: list[str] = []

    def heard(sender: Any, leave: str = "", **more: Any) -> None:
        asked.append(leave)

    disconnect_requested.connect(heard)
    with clock.at(clock.now() + timedelta(minutes=90)):
        try:
            with django_capture_on_commit_callbacks(execute=True):
                limits_ask(ana, {("time", "day"): 0})
                time_over()
        finally:
            disconnect_requested.disconnect(heard)
        here.serve([Asked(0, Part(ana.pk, asked[-1]), ("house", 0))])
    stay = PlaySession.objects.get(player=ana)
    assert stay.ended is not None and stay.cause == PlaySession.Cause.TIME
    with translation.override("pt-pt"):
        assert stay.get_cause_display() == "terminada pelo limite de tempo do jogador"
    assert set(PlaySession.Cause.values) <= {
        name.removeprefix("ended.") for name in messages_for("pt") if name.startswith("ended.")
    }
