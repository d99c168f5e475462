"""Deposits: within limits, credited once, whatever notifications are repeated, late, reordered or forged."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player
from players.protection.deposit_limits import may_deposit
from players.protection.exclusions import begin_pause
from players.protection.limits import set_limits
from players.shared import clock
from players.wallet import ledger
from players.wallet.cashier import gateway as gateway_module
from players.wallet.cashier import gateway_requests, refused_notifications, withdrawals
from players.wallet.cashier.deposits import cancel_deposit, request_deposit
from players.wallet.cashier.gateway_notifications import receive_notification, settle
from players.wallet.cashier.models import GatewayRequest, Notification, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.methods import wire
from players.wallet.models import Transfer
from tests.live_table import balance, players_with
from tests.sandbox_cashier import KEYS, deliver_notification, known, reload

pytestmark = pytest.mark.django_db
NOTIFICATION_KEY = wire.notification_key(KEYS["gateway"])
NOTIFICATIONS_URL = "/account/cashier/notifications/"


def notification(payment: Payment, status: str, notification_id: str = "", cents: int = 0) -> bytes:
    content = wire.notification(
        number=notification_id or f"n-{uuid4().hex}",
        payment=str(payment.pk),
        status=status,
        cents=cents or payment.cents,
        transaction="R-1",
    )
    return json.dumps(content).encode()


def post(content: bytes, key: bytes = NOTIFICATION_KEY, **headers: str) -> Any:
    """Sends a notification as the gateway encrypts it; a header that is given replaces its own."""
    body, sealed = wire.seal_notification(key, msgspec.Raw(content))
    return Client().post(NOTIFICATIONS_URL, body, content_type="text/plain", headers={**sealed, **headers})


def begin_deposit(player: Player, cents: int = 5_000) -> Payment:
    return request_deposit(player, uuid4(), cents)


def test_a_deposit_goes_from_the_request_to_the_balance(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    assert payment.status == "asked" and gateway_requests.send_due_requests() == 1
    payment = reload(payment)
    assert (
        payment.status == "pending"
        and payment.url.startswith("http://127.0.0.1:")
        and payment.reference.startswith("SBX-")
    )
    assert balance(ana) == 0
    sandbox.state.end(str(payment.pk), "paid")
    for due in sandbox.state.due_notifications():
        assert post(json.dumps(due["body"]).encode()).status_code == 200
    assert balance(ana) == 0, "a notification alone moves no money"
    assert gateway_requests.reconcile_payments() == 1
    payment = reload(payment)
    assert (payment.status, payment.before, payment.after, balance(ana)) == ("paid", 0, 5_000, 5_000)
    assert (
        Transfer.objects.get(kind="deposit", target__player=ana).cents == 5_000 and ledger.total()["EUR"] == 0
    )
    assert list(Message.objects.filter(player=ana).values_list("kind", flat=True)) == ["deposit-paid"]
    assert list(Line.objects.filter(player=ana).order_by("id").values_list("kind", flat=True)) == [
        "deposits.asked",
        "deposits.paid",
    ]


def test_a_repeated_request_is_the_same_deposit_and_another_amount_under_its_id_is_refused(
    sandbox: SandboxServer, ana: Player
) -> None:
    payment_id = uuid4()
    assert request_deposit(ana, payment_id, 5_000) == request_deposit(ana, payment_id, 5_000)
    with pytest.raises(ledger.IdReused):
        request_deposit(ana, payment_id, 6_000)
    assert Payment.objects.count() == 1 == GatewayRequest.objects.count()


@pytest.mark.parametrize(("cents", "reason"), [(499, "below-minimum"), (1_000_001, "above-maximum")])
def test_an_amount_out_of_bounds_is_refused_and_recorded(
    sandbox: SandboxServer, ana: Player, cents: int, reason: str
) -> None:
    """P18: refused attempts are recorded."""
    payment = begin_deposit(ana, cents)
    assert (payment.status, payment.reason) == ("refused", reason) and not GatewayRequest.objects.exists()
    assert Line.objects.get(player=ana).kind == "deposits.refused"


@pytest.mark.parametrize("cents", [500, 1_000_000])
def test_the_lowest_and_the_highest_deposit_are_accepted(
    sandbox: SandboxServer, ana: Player, cents: int
) -> None:
    payment = begin_deposit(ana, cents)
    assert (payment.status, payment.reason) == ("asked", "")


def test_the_lowest_deposit_limit_applies_and_pending_deposits_count(
    sandbox: SandboxServer, ana: Player
) -> None:
    set_limits(ana, {("deposit", "day"): 8_000, ("deposit", "week"): 20_000, ("deposit", "month"): 9_000})
    first = begin_deposit(ana, 5_000)
    assert begin_deposit(ana, 3_001).reason == "limit-day"
    deliver_notification(sandbox, notification(first, "paid"))
    assert begin_deposit(ana, 3_001).reason == "limit-day" and begin_deposit(ana, 3_000).status == "asked"


def test_the_question_about_limits_comes_before_the_first_deposit(
    sandbox: SandboxServer, ana: Player
) -> None:
    """U14."""
    ana.habits.delete()
    assert begin_deposit(ana).reason == "limits-unasked"


@pytest.mark.parametrize("status", ["pending", "suspended", "closed"])
def test_a_player_who_may_not_play_cannot_deposit(sandbox: SandboxServer, ana: Player, status: str) -> None:
    Player.objects.filter(pk=ana.pk).update(status=status)
    assert begin_deposit(ana).reason == ("unverified" if status == "pending" else status)


def test_money_that_arrives_during_a_pause_is_returned_and_not_credited(
    sandbox: SandboxServer, ana: Player
) -> None:
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    begin_pause(ana, 1)
    assert deliver_notification(sandbox, notification(payment, "paid")) == "settled"
    assert (reload(payment).status, reload(payment).reason, balance(ana)) == ("returned", "paused", 0)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(payment.pk))["refunded"] is True
    assert receive_notification(notification(payment, "paid")).outcome == "known" and balance(ana) == 0


def test_a_returned_deposit_is_never_credited_even_after_the_pause(
    sandbox: SandboxServer, ana: Player
) -> None:
    """The money is being returned. The gateway's first notification may arrive again after the pause."""
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    begin_pause(ana, 1)
    assert deliver_notification(sandbox, notification(payment, "paid")) == "settled"
    with clock.at(clock.now() + timedelta(days=2)):
        assert may_deposit(ana.pk, payment.cents)
        with transaction.atomic():
            locked, _ = withdrawals.lock(payment.pk)
            settle(locked, "paid")
    assert (reload(payment).status, reload(payment).credited, balance(ana)) == ("returned", None, 0)
    assert GatewayRequest.objects.filter(payment=payment, kind=GatewayRequest.Kind.REFUND).count() == 1
    assert Message.objects.filter(player=ana, kind="deposit-paid").count() == 0


