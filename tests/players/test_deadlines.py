"""Every deadline of players and payments as a calendar time, also when the clocks change.

In Lisbon the clocks go forward on 29 March 2026 at 01:00 and back on 25 October 2026 at 02:00.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.utils.dateparse import parse_datetime

from games.models import Round, Stake
from players.identity.models import Draft, Identity
from players.identity.registration import registration
from players.identity.sign_in.emails import queue_email, send_queued_email
from players.identity.verification import verification
from players.identity.verification.verifier import VerifierAnswer
from players.inbox import messaging
from players.inbox.complaints import due_after, is_late, open_complaint
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection import limits, national_register
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import (
    announce_absence_ends,
    begin_exclusion,
    begin_pause,
    early_end_of,
    exclusions_of,
    pause_of,
)
from players.protection.models import Exclusion, Limit, Report, Staked
from players.protection.play_time import acknowledge_reality_check
from players.shared import clock
from players.shared.signed_http import UnreachableError
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.withdrawals import request_withdrawal, withdrawal_sending
from tests.live_table import LiveTable, players_with, table_open
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal
from tests.sandbox_cashier import KEYS, known

pytestmark = pytest.mark.django_db
MICROSECOND = timedelta(microseconds=1)


def utc(text: str) -> datetime:
    moment = parse_datetime(text)
    assert moment is not None
    return moment.replace(tzinfo=UTC)


@pytest.fixture
def ana() -> Player:
    return known(players_with(10_000, 1)[0])


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A payment service and a national list that never respond."""

    def unreachable(*_: Any, **__: Any) -> Any:
        raise UnreachableError("no response")

    settings.GATEWAY_URL, settings.GATEWAY_KEY = "http://127.0.0.1:9", KEYS["gateway"]
    settings.PAYOUT_KEY = KEYS["payout"]
    settings.REGISTER_URL, settings.REGISTER_KEY = "http://127.0.0.1:9", KEYS["register"]
    monkeypatch.setattr("players.shared.signed_http.request_json", unreachable)


# --- the calendar


@pytest.mark.parametrize(
    ("moment", "period", "begins", "ends"),
    [
        ("2026-03-29T00:30", "day", "2026-03-29T00:00", "2026-03-29T23:00"),
        ("2026-03-29T23:30", "day", "2026-03-29T23:00", "2026-03-30T23:00"),
        ("2026-10-24T23:30", "day", "2026-10-24T23:00", "2026-10-26T00:00"),
        ("2026-07-01T22:59", "day", "2026-06-30T23:00", "2026-07-01T23:00"),
        ("2026-03-29T22:59", "week", "2026-03-23T00:00", "2026-03-29T23:00"),
        ("2026-10-26T00:00", "week", "2026-10-26T00:00", "2026-11-02T00:00"),
        ("2026-10-25T23:59", "week", "2026-10-18T23:00", "2026-10-26T00:00"),
        ("2026-03-31T23:30", "month", "2026-03-31T23:00", "2026-04-30T23:00"),
        ("2026-10-31T23:59", "month", "2026-09-30T23:00", "2026-11-01T00:00"),
        ("2026-12-31T23:59", "month", "2026-12-01T00:00", "2027-01-01T00:00"),
        ("2027-01-01T00:00", "week", "2026-12-28T00:00", "2027-01-04T00:00"),
        ("2028-02-29T12:00", "month", "2028-02-01T00:00", "2028-03-01T00:00"),
    ],
)
def test_a_period_begins_and_ends_at_midnight_in_lisbon(
    moment: str, period: str, begins: str, ends: str
) -> None:
    assert (clock.start_of(utc(moment), period), clock.end_of(utc(moment), period)) == (
        utc(begins),
        utc(ends),
    )


