"""Corrections of balances in the back office: read without a doubt, repeated before they count, bounded, and asked for once."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client

from players.models import Person, Player
from players.wallet.cashier import adjustments
from players.wallet.cashier.models import Adjustment
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.room import balance

ASK = "/admin/cashier/adjustment/ask/"
WHY = "a round that stood still"


@pytest.fixture
def ana(demo: None) -> Player:  # noqa: F811
    return Player.objects.get(alias="Ana")


@pytest.fixture
def cashier(ana: Player) -> Client:
    return signed_in("caixa@feltro.example", "en")


def clerk(name: str = "caixa") -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def typed(**told: Any) -> dict[str, Any]:
    return {"player": "Ana", "amount": "25", "way": "in", "ticket": "T-1", "reason": WHY, **told}


def said(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_what_was_understood_is_repeated_before_it_counts(ana: Player, cashier: Client) -> None:
    now = balance(ana)
    answer = cashier.post(ASK, typed(amount="234,50"))
    text = said(answer)
    assert "+€234.50" in text and f"€{now / 100:,.2f}" in text and f"€{(now + 23_450) / 100:,.2f}" in text
    assert not Adjustment.objects.filter(ticket="T-1").exists(), "nothing is asked for yet"
    assert (
        cashier.post(ASK, typed(amount="234,50", confirmed=answer.context["understood"])).status_code == 302
    )
    assert Adjustment.objects.get(ticket="T-1").cents == 23_450


def test_a_confirmation_is_of_the_amount_that_was_repeated(cashier: Client) -> None:
    understood = cashier.post(ASK, typed()).context["understood"]
    assert cashier.post(ASK, typed(amount="250", confirmed=understood)).status_code == 200
    assert not Adjustment.objects.filter(ticket="T-1").exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"amount": "12,345"}, "can be read in two ways"),
        ({"amount": "1000,01"}, "A correction may not be more than €1,000.00"),
        ({"amount": "999999", "way": "out"}, "there is not as much to take out of it"),
        ({"player": "Nobody"}, "There is no player of that name"),
        ({"reason": "short"}, "8"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(
    cashier: Client, wrong: dict[str, str], sentence: str
) -> None:
    answer = cashier.post(ASK, typed(**wrong))
    assert answer.status_code == 422 and sentence in said(answer)
    assert all(f'value="{value}"' in answer.content.decode() for value in wrong.values() if value != "out")
    assert not Adjustment.objects.filter(ticket="T-1").exists()


def test_corrections_of_one_player_have_a_ceiling_for_a_day_whichever_way_they_go(
    ana: Player, settings: Any
) -> None:
    settings.ADJUSTMENT_DAY_CEILING = 10_000
    first = adjustments.adjustment_request(ana, 6_000, "T-1", WHY, clerk())
    adjustments.adjustment_request(ana, -4_000, "T-2", WHY, clerk())
    with pytest.raises(adjustments.CeilingExceeded, match="10000"):
        adjustments.adjustment_request(ana, 1, "T-3", WHY, clerk())
    adjustments.adjustment_decide(first.pk, clerk("direcao"), approve=False)
    assert adjustments.adjustment_request(ana, 6_000, "T-3", WHY, clerk()).cents == 6_000, (
        "what was refused moved nothing"
    )


def test_the_second_person_sees_both_balances_and_meets_a_ceiling_that_was_lowered(
    ana: Player, settings: Any
) -> None:
    asked, before = adjustments.adjustment_request(ana, 6_000, "T-1", WHY, clerk()), balance(ana)
    second = signed_in("direcao@feltro.example", "en")
    page = said(second.get(f"/admin/cashier/adjustment/{asked.pk}/change/"))
    assert (
        f"The balance is now €{before / 100:,.2f}; with the correction of +€60.00 it is €{(before + 6_000) / 100:,.2f}."
        in page
    )
    settings.ADJUSTMENT_CEILING = 5_000
    answer = second.post(f"/admin/cashier/adjustment/{asked.pk}/decide/", {"verb": "approve"}, follow=True)
    assert "A correction may not be more than €50.00" in said(answer) and balance(ana) == before


def test_asked_twice_it_is_one_correction(cashier: Client) -> None:
    understood = cashier.post(ASK, typed()).context["understood"]
    for _ in range(2):
        assert cashier.post(ASK, typed(confirmed=understood)).status_code == 302
    assert Adjustment.objects.filter(ticket="T-1").count() == 1
