"""Many parallel stakes and deposits never exceed a limit. `make long` runs ten thousand of each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from games.rules.shared.refusals import Refusal
from games.tables.domain.commands import CommandRequest
from players.protection.eligibility import eligibility_of
from players.protection.limits import set_limits
from players.protection.models import Staked
from players.wallet import ledger
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.gateway import HttpGateway, PaymentState
from players.wallet.cashier.gateway_notifications import receive_notification
from players.wallet.cashier.models import Payment
from players.wallet.methods import wire
from tests.concurrency import run_concurrently
from tests.live_table import LiveTable, account, balance, bet, players_with, table_open
from tests.sandbox_cashier import known

pytestmark = pytest.mark.usefixtures("lasting_db")
PLACES = ("red", "black", "even", "odd", "low", "high")
CONNECTIONS = 40
TABLES = 64


class PaidGateway(HttpGateway):
    """Reports every payment as paid."""

    def state(self, payment_id: UUID) -> PaymentState:
        payment = Payment.objects.get(pk=payment_id)
        return PaymentState("paid", payment.cents, payment.incoming)


@pytest.fixture
def gateway(settings: Any) -> Iterator[None]:
    settings.GATEWAY_URL = "http://127.0.0.1:9"
    settings.GATEWAY = f"{__name__}.PaidGateway"
    yield


def notify_paid(payment: Payment, notification_id: str = "") -> str:
    """Delivers a notification and reconciles the payment with the gateway."""
    content = wire.notification(
        number=notification_id or uuid4().hex, payment=str(payment.pk), status="paid", cents=payment.cents
    )
    outcome = receive_notification(msgspec.json.encode(content)).outcome
    gateway_requests.reconcile_payment(payment.pk)
    return outcome


@pytest.mark.parametrize("kind", ["stake", "loss"])
@pytest.mark.parametrize("count", [448, pytest.param(9_984, marks=pytest.mark.long)])
def test_parallel_stakes_at_sixty_four_tables_never_exceed_the_daily_limit(
    tmp_path: Path, count: int, kind: str
) -> None:
    """P12: the balance covers all stakes, the limit half of them. Each table has its own connection."""
    half = count // 2
    (ana,) = players_with(count * 50, 1)
    set_limits(ana, {(kind, "day"): half * 50, (kind, "week"): (count - 1) * 50})
    rooms = [LiveTable(tmp_path, table_open(betting_seconds=300, rest_seconds=5)) for _ in range(TABLES)]
    for room in rooms:
        room.sit([ana])
        room.until("bets-opened")
    accepted, refused = itertools.count(), itertools.count()

    def bets(room: LiveTable) -> Callable[[], None]:
        def job() -> None:
            places = itertools.cycle(PLACES)
            left = count // TABLES
            while left:
                size = min(left, 1 + left % 7)
                left -= size
                for reply in room.transaction.execute(
                    [CommandRequest(ana.pk, bet(1, {next(places): 50}), ("test", 1)) for _ in range(size)]
                ).results:
                    if reply.refused is None:
                        next(accepted)
                    else:
                        assert reply.refused.code is Refusal.LIMIT
                        next(refused)

        return job

    run_concurrently(*(bets(room) for room in rooms))
    assert (next(accepted), next(refused)) == (half, half)
    assert sum(account(room.table, "stakes") for room in rooms) == half * 50 and balance(ana) == half * 50
    for room in rooms:
        room.until("round-ended")
    day = Staked.objects.get(player=ana)
    won = balance(ana) - half * 50
    assert (day.cents, day.lost) == (half * 50, half * 50 - won)
    left = 0 if kind == "stake" else won  # settled stakes still count; what came back is not lost
    assert eligibility_of([ana.pk], "EUR")[ana.pk].stake_left == left
    room = rooms[0]
    room.until("bets-opened")
    (reply,) = room.send((ana, bet(room.round, {"red": left + 50})))
    assert reply.refused is not None and reply.refused.code is Refusal.LIMIT


@pytest.mark.parametrize("count", [80, pytest.param(10_000, marks=pytest.mark.long)])
def test_parallel_deposits_over_forty_connections_never_exceed_the_weekly_limit(
    gateway: None, count: int
) -> None:
    fifth = count // 5
    ana = known(players_with(0, 1)[0])
    set_limits(ana, {("deposit", "week"): fifth * 500, ("deposit", "month"): count * 500})
    credited = itertools.count()

    def deposits() -> None:
        for number in range(count // CONNECTIONS):
            payment = request_deposit(ana, uuid4(), 500)
            if payment.status == "refused":
                assert payment.reason == "limit-week"
            elif number % 2:
                notify_paid(payment)
                next(credited)

    run_concurrently(*[deposits] * CONNECTIONS)
    counts = {
        status: Payment.objects.filter(player=ana, status=status).count()
        for status in ("asked", "paid", "refused")
    }
    assert counts["asked"] + counts["paid"] == fifth and counts["refused"] == 4 * fifth
    assert counts["paid"] == next(credited) and balance(ana) == counts["paid"] * 500
    assert ledger.total()["EUR"] == 0


def test_one_notification_delivered_forty_times_in_parallel_is_credited_once(gateway: None) -> None:
    ana = known(players_with(0, 1)[0])
    payment = request_deposit(ana, uuid4(), 700)
    outcomes: list[str] = []
    run_concurrently(*[lambda: outcomes.append(notify_paid(payment, "n-1"))] * CONNECTIONS)
    assert set(outcomes) <= {"checking", "known"} and balance(ana) == 700
