"""The fields of a card: a frame of the payment service on the page of one payment, and nowhere else.

What is typed there is the service's. The house keeps a token and four digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import requests
from django.test import Client

from players.models import Player
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.sandbox import answers
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.sandbox.state import ASKS_FOR_PROOF, CARDS
from tests.live_table import balance
from tests.players.wallet.cashier.test_cashier_pages import client_of
from tests.sandbox_cashier import reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox", "valkey_url")]
PLAIN = CARDS[0]
TYPED = {"number": "4000 0000 0006 4321", "expires": "12/39", "code": "123", "outcome": "pay"}
Rich = Callable[[int], Player]


def opened(player: Player, method: str = "card", instrument: str = "") -> Payment:
    payment = request_deposit(player, uuid4(), 5_000, method=method, instrument=instrument)
    assert gateway_requests.send_due_requests() == 1
    return reload(payment)


def page_of(client: Client, payment: Payment, query: str = "") -> tuple[str, str]:
    """The page of a payment, and its policy."""
    answer = client.get(f"/account/payments/{payment.pk}/{query}")
    return answer.content.decode(), answer["Content-Security-Policy"]


def test_the_page_of_a_card_payment_alone_may_show_the_frame(rich: Rich) -> None:
    ana = rich(0)
    client, card, reference = client_of(ana, "en"), opened(ana), opened(ana, "multibanco")
    html, policy = page_of(client, card)
    fields = urlsplit(card.instructions["fields"])
    assert f'data-address="{card.instructions["fields"]}"' in html
    assert f"frame-src {fields.scheme}://{fields.netloc}" in policy.split("; ")
    for path in ("cashier/", "deposit/", f"payments/{reference.pk}/"):
        assert "frame-src" not in client.get(f"/account/{path}")["Content-Security-Policy"], path
    Payment.objects.filter(pk=card.pk).update(status="failed")
    html, policy = page_of(client, card)
    assert "card-fields" not in html and "frame-src" not in policy


def test_without_scripts_the_payer_is_led_to_the_service(rich: Rich) -> None:
    ana = rich(0)
    client, card = client_of(ana, "en"), opened(ana)
    onward = f'<meta http-equiv="refresh" content="0; url={card.url}">'
    html, _ = page_of(client, card, "?pay=1")
    assert f"<noscript>{onward}</noscript>" in html
    Payment.objects.filter(pk=card.pk).update(instructions={})
    html, _ = page_of(client, card, "?pay=1")
    assert onward in html and "<noscript>" not in html, "a service without fields leads everybody there"


@pytest.mark.parametrize(
    "address", ["https://thief.example/fields", "//thief.example", "javascript:alert(1)"]
)
def test_a_frame_of_a_foreign_host_is_never_shown(rich: Rich, address: str) -> None:
    """The row may have been written by a process that was taken over."""
    ana = rich(0)
    client, card = client_of(ana, "en"), opened(ana)
    Payment.objects.filter(pk=card.pk).update(instructions={"fields": address})
    html, policy = page_of(client, card)
    assert "thief" not in html + policy and "frame-src" not in policy


@pytest.mark.parametrize("address", ["https://thief.example/fields", 7, "https://a.example/" + "x" * 300])
def test_an_answer_that_names_foreign_fields_opens_nothing(
    sandbox: SandboxServer, rich: Rich, monkeypatch: pytest.MonkeyPatch, address: object
) -> None:
    started = answers.started
    monkeypatch.setattr(answers, "started", lambda *what: {**started(*what), "fieldsUrl": address})
    payment = request_deposit(rich(0), uuid4(), 5_000, method="card")
    assert gateway_requests.send_due_requests() == 0
    assert reload(payment).status == "asked" and reload(payment).instructions == {}
    assert GatewayRequest.objects.get().trouble


def test_the_service_lets_the_house_alone_frame_the_fields(rich: Rich, settings: Any) -> None:
    ana = rich(0)
    answer = requests.get(opened(ana).instructions["fields"], timeout=10)
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert f"frame-ancestors {settings.HOUSE_URL}" in policy and "default-src 'none'" in policy
    assert f'data-house="{settings.HOUSE_URL}"' in answer.text
    other = opened(ana, "multibanco")
    foreign = requests.get(other.url.replace("/pay/", "/fields/"), timeout=10)
    assert "<form" not in foreign.text, "other methods have no fields"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("number", ""), ("number", "4000000000064322"), ("number", "5555 5555 5555 4444"), ("number", "<b>"),
        ("expires", "13/39"), ("expires", "01/20"), ("expires", ""), ("code", "12"), ("code", "1234"),
        ("code", "abc"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_at_its_field_and_pays_nothing(
    sandbox: SandboxServer, rich: Rich, field: str, typed: str
) -> None:
    payment = opened(rich(0))
    answer = requests.post(payment.instructions["fields"], {**TYPED, field: typed}, timeout=10)
    assert answer.status_code == 422
    assert re.findall(r"id=(\w+)-mistake role=alert", answer.text) == [field]
    assert f"aria-describedby={field}-mistake" in answer.text and "<b>" not in answer.text
    assert not gateway_requests.reconcile_payment(payment.pk)


def test_a_paid_card_leaves_a_token_and_four_digits(sandbox: SandboxServer, rich: Rich) -> None:
    ana = rich(0)
    payment = opened(ana)
    answer = requests.post(payment.instructions["fields"], TYPED, timeout=10)
    assert answer.url.endswith(f"/fields/{payment.reference}"), "the frame stays where it is"
    assert 'data-token="tok-4321" data-ended' in answer.text
    assert gateway_requests.reconcile_payment(payment.pk)
    kept = reload(payment)
    assert (kept.status, kept.instrument, kept.token) == ("paid", "···· 4321", "tok-4321")
    assert balance(ana) == 5_000
    stored = sandbox.state.path.read_text() + repr([*Payment.objects.values()])
    assert PLAIN not in stored and TYPED["number"] not in stored


@pytest.mark.parametrize(
    ("outcome", "reason", "status"),
    [("pay", "", "paid"), ("fail", "declined-proof", "failed"), ("fail", "declined-by-payer", "failed")],
)
def test_a_card_whose_bank_asks_is_not_paid_before_the_confirmation(
    sandbox: SandboxServer, rich: Rich, outcome: str, reason: str, status: str
) -> None:
    payment = opened(rich(0))
    fields = payment.instructions["fields"]
    asked = requests.post(fields, {**TYPED, "number": ASKS_FOR_PROOF}, timeout=10)
    assert "3-D Secure" in asked.text and "data-ended" not in asked.text
    assert not gateway_requests.reconcile_payment(payment.pk)
    ended = requests.post(fields, {"outcome": outcome, "reason": reason}, timeout=10)
    assert f'data-token="{"tok-9876" if status == "paid" else ""}" data-ended' in ended.text
    assert gateway_requests.reconcile_payment(payment.pk)
    assert (reload(payment).status, reload(payment).reason) == (status, reason)
