"""The clock of a withdrawal: its steps, its promise, and what the house publishes of both."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from casino.compliance.reports.all_reports import REPORTS
from casino.operation import metrics
from players.history.data_copies import plain_rows
from players.identity.models import PaymentAccount
from players.models import Player
from players.shared import clock
from players.templatetags.spans import span
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.models import Payment, PayoutStep
from players.wallet.cashier.payout_clock import payout_clock, payout_times, published_times, step_code
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawals import cancel_withdrawal, decide_withdrawal, request_withdrawal
from tests.players.wallet.cashier.test_cashier_pages import client_of
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, notify, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
BACKDATE = (
    "UPDATE cashier_payment SET status = 'held', reason = %s, changed = changed - interval '9 days' "
    "WHERE id = %s"
)  # fmt: skip
Rich = Callable[[int], Player]


def codes(payment: Payment) -> list[str]:
    return list(payment.steps.order_by("at", "id").values_list("code", flat=True))


def page_of(player: Player, payment: Payment) -> str:
    return client_of(player, "en").get(reverse("payment", args=[payment.pk])).content.decode()


def test_each_step_of_a_withdrawal_is_dated(rich: Rich, sandbox: SandboxServer) -> None:
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    decide_withdrawal(payment.pk, staff("caixa"), "release", "documento confere")
    gateway_requests.send_due_requests()
    notify(sandbox, payment, "paid")
    assert codes(payment) == ["review", "queue", "bank", "paid"]
    review, queue, bank, paid = payment.steps.order_by("at", "id")
    assert review.promised is not None
    assert abs(review.promised - review.at - timedelta(hours=24)) < timedelta(seconds=5)
    assert queue.promised is not None and bank.promised is not None and paid.promised is None


def test_what_comes_back_ends_there(rich: Rich) -> None:
    player = rich(10_000)
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert cancel_withdrawal(player, payment.pk)
    assert codes(payment) == ["review", "back"]
    assert not request_withdrawal(player, uuid4(), 10_001).steps.exists()  # refused: nothing waits


def test_a_review_keeps_its_promise_whatever_it_is_held_for_next(rich: Rich) -> None:
    player = rich(900_000)
    payment = request_withdrawal(player, uuid4(), 4_000)
    promised = payment.promised
    Payment.objects.filter(pk=payment.pk).update(reason="two-people")
    payment.refresh_from_db()
    assert (codes(payment), payment.promised) == (["review"], promised)


def test_the_database_and_the_page_name_the_same_step() -> None:
    reasons = ("", "new-account", "first", "large", "failed-at-gateway")
    statuses = [status for status in Payment.Status.values if status not in ("asked", "pending", "refused")]
    with connection.cursor() as cursor:
        for status, reason in product(statuses, reasons):
            cursor.execute("SELECT cashier_payout_step(%s, %s)", [status, reason])
            assert cursor.fetchone() == (step_code(status, reason),)


def test_no_process_writes_a_step_or_dates_it(rich: Rich) -> None:
    roles = ("house_web", "house_worker", "house_croupier")
    with connection.cursor() as cursor:
        for role, right in product(roles, ("INSERT", "UPDATE", "DELETE")):
            cursor.execute("SELECT has_table_privilege(%s, 'cashier_payoutstep', %s)", [role, right])
            assert cursor.fetchone() == (False,), (role, right)
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        for reason in ("new-account", "first"):
            cursor.execute(BACKDATE, [reason, payment.pk])
        cursor.execute("RESET ROLE")
    last = payment.steps.order_by("-id").first()
    assert last is not None and last.at > clock.now() - timedelta(minutes=1)


def test_the_page_says_what_happens_since_when_and_until_when(rich: Rich) -> None:
    player = rich(10_000)
    payment = request_withdrawal(player, uuid4(), 4_000)
    now, *to_come = payout_clock(payment)
    assert (now.code, now.is_current, now.is_late) == ("review", True, False)
    assert [row.code for row in to_come] == ["queue", "bank", "paid"]
    assert not any(row.at for row in to_come)
    page = page_of(player, payment)
    assert 'aria-current="step"' in page and "at the latest" in page


def test_a_broken_promise_is_said(rich: Rich, settings: Any) -> None:
    player, settings.PAYOUT_REVIEW_HOURS = rich(10_000), -1
    payment = request_withdrawal(player, uuid4(), 4_000)
    (late, *_rest) = payout_clock(payment)
    assert late.is_late
    with override("en"):
        assert 'class="note"' in page_of(player, payment)


# What differs from one page to the next, whoever sees it.
CHANGING = re.compile(r'(nonce|csrfmiddlewaretoken" value|data-session-end|data-now)="[^"]*"')
REVIEWS = ("account-owner", "chargeback", "first", "large", "many", "review", "state", "two-people")


def test_every_review_looks_the_same_to_the_player(rich: Rich) -> None:
    """A hold for suspected laundering is one of them: no byte tells them apart."""
    player = rich(10_000)
    payment = request_withdrawal(player, uuid4(), 4_000)

    def seen() -> tuple[str, ...]:
        pages = (page_of(player, payment), client_of(player, "en").get(reverse("cashier")).content.decode())
        copy = repr([*plain_rows(Payment.objects.all()), *plain_rows(PayoutStep.objects.all())])
        return (*(CHANGING.sub("", page) for page in pages), copy)

    everything = set()
    with clock.at(clock.now()):  # a page says which minute it is
        for reason in REVIEWS:
            Payment.objects.filter(pk=payment.pk).update(reason=reason)
            everything.add(seen())
    assert len(everything) == 1


def test_a_new_account_is_named(rich: Rich) -> None:
    """The player changed it, and knows."""
    player = rich(10_000)
    PaymentAccount.objects.filter(player=player).update(usable=clock.now() + timedelta(hours=9))
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert codes(payment) == ["account"]


def paid(player: Player, took: timedelta, ago: timedelta) -> UUID:
    now = clock.now() - ago
    return Payment.objects.create(
        id=uuid4(), player=player, direction="withdrawal", method="sepa-instant", cents=100, status="paid",
        made=now - took, credited=now, changed=now,
    ).pk  # fmt: skip


def test_the_published_times_equal_the_record(rich: Rich, client: Client) -> None:
    player = rich(10_000)
    published_times.until = 0.0
    assert payout_times(clock.now()) == []
    for seconds in range(1, 101):
        paid(player, timedelta(seconds=seconds), timedelta(days=1))
    paid(player, timedelta(days=20), timedelta(days=31))  # before the last thirty days
    (times,) = payout_times(clock.now())
    assert (times.count, times.method) == (100, "sepa-instant")
    assert times.median == timedelta(seconds=50.5) and times.p95 == timedelta(seconds=95.05)
    published_times.until = 0.0
    page = client.get(reverse("payments")).content.decode()
    assert span(times.median) in page and span(times.p95) in page and ">100<" in page
    published_times.until = 0.0


@pytest.mark.parametrize(
    ("took", "text"),
    [
        (timedelta(seconds=9), "9 s"),
        (timedelta(minutes=59, seconds=31), "1 h"),
        (timedelta(hours=5, minutes=20), "5 h 20 min"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=3, hours=4, minutes=29), "3 days 4 h"),
    ],
)
def test_a_span_has_two_units_at_most(took: timedelta, text: str) -> None:
    with override("en"):
        assert span(took) == text


def test_the_report_counts_waits_and_broken_promises(rich: Rich, settings: Any) -> None:
    player = rich(900_000)
    add_paid_withdrawal(player)
    request_withdrawal(player, uuid4(), 4_000)
    settings.PAYOUT_REVIEW_HOURS = -1
    request_withdrawal(player, uuid4(), 60_000)
    with connection.cursor() as cursor:
        now = clock.now()
        bounds: dict[str, Any] = {"from": now - timedelta(days=1), "to": now + timedelta(days=1)}
        cursor.execute(REPORTS["payout-waits"].sql, bounds | {"step": "day", "testing": False})
        rows = [row[1:5] for row in cursor.fetchall()]
    assert rows == [("queue", 1, 1, 0), ("review", 1, 1, 1)]


def test_the_alarm_rings_before_a_promise_breaks(rich: Rich) -> None:
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    assert metrics.read_value(metrics.PROMISES_AT_RISK) == 0
    Payment.objects.filter(pk=payment.pk).update(promised=clock.now() + timedelta(minutes=29))
    assert metrics.read_value(metrics.PROMISES_AT_RISK) == 1
    Payment.objects.filter(pk=payment.pk).update(status="cancelled")
    assert metrics.read_value(metrics.PROMISES_AT_RISK) == 0
