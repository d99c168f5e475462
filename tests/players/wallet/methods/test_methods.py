"""Each payment method from the request to the balance, and what a provider may send of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player
from players.wallet.account_owner import compare_names
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.methods import drivers, wire
from players.wallet.methods.descriptions import DEPOSIT_CODES, METHODS, bounds
from tests.live_table import balance
from tests.sandbox_cashier import reload

PHONE = "351#912345678"


def opened(player: Player, method: str, cents: int = 5_000) -> Payment:
    instrument = PHONE if method == "mb-way" else ""
    payment = request_deposit(player, uuid4(), cents, method=method, instrument=instrument)
    assert payment.status == "asked", payment.reason
    assert gateway_requests.send_due_requests() == 1
    return reload(payment)


def test_every_method_of_deposits_has_a_driver_and_says_what_people_ask() -> None:
    assert set(drivers.DRIVERS) == set(DEPOSIT_CODES)
    for method in METHODS:
        assert all(str(text) for text in (method.name, method.time, method.costs, method.refund)), method.code
        assert (method.open_for is not None) == (method.direction == "deposit")
        assert bounds(method)[0] < bounds(method)[1]


@pytest.mark.django_db
@pytest.mark.parametrize("method", DEPOSIT_CODES)
def test_a_deposit_by_each_method_is_credited_once(sandbox: SandboxServer, ana: Player, method: str) -> None:
    payment = opened(ana, method)
    assert (payment.status, payment.method) == ("pending", method) and balance(ana) == 0
    assert payment.expires is not None and payment.expires > payment.made
    told = payment.instructions
    if method == "multibanco":
        assert re.fullmatch(r"[0-9]{5}", told["entity"]) and re.fullmatch(r"[0-9]{9}", told["reference"])
    elif method == "transfer":
        assert told["iban"].startswith("PT50") and told["reference"].startswith("FT ")
    elif method == "card":
        assert told == {"fields": payment.url.replace("/pay/", "/fields/")}
    else:
        assert told == {}
    sandbox.state.end(str(payment.pk), "paid")
    assert gateway_requests.reconcile_payment(payment.pk)
    assert not gateway_requests.reconcile_payment(payment.pk)
    payment = reload(payment)
    assert (payment.status, balance(ana)) == ("paid", 5_000)
    assert payment.instrument == {"mb-way": PHONE, "card": "···· 4321"}.get(method, "")
    assert bool(payment.token) is (method == "card")
    noted = Line.objects.get(kind="deposits.paid").details
    assert (noted["method"], noted["reference"]) == (method, payment.reference)
    assert noted["instrument"] == {"mb-way": PHONE[-4:], "card": "4321"}.get(method, "")
    lines = Line.objects.filter(about=f"payment:{payment.pk}")
    assert {line.details["method"] for line in lines} == {method} and len(lines) == 2
    assert all({"instrument", "reference", "cents"} <= line.details.keys() for line in lines)


@pytest.mark.django_db
@pytest.mark.parametrize("reason", wire.CODES)
def test_a_payment_that_is_refused_says_why(sandbox: SandboxServer, ana: Player, reason: str) -> None:
    payment = opened(ana, "card")
    sandbox.state.end(str(payment.pk), "failed", reason=reason)
    assert gateway_requests.reconcile_payment(payment.pk)
    assert (reload(payment).status, reload(payment).reason) == ("failed", reason)


@pytest.mark.django_db
def test_a_phone_without_mb_way_fails_and_moves_nothing(sandbox: SandboxServer, ana: Player) -> None:
    payment = request_deposit(ana, uuid4(), 5_000, method="mb-way", instrument="351#910000000")
    gateway_requests.send_due_requests()
    assert gateway_requests.reconcile_payment(payment.pk)
    assert (reload(payment).status, reload(payment).reason, balance(ana)) == ("failed", "no-such-phone", 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "instrument", "cents", "reason"),
    [
        ("mb-way", "", 5_000, "no-such-phone"),
        ("mb-way", PHONE, 75_001, "out-of-method"),
        ("cheque", "", 5_000, "no-method"),
        ("sepa-instant", "", 5_000, "no-method"),
        ("transfer", "", 499, "below-minimum"),
    ],
)
def test_what_a_method_does_not_take_is_refused_and_stored(
    sandbox: SandboxServer, ana: Player, method: str, instrument: str, cents: int, reason: str
) -> None:
    payment = request_deposit(ana, uuid4(), cents, method=method, instrument=instrument)
    assert (payment.status, payment.reason) == ("refused", reason) and not GatewayRequest.objects.exists()


@pytest.mark.django_db
def test_a_method_that_the_house_does_not_offer_is_refused(
    sandbox: SandboxServer, ana: Player, settings: Any
) -> None:
    settings.PAYMENT_INSTRUMENTS = ["multibanco"]
    assert request_deposit(ana, uuid4(), 5_000, method="card").reason == "no-method"


@pytest.mark.django_db
def test_a_push_ends_after_four_minutes_and_a_reference_is_paid_days_later(
    sandbox: SandboxServer, ana: Player
) -> None:
    """In the service's own time: the test moves it."""
    push, reference = opened(ana, "mb-way"), opened(ana, "multibanco")
    began = sandbox.state.now()
    sandbox.state.now = lambda: began + timedelta(minutes=4, seconds=1).total_seconds()
    sandbox.state.tick()
    assert gateway_requests.reconcile_payment(push.pk)
    assert (reload(push).status, reload(push).reason) == ("failed", "expired")
    assert not gateway_requests.reconcile_payment(reference.pk)
    sandbox.state.now = lambda: began + timedelta(days=2).total_seconds()
    sandbox.state.tick()
    sandbox.state.end(str(reference.pk), "paid")
    assert gateway_requests.reconcile_payment(reference.pk)
    assert (reload(reference).status, balance(ana)) == ("paid", 5_000)


