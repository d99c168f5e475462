"""Pauses and exclusions: how long they last, how they end early, whom the national list keeps out."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.tables.croupier.transaction import Asked
from games.tables.transport import protocol
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection import national_register
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import (
    TooShort,
    absences_ended,
    early_end,
    exclusion_begin,
    exclusion_notice,
    pause_begin,
)
from players.protection.models import Exclusion, Pause, Report
from players.shared import clock
from players.signals import disconnect_requested
from players.wallet.cashier.automatic_payouts import payouts_make
from players.wallet.cashier.deposits import deposit_request
from players.wallet.cashier.sandbox.server import Sandbox
from players.wallet.cashier.withdrawals import withdrawal_request
from tests.players.cashier.conftest import known
from tests.room import Room, bet, players_with, table_open

pytestmark = pytest.mark.django_db


def barred(player: Player) -> str:
    return eligibility_of([player.pk], "EUR")[player.pk].barred


@pytest.fixture
def ana() -> Player:
    return known(players_with(10_000, 1)[0])


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=clock.LISBON)


# --- pauses


def test_P13_a_pause_bars_at_once_and_ends_by_itself(
    ana: Player, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[dict[str, Any]] = []
    disconnect_requested.connect(lambda **told: heard.append(told), weak=False, dispatch_uid="heard")
    with django_capture_on_commit_callbacks(execute=True):
        pause = pause_begin(ana, 1)
    disconnect_requested.disconnect(dispatch_uid="heard")
    assert barred(ana) == "paused" and [(told["why"], told["player"], told["leave"]) for told in heard] == [
        ("paused", ana.pk, "excluded")
    ]
    with clock.at(pause.ends):
        assert barred(ana) == "" and absences_ended() == 1 and absences_ended() == 0
    assert set(Message.objects.filter(player=ana).values_list("kind", flat=True)) == {
        "pause-begun",
        "pause-ended",
    }


@pytest.mark.parametrize("months", [3, None])
def test_P09_whoever_excludes_himself_is_shown_out_of_the_tables(
    ana: Player, months: int | None, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[Any, ...]] = []
    disconnect_requested.connect(
        lambda **told: heard.append((told["why"], told["player"], told["leave"])),
        weak=False,
        dispatch_uid="heard",
    )
    with django_capture_on_commit_callbacks(execute=True):
        exclusion_begin(ana, months)
    disconnect_requested.disconnect(dispatch_uid="heard")
    assert heard == [("excluded", ana.pk, "excluded")]


@pytest.mark.parametrize("days", [0, 43, -1])
def test_a_pause_is_a_day_at_least_and_six_weeks_at_most(ana: Player, days: int) -> None:
    with pytest.raises(TooShort):
        pause_begin(ana, days)


@pytest.mark.parametrize(
    ("begun", "hours"), [("2026-03-28T20:00", 24), ("2026-10-24T20:00", 25), ("2026-11-21T20:00", 24)]
)
def test_a_days_pause_is_never_less_than_twenty_four_hours(ana: Player, begun: str, hours: int) -> None:
    with clock.at(at(begun)):
        pause = pause_begin(ana, 1)
    assert (pause.ends - pause.starts) == timedelta(hours=hours)


def test_a_pause_is_made_longer_and_never_shorter(ana: Player) -> None:
    long = pause_begin(ana, 7)
    assert pause_begin(ana, 1) == long and pause_begin(ana, 14).ends > long.ends
    with pytest.raises(IntegrityError), transaction.atomic():
        Pause.objects.update(ends=clock.now())


# --- self-exclusion


@pytest.mark.parametrize("months", [0, 1, 2])
def test_P08_no_exclusion_is_shorter_than_three_months(ana: Player, months: int) -> None:
    with pytest.raises(TooShort):
        exclusion_begin(ana, months)
    with pytest.raises(IntegrityError, match="own_exclusions_last"), transaction.atomic():
        now = clock.now()
        Exclusion.objects.create(
            player=ana, starts=now, ends=now + timedelta(days=80), asked_until=now + timedelta(days=80)
        )


@pytest.mark.parametrize(
    ("begun", "ends"),
    [("2026-11-21T10:00", "2027-02-21T10:00"), ("2026-11-30T10:00", "2027-02-28T10:00"), ("2027-11-29T10:00", "2028-02-29T10:00"),
     ("2026-01-31T23:59", "2026-04-30T23:59")],
)  # fmt: skip
def test_three_months_are_months_of_the_calendar(ana: Player, begun: str, ends: str) -> None:
    """With the last day of February in a leap year and in another, and with summer time in between."""
    with clock.at(at(begun)):
        exclusion = exclusion_begin(ana, 3)
        assert barred(ana) == "excluded"
    assert exclusion.ends == at(ends)
    with clock.at(at(ends) - timedelta(seconds=1)):
        assert barred(ana) == "excluded"
    with clock.at(at(ends)):
        assert barred(ana) == ""


@pytest.mark.parametrize(
    ("noticed", "ends"),
    [("2026-01-11T10:00", "2026-04-01T10:00"), ("2026-03-12T10:00", "2026-04-12T10:00"), ("2026-05-31T10:00", "2026-06-30T10:00"),
     ("2026-06-20T10:00", "2026-07-01T10:00")],
)  # fmt: skip
def test_P09_an_early_end_comes_a_month_after_notice_and_never_before_three_months_nor_after_the_end(
    ana: Player, noticed: str, ends: str
) -> None:
    with clock.at(at("2026-01-01T10:00")):
        exclusion = exclusion_begin(ana, 6)
    with clock.at(at(noticed)):
        assert early_end(exclusion, clock.now()) == at(ends)
        assert exclusion_notice(exclusion.pk, ana) is not None and exclusion_notice(exclusion.pk, ana) is None
    exclusion.refresh_from_db()
    assert exclusion.ends == at(ends) and [report.kind for report in Report.objects.order_by("id")] == [
        "begun",
        "changed",
    ]


def test_an_exclusion_without_end_ends_by_notice_too_but_not_by_somebody_else(ana: Player) -> None:
    exclusion = exclusion_begin(ana, None)
    (other,) = players_with(0, 1)
    assert exclusion_notice(exclusion.pk, other) is None
    noticed = exclusion_notice(exclusion.pk, ana)
    assert noticed is not None and noticed.ends == clock.later_by_months(exclusion.starts, 3)


def test_P09_the_early_end_of_an_exclusion_without_end_is_asked_for_on_its_page(
    ana: Player, client: Client
) -> None:
    exclusion = exclusion_begin(ana, None)
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = client.get("/account/exclusion/").content.decode()
    asking = f"/account/exclusion/{exclusion.pk}/early-end/"
    assert asking in page
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(ana.person.pk)
    session.save()
    assert client.post(asking).status_code == 302
    exclusion.refresh_from_db()
    assert exclusion.noticed is not None and exclusion.ends == clock.later_by_months(exclusion.starts, 3)
    assert asking not in client.get("/account/exclusion/").content.decode(), "it is asked for once"
    assert payouts_make() == 0 and Player.objects.get(pk=ana.pk).status == "active", (
        "the account stays, and its balance in it"
    )


def test_once_the_account_is_closed_there_is_no_early_end(ana: Player) -> None:
    exclusion = exclusion_begin(ana, None)
    Exclusion.objects.filter(pk=exclusion.pk).update(paid_out=clock.now())
    assert exclusion_notice(exclusion.pk, ana) is None


def test_an_exclusion_asked_three_times_is_one(ana: Player) -> None:
    now = clock.now()
    for minutes in (0, 1, 300):
        with clock.at(now + timedelta(minutes=minutes)):
            exclusion_begin(ana, 3)
    assert Exclusion.objects.filter(player=ana).count() == Report.objects.count() == 1
    with clock.at(now + timedelta(days=2)):
        exclusion_begin(ana, 3)
    assert Exclusion.objects.filter(player=ana).count() == 2, "two days later it is asked for longer"


def test_a_pause_asked_three_times_is_one(ana: Player) -> None:
    now = clock.now()
    for minutes in (0, 1, 30):
        with clock.at(now + timedelta(minutes=minutes)):
            pause_begin(ana, 7)
    assert Pause.objects.filter(player=ana).count() == 1
    with clock.at(now + timedelta(hours=2)):
        pause_begin(ana, 7)
    assert Pause.objects.filter(player=ana).count() == 2


def test_a_longer_exclusion_takes_over_and_a_shorter_one_changes_nothing(ana: Player) -> None:
    long = exclusion_begin(ana, 12)
    assert exclusion_begin(ana, 3) == long and exclusion_begin(ana, None).ends is None
    assert exclusion_begin(ana, 24).ends is None and Exclusion.objects.count() == 2


def test_an_exclusion_while_playing_lets_the_round_settle_and_then_ends_the_session(
    tmp_path: Any, django_capture_on_commit_callbacks: Any, ana: Player
) -> None:
    here = Room(tmp_path, table_open())
    here.sit([ana])
    here.until("bets-opened")
    here.say((ana, bet(here.round, {"red": 700})))
    exclusion_begin(ana, 3)
    (answer,) = here.say((ana, bet(here.round, {"red": 50})))
    assert answer.refused is not None and answer.refused.code == "excluded"
    here.serve([Asked(0, protocol.Part(ana.pk, "excluded"), ("house", 0))])
    assert PlaySession.objects.get(player=ana).ended is None, "the stake that stands is played out"
    here.until("round-ended")
    stay = PlaySession.objects.get(player=ana)
    assert stay.ended is not None and stay.cause == "excluded" and stay.staked == 700


# --- what the list is told of us


def test_our_own_exclusions_are_reported_within_a_day_and_kept_until_they_are_heard(
    ana: Player, sandbox: Sandbox, settings: Any
) -> None:
    exclusion = exclusion_begin(ana, 3)
    report = Report.objects.get(exclusion=exclusion)
    assert report.due - exclusion.starts == timedelta(hours=24)
    here, settings.REGISTER_URL = settings.REGISTER_URL, "http://127.0.0.1:9"
    assert national_register.reports_send() == 0
    settings.REGISTER_URL = here
    assert national_register.reports_send() == 0, "not before its next hour"
    with clock.at(clock.now() + timedelta(seconds=61)):
        assert national_register.reports_send() == 1 and national_register.reports_send() == 0
    assert [told["nif"] for told in sandbox.state.data["reports"].values()] == [ana.identity.nif]


def test_whoever_is_excluded_keeps_the_money_and_may_take_it_out(ana: Player, sandbox: Sandbox) -> None:
    exclusion_begin(ana, 3)
    assert deposit_request(ana, uuid4(), 1_000).reason == "excluded"
    assert withdrawal_request(ana, uuid4(), 4_000).status == "held"
