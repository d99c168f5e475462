"""The cashier with the sandbox gateway on its own port; players with a verified identity and a payment
account.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from players.identity.models import Acceptance, Identity, PaymentAccount
from players.identity.registration import terms
from players.models import Person, Player
from players.protection.models import Habits
from players.shared import clock
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.funds_protection import protection_text, protection_version
from players.wallet.cashier.gateway_notifications import receive_notification
from players.wallet.cashier.models import Ceiling, Payment, ProtectionConfirmation
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.sandbox.state import SandboxState
from players.wallet.methods import wire
from tests.live_table import players_with

KEYS = {
    "gateway": bytes(range(32)),
    "register": bytes(range(32, 64)),
    "payout": bytes(range(64, 96)),
}
IBAN = "PT50000201231234567890154"


@pytest.fixture
def sandbox(tmp_path: Path, settings: Any) -> Iterator[SandboxServer]:
    """The gateway answers requests. Its notifications wait until a test delivers them."""
    server = SandboxServer(SandboxState(tmp_path / "sandbox.json"), "http://127.0.0.1:9", KEYS)
    server.server_address = ("127.0.0.1", 0)
    server.server_bind()
    server.server_activate()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    settings.GATEWAY_URL, settings.GATEWAY_KEY = url, KEYS["gateway"]
    settings.PAYOUT_KEY = KEYS["payout"]
    settings.REGISTER_URL, settings.REGISTER_KEY = f"{url}/register", KEYS["register"]
    settings.HOUSE_URL = "http://house.example"
    yield server
    server.shutdown()
    server.server_close()


def deliver_notification(sandbox: SandboxServer, body: bytes) -> str:
    """Delivers a notification, lets the gateway report the same status, and reconciles.

    Returns the outcome.
    """
    data = msgspec.json.decode(body, type=wire.Notification)
    number = data.merchant.merchant_transaction_id
    row = Payment.objects.get(pk=number)
    unopened = {"id": str(row.pk), "kind": "deposit" if row.incoming else "payout", "cents": row.cents}
    with sandbox.state.lock:
        payment = sandbox.state.data["payments"].setdefault(number, unopened)
        if payment.get("status") != "paid":
            payment["status"] = data.status
    outcome = receive_notification(body).outcome
    return "settled" if gateway_requests.reconcile_payments() else outcome


def identified(player: Player, nif: int = 0) -> Player:
    """Gives the player a verified identity, a payment account and an answer about limits."""
    Identity.objects.create(
        player=player, name="Ana Martins", birth=date(1990, 1, 1), nationality="PT", profession="Arquiteta",
        address="Rua A 1",
        postcode="1000-001", town="Lisboa", country="PT", district="Lisboa", telephone="+351912345678",
        document_kind="citizen-card", document_country="PT",
        document_number=uuid4().hex[:12].upper(), nif=str(nif or 100_000_000 + player.pk), state="verified",
        verified=clock.now(),
    )  # fmt: skip
    PaymentAccount.objects.create(
        player=player, iban=IBAN, holder="Ana Martins", owner="match", owner_answered=clock.now()
    )
    Habits.objects.create(player=player, limits_answered=clock.now())
    ProtectionConfirmation.objects.create(
        player=player, version=protection_version(), words=protection_text()
    )
    return player


def known(player: Player, nif: int = 0) -> Player:
    identified(player, nif)
    Acceptance.objects.get_or_create(
        player=player, terms=terms.publish_terms(), defaults={"language": "pt-pt"}
    )
    return player


@pytest.fixture
def ana(db: None) -> Player:
    return known(players_with(0, 1)[0])


@pytest.fixture
def rich(db: None) -> Callable[[int], Player]:
    return lambda cents: known(players_with(cents, 1)[0])


def reload(payment: Payment | UUID) -> Payment:
    return Payment.objects.get(pk=payment.pk if isinstance(payment, Payment) else payment)


def decided_ceiling(what: str, cents: int | None, **values: Any) -> Ceiling:
    """A ceiling in force, whoever decided it."""
    author = Person.objects.create_user(f"{uuid4().hex[:12]}@staff.example", "x", is_staff=True)
    row = Ceiling.objects.create(what=what, cents=cents, reason="there is a reason", author=author, **values)
    Ceiling.objects.filter(pk=row.pk).update(state=Ceiling.State.IN_FORCE, decided=clock.now())
    return row
