"""Withdrawals: debited at once, held for review by rule, paid to the player's account, returned on
failure.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction

from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.identity.models import Identity, PaymentAccount
from players.inbox.models import Message
from players.models import Person, Player, PlaySession
from players.protection.exclusions import begin_exclusion
from players.shared import clock
from players.wallet import ledger
from players.wallet.cashier import adjustments, automatic_payouts, gateway_requests
from players.wallet.cashier.adjustments import ADJUSTMENT
from players.wallet.cashier.admin import PaymentAdmin
from players.wallet.cashier.models import Adjustment, GatewayRequest, Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawals import (
    NotHeld,
    cancel_withdrawal,
    decide_withdrawal,
    request_withdrawal,
)
from players.wallet.methods import wire
from players.wallet.models import Account
from tests.live_table import balance, players_with
from tests.sandbox_cashier import IBAN, deliver_notification, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]


def test_money_goes_to_the_current_payment_account(rich: Rich) -> None:
    ana = rich(20_000)
    PaymentAccount.objects.filter(player=ana).update(until=clock.now())
    newer = "PT50003500010000000000000"
    PaymentAccount.objects.create(player=ana, iban=newer, holder="Ana Martins")
    assert request_withdrawal(ana, uuid4(), 2_000).payee.iban == newer != IBAN


def staff(name: str) -> Person:
    person = Person.objects.create_user(f"{name}-{uuid4().hex[:6]}@feltro.example", "x", is_staff=True)
    person.groups.add(Group.objects.get(name="cashier"))
    return person


def outgoing() -> int:
    return Account.objects.filter(kind="withdrawal").values_list("balance", flat=True).first() or 0


def add_paid_withdrawal(player: Player) -> None:
    """Adds an earlier withdrawal, so the next one is not the first."""
    Payment.objects.create(
        id=uuid4(),
        player=player,
        direction="withdrawal",
        cents=100,
        status="paid",
        made=clock.now() - timedelta(days=9),
    )


def notify(sandbox: SandboxServer, payment: Payment, status: str) -> str:
    content = wire.notification(
        number=f"n-{uuid4().hex}",
        payment=str(payment.pk),
        status=status,
        cents=payment.cents,
        kind=wire.PAYOUT,
    )
    return deliver_notification(sandbox, json.dumps(content).encode())


def test_the_first_withdrawal_is_held_released_sent_and_paid(rich: Rich, sandbox: SandboxServer) -> None:
    ana = rich(10_000)
    payment = request_withdrawal(ana, uuid4(), 4_000)
    assert (payment.status, payment.reason, payment.payee.iban, payment.before, payment.after) == (
        "held",
        "first",
        IBAN,
        10_000,
        6_000,
    )
    assert (balance(ana), outgoing()) == (6_000, 4_000) and gateway_requests.send_due_requests() == 0
    decide_withdrawal(payment.pk, staff("caixa"), "release", "documento confere")
    assert (
        reload(payment).status == "released"
        and gateway_requests.send_due_requests() == 1
        and reload(payment).status == "sent"
    )
    assert sandbox.state.payment(str(payment.pk))["iban"] == IBAN
    assert notify(sandbox, payment, "pending") == "known"
    assert notify(sandbox, payment, "paid") == "settled" and notify(sandbox, payment, "paid") == "known"
    assert (reload(payment).status, balance(ana), outgoing(), ledger.total()["EUR"]) == ("paid", 6_000, 0, 0)
    kinds = list(Message.objects.filter(player=ana).order_by("id").values_list("kind", flat=True))
    assert kinds == ["withdrawal-asked", "withdrawal-released", "withdrawal-paid"]
    assert noted_steps(payment) == ["withdrawals.asked", "withdrawals.paid", "withdrawals.released"]


def noted_steps(payment: Payment) -> list[str]:
    """The kinds of the payment's lines in the log. Each has the amount, the kind of transaction, and to which
    instrument.  [903-B 5.4.2.7]
    """
    payment = reload(payment)
    lines = list(Line.objects.filter(about=f"payment:{payment.pk}"))
    for line in lines:
        assert (line.details["cents"], line.details["method"]) == (payment.cents, payment.method), line.kind
        assert line.details["instrument"] == (payment.instrument or payment.payee.iban)[-4:], line.kind
    assert payment.method
    return sorted(line.kind for line in lines)


def test_each_way_in_which_a_withdrawal_ends_is_logged_with_its_instrument(
    rich: Rich, sandbox: SandboxServer
) -> None:
    """Red before: the request, the decision and a cancelled withdrawal had the amount alone."""
    ana = rich(10_000)
    cancelled = request_withdrawal(ana, uuid4(), 1_000)
    assert cancel_withdrawal(ana, cancelled.pk)
    assert noted_steps(cancelled) == ["withdrawals.asked", "withdrawals.cancelled"]
    refused = request_withdrawal(ana, uuid4(), 1_000)
    decide_withdrawal(refused.pk, staff("caixa"), "refuse", "documento em falta")
    assert noted_steps(refused) == ["withdrawals.asked", "withdrawals.refused"]


def test_a_small_withdrawal_is_released_automatically_and_returns_on_failure(
    rich: Rich, sandbox: SandboxServer
) -> None:
    ana = rich(10_000)
    add_paid_withdrawal(ana)
    payment = request_withdrawal(ana, uuid4(), 4_000)
    assert payment.status == "released" and gateway_requests.send_due_requests() == 1
    assert notify(sandbox, payment, "failed") == "settled" and (balance(ana), outgoing()) == (10_000, 0)
    assert notify(sandbox, payment, "failed") == "known"
    assert notify(sandbox, payment, "paid") == "contradiction"
    assert (balance(ana), outgoing()) == (10_000, 0), "the contradiction is recorded and nothing moves twice"
    assert Line.objects.filter(kind="payments.word-not-followed").count() == 1


def test_many_small_withdrawals_in_a_day_are_held(rich: Rich) -> None:
    ana = rich(100_000)
    add_paid_withdrawal(ana)
    assert [request_withdrawal(ana, uuid4(), 20_000).reason for _ in range(3)] == ["", "", "many"]


def test_above_the_second_threshold_two_people_must_release(rich: Rich) -> None:
    ana = rich(600_000)
    payment, one = request_withdrawal(ana, uuid4(), 500_000), staff("um")
    assert payment.reason == "two-people"
    decide_withdrawal(payment.pk, one, "release", "visto")
    assert reload(payment).status == "held"
    with pytest.raises(NotHeld):
        decide_withdrawal(payment.pk, one, "release", "outra vez")
    decide_withdrawal(payment.pk, staff("dois"), "release", "visto")
    assert (
        reload(payment).status == "released" and GatewayRequest.objects.get(payment=payment).kind == "pay-out"
    )


def test_a_refused_withdrawal_returns_with_the_reason(rich: Rich) -> None:
    ana = rich(10_000)
    payment = request_withdrawal(ana, uuid4(), 4_000)
    with pytest.raises(NotHeld):
        decide_withdrawal(payment.pk, staff("caixa"), "refuse", " ")
    decide_withdrawal(payment.pk, staff("caixa"), "refuse", "conta por confirmar")
    assert (reload(payment).status, balance(ana), outgoing()) == ("declined", 10_000, 0)
    assert str(reload(payment).get_status_display()) == "recusado pela casa"
    assert Message.objects.get(kind="withdrawal-refused").details["reason"] == "conta por confirmar"


def test_the_player_can_cancel_until_it_is_sent(rich: Rich) -> None:
    ana, other = rich(10_000), rich(0)
    payment = request_withdrawal(ana, uuid4(), 4_000)
    assert not cancel_withdrawal(other, payment.pk)
    assert cancel_withdrawal(ana, payment.pk) and not cancel_withdrawal(ana, payment.pk)
    assert (balance(ana), outgoing()) == (10_000, 0)
    add_paid_withdrawal(ana)
    sent = request_withdrawal(ana, uuid4(), 4_000)
    gateway_requests.send_due_requests()
    assert not cancel_withdrawal(ana, sent.pk) and (balance(ana), outgoing()) == (6_000, 4_000)


def test_an_unverified_player_cannot_withdraw_and_the_attempt_is_recorded(rich: Rich) -> None:
    """P07."""
    ana = rich(10_000)
    Identity.objects.filter(player=ana).update(state="documents")
    payment = request_withdrawal(ana, uuid4(), 4_000)
    assert (payment.status, payment.reason, balance(ana)) == ("refused", "unverified", 10_000)
    assert Line.objects.get(player=ana).kind == "withdrawals.refused"


@pytest.mark.parametrize(("cents", "reason"), [(10_001, "not-enough"), (999, "below-withdrawal")])
def test_bounds_of_a_withdrawal(rich: Rich, cents: int, reason: str) -> None:
    assert request_withdrawal(rich(10_000), uuid4(), cents).reason == reason
    assert request_withdrawal(rich(7), uuid4(), 7).status == "held"


def test_outgoing_money_is_never_below_zero(rich: Rich) -> None:
    account = ledger.open_ledger_account(kind="withdrawal", currency="EUR")
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    with pytest.raises(IntegrityError, match="players_money_never_below_zero"), transaction.atomic():
        ledger.write([ledger.Move(uuid4(), "withdrawal-paid", account, cash, "EUR", 1)])


def test_decisions_and_amounts_of_payments_cannot_be_changed(rich: Rich) -> None:
    payment = request_withdrawal(rich(10_000), uuid4(), 4_000)
    decide_withdrawal(payment.pk, staff("caixa"), "release", "visto")
    for sql in (
        "UPDATE cashier_payment SET cents = 1",
        "DELETE FROM cashier_decision",
        "UPDATE cashier_notification SET body = ''",
    ):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)


# --- automatic payouts


def test_an_exclusion_without_end_pays_the_balance_out_and_closes_the_account(
    rich: Rich, sandbox: SandboxServer
) -> None:
    """P10."""
    ana = rich(10_000)
    session = PlaySession.objects.create(
        player=ana, table=1, table_name="x", system="american-roulette", currency="EUR", started=clock.now()
    )
    begin_exclusion(ana, None)
    assert automatic_payouts.make_payouts() == 0, "an open session is finished first"
    PlaySession.objects.filter(pk=session.pk).update(ended=clock.now())
    assert automatic_payouts.make_payouts() == 1 and automatic_payouts.make_payouts() == 0
    payment = Payment.objects.get(player=ana)
    assert (payment.cents, payment.cause, payment.status, balance(ana)) == (10_000, "exclusion", "held", 0)
    ana.refresh_from_db()
    assert ana.status == "closed"
    assert "exclusion-without-end" in Message.objects.filter(player=ana).values_list("kind", flat=True)
    decide_withdrawal(payment.pk, staff("caixa"), "release", "exclusão")
    gateway_requests.send_due_requests()
    assert notify(sandbox, payment, "paid") == "settled" and outgoing() == 0


def test_a_closed_account_is_paid_out_once_and_a_failed_payout_is_not_repeated(
    rich: Rich, sandbox: SandboxServer
) -> None:
    ana = rich(10_000)
    Player.objects.filter(pk=ana.pk).update(status="closed")
    assert automatic_payouts.make_payouts() == 1
    payment = Payment.objects.get(player=ana)
    decide_withdrawal(payment.pk, staff("caixa"), "release", "conta encerrada")
    gateway_requests.send_due_requests()
    notify(sandbox, payment, "failed")
    assert balance(ana) == 10_000 and automatic_payouts.make_payouts() == 0


# --- corrections


def test_the_reason_of_a_hold_stays_after_the_release(rich: Rich) -> None:
    ana, clerk = rich(100_000), staff("um")
    payment = request_withdrawal(ana, uuid4(), 10_000)
    assert (payment.status, payment.held) == ("held", "first")
    decide_withdrawal(payment.pk, clerk, "release", "the account is the player's own")
    payment.refresh_from_db()
    assert (payment.status, payment.reason, payment.held) == ("released", "", "first")
    assert PaymentAdmin(Payment, admin.site).held_display(payment) == reason_text("first")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Payment.objects.filter(pk=payment.pk).update(held="")


def test_P03_a_correction_needs_a_ticket_a_reason_and_a_second_person(rich: Rich) -> None:
    ana, one, two = rich(1_000), staff("um"), staff("dois")
    adjustment = adjustments.request_adjustment(ana, 250, "T-17", "erro de leitura", one)
    with pytest.raises(SecondPersonRequired):
        take_step(ADJUSTMENT, adjustment.pk, "approve", person=one)
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjustment.objects.filter(pk=adjustment.pk).update(status="done", decided_by=one)
    assert balance(ana) == 1_000
    done = take_step(ADJUSTMENT, adjustment.pk, "approve", person=two)
    assert (done.before, done.after, balance(ana), ledger.total()["EUR"]) == (1_000, 1_250, 1_250, 0)
    with pytest.raises(AlreadyDecided):
        take_step(ADJUSTMENT, adjustment.pk, "approve", person=two)
    with pytest.raises(IntegrityError), transaction.atomic():
        adjustments.request_adjustment(ana, 250, "", "", one)


def test_a_correction_cannot_exceed_the_balance(rich: Rich) -> None:
    """P02, P31."""
    ana, one, two = rich(1_000), staff("um"), staff("dois")
    adjustment = adjustments.request_adjustment(ana, -1_001, "T-18", "pagamento a mais", one)
    with pytest.raises(adjustments.BalanceTooLow):
        take_step(ADJUSTMENT, adjustment.pk, "approve", person=two)
    assert balance(ana) == 1_000
    assert (
        take_step(ADJUSTMENT, adjustment.pk, "refuse", person=two).status == "refused"
        and balance(ana) == 1_000
    )


def test_a_correction_alone_credits_nothing(rich: Rich) -> None:
    ((other,), person) = players_with(0, 1), staff("um")
    adjustments.request_adjustment(other, 10_000, "T-19", "cortesia", person)
    assert balance(other) == 0
