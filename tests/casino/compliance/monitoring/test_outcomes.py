"""What came of the rules: by rule and by group, never about fewer than ten people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from casino.compliance.monitoring.models import Case
from casino.compliance.monitoring.outcomes import FEWEST, ended_cases, shares_of, what_followed
from players.history.models import DailyPlay
from players.models import Person, Player, PlaySession
from players.protection.models import Limit
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import signed_in
from tests.live_table import players_with

pytestmark = pytest.mark.usefixtures("demo")


def played(player: Player, days_ago: int, cents: int) -> None:
    day = clock.day_of(clock.now()) - timedelta(days=days_ago)
    DailyPlay.objects.create(
        player=player, day=day, table=1, system="baccarat", currency="EUR", rounds=1, staked=cents, returned=0
    )
    at = clock.midnight(day)
    PlaySession.objects.create(
        player=player, table=1, table_name="M", system="baccarat", currency="EUR", rounds=1, cause="player",
        started=at, ended=at + timedelta(minutes=cents // 100),
    )  # fmt: skip


@pytest.fixture
def flagged(demo: None) -> list[Player]:
    """Ten players with an alert forty days ago: each staked 60 € before it and 20 € after it."""
    players = players_with(5_000, FEWEST)
    for player in players:
        for second in range(2):  # the second alert of a rule counts nothing more
            raised_alert(player, "losses", {"lost": 1}, at=clock.now() - timedelta(days=40, seconds=second))
        played(player, 60, 6_000)
        played(player, 20, 2_000)
        played(player, 5, 9_000)  # more than thirty days later
    raised_alert(players[0], "night", {"nights": 8}, at=clock.now() - timedelta(days=40))
    return players


def test_what_followed_is_said_by_rule_and_of_ten_players_at_least(flagged: list[Player]) -> None:
    asked = clock.now() - timedelta(days=30)
    Limit.objects.create(
        player=flagged[0], kind="loss", period="day", value=1_000, requested_at=asked, starts=asked
    )
    (followed,) = what_followed("care")
    assert (followed.players, followed.stakes, followed.minutes) == (FEWEST, (6_000, 2_000), (60, 20))
    assert (followed.deposits, followed.limited) == ((0, 0), 1)
    assert what_followed("laundering") == []


@pytest.mark.parametrize(("days", "is_told"), [(29, False), (30, True), (179, True), (180, False)])
def test_what_followed_waits_for_thirty_days_and_reaches_back_half_a_year(days: int, is_told: bool) -> None:
    for player in players_with(0, FEWEST):
        raised_alert(player, "night", {"nights": 8}, at=clock.now() - timedelta(days=days, seconds=1))
    assert bool(what_followed("care")) is is_told


def test_cases_are_counted_by_their_rule_and_outcome(flagged: list[Player]) -> None:
    officer, now = Person.objects.get(email="oficial@feltro.example"), clock.now()
    for player, outcome in zip(flagged, ("confirmed", "dismissed", "dismissed"), strict=False):
        alert = raised_alert(player, "night", {"nights": 9}, at=now - timedelta(hours=1))
        Case.objects.create(
            player=player, kind="care", alert=alert, since=alert.at, closed=now, person=officer,
            outcome=outcome, reason="We talked about it.",
        )  # fmt: skip
    (ended,) = ended_cases("care")
    assert (ended.decided, ended.confirmed, ended.dismissed) == (3, 1, 2)


def test_a_group_of_nine_says_nothing(flagged: list[Player]) -> None:
    Person.objects.filter(player__in=flagged).update(language="es")
    shares = {one.called: one for one in shares_of("care")}
    assert (shares["Español"].players, shares["Español"].flagged, shares["Español"].permille) == (
        10,
        10,
        1000,
    )
    Person.objects.filter(player=flagged[0]).update(language="en")
    spanish = next(one for one in shares_of("care") if one.called == "Español")
    assert (spanish.players, spanish.flagged, spanish.permille) == (9, None, None)


def test_the_page_shows_it_and_what_is_unknown(flagged: list[Player]) -> None:
    page = signed_in("oficial@feltro.example", "en").get(reverse("compliance_cases_care")).content.decode()
    assert "€60.00 → €20.00" in page and "1 h 00 min → 0 h 20 min" in page
    assert "does not know anybody" in page and "Set or lowered a limit" in page