def test_a_refused_deposit_is_never_credited(sandbox: SandboxServer, ana: Player) -> None:
    """The gateway never received it, so no status of it moves money."""
    payment = begin_deposit(ana, 499)
    with transaction.atomic():
        locked, _ = withdrawals.lock(payment.pk)
        settle(locked, "paid")
    assert (reload(payment).status, balance(ana)) == ("refused", 0)


def test_a_limit_lowered_meanwhile_applies_to_money_that_arrives_later(
    sandbox: SandboxServer, ana: Player
) -> None:
    payment = begin_deposit(ana, 5_000)
    set_limits(ana, {("deposit", "day"): 4_000})
    deliver_notification(sandbox, notification(payment, "paid"))
    assert (reload(payment).status, balance(ana)) == ("returned", 0)


def test_a_notification_is_encrypted_with_the_key(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    content = notification(payment, "paid", "n-1")
    for key in (bytes(32), KEYS["gateway"], wire.notification_key(KEYS["register"])):
        assert post(content, key).status_code == 403
    iv, tag = base64.b64encode(bytes(12)).decode(), base64.b64encode(bytes(16)).decode()
    for headers in (
        {wire.IV_HEADER: iv},
        {wire.IV_HEADER: ""},
        {wire.IV_HEADER: "é?"},
        {wire.TAG_HEADER: tag},
        {wire.TAG_HEADER: ""},
        {wire.TAG_HEADER: tag[:8]},
    ):
        assert post(content, **headers).status_code == 403, headers
    assert balance(ana) == 0 and not Notification.objects.exists()
    answer = post(content)
    assert answer.status_code == 200 and Notification.objects.get().outcome == "checking"
    assert answer.json() == {"statusCode": "200", "statusMsg": "Success", "notificationID": "n-1"}
    assert post(content).status_code == 200 and Notification.objects.count() == 1, "a replay changes nothing"


def test_a_huge_notification_is_refused_before_it_is_read(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    before = refused_notifications.counts()
    huge = Client().post(NOTIFICATIONS_URL, b"A" * 10_000_000, content_type="text/plain")
    assert huge.status_code == 413 and post(notification(payment, "paid"), bytes(32)).status_code == 403
    assert post(b"{}").status_code == 400
    after = refused_notifications.counts()
    assert {why: after[why] - before[why] for why in after} == dict.fromkeys(after, 1), "each is counted"
    assert not Notification.objects.exists() and reload(payment).next_query == payment.next_query


@pytest.mark.parametrize("kind", [wire.CHARGEBACK, wire.REVERSAL])
def test_money_that_is_taken_back_is_recorded_and_reported(
    sandbox: SandboxServer, ana: Player, kind: str
) -> None:
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    sandbox.state.end(str(payment.pk), "paid", "silent")
    gateway_requests.reconcile_payment(payment.pk)
    sandbox.state.take_back(str(payment.pk), kind)
    sandbox.state.take_back(str(payment.pk), kind)
    *_, last = [due["body"] for due in sandbox.state.due_notifications()]
    assert last["paymentType"] == kind
    assert receive_notification(json.dumps(last).encode()).outcome == "chargeback"
    assert (reload(payment).status, balance(ana)) == ("paid", 5_000), "people decide what follows"
    assert Line.objects.filter(kind="payments.word-not-followed").count() == 1
    state = gateway_module.gateway().state(payment.pk)
    assert state is not None and state.is_taken_back


def test_a_forged_notification_with_the_right_key_credits_nothing(
    sandbox: SandboxServer, ana: Player
) -> None:
    """A stolen key of the web process can sign as the gateway, so the worker queries the gateway itself."""
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    assert post(notification(payment, "paid")).status_code == 200
    gateway_requests.reconcile_payments()
    assert (reload(payment).status, balance(ana)) == ("pending", 0)


def changed(**fields: Any) -> bytes:
    content = wire.notification(number="a", payment=str(UUID(int=0)), status="paid", cents=1)
    return json.dumps({**content, **fields}).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        changed(merchant={"merchantTransactionId": "x"}),
        changed(notificationID=""),
        changed(notificationID="a\0"),
        changed(paymentStatus="Stolen"),
        changed(amount={"value": "1.001", "currency": "EUR"}),
        changed(amount={"value": "1e30", "currency": "EUR"}),
        changed(amount={"value": "NaN", "currency": "EUR"}),
        changed(amount=100),
    ],
)
def test_an_invalid_notification_is_refused_without_a_server_error(
    sandbox: SandboxServer, db: None, body: bytes
) -> None:
    assert post(body).status_code == 400


