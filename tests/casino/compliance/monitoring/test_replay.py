"""A rule is replayed over the past before it counts; one that flags what is ordinary cannot be in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from casino.compliance.monitoring import following, record, replay
from casino.compliance.monitoring.models import Alert, PlayerState
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from players.audit.models import Line
from players.models import Player
from players.shared import clock
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))


@pytest.fixture
def players() -> Iterator[list[Player]]:
    with clock.at(NOW), translation.override("en"):
        found = players_with(0, 3)
        for number in range(4):
            moment = NOW - timedelta(days=1, hours=number)
            Line.objects.create(
                kind="withdrawals.cancelled", player=found[0], at=moment, details={"cents": 100}
            )
        yield found


def test_a_replay_finds_what_following_finds_and_writes_nothing(players: list[Player]) -> None:
    replayed = replay.replay(read_rule(shipped_rules()["cancelled"]), NOW)
    assert not Alert.objects.exists() and not PlayerState.objects.exists()
    assert (replayed.flagged, replayed.alerts, replayed.refusal) == (1, 1, "")
    following.follow(until=NOW)
    alert = Alert.objects.get()
    (example,) = replayed.examples
    assert (example.player, example.finding.figures) == (alert.player_id, alert.figures)


def test_a_past_that_is_read_in_parts_is_the_same(players: list[Player]) -> None:
    """Each rule on its own, and several in one reading."""
    rules = dict(enumerate(map(read_rule, shipped_rules().values())))
    whole = {key: replay.replay(rule, NOW) for key, rule in rules.items()}
    assert any(replayed.alerts for replayed in whole.values())
    with mock.patch.multiple(record, MOVES="SELECT 7", MOVES_OF_A_PART=1):
        assert replay.replay_rules(rules, NOW) == whole


@pytest.mark.parametrize(
    ("players_of_money", "flagged", "is_refused"), [(199, 199, False), (200, 20, False), (200, 21, True)]
)
def test_a_rule_flags_at_most_one_in_ten_of_two_hundred(
    players_of_money: int, flagged: int, is_refused: bool
) -> None:
    replayed = replay.Replay(players_of_money, flagged, flagged, [])
    with translation.override("en"):
        assert replayed.refusal == (
            f"It would have flagged {flagged} of 200 players, more than one in 10: it flags what is ordinary."
            if is_refused
            else ""
        )


def test_the_command_shows_the_evidence_and_says_why_a_rule_cannot_be(
    players: list[Player], tmp_path: Path
) -> None:
    file, out = tmp_path / "rule.toml", StringIO()
    file.write_text(shipped_rules()["cancelled"])
    call_command("monitoring", replay=file, stdout=out)
    assert "3 withdrawals cancelled in thirty days" in out.getvalue()
    assert "1 alerts about 1 of" in out.getvalue()
    few = mock.patch.multiple(replay, PLAYERS_FOR_A_SHARE=1, PLAYERS="SELECT 3")
    with few, pytest.raises(CommandError, match="ordinary"):
        call_command("monitoring", replay=file, stdout=StringIO())
    file.write_text(shipped_rules()["cancelled"].replace("cancelled >=", "cancelled / cents >="))
    with pytest.raises(CommandError, match="may be zero"):
        call_command("monitoring", replay=file, stdout=StringIO())
    with pytest.raises(CommandError, match="No such file"):
        call_command("monitoring", replay=tmp_path / "none", stdout=StringIO())


def test_the_command_finds_a_state_that_differs(players: list[Player]) -> None:
    following.follow(until=NOW)
    out = StringIO()
    call_command("monitoring", check=True, stdout=out)
    assert "no fault" in out.getvalue()
    PlayerState.objects.all().delete()
    with pytest.raises(CommandError, match=f"{players[0].pk}"):
        call_command("monitoring", check=True, stdout=StringIO())