@pytest.mark.parametrize(
    ("later", "moment", "count", "expected"),
    [
        (clock.later_by_days, "2026-03-28T12:00", 1, "2026-03-29T11:00"),
        (clock.later_by_days, "2026-10-24T11:00", 1, "2026-10-25T12:00"),
        (clock.later_by_days, "2026-03-28T01:30", 1, "2026-03-29T01:30"),  # this local time does not exist
        (clock.later_by_months, "2026-01-31T10:00", 1, "2026-02-28T10:00"),
        (clock.later_by_months, "2026-01-29T10:00", 1, "2026-02-28T10:00"),
        (clock.later_by_months, "2026-02-28T10:00", 1, "2026-03-28T10:00"),
        (clock.later_by_months, "2027-11-30T10:00", 3, "2028-02-29T10:00"),
        (clock.later_by_months, "2026-01-15T10:00", 3, "2026-04-15T09:00"),
        (clock.later_by_months, "2026-07-15T10:00", 6, "2027-01-15T11:00"),
        (clock.later_by_months, "2026-12-31T23:30", 12, "2027-12-31T23:30"),
    ],
)
def test_days_and_months_later_the_local_time_is_the_same(
    later: Callable[[datetime, int], datetime], moment: str, count: int, expected: str
) -> None:
    assert later(utc(moment), count) == utc(expected)


# --- limits, pauses, exclusions


@pytest.mark.parametrize("requested", ["2026-03-28T12:00", "2026-10-24T12:00", "2026-12-31T23:30"])
def test_a_higher_limit_applies_exactly_24_hours_later(ana: Player, requested: str) -> None:
    with clock.at(utc(requested)):
        limits.set_limits(ana, {("stake", "day"): 1_000, ("deposit", "month"): 5_000, ("time", "day"): 60})
    with clock.at(utc(requested) + timedelta(hours=1)):
        limits.set_limits(ana, {("stake", "day"): 2_000, ("deposit", "month"): None, ("time", "day"): 90})
    begins = utc(requested) + timedelta(hours=25)
    assert set(
        Limit.objects.filter(player=ana, starts__gt=utc(requested)).values_list("starts", flat=True)
    ) == {begins}
    for moment, values in ((begins - MICROSECOND, [5_000, 1_000, 60]), (begins, [None, 2_000, 90])):
        assert [limit.value for _key, limit in sorted(limits.current_limits(ana, moment).items())] == values
        with clock.at(moment):
            assert eligibility_of([ana.pk], "EUR")[ana.pk].stake_left == values[1]


@pytest.mark.parametrize(("requested", "days", "ends"), [
    ("2026-03-28T12:00", 1, "2026-03-29T12:00"),  # the day has 23 hours
    ("2026-10-24T11:00", 1, "2026-10-25T12:00"),
    ("2026-03-25T12:00", 7, "2026-04-01T11:00"),
    ("2026-11-23T02:00", 42, "2027-01-04T02:00"),
])  # fmt: skip
def test_a_pause_ends_at_its_hour(ana: Player, requested: str, days: int, ends: str) -> None:
    with clock.at(utc(requested)):
        assert begin_pause(ana, days).ends == utc(ends)
    assert pause_of(ana, utc(ends) - MICROSECOND) is not None and pause_of(ana, utc(ends)) is None
    for moment, barred, ended in ((utc(ends) - MICROSECOND, "paused", 0), (utc(ends), "", 1)):
        with clock.at(moment):
            assert (eligibility_of([ana.pk], "EUR")[ana.pk].barred, announce_absence_ends()) == (
                barred,
                ended,
            )