def test_an_unknown_payment_or_another_amount_moves_nothing_and_is_recorded(
    sandbox: SandboxServer, ana: Player
) -> None:
    payment = begin_deposit(ana)
    unknown = Payment(id=uuid4(), cents=5_000)
    assert receive_notification(notification(unknown, "paid")).outcome == "unknown"
    assert receive_notification(notification(payment, "paid", cents=50_000)).outcome == "mismatch"
    dollars = notification(payment, "paid").replace(b'"EUR"', b'"USD"')
    assert receive_notification(dollars).outcome == "mismatch"
    assert balance(ana) == 0 and Line.objects.filter(kind="payments.word-not-followed").count() == 3


def test_the_gateway_decides_about_a_cancelled_deposit(sandbox: SandboxServer, ana: Player) -> None:
    payment, paid = begin_deposit(ana), begin_deposit(ana)
    gateway_requests.send_due_requests()
    sandbox.state.end(str(paid.pk), "paid", "silent")
    for deposit in (payment, paid):
        assert cancel_deposit(ana, deposit.pk)
    gateway_requests.send_due_requests()
    gateway_requests.reconcile_payments()
    assert (reload(payment).status, reload(paid).status, balance(ana)) == ("cancelled", "paid", 5_000)


def test_a_missing_notification_is_replaced_by_a_query(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    sandbox.state.end(str(payment.pk), "paid", "silent")
    assert sandbox.state.due_notifications()[0]["body"]["paymentStatus"] == "Pending", (
        "no final status was sent"
    )
    with clock.at(clock.now() + timedelta(seconds=61)):
        assert gateway_requests.reconcile_payments() == 1
    assert reload(payment).status == "paid" and balance(ana) == 5_000


def test_a_silent_gateway_costs_only_time(sandbox: SandboxServer, ana: Player, settings: Any) -> None:
    """A request stays until the gateway confirms it. A deposit that was never opened fails after a time."""
    gateway_url, settings.GATEWAY_URL = settings.GATEWAY_URL, "http://127.0.0.1:9"
    payment = begin_deposit(ana)
    assert (
        gateway_requests.send_due_requests() == 0
        and GatewayRequest.objects.get().tries == 1
        and "URLError" in GatewayRequest.objects.get().trouble
    )
    settings.GATEWAY_URL = gateway_url
    assert gateway_requests.send_due_requests() == 0, "not before its next try"
    with clock.at(clock.now() + timedelta(seconds=6)):
        assert gateway_requests.send_due_requests() == 1
    assert reload(payment).status == "pending"
    lost = begin_deposit(ana)
    GatewayRequest.objects.filter(payment=lost).update(next_try=clock.now() + timedelta(days=9))
    with clock.at(clock.now() + timedelta(minutes=31)):
        gateway_requests.reconcile_payments()
    assert (reload(lost).status, reload(lost).reason) == ("failed", "never-opened")


def test_a_gateway_request_that_is_repeated_has_no_effect(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    gateway_requests.send_due_requests()
    reference = reload(payment).reference
    GatewayRequest.objects.update(done=None)
    assert (
        gateway_requests.send_due_requests() == 1
        and reload(payment).reference == reference
        and len(sandbox.state.payments()) == 1
    )


@pytest.fixture
def opened(sandbox: SandboxServer, ana: Player) -> Callable[[], Payment]:
    return lambda: begin_deposit(ana, 700)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_repeated_reordered_and_forged_notifications_credit_the_same_amount(
    opened: Callable[[], Payment], sandbox: SandboxServer, ana: Player, data: st.DataObject
) -> None:
    """Only a paid deposit is credited, and once."""
    payment, before = opened(), balance(ana)
    final = data.draw(st.sampled_from(["paid", "failed", ""]))
    bodies = [notification(payment, "pending"), notification(payment, "pending")] + (
        [notification(payment, final), notification(payment, final)] if final else []
    )
    # The gateway may report a failure before the money arrives: a late success counts.
    late = data.draw(st.booleans())
    if late:
        bodies.append(notification(payment, "failed"))
    order = data.draw(st.lists(st.sampled_from(bodies), max_size=8)) + data.draw(st.permutations(bodies))
    # A page costs more than what it decides. One shows that it leads there; a repetition is among the bodies.
    assert post(order[0]).status_code == 200
    for body in order:
        if data.draw(st.sampled_from([False, False, True])):
            assert post(notification(payment, "paid"), bytes(32)).status_code == 403
        deliver_notification(sandbox, body)
    assert balance(ana) - before == (700 if final == "paid" else 0)
    expected = "paid" if final == "paid" else "failed" if final or late else "asked"
    assert reload(payment).status == expected
    assert Transfer.objects.filter(
        kind="deposit", id__isnull=False, target__player=ana
    ).count() * 700 == balance(ana)
    assert Notification.objects.filter(payment=payment.pk).count() == len(bodies)


def test_another_player_cannot_see_a_payment(sandbox: SandboxServer, ana: Player) -> None:
    payment = begin_deposit(ana)
    other = known(players_with(0, 1)[0])
    client = Client()
    assert client.get(f"/account/payments/{payment.pk}/").status_code == 302
    client.force_login(other.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(f"/account/payments/{payment.pk}/").status_code == 404
    assert client.post(f"/account/payments/{payment.pk}/cancel/").status_code == 404
    assert isinstance(payment.pk, UUID)
