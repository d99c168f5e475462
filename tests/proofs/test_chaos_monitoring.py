"""The chaos proof notices an alert that is missing or too many, and a case that is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest

from casino.compliance.monitoring import following
from casino.compliance.monitoring.models import Alert, Case, RuleVersion, Shard
from players.models import Player, PlaySession
from players.shared import clock
from tests.live_table import players_with
from tests.proofs import chaos_monitoring

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))
SESSION = timedelta(minutes=5)  # a rule that looks each minute is met each minute


@pytest.fixture
def player() -> Iterator[Player]:
    with clock.at(NOW - timedelta(hours=2)):
        [player] = players_with(0, 1)
        chaos_monitoring.bring_rules()
    with clock.at(NOW):
        yield player


def play(player: Player, since: datetime) -> None:
    PlaySession.objects.create(
        player=player, table=1, table_name="M", system="baccarat", currency="EUR", rounds=1, cause="player",
        started=since, ended=since + SESSION,
    )  # fmt: skip


def test_alerts_that_were_followed_are_those_of_the_record(player: Player) -> None:
    play(player, NOW - timedelta(hours=1))
    for minutes in (58, 56.5, 50):
        following.follow(until=NOW - timedelta(minutes=minutes))
    alerts, wrong = chaos_monitoring.compare()
    assert alerts.total() == Alert.objects.count() > 4 and wrong == []


def test_an_alert_of_nothing_and_its_missing_case_are_named(player: Player) -> None:
    play(player, NOW - timedelta(hours=1))
    following.follow(until=NOW)
    Alert.objects.create(
        version=RuleVersion.objects.get(name="chaos-minutes"), player=players_with(0, 1)[0], kind="bots",
        at=NOW, since=NOW, event="time", figures={},
    )  # fmt: skip
    _, wrong = chaos_monitoring.compare()
    assert len(wrong) == 2 and "does not have" in wrong[0] and wrong[1].startswith("cases none instead of")


def test_what_no_pass_has_read_is_missing(player: Player) -> None:
    following.follow(until=NOW - timedelta(hours=1))
    play(player, NOW - timedelta(minutes=30))
    Shard.objects.update(until=NOW)
    assert not Case.objects.exists()
    _, wrong = chaos_monitoring.compare()
    assert sum("missing alert" in fault for fault in wrong) == len(wrong) - 1 > 4
    assert wrong[-1] == f"the state of player {player.pk} is not what the record says"


def test_it_waits_until_everything_is_read(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    following.follow(until=NOW - timedelta(hours=1))
    monkeypatch.setattr(chaos_monitoring, "READ_WITHIN", 0.0)
    assert "have not read everything" in chaos_monitoring.print_check()[0]
