"""Pauses and exclusions: their duration, their early end, and the reports to the national list."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection import national_register
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import (
    InvalidDuration,
    announce_absence_ends,
    begin_exclusion,
    begin_pause,
    early_end_of,
    request_early_end,
)
from players.protection.models import Exclusion, Pause, Report
from players.shared import clock
from players.signals import disconnect_requested
from players.wallet.cashier.automatic_payouts import make_payouts
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawals import request_withdrawal
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.sandbox_cashier import known

pytestmark = pytest.mark.django_db


def barred(player: Player) -> str:
    return eligibility_of([player.pk], "EUR")[player.pk].barred


@pytest.fixture
def ana() -> Player:
    return known(players_with(10_000, 1)[0])


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=clock.LISBON)


# --- pauses


def test_P13_a_pause_applies_at_once_and_ends_automatically(
    ana: Player, django_capture_on_commit_callbacks: Any
) -> None:
    requests: list[dict[str, Any]] = []
    disconnect_requested.connect(
        lambda **details: requests.append(details), weak=False, dispatch_uid="requests"
    )
    with django_capture_on_commit_callbacks(execute=True):
        pause = begin_pause(ana, 1)
    disconnect_requested.disconnect(dispatch_uid="requests")
    assert barred(ana) == "paused"
    assert [(details["why"], details["player"], details["leave"]) for details in requests] == [
        ("paused", ana.pk, "excluded")
    ]
    with clock.at(pause.ends):
        assert barred(ana) == "" and announce_absence_ends() == 1 and announce_absence_ends() == 0
    assert set(Message.objects.filter(player=ana).values_list("kind", flat=True)) == {
        "pause-begun",
        "pause-ended",
    }


@pytest.mark.parametrize("months", [3, None])
def test_P09_a_player_who_excludes_himself_is_disconnected_from_the_tables(
    ana: Player, months: int | None, django_capture_on_commit_callbacks: Any
) -> None:
    requests: list[tuple[Any, ...]] = []
    disconnect_requested.connect(
        lambda **details: requests.append((details["why"], details["player"], details["leave"])),
        weak=False,
        dispatch_uid="requests",
    )
    with django_capture_on_commit_callbacks(execute=True):
        begin_exclusion(ana, months)
    disconnect_requested.disconnect(dispatch_uid="requests")
    assert requests == [("excluded", ana.pk, "excluded")]


@pytest.mark.parametrize("days", [0, 43, -1])
def test_a_pause_is_a_day_at_least_and_six_weeks_at_most(ana: Player, days: int) -> None:
    with pytest.raises(InvalidDuration):
        begin_pause(ana, days)


@pytest.mark.parametrize(
    ("begun", "hours"), [("2026-03-28T20:00", 24), ("2026-10-24T20:00", 25), ("2026-11-21T20:00", 24)]
)
def test_a_days_pause_is_never_less_than_twenty_four_hours(ana: Player, begun: str, hours: int) -> None:
    with clock.at(at(begun)):
        pause = begin_pause(ana, 1)
    assert (pause.ends - pause.starts) == timedelta(hours=hours)


def test_a_pause_can_be_extended_and_never_shortened(ana: Player) -> None:
    long = begin_pause(ana, 7)
    assert begin_pause(ana, 1) == long and begin_pause(ana, 14).ends > long.ends
    with pytest.raises(IntegrityError), transaction.atomic():
        Pause.objects.update(ends=clock.now())


# --- self-exclusion


@pytest.mark.parametrize("months", [0, 1, 2])
def test_P08_no_exclusion_is_shorter_than_three_months(ana: Player, months: int) -> None:
    with pytest.raises(InvalidDuration):
        begin_exclusion(ana, months)
    with pytest.raises(IntegrityError, match="own_exclusions_last"), transaction.atomic():
        now = clock.now()
        Exclusion.objects.create(
            player=ana, starts=now, ends=now + timedelta(days=80), requested_until=now + timedelta(days=80)
        )


@pytest.mark.parametrize(
    ("begun", "ends"),
    [("2026-11-21T10:00", "2027-02-21T10:00"), ("2026-11-30T10:00", "2027-02-28T10:00"),
     ("2027-11-29T10:00", "2028-02-29T10:00"),
     ("2026-01-31T23:59", "2026-04-30T23:59")],
)  # fmt: skip
def test_three_months_are_calendar_months(ana: Player, begun: str, ends: str) -> None:
    """Also at the end of February, in a leap year or not, and across a change of the clocks."""
    with clock.at(at(begun)):
        exclusion = begin_exclusion(ana, 3)
        assert barred(ana) == "excluded"
    assert exclusion.ends == at(ends)
    with clock.at(at(ends) - timedelta(seconds=1)):
        assert barred(ana) == "excluded"
    with clock.at(at(ends)):
        assert barred(ana) == ""


@pytest.mark.parametrize(
    ("requested", "ends"),
    [("2026-01-11T10:00", "2026-04-01T10:00"), ("2026-03-12T10:00", "2026-04-12T10:00"),
     ("2026-05-31T10:00", "2026-06-30T10:00"),
     ("2026-06-20T10:00", "2026-07-01T10:00")],
)  # fmt: skip
def test_P09_an_early_end_comes_a_month_after_notice_and_never_before_three_months_nor_after_the_end(
    ana: Player, requested: str, ends: str
) -> None:
    with clock.at(at("2026-01-01T10:00")):
        exclusion = begin_exclusion(ana, 6)
    with clock.at(at(requested)):
        assert early_end_of(exclusion, clock.now()) == at(ends)
        assert (
            request_early_end(exclusion.pk, ana) is not None and request_early_end(exclusion.pk, ana) is None
        )
    exclusion.refresh_from_db()
    assert exclusion.ends == at(ends) and [report.kind for report in Report.objects.order_by("id")] == [
        "begun",
        "changed",
    ]


def test_only_the_player_can_end_an_exclusion_without_end(ana: Player) -> None:
    exclusion = begin_exclusion(ana, None)
    (other,) = players_with(0, 1)
    assert request_early_end(exclusion.pk, other) is None
    ended = request_early_end(exclusion.pk, ana)
    assert ended is not None and ended.ends == clock.later_by_months(exclusion.starts, 3)


def test_P09_the_early_end_of_an_exclusion_without_end_is_asked_for_on_its_page(
    ana: Player, client: Client
) -> None:
    exclusion = begin_exclusion(ana, None)
    reauthenticated(client, ana)
    page = client.get("/account/exclusion/").content.decode()
    url = f"/account/exclusion/{exclusion.pk}/early-end/"
    assert url in page
    assert client.post(url).status_code == 302
    exclusion.refresh_from_db()
    assert exclusion.noticed is not None and exclusion.ends == clock.later_by_months(exclusion.starts, 3)
    assert url not in client.get("/account/exclusion/").content.decode(), "it can be requested once"
    assert make_payouts() == 0 and Player.objects.get(pk=ana.pk).status == "active", (
        "the account stays open and keeps its balance"
    )


def test_a_closed_account_has_no_early_end(ana: Player) -> None:
    exclusion = begin_exclusion(ana, None)
    Exclusion.objects.filter(pk=exclusion.pk).update(paid_out=clock.now())
    assert request_early_end(exclusion.pk, ana) is None


def test_an_exclusion_requested_three_times_is_one(ana: Player) -> None:
    now = clock.now()
    for minutes in (0, 1, 300):
        with clock.at(now + timedelta(minutes=minutes)):
            begin_exclusion(ana, 3)
    assert Exclusion.objects.filter(player=ana).count() == Report.objects.count() == 1
    # Not two days later: three months after 27 to 30 November are 27 and 28 February.
    with clock.at(now + timedelta(days=5)):
        begin_exclusion(ana, 3)
    assert Exclusion.objects.filter(player=ana).count() == 2, "five days later the request is for a later end"


def test_a_pause_requested_three_times_is_one(ana: Player) -> None:
    now = clock.now()
    for minutes in (0, 1, 30):
        with clock.at(now + timedelta(minutes=minutes)):
            begin_pause(ana, 7)
    assert Pause.objects.filter(player=ana).count() == 1
    with clock.at(now + timedelta(hours=2)):
        begin_pause(ana, 7)
    assert Pause.objects.filter(player=ana).count() == 2


def reauthenticated(client: Client, player: Player) -> Client:
    """Signed in, and with the password just confirmed."""
    client.force_login(player.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(player.person_id)
    session.save()
    return client


@pytest.mark.parametrize(("months", "message"), [("3", "exclusion-begun"), ("0", "exclusion-without-end")])
def test_an_exclusion_posted_three_times_is_one(
    ana: Player, client: Client, months: str, message: str
) -> None:
    """A double click, or the form of another tab: one row, one report and one message."""
    reauthenticated(client, ana)
    for _ in range(3):
        answer = client.post("/account/exclusion/begin/", {"months": months, "sure": "on"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/exclusion/")
    assert Exclusion.objects.filter(player=ana).count() == Report.objects.count() == 1
    assert Message.objects.filter(player=ana, kind=message).count() == 1
    assert len(client.get("/account/exclusion/").context["exclusions"]) == 1


def test_a_pause_posted_three_times_is_one(ana: Player, client: Client) -> None:
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    for _ in range(3):
        answer = client.post("/account/exclusion/pause/", {"days": "7", "sure": "on"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/exclusion/")
    (pause,) = Pause.objects.filter(player=ana)
    assert Message.objects.filter(player=ana, kind="pause-begun").count() == 1
    assert client.get("/account/exclusion/").context["paused"] == pause


def test_a_pause_is_confirmed(ana: Player, client: Client) -> None:
    """One press began it, and nothing takes it back."""
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.post("/account/exclusion/pause/", {"days": "7"})
    assert answer.status_code == 422 and "Assinale para confirmar." in answer.content.decode()
    assert not Pause.objects.filter(player=ana).exists()


def test_a_longer_exclusion_replaces_and_a_shorter_one_changes_nothing(ana: Player) -> None:
    long = begin_exclusion(ana, 12)
    assert begin_exclusion(ana, 3) == long and begin_exclusion(ana, None).ends is None
    assert begin_exclusion(ana, 24).ends is None and Exclusion.objects.count() == 2


def test_an_exclusion_while_playing_lets_the_round_settle_and_then_ends_the_session(
    tmp_path: Any, django_capture_on_commit_callbacks: Any, ana: Player
) -> None:
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})))
    begin_exclusion(ana, 3)
    (reply,) = room.send((ana, bet(room.round, {"red": 50})))
    assert reply.refused is not None and reply.refused.code == "excluded"
    room.execute([CommandRequest(0, protocol.EndStay(ana.pk, "excluded"), ("house", 0))])
    assert PlaySession.objects.get(player=ana).ended is None, "the bet is played to its end"
    room.until("round-ended")
    session = PlaySession.objects.get(player=ana)
    assert session.ended is not None and session.cause == "excluded" and session.staked == 700


# --- reports to the national list


def test_self_exclusions_are_reported_within_a_day_and_retried_until_confirmed(
    ana: Player, sandbox: SandboxServer, settings: Any
) -> None:
    exclusion = begin_exclusion(ana, 3)
    report = Report.objects.get(exclusion=exclusion)
    assert report.due - exclusion.starts == timedelta(hours=24)
    register_url, settings.REGISTER_URL = settings.REGISTER_URL, "http://127.0.0.1:9"
    assert national_register.send_reports() == 0
    settings.REGISTER_URL = register_url
    assert national_register.send_reports() == 0, "not before the next try is due"
    with clock.at(clock.now() + timedelta(seconds=61)):
        assert national_register.send_reports() == 1 and national_register.send_reports() == 0
    assert [report["nif"] for report in sandbox.state.data["reports"].values()] == [ana.identity.nif]


def test_an_excluded_player_keeps_the_balance_and_may_withdraw_it(
    ana: Player, sandbox: SandboxServer
) -> None:
    begin_exclusion(ana, 3)
    assert request_deposit(ana, uuid4(), 1_000).reason == "excluded"
    assert request_withdrawal(ana, uuid4(), 4_000).status == "held"
