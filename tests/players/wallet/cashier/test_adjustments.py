"""Corrections of balances in the back office: amounts are confirmed, limited, and requested once."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from players.decisions.deciding import take_step
from players.models import Person, Player
from players.wallet.cashier import adjustments
from players.wallet.cashier.adjustments import ADJUSTMENT
from players.wallet.cashier.models import Adjustment, Ceiling
from tests.demo_house import signed_in
from tests.live_table import balance
from tests.sandbox_cashier import decided_ceiling

REQUEST_URL = "/admin/cashier/adjustment/ask/"
REASON = "a round that did not continue"


@pytest.fixture
def ana(demo: None) -> Player:
    return Player.objects.get(alias="Ana")


@pytest.fixture
def cashier(ana: Player) -> Client:
    return signed_in("caixa@feltro.example", "en")


def clerk(name: str = "caixa") -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def form_data(**changes: Any) -> dict[str, Any]:
    return {"player": "Ana", "amount": "25", "way": "in", "ticket": "T-1", "reason": REASON, **changes}


def text_of(response: Any) -> str:
    return html.unescape(response.content.decode())


def test_the_amount_is_confirmed_before_the_request(ana: Player, cashier: Client) -> None:
    now = balance(ana)
    response = cashier.post(REQUEST_URL, form_data(amount="234,50"))
    text = text_of(response)
    assert "+€234.50" in text and f"€{now / 100:,.2f}" in text and f"€{(now + 23_450) / 100:,.2f}" in text
    assert not Adjustment.objects.filter(ticket="T-1").exists(), "nothing is requested yet"
    assert (
        cashier.post(
            REQUEST_URL, form_data(amount="234,50", confirmed=response.context["understood"])
        ).status_code
        == 302
    )
    assert Adjustment.objects.get(ticket="T-1").cents == 23_450


def test_a_confirmation_counts_for_its_amount_only(cashier: Client) -> None:
    understood = cashier.post(REQUEST_URL, form_data()).context["understood"]
    assert cashier.post(REQUEST_URL, form_data(amount="250", confirmed=understood)).status_code == 200
    assert not Adjustment.objects.filter(ticket="T-1").exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"amount": "12,345"}, "can be read in two ways"),
        ({"amount": "1000,01"}, "A correction may not exceed €1,000.00"),
        ({"amount": "999999", "way": "out"}, "which is less than the amount to take out"),
        ({"player": "Nobody"}, "There is no player with that name"),
        ({"reason": "short"}, "8"),
    ],
)
def test_an_error_is_shown_at_its_field_and_the_input_stays(
    cashier: Client, changes: dict[str, str], sentence: str
) -> None:
    response = cashier.post(REQUEST_URL, form_data(**changes))
    assert response.status_code == 422 and sentence in text_of(response)
    assert all(
        f'value="{value}"' in response.content.decode() for value in changes.values() if value != "out"
    )
    assert not Adjustment.objects.filter(ticket="T-1").exists()


def test_corrections_of_one_player_have_a_daily_ceiling_in_both_directions(ana: Player) -> None:
    decided_ceiling(Ceiling.What.CORRECTION_DAY, 10_000)
    first = adjustments.request_adjustment(ana, 6_000, "T-1", REASON, clerk())
    adjustments.request_adjustment(ana, -4_000, "T-2", REASON, clerk())
    with pytest.raises(adjustments.CeilingExceeded, match="10000"):
        adjustments.request_adjustment(ana, 1, "T-3", REASON, clerk())
    take_step(ADJUSTMENT, first.pk, "refuse", person=clerk("direcao"))
    assert adjustments.request_adjustment(ana, 6_000, "T-3", REASON, clerk()).cents == 6_000, (
        "a refused correction does not count"
    )


def test_the_second_person_sees_both_balances_and_a_lowered_ceiling_applies(ana: Player) -> None:
    adjustment, before = adjustments.request_adjustment(ana, 6_000, "T-1", REASON, clerk()), balance(ana)
    second = signed_in("direcao@feltro.example", "en")
    page = text_of(second.get(f"/admin/cashier/adjustment/{adjustment.pk}/change/"))
    shown = re.sub(r"<[^>]+>|\s+", " ", page)
    for label, cents in (("Balance now", before), ("Balance after", before + 6_000)):
        assert re.search(rf"{label}\s+€{cents / 100:,.2f}", shown)
    assert re.search(r"Amount\s+\+€60\.00", shown)
    decided_ceiling(Ceiling.What.CORRECTION, 5_000)
    response = second.post(
        f"/admin/cashier/adjustment/{adjustment.pk}/decide/", {"verb": "approve"}, follow=True
    )
    assert "A correction may not exceed €50.00" in text_of(response) and balance(ana) == before


def test_a_form_sent_twice_is_one_correction(cashier: Client) -> None:
    understood = cashier.post(REQUEST_URL, form_data()).context["understood"]
    for _ in range(2):
        assert cashier.post(REQUEST_URL, form_data(confirmed=understood)).status_code == 302
    assert Adjustment.objects.filter(ticket="T-1").count() == 1
