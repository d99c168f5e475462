"""Deposits, from the wish to the balance: within limits, credited once, whatever is said twice, late, in another order or falsely."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player
from players.protection.deposit_limits import may_deposit
from players.protection.exclusions import pause_begin
from players.protection.limits import limits_ask
from players.shared import clock, signed_http
from players.wallet import ledger
from players.wallet.cashier import gateway_requests, withdrawals
from players.wallet.cashier.deposits import deposit_cancel, deposit_request
from players.wallet.cashier.gateway_notifications import notification_receive, settle
from players.wallet.cashier.models import Errand, Notification, Payment
from players.wallet.cashier.sandbox.server import Sandbox
from players.wallet.models import Transfer
from tests.players.cashier.conftest import KEYS, hear, known, now_is
from tests.room import balance, players_with

pytestmark = pytest.mark.django_db
DOOR = "/account/cashier/notifications/"


def said(payment: Payment, status: str, id: str = "", cents: int = 0) -> bytes:
    return json.dumps(
        {
            "id": id or f"n-{uuid4().hex}",
            "payment": str(payment.pk),
            "status": status,
            "cents": cents or payment.cents,
            "reference": "R-1",
        }
    ).encode()


def post(body: bytes, header: str = "") -> Any:
    header = header or signed_http.signature(KEYS["gateway"], body, int(time.time()))
    return Client().post(DOOR, body, content_type="application/json", headers={signed_http.HEADER: header})


def asked(player: Player, cents: int = 5_000) -> Payment:
    return deposit_request(player, uuid4(), cents)


def test_a_deposit_goes_from_the_wish_to_the_balance_with_the_triplet(sandbox: Sandbox, ana: Player) -> None:
    payment = asked(ana)
    assert payment.status == "asked" and gateway_requests.errands_run() == 1
    payment = now_is(payment)
    assert (
        payment.status == "pending"
        and payment.url.startswith("http://127.0.0.1:")
        and payment.reference.startswith("SBX-")
    )
    assert balance(ana) == 0
    sandbox.state.end(str(payment.pk), "paid")
    for letter in sandbox.state.due_notifications():
        assert post(json.dumps(letter["body"]).encode()).status_code == 200
    assert balance(ana) == 0, "a notification alone moves no money"
    assert gateway_requests.payments_reconcile() == 1
    payment = now_is(payment)
    assert (payment.status, payment.before, payment.after, balance(ana)) == ("paid", 0, 5_000, 5_000)
    assert (
        Transfer.objects.get(kind="deposit", target__player=ana).cents == 5_000 and ledger.total()["EUR"] == 0
    )
    assert list(Message.objects.filter(player=ana).values_list("kind", flat=True)) == ["deposit-paid"]
    assert list(Line.objects.filter(player=ana).order_by("id").values_list("kind", flat=True)) == [
        "deposits.asked",
        "deposits.paid",
    ]


def test_the_same_wish_again_is_the_same_wish_and_another_amount_under_its_id_is_refused(
    sandbox: Sandbox, ana: Player
) -> None:
    id = uuid4()
    assert deposit_request(ana, id, 5_000) == deposit_request(ana, id, 5_000)
    with pytest.raises(ledger.IdReused):
        deposit_request(ana, id, 6_000)
    assert Payment.objects.count() == 1 == Errand.objects.count()


@pytest.mark.parametrize(("cents", "reason"), [(499, "below-minimum"), (1_000_001, "above-maximum")])
def test_an_amount_out_of_bounds_is_refused_and_recorded(
    sandbox: Sandbox, ana: Player, cents: int, reason: str
) -> None:
    """P18: rejected attempts are on the record."""
    payment = asked(ana, cents)
    assert (payment.status, payment.reason) == ("refused", reason) and not Errand.objects.exists()
    assert Line.objects.get(player=ana).kind == "deposits.refused"


@pytest.mark.parametrize("cents", [500, 1_000_000])
def test_the_lowest_and_the_highest_deposit_themselves_are_accepted(
    sandbox: Sandbox, ana: Player, cents: int
) -> None:
    payment = asked(ana, cents)
    assert (payment.status, payment.reason) == ("asked", "")


def test_the_lowest_deposit_limit_counts_and_what_is_on_its_way_counts_too(
    sandbox: Sandbox, ana: Player
) -> None:
    limits_ask(ana, {("deposit", "day"): 8_000, ("deposit", "week"): 20_000, ("deposit", "month"): 9_000})
    first = asked(ana, 5_000)
    assert asked(ana, 3_001).reason == "limit-day"
    hear(sandbox, said(first, "paid"))
    assert asked(ana, 3_001).reason == "limit-day" and asked(ana, 3_000).status == "asked"


def test_limits_are_asked_about_before_the_first_deposit(sandbox: Sandbox, ana: Player) -> None:
    """U14."""
    ana.habits.delete()
    assert asked(ana).reason == "limits-unasked"


@pytest.mark.parametrize("status", ["pending", "suspended", "closed"])
def test_nobody_deposits_who_may_not_play(sandbox: Sandbox, ana: Player, status: str) -> None:
    Player.objects.filter(pk=ana.pk).update(status=status)
    assert asked(ana).reason == ("unverified" if status == "pending" else status)


def test_money_that_arrives_after_a_pause_began_goes_back_and_never_into_the_balance(
    sandbox: Sandbox, ana: Player
) -> None:
    payment = asked(ana)
    gateway_requests.errands_run()
    pause_begin(ana, 1)
    assert hear(sandbox, said(payment, "paid")) == "settled"
    assert (now_is(payment).status, now_is(payment).reason, balance(ana)) == ("returned", "paused", 0)
    gateway_requests.errands_run()
    assert sandbox.state.payment(str(payment.pk))["refunded"] is True
    assert notification_receive(said(payment, "paid")) == "known" and balance(ana) == 0


def test_a_returned_deposit_is_never_credited_even_when_the_player_may_deposit_again(
    sandbox: Sandbox, ana: Player
) -> None:
    """The money is on its way back: what the gateway said first may reach the house a second time, after the pause is over."""
    payment = asked(ana)
    gateway_requests.errands_run()
    pause_begin(ana, 1)
    assert hear(sandbox, said(payment, "paid")) == "settled"
    with clock.at(clock.now() + timedelta(days=2)):
        assert may_deposit(ana.pk, payment.cents)
        with transaction.atomic():
            locked, _ = withdrawals.lock(payment.pk)
            settle(locked, "paid")
    assert (now_is(payment).status, now_is(payment).credited, balance(ana)) == ("returned", None, 0)
    assert Errand.objects.filter(payment=payment, kind=Errand.Kind.REFUND).count() == 1
    assert Message.objects.filter(player=ana, kind="deposit-paid").count() == 0


def test_a_refused_deposit_is_never_credited(sandbox: Sandbox, ana: Player) -> None:
    """The gateway was never asked for it, so no answer about it moves money."""
    payment = asked(ana, 499)
    with transaction.atomic():
        locked, _ = withdrawals.lock(payment.pk)
        settle(locked, "paid")
    assert (now_is(payment).status, balance(ana)) == ("refused", 0)


def test_a_limit_that_was_lowered_meanwhile_holds_for_what_arrives_later(
    sandbox: Sandbox, ana: Player
) -> None:
    payment = asked(ana, 5_000)
    limits_ask(ana, {("deposit", "day"): 4_000})
    hear(sandbox, said(payment, "paid"))
    assert (now_is(payment).status, balance(ana)) == ("returned", 0)


def test_nobody_is_believed_without_the_key_and_nothing_old_is_believed_at_all(
    sandbox: Sandbox, ana: Player
) -> None:
    payment = asked(ana)
    body, now = said(payment, "paid"), int(time.time())
    for header in (
        "",
        "t=1,v1=" + "0" * 64,
        signed_http.signature(bytes(32), body, now),
        signed_http.signature(KEYS["register"], body, now),
        signed_http.signature(KEYS["gateway"], body, now - 301),
        signed_http.signature(KEYS["gateway"], body, now + 400),
        signed_http.signature(KEYS["gateway"], body + b" ", now),
    ):
        assert post(body, header or "none").status_code == 403
    assert balance(ana) == 0 and not Notification.objects.exists()
    assert post(body).status_code == 200 and Notification.objects.get().outcome == "checking"


def test_a_forged_notification_with_the_right_key_credits_nobody(sandbox: Sandbox, ana: Player) -> None:
    """Whoever reads the web process's key can sign as the gateway; the worker asks the gateway itself."""
    payment = asked(ana)
    gateway_requests.errands_run()
    assert post(said(payment, "paid")).status_code == 200
    gateway_requests.payments_reconcile()
    assert (now_is(payment).status, balance(ana)) == ("pending", 0)