@pytest.mark.parametrize(("requested", "months", "ends"), [
    ("2026-01-15T10:00", 3, "2026-04-15T09:00"),
    ("2026-09-30T10:00", 6, "2027-03-30T10:00"),
    ("2026-11-30T10:00", 3, "2027-02-28T10:00"),
    ("2026-12-31T23:30", 12, "2027-12-31T23:30"),
])  # fmt: skip
def test_an_exclusion_ends_at_its_hour_and_is_reported_within_a_day(
    ana: Player, requested: str, months: int, ends: str
) -> None:
    with clock.at(utc(requested)):
        exclusion = begin_exclusion(ana, months)
    assert exclusion.ends == utc(ends)
    assert Report.objects.get(exclusion=exclusion).due == utc(requested) + timedelta(hours=24)
    assert exclusions_of(ana, utc(ends) - MICROSECOND) and not exclusions_of(ana, utc(ends))
    for moment, barred, ended in ((utc(ends) - MICROSECOND, "excluded", 0), (utc(ends), "", 1)):
        with clock.at(moment):
            assert (eligibility_of([ana.pk], "EUR")[ana.pk].barred, announce_absence_ends()) == (
                barred,
                ended,
            )


@pytest.mark.parametrize(("starts", "ends", "requested", "expected"), [
    ("2026-01-15T10:00", None, "2026-02-01T08:00", "2026-04-15T09:00"),  # not before three months
    ("2026-01-15T10:00", None, "2026-03-20T12:00", "2026-04-20T11:00"),
    ("2026-01-15T10:00", None, "2026-10-10T09:00", "2026-11-10T10:00"),
    ("2026-01-15T10:00", "2026-05-01T09:00", "2026-04-20T09:00", "2026-05-01T09:00"),  # not after its end
])  # fmt: skip
def test_an_early_end_comes_a_month_after_the_request(
    starts: str, ends: str | None, requested: str, expected: str
) -> None:
    exclusion = Exclusion(starts=utc(starts), ends=utc(ends) if ends else None)
    assert early_end_of(exclusion, utc(requested)) == utc(expected)


def test_an_exclusion_without_end_does_not_expire(ana: Player) -> None:
    begin_exclusion(ana, None)
    for later in (timedelta(), timedelta(days=92), timedelta(days=3_650)):
        with clock.at(clock.now() + later):
            assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == "excluded" and exclusions_of(ana)


@pytest.mark.parametrize(
    "midnight", ["2026-07-01T23:00", "2026-03-30T00:00", "2026-10-26T00:00", "2027-01-01T00:00"]
)
def test_time_at_the_tables_counts_from_midnight_on(ana: Player, midnight: str) -> None:
    """A session that began the evening before has used no time of the new day at midnight."""
    begins = clock.start_of(utc(midnight), "day")
    with clock.at(begins - timedelta(days=2)):
        limits.set_limits(ana, {("time", "day"): 60})
    started = begins - timedelta(hours=3)
    PlaySession.objects.create(
        player=ana, table=1, table_name="x", system="blackjack", currency="EUR", started=started
    )
    for minutes, barred in ((0, ""), (59, ""), (60, "session-time")):
        with clock.at(begins + timedelta(minutes=minutes)):
            assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == barred, minutes


@pytest.mark.parametrize(("ended", "day"), [
    ("2026-07-01T22:59:59", "2026-07-01"), ("2026-07-01T23:00:00", "2026-07-02"),
    ("2026-12-31T23:59:59", "2026-12-31"),
])  # fmt: skip
def test_a_stake_counts_on_the_day_in_lisbon_on_which_its_round_ended(
    ana: Player, tmp_path: Path, ended: str, day: str
) -> None:
    room = LiveTable(tmp_path, table_open())
    (rui,) = players_with(10_000, 1)
    room.sit([rui])
    room.until("bets-opened")
    open_round = Round.objects.get(table=room.table, status="open")
    figures = {"staked": 500, "lost": 500, "back": 0, "prize": 0, "held": 0, "commission": 0}
    Stake.objects.create(round=open_round, player=ana, session=1, seat=9, at=utc(ended), **figures)
    assert [(row.day.isoformat(), row.cents) for row in Staked.objects.filter(player=ana)] == [(day, 500)]


