"""A payout leaves only when the rules have read as far as its decision."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino.compliance.monitoring import following, record, tasks
from casino.compliance.monitoring.following import follow, has_read
from casino.compliance.monitoring.models import Shard
from players.models import Player
from players.shared import background, clock
from players.wallet.bank.payouts import write_due_batches
from players.wallet.cashier import gateway_requests, payout_gates
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawals import cancel_withdrawal, request_withdrawal
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal
from tests.sandbox_cashier import reload

pytestmark = pytest.mark.django_db
LATER = timedelta(seconds=3)


@pytest.fixture(autouse=True)
def gate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payout_gates, "GATES", [has_read])


@pytest.fixture
def released(rich: Any, sandbox: SandboxServer) -> Payment:
    player = rich(20_000)
    add_paid_withdrawal(player)
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert payment.status == "released"
    return reload(payment)


def test_rules_that_never_began_have_read_nothing(released: Payment) -> None:
    assert not has_read(released.player_id, released.changed)
    assert gateway_requests.send_due_requests() == 0
    assert reload(released).status == "released"


def test_it_leaves_when_they_have_read_its_decision(released: Payment) -> None:
    follow(until=released.changed - timedelta(microseconds=1))
    assert gateway_requests.send_due_requests() == 0
    request = GatewayRequest.objects.get(payment=released)
    assert (request.done, request.tries) == (None, 0), "it is no fault of the provider"
    assert "rules over play" in request.trouble
    follow(until=released.changed)
    with clock.at(clock.now() + LATER):
        assert gateway_requests.send_due_requests() == 1
    assert reload(released).status == "sent"
    assert GatewayRequest.objects.get(payment=released).trouble == ""


def test_it_leaves_at_once_when_the_task_has_read_it(
    released: Payment, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(background, "_send", lambda task, arguments: sent.append(task))
    monkeypatch.setattr(record, "settled_until", clock.now)
    assert gateway_requests.send_due_requests() == 0
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_record()
    assert sent == ["players.wallet.cashier.tasks.send_gateway_requests"]
    assert gateway_requests.send_due_requests() == 1 and reload(released).status == "sent"
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_record()
    assert len(sent) == 1, "nothing waits any more"


def test_what_is_read_about_others_lets_nothing_go(released: Payment) -> None:
    follow(until=released.changed)
    Shard.objects.filter(number=released.player_id % following.SHARDS).update(
        until=released.changed - timedelta(seconds=1)
    )
    assert gateway_requests.send_due_requests() == 0


def test_meanwhile_the_player_may_still_cancel(released: Payment) -> None:
    assert gateway_requests.send_due_requests() == 0
    assert cancel_withdrawal(Player.objects.get(pk=released.player_id), released.pk)


@pytest.mark.parametrize("route", ["batch", "instant"])
def test_it_is_in_no_file_of_the_bank_before(released: Payment, settings: Any, route: str) -> None:
    settings.PAYOUT_ROUTE = route
    assert write_due_batches() == [] and reload(released).status == "released"
    follow(until=released.changed)
    assert len(write_due_batches()) == 1 and reload(released).status == "sent"
