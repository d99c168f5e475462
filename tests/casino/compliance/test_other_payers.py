"""Money from another person's account goes back, and an officer looks at it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from casino.backoffice.models import WorkNote
from casino.backoffice.payer_reviews import OTHER_PAYER
from players.audit.models import Line
from players.models import Player
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.models import Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from tests.demo_house import signed_in
from tests.live_table import balance
from tests.sandbox_cashier import reload

OFFICER, CASHIER = "oficial@feltro.example", "caixa@feltro.example"
FOUND = "The payer is her brother; the source of the money is known."


@pytest.fixture
def returned(demo: None, sandbox: SandboxServer, ana: Player) -> Payment:
    payment = request_deposit(ana, uuid4(), 5_000, method="transfer")
    gateway_requests.send_due_requests()
    sandbox.state.end(str(payment.pk), "paid", payer="Rui Sousa", account="PT50000201231234567890154")
    assert gateway_requests.reconcile_payment(payment.pk)
    payment = reload(payment)
    assert (payment.status, payment.reason, balance(ana)) == ("returned", "other-payer", 0)
    return payment


def act(payment: Payment) -> str:
    return reverse("office_work_act", args=[OTHER_PAYER, payment.pk])


def test_it_waits_for_an_officer_until_the_first_note(returned: Payment) -> None:
    officer = signed_in(OFFICER, "en")
    address = reverse("admin:cashier_payment_change", args=[returned.pk])
    queue = officer.get(reverse("office_work"), {"source": OTHER_PAYER}).content.decode()
    assert "Rui Sousa" in queue and address in queue
    assert "the first one closes the item" in officer.get(address).content.decode()
    officer.post(act(returned), {"verb": "note", "note": " ", "from": "page"})
    assert "Rui Sousa" in officer.get(reverse("office_work")).content.decode(), "an empty note closes nothing"
    officer.post(act(returned), {"verb": "note", "note": FOUND, "from": "page"})
    assert "Rui Sousa" not in officer.get(reverse("office_work")).content.decode()
    assert FOUND in officer.get(address).content.decode()
    line = Line.objects.get(kind="deposits.payer-reviewed")
    assert line.about == f"work:{OTHER_PAYER}:{returned.pk}" and line.person is not None
    assert line.person.email == OFFICER


def test_a_cashier_sees_the_payment_and_closes_nothing(returned: Payment) -> None:
    cashier = signed_in(CASHIER, "en")
    page = cashier.get(reverse("admin:cashier_payment_change", args=[returned.pk])).content.decode()
    assert "Rui Sousa" in page and "the first one closes the item" not in page
    assert "Rui Sousa" not in cashier.get(reverse("office_work")).content.decode()
    assert cashier.post(act(returned), {"verb": "note", "note": FOUND}).status_code == 403
    assert not WorkNote.objects.exists()
