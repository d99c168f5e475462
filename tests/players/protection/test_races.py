"""Thousands of stakes and deposits at once against limits, ten thousand of each in `make long`: never a cent above."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.rules.shared.refusals import Refusal
from games.tables.croupier.transaction import Asked
from players.protection.limits import limits_ask
from players.protection.models import Staked
from players.wallet import ledger
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import deposit_request
from players.wallet.cashier.gateway import HttpGateway, PaymentState
from players.wallet.cashier.gateway_notifications import notification_receive
from players.wallet.cashier.models import Payment
from tests.at_once import at_once
from tests.players.cashier.conftest import known
from tests.room import Room, account, balance, bet, players_with, table_open

pytestmark = pytest.mark.usefixtures("lasting_db")
PLACES = ("red", "black", "even", "odd", "low", "high")
CONNECTIONS = 40


class PaidGateway(HttpGateway):
    """Says of every payment that it was paid."""

    def state(self, id: UUID) -> PaymentState:
        payment = Payment.objects.get(pk=id)
        return PaymentState("paid", payment.cents, payment.incoming)


@pytest.fixture
def gateway(settings: Any) -> Iterator[None]:
    settings.GATEWAY_URL = "http://127.0.0.1:9"
    settings.GATEWAY = f"{__name__}.PaidGateway"
    yield


def paid(payment: Payment, id: str = "") -> str:
    """One notification, and the question to the gateway that follows it."""
    body = b'{"id":"%s","payment":"%s","status":"paid","cents":%d}' % (
        (id or uuid4().hex).encode(), str(payment.pk).encode(), payment.cents,
    )  # fmt: skip
    outcome = notification_receive(body)
    gateway_requests.payment_reconcile(payment.pk)
    return outcome


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_stakes_at_forty_tables_never_pass_the_limit_of_the_day(
    tmp_path: Path, count: int
) -> None:
    """P12: the money is there for all of them, the limit for half; each table has a connection of its own."""
    half = count // 2
    (ana,) = players_with(count * 50, 1)
    limits_ask(ana, {("stake", "day"): half * 50, ("stake", "week"): (count - 1) * 50})
    rooms = [Room(tmp_path, table_open(betting_seconds=300, rest_seconds=5)) for _ in range(CONNECTIONS)]
    for room in rooms:
        room.sit([ana])
        room.until("bets-opened")
    accepted, refused = itertools.count(), itertools.count()

    def bets(room: Room) -> Callable[[], None]:
        def job() -> None:
            places = itertools.cycle(PLACES)
            left = count // CONNECTIONS
            while left:
                size = min(left, 1 + left % 7)
                left -= size
                for answer in room.desk.serve(
                    [Asked(ana.pk, bet(1, {next(places): 50}), ("test", 1)) for _ in range(size)]
                ).answers:
                    if answer.refused is None:
                        next(accepted)
                    else:
                        assert answer.refused.code is Refusal.LIMIT
                        next(refused)

        return job

    at_once(*(bets(room) for room in rooms))
    assert (next(accepted), next(refused)) == (half, half)
    assert sum(account(room.table, "stakes") for room in rooms) == half * 50 and balance(ana) == half * 50
    for room in rooms:
        room.until("round-ended")
    assert Staked.objects.get(player=ana).cents == half * 50
    room = rooms[0]
    room.until("bets-opened")
    (answer,) = room.say((ana, bet(room.round, {"red": 50})))
    assert answer.refused is not None and answer.refused.code is Refusal.LIMIT, (
        "settled stakes go on counting"
    )


@pytest.mark.parametrize("count", [80, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_deposits_over_forty_connections_never_pass_the_limit_of_the_week(
    gateway: None, count: int
) -> None:
    fifth = count // 5
    ana = known(players_with(0, 1)[0])
    limits_ask(ana, {("deposit", "week"): fifth * 500, ("deposit", "month"): count * 500})
    credited = itertools.count()

    def deposits() -> None:
        for number in range(count // CONNECTIONS):
            payment = deposit_request(ana, uuid4(), 500)
            if payment.status == "refused":
                assert payment.reason == "limit-week"
            elif number % 2:
                paid(payment)
                next(credited)

    at_once(*[deposits] * CONNECTIONS)
    counts = {
        status: Payment.objects.filter(player=ana, status=status).count()
        for status in ("asked", "paid", "refused")
    }
    assert counts["asked"] + counts["paid"] == fifth and counts["refused"] == 4 * fifth
    assert counts["paid"] == next(credited) and balance(ana) == counts["paid"] * 500
    assert ledger.total()["EUR"] == 0


def test_the_same_notification_heard_by_forty_at_once_is_credited_once(gateway: None) -> None:
    ana = known(players_with(0, 1)[0])
    payment = deposit_request(ana, uuid4(), 700)
    outcomes: list[str] = []
    at_once(*[lambda: outcomes.append(paid(payment, "n-1"))] * CONNECTIONS)
    assert set(outcomes) <= {"checking", "known"} and balance(ana) == 700