@pytest.mark.django_db
def test_an_outage_costs_only_time(sandbox: SandboxServer, ana: Player) -> None:
    payment = opened(ana, "multibanco")
    sandbox.state.end(str(payment.pk), "paid")
    sandbox.state.fall_silent(60)
    assert not gateway_requests.reconcile_payment(payment.pk) and reload(payment).status == "pending"
    assert reload(payment).next_query is not None, "it is asked again"
    sandbox.state.fall_silent(0)
    assert gateway_requests.reconcile_payment(payment.pk) and balance(ana) == 5_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("payer", "status"),
    [("ANA MARTINS", "paid"), ("Ana Rita Martins", "paid"), ("", "paid"), ("Rui Sousa", "returned")],
)
def test_money_of_another_person_goes_back(
    sandbox: SandboxServer, ana: Player, payer: str, status: str
) -> None:
    payment = opened(ana, "transfer")
    sandbox.state.end(str(payment.pk), "paid", payer=payer, account="PT50000201231234567890154")
    assert gateway_requests.reconcile_payment(payment.pk)
    payment = reload(payment)
    assert (payment.status, balance(ana)) == (status, 5_000 if status == "paid" else 0)
    assert payment.payer == payer and payment.instrument == "PT50000201231234567890154"
    if status == "returned":
        assert payment.reason == "other-payer"
        gateway_requests.send_due_requests()
        assert sandbox.state.payment(str(payment.pk))["refunded"] is True


def test_money_of_a_payer_whom_nobody_names_goes_back_where_that_is_asked(
    sandbox: SandboxServer, ana: Player, settings: Any
) -> None:
    """[903-B 5.2.2.2]"""
    settings.PAYER_REQUIRED = True
    unnamed, named = opened(ana, "transfer"), opened(ana, "transfer")
    sandbox.state.end(str(unnamed.pk), "paid", payer=" ", account="PT50000201231234567890154")
    sandbox.state.end(str(named.pk), "paid", payer="Ana Martins", account="PT50000201231234567890154")
    assert gateway_requests.reconcile_payment(unnamed.pk) and gateway_requests.reconcile_payment(named.pk)
    unnamed = reload(unnamed)
    assert (unnamed.status, unnamed.reason) == ("returned", "no-payer")
    assert (reload(named).status, balance(ana)) == ("paid", 5_000)
    gateway_requests.send_due_requests()
    assert sandbox.state.payment(str(unnamed.pk))["refunded"] is True
    assert Message.objects.get(kind="deposit-returned").details["reason"] == "no-payer"


@pytest.mark.parametrize(
    ("name", "other", "answer"),
    [
        ("João da Silva Conceição", "JOAO SILVA CONCEICAO", "match"),
        ("Silva, João", "João Silva", "match"),
        ("João Silva", "João Pedro Almeida Silva", "close-match"),
        ("João Silva", "João Sousa", "no-match"),
        ("Silva", "João Silva", "no-match"),
        ("", "João Silva", "unavailable"),
        ("–", "João Silva", "unavailable"),
    ],
)
def test_names_are_compared_as_banks_write_them(name: str, other: str, answer: str) -> None:
    assert compare_names(name, other) == compare_names(other, name) == answer


@pytest.mark.parametrize("typed", ["912345678", "912 345 678", "+351 912-345-678", "00351912345678"])
def test_a_phone_is_read_as_people_write_it(typed: str) -> None:
    assert drivers.phone_number(typed) == PHONE and drivers.phone_text(PHONE) == "912 345 678"


@pytest.mark.parametrize("typed", ["", "212345678", "91234567", "+34 612345678", "９12345678", "912345678 1"])
def test_what_is_no_portuguese_mobile_number_is_refused(typed: str) -> None:
    assert drivers.phone_number(typed) == ""


@pytest.mark.parametrize("cents", [1, 99, 100, 123_456, 10**11 - 1])
def test_an_amount_comes_back_to_the_cent(cents: int) -> None:
    assert wire.cents_of(wire.amount(cents)) == cents


@pytest.mark.parametrize(
    "amount",
    [None, 5, {}, {"value": "5.00"}, {"value": "5.00", "currency": "USD"}, {"value": True, "currency": "EUR"},
     {"value": "5.001", "currency": "EUR"}, {"value": "NaN", "currency": "EUR"},
     {"value": "1e99", "currency": "EUR"}, {"value": "x", "currency": "EUR"}],
)  # fmt: skip
def test_an_amount_of_another_shape_is_refused(amount: object) -> None:
    with pytest.raises(wire.MalformedError):
        wire.cents_of(amount)


def test_a_notification_opens_with_its_key_alone() -> None:
    key = bytes(range(32))
    body, headers = wire.seal_notification(key, {"a": 1})
    opened_again = wire.open_notification(key, body, headers)
    assert opened_again is not None and msgspec.json.decode(opened_again) == {"a": 1}
    assert wire.open_notification(bytes(32), body, headers) is None
    assert wire.open_notification(key, body + b"AAAA", headers) is None
    assert wire.open_notification(key, b"\xff", headers) is None
    assert wire.open_notification(key, body, {}) is None