def test_a_report_to_the_national_list_is_retried_on_schedule(ana: Player, silent: None) -> None:
    begin_exclusion(ana, 3)
    report, now = Report.objects.get(), clock.now()
    for tries, seconds in enumerate((60, 300, 900, 3600, 3600), 1):
        now += timedelta(days=1)
        with clock.at(now):
            assert national_register.send_reports() == 0
        report.refresh_from_db()
        assert (report.tries, report.next_try - now, report.sent) == (tries, timedelta(seconds=seconds), None)


# --- complaints and answers


@pytest.mark.parametrize(("opened", "due"), [
    ("2026-11-23T10:00", "2026-12-08T23:59:59"),
    ("2026-03-15T10:00", "2026-03-30T22:59:59"),
    ("2026-10-15T22:30", "2026-10-30T23:59:59"),
    ("2026-10-15T23:30", "2026-10-31T23:59:59"),  # half past midnight in Lisbon
    ("2026-12-20T10:00", "2027-01-04T23:59:59"),
])  # fmt: skip
def test_a_complaint_is_decided_by_the_end_of_the_fifteenth_day(ana: Player, opened: str, due: str) -> None:
    assert due_after(utc(opened)) == utc(due)
    with clock.at(utc(opened)):
        complaint = open_complaint(player=ana, category="other", text="Something is wrong here.")
    assert complaint.due == utc(due)
    for moment, expected in ((utc(due), False), (utc(due) + timedelta(seconds=1), True)):
        with clock.at(moment):
            assert is_late(complaint) == expected


def test_a_reality_check_can_be_answered_until_two_minutes_after_the_end(ana: Player, tmp_path: Path) -> None:
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    session, ended = PlaySession.objects.get(player=ana).pk, clock.now()
    PlaySession.objects.filter(pk=session).update(ended=ended, cause="player")
    with clock.at(ended + timedelta(minutes=2)):
        assert acknowledge_reality_check(ana, session, "continue") is None
    with clock.at(ended + timedelta(minutes=2) - MICROSECOND):
        assert acknowledge_reality_check(ana, session, "continue") is not None


# --- opening an account


def test_a_code_is_valid_for_fifteen_minutes_and_another_is_sent_after_thirty_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registration.secrets, "randbelow", lambda _: 123456)
    draft, now = Draft.objects.create(email="new@feltro.example"), clock.now()
    for after, sent in ((0.0, True), (29.999, False), (30.0, True), (59.999, False), (60.0, True)):
        with clock.at(now + timedelta(seconds=after)):
            assert registration.send_code(draft) == sent
    until = now + timedelta(minutes=16)
    assert draft.code_until == until
    with clock.at(until + MICROSECOND):
        assert not registration.confirm_code(draft, "123456")
    with clock.at(until):
        assert registration.confirm_code(draft, "123456")


def test_a_draft_is_erased_after_thirty_days() -> None:
    draft = Draft.objects.create(email="new@feltro.example")
    changed = clock.now()
    Draft.objects.filter(pk=draft.pk).update(changed=changed)
    with clock.at(changed + timedelta(days=30)):
        assert registration.erase_drafts() == 0
    with clock.at(changed + timedelta(days=30) + MICROSECOND):
        assert registration.erase_drafts() == 1


