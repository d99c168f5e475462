"""A response of the payment gateway is valid only for its own request: one payment, one amount, one
direction. The attacker is between the two.
"""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.audit.models import Line
from players.models import Player
from players.shared import signed_http
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import cancel_deposit, request_deposit
from players.wallet.cashier.gateway import HttpGateway, OpenedPayment, is_payment_page
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from tests.live_table import balance, players_with
from tests.sandbox_cashier import known, reload

pytestmark = pytest.mark.django_db
STATUS = "/api/v2/payments/status?merchantTransactionId="
Answer = tuple[int, dict[str, str], bytes]


class Attacker(ThreadingHTTPServer):
    """Forwards what the house asks, records what the gateway answers, and may answer in its place."""

    def __init__(self, gateway: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.gateway = gateway
        self.recorded: dict[str, Answer] = {}
        self.answers: dict[str, Answer] = {}
        self.reflects: set[str] = set()


class Handler(BaseHTTPRequestHandler):
    server: Attacker

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Silent."""

    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        header = {signed_http.HEADER: self.headers[signed_http.HEADER]}
        if self.path in self.server.reflects:
            answer: Answer = (200, header, body)
        elif self.path in self.server.answers:
            answer = self.server.answers[self.path]
        else:
            answer = self.server.recorded[self.path] = self.forward(body)
        self.send_response(answer[0])
        for name, value in (answer[1] | {"Content-Length": str(len(answer[2]))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer[2])

    do_GET = do_POST = handle_any  # noqa: N815

    def forward(self, body: bytes) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.gateway, timeout=5)
        connection.request(self.command, self.path, body or None, dict(self.headers))
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, {signed_http.HEADER: response.headers.get(signed_http.HEADER, "")}, content


@pytest.fixture
def attacker(sandbox: SandboxServer, settings: Any) -> Iterator[Attacker]:
    server = Attacker(sandbox.server_address[1])
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    settings.GATEWAY_URL = f"http://127.0.0.1:{server.server_address[1]}"
    yield server
    server.shutdown()
    server.server_close()


def opened(player: Player, cents: int = 5_000) -> Payment:
    payment = request_deposit(player, uuid4(), cents)
    assert gateway_requests.send_due_requests() == 1
    return reload(payment)


def not_followed() -> int:
    return Line.objects.filter(kind="payments.word-not-followed").count()


def test_an_honest_answer_credits(attacker: Attacker, sandbox: SandboxServer, ana: Player) -> None:
    payment = opened(ana)
    sandbox.state.end(str(payment.pk), "paid")
    assert gateway_requests.reconcile_payment(payment.pk)
    assert balance(ana) == 5_000


def test_a_response_about_another_payment_credits_no_account(
    attacker: Attacker,
    sandbox: SandboxServer,
    ana: Player,
) -> None:
    """Red before: an answer said `paid` and not of what, so the answer about one payment credited another."""
    small, large = opened(ana, 1_000), opened(known(players_with(0, 1)[0]), 900_000)
    sandbox.state.end(str(small.pk), "paid")
    assert gateway_requests.reconcile_payment(small.pk)
    attacker.answers[STATUS + str(large.pk)] = attacker.recorded[STATUS + str(small.pk)]
    assert not gateway_requests.reconcile_payment(large.pk)
    assert balance(large.player) == 0 and reload(large).status == "pending"


@pytest.mark.parametrize(
    ("field", "value"), [("cents", 499_900), ("cents", 4_999), ("kind", "payout"), ("status", "stolen")]
)
def test_a_response_with_another_amount_or_direction_credits_no_account(
    attacker: Attacker,
    sandbox: SandboxServer,
    ana: Player,
    field: str,
    value: Any,
) -> None:
    """Red before: the amount and the direction that the gateway knows were not compared."""
    payment = opened(ana)
    sandbox.state.end(str(payment.pk), "paid")
    sandbox.state.data["payments"][str(payment.pk)][field] = value
    assert not gateway_requests.reconcile_payment(payment.pk)
    assert balance(ana) == 0 and reload(payment).status == "pending"
    assert not_followed() == (0 if field == "status" else 1)
    sandbox.state.data["payments"][str(payment.pk)] |= {"cents": 5_000, "kind": "deposit", "status": "paid"}
    assert gateway_requests.reconcile_payment(payment.pk) and balance(ana) == 5_000


def test_a_player_is_not_redirected_to_another_payment(attacker: Attacker, ana: Player) -> None:
    """Red before: the page to pay on came from whichever deposit the answer was about."""
    theirs = opened(known(players_with(0, 1)[0]))
    attacker.answers["/api/v2/payments"] = attacker.recorded["/api/v2/payments"]
    mine = request_deposit(ana, uuid4(), 5_000)
    assert gateway_requests.send_due_requests() == 0
    assert reload(mine).url == "" and reload(mine).reference != theirs.reference


PAGES = [
    ("https://evil.example/pay", False),
    ("https://pay.example/1", True),
    ("https://pay.example.evil.example/1", False),
    ("https://pay.example@evil.example/1", False),
    ("https://pay.example:8443/1", False),
    ("http://pay.example/1", False),
    ("https://[::1", False),
    ("javascript:alert(1)", False),
    ("//evil.example", False),
]


@pytest.mark.parametrize(("page", "is_listed"), PAGES)
def test_a_player_is_led_to_listed_hosts_alone(
    attacker: Attacker, ana: Player, settings: Any, page: str, is_listed: bool
) -> None:
    """Red before: any address with https was followed, from the gateway as from a row that was rewritten."""
    settings.PAYMENT_PAGES = ["pay.example"]
    assert is_payment_page(page) is is_listed
    payment = request_deposit(ana, uuid4(), 5_000)
    Payment.objects.filter(pk=payment.pk).update(status="pending", url=page)
    client = Client()
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    shown = client.get(f"/account/payments/{payment.pk}/?pay=1")
    assert shown.status_code == 200
    assert (shown.context["page"], shown.context["forward"]) == ((page, page) if is_listed else ("", ""))
    assert is_listed or "http-equiv" not in shown.content.decode()


def test_an_answer_with_a_foreign_page_is_refused(
    attacker: Attacker, ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        HttpGateway, "deposit", lambda *_, **__: OpenedPayment("a reference", "https://evil.example/pay")
    )
    payment = request_deposit(ana, uuid4(), 5_000)
    assert gateway_requests.send_due_requests() == 0
    assert reload(payment).url == ""


def test_our_own_request_sent_back_is_no_answer(attacker: Attacker, ana: Player) -> None:
    """Red before: both sides sign with one key, so a request counted as its own answer, and the gateway never
    heard it.
    """
    payment = opened(ana)
    assert cancel_deposit(ana, payment.pk)
    attacker.reflects.add(f"/api/v2/payments/{payment.reference}/cancellation")
    assert gateway_requests.send_due_requests() == 0
    assert GatewayRequest.objects.get(payment=payment, kind="cancel").done is None


def test_an_answer_that_leads_elsewhere_is_not_followed(
    attacker: Attacker,
    sandbox: SandboxServer,
    ana: Player,
    settings: Any,
) -> None:
    """Red before: the house went wherever a redirect pointed, and read files."""
    payment = opened(ana)
    sandbox.state.end(str(payment.pk), "paid")
    elsewhere = f"http://127.0.0.1:{sandbox.server_address[1]}{STATUS}{payment.pk}"
    attacker.answers[STATUS + str(payment.pk)] = (302, {"Location": elsewhere}, b"")
    assert not gateway_requests.reconcile_payment(payment.pk)
    assert balance(ana) == 0
    for address in ("file:///etc/passwd", "ftp://127.0.0.1/x", "data:application/json,{}"):
        with pytest.raises(signed_http.UnreachableError, match="not an HTTP URL"):
            signed_http.request_json(address, bytes(32), None)
