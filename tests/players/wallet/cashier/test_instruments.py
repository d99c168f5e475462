"""Players are told which payment instruments are accepted, and what a payment costs.  [903-B 5.1.2.6]"""

from __future__ import annotations

from typing import Any

from django.test import Client

from casino.operation import deployment_checks
from players.models import Player
from players.protection.limits import set_limits
from tests.demo_house import signed_in


def test_anybody_finds_instruments_amounts_costs_and_times(demo: None, settings: Any) -> None:
    """[903-B 5.1.2.4] [903-B 5.4.1.1] [903-B 5.4.1.2] [903-B 5.4.2.5] [903-B 5.4.2.6]"""
    settings.PAYMENT_INSTRUMENTS = ["card", "mb-way"]
    client = Client(headers={"accept-language": "en"})
    page = client.get("/payments/").content.decode()
    assert page.index("Payment card") < page.index("MB WAY"), "in the operator's order"
    assert "Multibanco" not in page
    for fact in ("€5.00", "€10,000.00", "€10.00", "48 hours", "charges nothing for a deposit"):
        assert fact in page, fact
    assert 'href="/payments/"' in client.get("/").content.decode(), "from the foot of every page"


def test_the_deposit_page_names_the_instruments(demo: None, settings: Any) -> None:
    settings.PAYMENT_INSTRUMENTS = ["multibanco"]
    set_limits(Player.objects.get(alias="Ana"), {("deposit", "day"): 10_000})
    client = signed_in("ana@feltro.example")
    page = client.get("/account/deposit/").content.decode()
    assert "Referência Multibanco" in page


def test_what_is_not_known_is_said_and_no_guess_made(demo: None, settings: Any) -> None:
    settings.PAYMENT_INSTRUMENTS, settings.GATEWAY_URL = [], "https://pay.example"
    page = Client(headers={"accept-language": "en"}).get("/payments/").content.decode()
    assert "has not yet published which payment methods" in page
    assert [warning.id for warning in deployment_checks.instruments_are_named(None)] == ["casino.W002"]
    settings.PAYMENT_INSTRUMENTS = ["card", "shells"]
    assert deployment_checks.instruments_are_named(None) == []
    assert [error.id for error in deployment_checks.payment_instruments(None)] == ["casino.E002"]