def test_an_identity_check_is_retried_on_schedule(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    identity = Identity.objects.get(player=ana)
    Identity.objects.filter(pk=identity.pk).update(state="asked", due=now, attempts=0)
    monkeypatch.setattr(
        verification, "_query", lambda _verifier, _identity: verification.Verdict(VerifierAnswer.UNAVAILABLE)
    )
    for wait in (10, 60, 300, 900):
        with clock.at(now):
            assert verification.check_identity(identity.pk) == "asked" and verification.identities_due() == []
        now += timedelta(seconds=wait)
        with clock.at(now - MICROSECOND):
            assert verification.identities_due() == []
        with clock.at(now):
            assert verification.identities_due() == [identity.pk]
    with clock.at(now):
        assert verification.check_identity(identity.pk) == "documents"


def test_a_running_identity_check_is_claimed_for_two_minutes(ana: Player) -> None:
    now = clock.now()
    Identity.objects.filter(player=ana).update(state="asked", due=now, attempts=0)
    with clock.at(now):
        claimed = verification._claim(Identity.objects.get(player=ana).pk)
    assert claimed is not None and claimed.due == now + timedelta(minutes=2)


def test_an_identity_email_is_retried_after_twenty_seconds_and_then_twice_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError("no server")

    monkeypatch.setattr("players.identity.sign_in.emails.send_mail", broken)
    written, now = queue_email("new@feltro.example", "code", "en", code="123456", minutes=15), clock.now()
    for wait in (20, 40, 80, 160):
        with clock.at(now):
            assert not send_queued_email(written.pk)
        written.refresh_from_db()
        assert written.due == now + timedelta(seconds=wait)
        now = written.due


def test_a_message_email_is_retried_on_schedule_and_then_fails(
    ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenConnection:
        def open(self) -> None:
            raise OSError("no server")

        def close(self) -> None: ...

    monkeypatch.setattr(messaging, "get_connection", BrokenConnection)
    message = messaging.store_message(ana, "pause-begun", {"until": clock.now().isoformat()})
    for seconds in (30, 120, 600, 1800, 3600, 7200, 14400, 43200):
        before = clock.now()
        assert not messaging.mail_message(message.pk)
        message.refresh_from_db()
        assert message.mail == Message.Mail.WAITING and message.due is not None
        assert timedelta(seconds=seconds - 1) < message.due - before < timedelta(seconds=seconds + 60)
        Message.objects.filter(pk=message.pk).update(due=before)
    assert not messaging.mail_message(message.pk)
    message.refresh_from_db()
    assert (message.mail, message.due, len(mail.outbox)) == (Message.Mail.FAILED, None, 0)


# --- payments


def test_a_gateway_request_is_retried_on_schedule(ana: Player, silent: None) -> None:
    now = clock.now()
    with clock.at(now):
        payment = request_deposit(ana, gateway_requests.UUID(int=7), 2_000)
    assert payment.next_query == now + timedelta(seconds=60)
    request = GatewayRequest.objects.get(payment=payment)
    for tries, seconds in enumerate((2, 5, 15, 60, 300, 900, 3600, 3600), 1):
        now += timedelta(days=1)
        with clock.at(now):
            assert gateway_requests.send_due_requests() == 0
        request.refresh_from_db()
        assert (request.tries, request.next_try - now) == (tries, timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("age", "wait"), [(3, 3), (8, 3), (60, 15), (200, 50), (1_000, 250), (14_400, 3600), (86_400, 3600)]
)
def test_an_older_payment_is_checked_less_often(ana: Player, silent: None, age: int, wait: int) -> None:
    made = clock.now()
    add_paid_withdrawal(ana)  # a first one would be held
    with clock.at(made):
        payment = request_withdrawal(ana, gateway_requests.UUID(int=8), 1_000)
        Payment.objects.filter(pk=payment.pk).update(status="released")
        sent = withdrawal_sending(payment.pk)
    assert sent is not None and sent.next_query == made + timedelta(seconds=3)
    with clock.at(made + timedelta(seconds=age)):
        gateway_requests.reconcile_payment(payment.pk)
    payment.refresh_from_db()
    assert payment.next_query == made + timedelta(seconds=age + wait)


def test_a_deposit_unknown_to_the_service_fails_after_thirty_minutes(
    ana: Player, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.GATEWAY_URL = "http://127.0.0.1:9"
    monkeypatch.setattr("players.wallet.cashier.gateway.HttpGateway.state", lambda *_: None)
    made = clock.now()
    with clock.at(made):
        payment = request_deposit(ana, gateway_requests.UUID(int=9), 2_000)
    for after, status in ((timedelta(minutes=30), "asked"), (timedelta(minutes=30) + MICROSECOND, "failed")):
        with clock.at(made + after):
            gateway_requests.reconcile_payment(payment.pk)
        payment.refresh_from_db()
        assert payment.status == status
