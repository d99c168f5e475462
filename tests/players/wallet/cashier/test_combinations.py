"""Two circumstances at the cashier: what a payment became, against what is said of it afterwards; a payout of
the house, against what the player did and where the player sits; money of one week in two months.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from players.audit.models import Line
from players.decisions.deciding import take_step
from players.identity.models import PaymentAccount
from players.models import Player, PlaySession
from players.play_records import UnfinishedRound
from players.protection.deposit_limits import deposited_by_period
from players.protection.exclusions import begin_exclusion, begin_pause
from players.shared import clock
from players.wallet.cashier import adjustments, automatic_payouts, withdrawals
from players.wallet.cashier.at_tables import at_tables
from players.wallet.cashier.deposits import cancel_deposit, request_deposit
from players.wallet.cashier.gateway_notifications import settle
from players.wallet.cashier.models import Adjustment, GatewayRequest, Payment
from players.wallet.models import Transfer
from tests.combinations import pairs
from tests.live_table import balance, table_open
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, staff
from tests.sandbox_cashier import reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]
Status = Payment.Status


def say(payment: Payment, status: str) -> None:
    """What the gateway answers about a payment."""
    with transaction.atomic():
        settle(withdrawals.lock(payment.pk)[0], status)


def pays(player: Player, payment: Payment) -> None:
    say(payment, "paid")


def pays_during_a_pause(player: Player, payment: Payment) -> None:
    begin_pause(player, 1)
    say(payment, "paid")


def fails(player: Player, payment: Payment) -> None:
    say(payment, "failed")


def is_taken_back(player: Player, payment: Payment) -> None:
    assert cancel_deposit(player, payment.pk)
    say(payment, "failed")


BECAME: dict[str, tuple[Callable[[Player, Payment], None], str]] = {
    "paid": (pays, Status.PAID),
    "sent back": (pays_during_a_pause, Status.RETURNED),
    "failed": (fails, Status.FAILED),
    "cancelled": (is_taken_back, Status.CANCELLED),
}
# What a later word changes: money that arrives late is credited. Everything else is known.
CHANGED = {("failed", "paid"): Status.PAID, ("cancelled", "paid"): Status.PAID}


@pytest.mark.parametrize(("became", "word"), pairs(BECAME, ["paid", "failed"]))
def test_a_deposit_and_what_is_said_of_it_afterwards(rich: Rich, became: str, word: str) -> None:
    ana = rich(0)
    payment = request_deposit(ana, uuid4(), 5_000)
    happens, status = BECAME[became]
    happens(ana, payment)
    assert reload(payment).status == status
    lines = Line.objects.filter(about=f"payment:{payment.pk}").count()
    expected = CHANGED.get((became, word), status)
    for _ in range(2):
        say(payment, word)
        assert reload(payment).status == expected
    assert balance(ana) == (5_000 if expected == Status.PAID else 0)
    assert Transfer.objects.filter(kind="deposit", target__player=ana).count() == (expected == Status.PAID)
    assert GatewayRequest.objects.filter(payment=payment, kind="refund").count() == (
        expected == Status.RETURNED
    )
    assert Line.objects.filter(about=f"payment:{payment.pk}").count() == lines + (expected != status)


@pytest.mark.parametrize(
    ("before", "stay"),
    pairs(["nothing", "a withdrawal taken back"], ["no stay", "a stay for credits", "a stay for money"]),
)
def test_the_payout_of_the_house_and_what_the_player_did(rich: Rich, before: str, stay: str) -> None:
    ana = rich(50_000)
    if before != "nothing":
        own = withdrawals.request_withdrawal(ana, uuid4(), 2_000)
        assert withdrawals.cancel_withdrawal(ana, own.pk)
    if stay != "no stay":
        currency = "EUR" if stay == "a stay for money" else "DEMO"
        table = table_open(currency=currency)
        PlaySession.objects.create(
            player=ana, table=table.pk, table_name=table.name, system=table.system, currency=currency,
            started=clock.now(),
        )  # fmt: skip
    begin_exclusion(ana, None)
    automatic_payouts.make_payouts()
    paid = Payment.objects.filter(player=ana, cause=Payment.Cause.EXCLUSION).first()
    assert (paid is None) == (stay == "a stay for money")
    if paid is not None:
        assert (paid.cents, balance(ana)) == (50_000, 0)
        assert not withdrawals.cancel_withdrawal(ana, paid.pk), "nobody takes back what the house pays out"
        assert balance(ana) == 0


@pytest.mark.parametrize(
    "first", [Adjustment.Status.ASKED, Adjustment.Status.DONE, Adjustment.Status.REFUSED]
)
def test_a_correction_like_an_earlier_one_is_its_own_unless_that_one_waits(rich: Rich, first: str) -> None:
    ana = rich(0)
    clerk, other = staff("caixa"), staff("caixa")
    one = adjustments.request_adjustment(ana, 1_000, "T-1", "counted twice", clerk)
    if first != Adjustment.Status.ASKED:
        verb = "approve" if first == Adjustment.Status.DONE else "refuse"
        take_step(adjustments.ADJUSTMENT, one.pk, verb, person=other)
    again = adjustments.request_adjustment(ana, 1_000, "T-1", "counted twice", clerk)
    assert (again.pk == one.pk) == (first == Adjustment.Status.ASKED)


@pytest.mark.parametrize("credited", ["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"])
def test_deposits_of_a_week_count_across_the_end_of_a_month(rich: Rich, credited: str) -> None:
    """The week of Wednesday, 2 December began on Monday, 30 November."""
    ana = rich(0)
    day = datetime.fromisoformat(f"{credited}T09:00:00").replace(tzinfo=clock.LISBON)
    with clock.at(day):
        payment = request_deposit(ana, uuid4(), 5_000)
        say(payment, "paid")
    wednesday = datetime(2026, 12, 2, 12, tzinfo=clock.LISBON)
    with clock.at(wednesday):
        found, pending = deposited_by_period(ana.pk, clock.now())
    assert pending == 0
    assert found == {
        "day": 5_000 * (credited == "2026-12-02"),
        "week": 5_000 * (credited >= "2026-11-30"),
        "month": 5_000 * (credited >= "2026-12-01"),
    }


@pytest.mark.parametrize(
    "currencies", [("EUR", "EUR"), ("EUR", "DEMO"), ("DEMO", "DEMO"), ("EUR", "EUR", "DEMO")]
)
def test_stakes_at_several_tables_are_one_sum_of_each_currency(
    rich: Rich, currencies: tuple[str, ...]
) -> None:
    ana, since = rich(0), clock.now() - timedelta(minutes=1)
    lying = [
        UnfinishedRound(
            number, f"Table {number}", "american-roulette", currency, 1, since, 100 * number, "running"
        )
        for number, currency in enumerate(currencies, 1)
    ]
    found = at_tables(ana, lying)
    for currency in ("EUR", "DEMO"):
        expected = sum(row.cents for row in lying if row.currency == currency)
        assert (found[currency].stakes if currency in found else 0) == expected


@pytest.mark.parametrize(("account", "before"), pairs(["old", "new"], ["0", "9999", "10000"]))
def test_a_withdrawal_counts_once_in_the_sum_of_its_day(
    rich: Rich, settings: Any, account: str, before: str
) -> None:
    """Whether it goes out at once, or has waited for its payment account."""
    settings.PAYMENT_ACCOUNT_WAIT_HOURS = 1
    ana, now = rich(100_000), clock.now()
    add_paid_withdrawal(ana)
    if int(before):
        assert withdrawals.request_withdrawal(ana, uuid4(), int(before)).status == Status.RELEASED
    if account == "new":
        PaymentAccount.objects.filter(player=ana).update(usable=now + timedelta(hours=1))
    payment = withdrawals.request_withdrawal(ana, uuid4(), 40_000)
    assert (payment.reason == "new-account") == (account == "new")
    with clock.at(now + timedelta(hours=2)):
        automatic_payouts.continue_waiting_withdrawals()
    payment = reload(payment)
    expected = ("held", "many") if int(before) + 40_000 >= 50_000 else ("released", "")
    assert (payment.status, payment.reason) == expected
