"""Payouts leave as files, each once, and the bank's answer settles them."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from lxml import etree

from players.identity.models import PaymentAccount
from players.models import Player
from players.shared import clock
from players.wallet.bank.models import PayoutBatch, PayoutOrder
from players.wallet.bank.payouts import write_due_batches
from players.wallet.cashier import gateway_requests, withdrawals
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.posting import Kind, lock_accounts, post
from players.wallet.models import Account
from tests.players.wallet.bank.conftest import pay, role, take_in
from tests.players.wallet.bank.files import IBAN

NAME = "{urn:iso:std:iso:20022:tech:xsd:pain.001.001.09}"


@pytest.fixture
def released(ana: Player, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Payment:
    """A withdrawal that may be sent. The worker's question about the record has tests of its own."""
    monkeypatch.setattr(withdrawals, "_may_be_sent", lambda payment: True)
    settings.PAYOUT_ROUTE, settings.PAYOUT_ACCOUNT, settings.PAYOUT_NAME = "batch", IBAN, "Casa"
    account = PaymentAccount.objects.create(
        player=ana, iban=IBAN, holder="Ana", owner="match", owner_answered=clock.now()
    )
    day = date(2026, 11, 10)
    pay(ana, 6_000, day)
    pay(ana, 1_000, day, withdrawal=True)  # the first one is for people
    payment = Payment.objects.create(
        pk=uuid4(),
        player=ana,
        direction="withdrawal",
        cents=2_000,
        status="released",
        account=account,
    )
    lock_accounts(ana.pk)
    post(Kind.WITHDRAWAL, payment.pk)
    GatewayRequest.objects.create(payment=payment, kind=GatewayRequest.Kind.PAY_OUT)
    return payment


def answer(batch: PayoutBatch, state: str, reference: str = "") -> bytes:
    order = (
        f"<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>{reference}</OrgnlEndToEndId><TxSts>{state}</TxSts>"
        "</TxInfAndSts></OrgnlPmtInfAndSts>"
    )
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts>'
        f"<OrgnlMsgId>{batch.number}</OrgnlMsgId><GrpSts>{state}</GrpSts></OrgnlGrpInfAndSts>"
        f"{order if reference else ''}</CstmrPmtStsRpt></Document>"
    ).encode()


def test_a_payout_leaves_in_one_file_only(released: Payment) -> None:
    assert gateway_requests.send_due_requests() == 0
    (batch,) = write_due_batches()
    assert write_due_batches() == []
    document = etree.fromstring(batch.content.encode())
    assert [element.text for element in document.iter(f"{NAME}EndToEndId")] == [released.pk.hex]
    released.refresh_from_db()
    assert (released.status, released.next_query) == ("sent", None)


def test_the_answer_paid_lets_the_money_leave_the_ledger_once(released: Payment) -> None:
    (batch,) = write_due_batches()
    assert take_in(answer(batch, "ACSP")).state == "imported"
    assert PayoutOrder.objects.get().answer == "accepted"
    assert take_in(answer(batch, "ACSC", released.pk.hex)).state == "imported"
    released.refresh_from_db()
    assert (released.status, PayoutOrder.objects.get().answer) == ("paid", "paid")
    assert Account.objects.get(kind="withdrawal", currency="EUR").balance == 0
    take_in(answer(batch, "RJCT", released.pk.hex))
    released.refresh_from_db()
    assert (released.status, PayoutOrder.objects.get().answer) == ("paid", "paid")


def test_a_rejected_payout_comes_back_to_the_wallet(released: Payment, ana: Player) -> None:
    (batch,) = write_due_batches()
    take_in(answer(batch, "RJCT", released.pk.hex))
    released.refresh_from_db()
    assert released.status == "failed"
    assert Account.objects.get(kind="wallet", currency="EUR", player=ana).balance == 5_000


def test_an_answer_about_something_else_is_refused_and_settles_nothing(released: Payment) -> None:
    (batch,) = write_due_batches()
    assert take_in(answer(batch, "ACSC", "f" * 32)).refusal == "unknown-payout"
    batch.number = "P0"
    assert take_in(answer(batch, "ACSC", released.pk.hex)).refusal == "unknown-payout"
    released.refresh_from_db()
    assert released.status == "sent"


def test_an_instant_order_is_a_file_of_its_own_and_the_worker_may_write_it(
    released: Payment, settings: Any
) -> None:
    settings.PAYOUT_ROUTE = "instant"
    with role("house_worker"):
        (batch,) = write_due_batches()
    assert batch.instant and "INST" in batch.content