NOBODY = b'"00000000-0000-0000-0000-000000000000"'


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"id":"x","payment":"x","status":"paid","cents":1}',
        b'{"id":"","payment":' + NOBODY + b',"status":"paid","cents":1}',
        b'{"id":"a\\u0000","payment":' + NOBODY + b',"status":"paid","cents":1}',
        b'{"id":"a","payment":' + NOBODY + b',"status":"stolen","cents":1}',
    ],
)
def test_what_cannot_be_read_is_refused_and_is_no_fault_of_the_house(
    sandbox: Sandbox, db: None, body: bytes
) -> None:
    assert post(body).status_code == 400


def test_a_payment_that_is_not_ours_and_another_amount_move_nothing_and_people_are_told(
    sandbox: Sandbox, ana: Player
) -> None:
    payment = asked(ana)
    stranger = Payment(id=uuid4(), cents=5_000)
    assert notification_receive(said(stranger, "paid")) == "unknown"
    assert notification_receive(said(payment, "paid", cents=50_000)) == "mismatch"
    assert balance(ana) == 0 and Line.objects.filter(kind="payments.word-not-followed").count() == 2


def test_whoever_gives_up_is_asked_of_the_gateway_which_decides(sandbox: Sandbox, ana: Player) -> None:
    payment, paid = asked(ana), asked(ana)
    gateway_requests.errands_run()
    sandbox.state.end(str(paid.pk), "paid", "silent")
    for one in (payment, paid):
        assert deposit_cancel(ana, one.pk)
    gateway_requests.errands_run()
    gateway_requests.payments_reconcile()
    assert (now_is(payment).status, now_is(paid).status, balance(ana)) == ("cancelled", "paid", 5_000)


