"""Money of a player with an open measure does not leave, and nobody sees why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from casino.compliance.laundering.models import Measure
from players.models import Player
from players.shared import clock
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.automatic_payouts import continue_waiting_withdrawals
from players.wallet.cashier.models import Payment
from players.wallet.cashier.payout_clock import payout_clock
from players.wallet.cashier.withdrawals import decide_withdrawal, request_withdrawal
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]


def measure(player: Player, kind: str = "diligence") -> Measure:
    return Measure.objects.create(
        player=player, kind=kind, text="Where does it come from?", due=clock.now() + timedelta(days=9),
        author=staff("caixa"), reference="NUIPC 1" if kind == "suspension" else "",
        level="high" if kind == "risk" else "",
    )  # fmt: skip


def end(one: Measure) -> None:
    Measure.objects.filter(pk=one.pk).update(
        ended=clock.now(), ender=staff("caixa"), outcome="cleared", answer="explained"
    )


def usual(rich: Rich) -> Player:
    """A player whose small withdrawals nothing holds."""
    player = rich(50_000)
    add_paid_withdrawal(player)
    return player


@pytest.mark.parametrize("kind", ["diligence", "abstention", "suspension"])
def test_a_measure_holds_what_is_asked_until_it_ends(rich: Rich, kind: str) -> None:
    player = usual(rich)
    one = measure(player, kind)
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert (payment.status, payment.reason) == ("held", "review")
    assert continue_waiting_withdrawals() == 0
    end(one)
    assert continue_waiting_withdrawals() == 1
    payment.refresh_from_db()
    assert payment.status == "released"


def test_a_risk_class_holds_nothing(rich: Rich) -> None:
    player = usual(rich)
    measure(player, "risk")
    assert request_withdrawal(player, uuid4(), 4_000).status == "released"


def test_what_was_released_before_is_under_review_again(rich: Rich) -> None:
    player = usual(rich)
    payment = request_withdrawal(player, uuid4(), 4_000)
    one = measure(player)
    gateway_requests.send_due_requests()
    payment.refresh_from_db()
    assert (payment.status, payment.reason) == ("held", "review")
    end(one)
    continue_waiting_withdrawals()
    gateway_requests.send_due_requests()
    payment.refresh_from_db()
    assert payment.status == "sent"


def test_what_the_cashier_releases_waits_for_the_review_and_then_continues(rich: Rich) -> None:
    player = rich(50_000)
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert payment.reason == "first"
    one = measure(player)
    decide_withdrawal(payment.pk, staff("caixa"), "release", "documento confere")
    payment.refresh_from_db()
    assert (payment.status, payment.reason) == ("held", "first")
    continue_waiting_withdrawals()
    payment.refresh_from_db()
    assert (payment.status, payment.reason) == ("held", "review")
    assert [step.code for step in payout_clock(payment) if step.at] == ["review"], "one review for the player"
    end(one)
    assert continue_waiting_withdrawals() == 1
    payment.refresh_from_db()
    assert payment.status == "released"


def test_the_database_sends_nothing_while_a_measure_is_open(rich: Rich) -> None:
    player = usual(rich)
    payment = request_withdrawal(player, uuid4(), 4_000)
    measure(player)
    refused = pytest.raises(IntegrityError, match="is under review")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        cursor.execute("UPDATE cashier_payment SET status = 'sent' WHERE id = %s", [payment.pk])
    assert Payment.objects.get(pk=payment.pk).status == "released"
