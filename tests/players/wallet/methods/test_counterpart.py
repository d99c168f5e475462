"""What the house and its sandbox say, beside pysibs: a client of SIBS' API that others wrote.

It is young and no oracle; where it reads a word otherwise, the difference stands here.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pysibs
import pytest
from pysibs import PaymentStatus, _payloads
from pysibs.enums import normalize_payment_status
from pysibs.exceptions import SIBSInvalidWebhookSignature

from players.models import Player
from players.wallet.cashier.gateway import HttpGateway, _merchant
from players.wallet.cashier.sandbox import answers
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.methods import wire
from players.wallet.methods.drivers import DRIVERS, Order
from tests.players.wallet.methods.test_methods import PHONE, opened

KEY = bytes(range(32))
PAYMENT = "0b4f6a63-bcee-42ef-93d2-bf7b20efc806"
SETTLED = {"captured": "paid", "pending": "pending", "action_required": "pending"}
# We know this word of a payment that is on its way, and pysibs does not.
UNKNOWN = {"InProcessing"}


def order() -> Order:
    now = datetime(2026, 11, 29, 21, 0, tzinfo=UTC)
    return Order(PAYMENT, 5_000, now + timedelta(minutes=4), now, PHONE, "https://house.example/", "pt")


@pytest.mark.parametrize("status", ["pending", "paid", "failed"])
def test_it_opens_the_notifications_of_the_sandbox(status: str) -> None:
    content = wire.notification(
        number="n-1", payment=PAYMENT, status=status, cents=5_000, transaction="SBX-1", method="MBWAY"
    )
    body, headers = wire.seal_notification(KEY, content)
    secret = base64.b64encode(KEY).decode()
    read = pysibs.decrypt_webhook(body, headers[wire.IV_HEADER], headers[wire.TAG_HEADER], secret)
    assert read == content
    event = pysibs.parse_webhook(read)
    assert (event.notification_id, event.payment_id, event.merchant_transaction_id, event.payment_method) == (
        "n-1", "SBX-1", PAYMENT, "MBWAY",
    )  # fmt: skip
    assert SETTLED.get(event.status.value, "failed") == status
    ours = msgspec.convert(read, wire.Notification)
    assert pysibs.build_acknowledgement(event) == wire.acknowledgement(ours.notification_id)


def test_neither_opens_what_was_changed_on_the_way() -> None:
    body, headers = wire.seal_notification(KEY, {"a": 1})
    changed = base64.b64encode(bytes([base64.b64decode(body)[0] ^ 1]) + base64.b64decode(body)[1:])
    assert wire.open_notification(KEY, changed, headers) is None
    with pytest.raises(SIBSInvalidWebhookSignature):
        pysibs.decrypt_webhook(changed, headers[wire.IV_HEADER], headers[wire.TAG_HEADER], KEY)


def test_each_word_for_a_state_means_the_same_for_money() -> None:
    for word, ours in wire.STATUSES.items():
        theirs = normalize_payment_status(word)
        if word in UNKNOWN:
            assert theirs == PaymentStatus.UNKNOWN
        else:
            assert SETTLED.get(theirs.value, "failed") == ours, word


def test_a_deposit_is_asked_with_the_same_fields() -> None:
    theirs = _payloads.build_create_payment_payload(
        _payloads.prepare_payment_request(
            amount="50.00",
            currency="EUR",
            merchant_transaction_id=PAYMENT,
            description=PAYMENT,
            return_url=None,
            cancel_url=None,
            payment_methods=["MBWAY"],
            transaction_type="PURS",
            tokenize=False,
            require_https=True,
        ),
        terminal_id="1",
    )
    assert theirs["merchant"] == _merchant(PAYMENT)
    asked = gateway_body()
    assert set(theirs["transaction"]) == set(asked["transaction"])
    for field in ("description", "moto", "paymentType", "paymentMethod"):
        assert theirs["transaction"][field] == asked["transaction"][field]
    amounts = [float(body["transaction"]["amount"]["value"]) for body in (theirs, asked)]
    assert amounts == [50.0, 50.0], "we send the digits as text, so that no number is rounded"
    assert _payloads.build_mbway_payload(PHONE) == DRIVERS["mb-way"].step_body(order())


def gateway_body() -> dict[str, Any]:
    """What the house sends to open a deposit."""
    sent: list[dict[str, Any]] = []

    class Listening(HttpGateway):
        def _request(self, payment_id: Any, path: str, key: Any, body: Any) -> dict[str, Any]:
            sent.append(body)
            return {"transactionID": "SBX-1", "amount": wire.amount(5_000)}

    Listening().deposit("mb-way", order())
    return sent[0]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["mb-way", "multibanco", "card"])
def test_it_reads_what_the_sandbox_answers(sandbox: SandboxServer, ana: Player, method: str) -> None:
    payment = opened(ana, method)
    row = sandbox.state.data["payments"][str(payment.pk)]
    created = _payloads.parse_create_payment_response(answers.started(row, "https://pay.example"))
    assert (created.id, created.status) == (payment.reference, PaymentStatus.PENDING)
    assert created.redirect_url == f"https://pay.example/pay/{payment.reference}"
    if method == "multibanco":
        reference = created.payment_reference
        assert reference is not None
        assert {"entity": reference.entity, "reference": reference.reference} == {
            name: payment.instructions[name] for name in ("entity", "reference")
        }
    sandbox.state.end(str(payment.pk), "paid")
    answer = answers.status(sandbox.state.data["payments"][str(payment.pk)], str(payment.pk))
    paid = _payloads.parse_card_response(answer, str(payment.pk))
    assert (paid.payment_id, paid.status) == (payment.reference, PaymentStatus.CAPTURED)
    if method == "card":
        assert paid.token is not None and paid.token.value == "tok-4321"
        assert str(paid.token.masked_pan).endswith("4321")