def test_what_the_gateway_keeps_to_itself_is_asked_for(sandbox: Sandbox, ana: Player) -> None:
    payment = asked(ana)
    gateway_requests.errands_run()
    sandbox.state.end(str(payment.pk), "paid", "silent")
    assert sandbox.state.due_notifications()[0]["body"]["status"] == "pending", "nothing final was said"
    with clock.at(clock.now() + timedelta(seconds=61)):
        assert gateway_requests.payments_reconcile() == 1
    assert now_is(payment).status == "paid" and balance(ana) == 5_000


def test_a_silent_gateway_costs_only_time(sandbox: Sandbox, ana: Player, settings: Any) -> None:
    """Nothing is lost between two steps: the errand stays until it was heard, and what was never opened ends by itself."""
    here, settings.GATEWAY_URL = settings.GATEWAY_URL, "http://127.0.0.1:9"
    payment = asked(ana)
    assert (
        gateway_requests.errands_run() == 0
        and Errand.objects.get().tries == 1
        and "URLError" in Errand.objects.get().trouble
    )
    settings.GATEWAY_URL = here
    assert gateway_requests.errands_run() == 0, "not before its hour"
    with clock.at(clock.now() + timedelta(seconds=6)):
        assert gateway_requests.errands_run() == 1
    assert now_is(payment).status == "pending"
    lost = asked(ana)
    Errand.objects.filter(payment=lost).update(next_try=clock.now() + timedelta(days=9))
    with clock.at(clock.now() + timedelta(minutes=31)):
        gateway_requests.payments_reconcile()
    assert (now_is(lost).status, now_is(lost).reason) == ("failed", "never-opened")


def test_an_errand_that_was_run_and_not_noted_is_run_again_without_effect(
    sandbox: Sandbox, ana: Player
) -> None:
    payment = asked(ana)
    gateway_requests.errands_run()
    reference = now_is(payment).reference
    Errand.objects.update(done=None)
    assert (
        gateway_requests.errands_run() == 1
        and now_is(payment).reference == reference
        and len(sandbox.state.payments()) == 1
    )


@pytest.fixture
def opened(sandbox: Sandbox, ana: Player) -> Callable[[], Payment]:
    return lambda: asked(ana, 700)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_notifications_in_any_order_any_number_and_among_forgeries_end_in_the_same_cents(
    opened: Callable[[], Payment], sandbox: Sandbox, ana: Player, data: st.DataObject
) -> None:
    """Whatever is said twice, late, in another order or by somebody else: paid is credited once, all else not at all."""
    payment, was = opened(), balance(ana)
    final = data.draw(st.sampled_from(["paid", "failed", ""]))
    bodies = [said(payment, "pending"), said(payment, "pending")] + (
        [said(payment, final), said(payment, final)] if final else []
    )
    # The gateway may have given up before the money came: a late success is a success.
    late = data.draw(st.booleans())
    if late:
        bodies.append(said(payment, "failed"))
    order = data.draw(st.lists(st.sampled_from(bodies), max_size=8)) + data.draw(st.permutations(bodies))
    now = int(time.time())
    for body in order:
        forged = data.draw(st.sampled_from([None, None, "key", "age"]))
        if forged:
            lie = said(payment, "paid")
            header = signed_http.signature(
                bytes(32) if forged == "key" else KEYS["gateway"], lie, now if forged == "key" else now - 1000
            )
            assert post(lie, header).status_code == 403
        assert post(body).status_code == 200
        hear(sandbox, body)
    assert balance(ana) - was == (700 if final == "paid" else 0)
    wanted = "paid" if final == "paid" else "failed" if final or late else "pending"
    assert now_is(payment).status == wanted
    assert Transfer.objects.filter(
        kind="deposit", id__isnull=False, target__player=ana
    ).count() * 700 == balance(ana)
    assert Notification.objects.filter(payment=payment.pk).count() == len(bodies)


def test_an_outsider_cannot_look_at_a_payment(sandbox: Sandbox, ana: Player) -> None:
    payment = asked(ana)
    other = known(players_with(0, 1)[0])
    client = Client()
    assert client.get(f"/account/payments/{payment.pk}/").status_code == 302
    client.force_login(other.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(f"/account/payments/{payment.pk}/").status_code == 404
    assert client.post(f"/account/payments/{payment.pk}/cancel/").status_code == 404
    assert isinstance(payment.pk, UUID)
