"""The staff's pages of the totals: what the bank had beside each, and what is to be done."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from casino.players_funds.models import DayTotal
from players.shared import clock
from players.wallet.bank.models import FundsDay
from tests.demo_house import signed_in

DAY, LIST = date(2026, 3, 29), "/admin/players_funds/daytotal/"
OWED = 78_000


def total_of(day: date) -> DayTotal:
    return DayTotal.objects.create(
        day=day, currency="EUR", instant=clock.midnight(day + timedelta(days=1)), leaves=8,
        cents=OWED - 1_000, jackpots=1_000, root="a" * 64,
    )  # fmt: skip


def page(address: str = LIST, person: str = "caixa") -> str:
    answer = signed_in(f"{person}@feltro.example").get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_before_the_first_total_the_page_says_when_it_comes(demo: None) -> None:
    shown = page()
    assert "The first one comes after midnight." in shown
    assert "There is nothing here yet." not in shown and "callout" not in shown


@pytest.mark.parametrize(
    ("held", "badge", "said", "leads_to"),
    [
        (OWED, "covered", "had exactly what is owed", ""),
        (OWED + 250_000, "covered", "had all that is owed, and €2,500.00 more", ""),
        (
            OWED - 12_345,
            "not covered",
            "€123.45 less than is owed",
            "admin:bank_reconciliationday_changelist",
        ),
        (None, "unknown", "has not been read", "admin:bank_bankfile_changelist"),
    ],
)
def test_the_bank_stands_beside_the_last_total(
    demo: None, held: Any, badge: str, said: str, leads_to: str
) -> None:
    total_of(DAY - timedelta(days=1))  # nobody compared it; what is to be done is about the last day
    total = total_of(DAY)
    FundsDay.objects.create(day=DAY, owed=OWED, held=held)
    assert badge in page()
    for shown in (page(), page(f"{LIST}{total.pk}/change/")):
        assert held is None or f"€{held / 100:,.2f}" in shown
        assert ("callout" in shown) is bool(said)
        assert said in shown and (not leads_to or reverse(leads_to) in shown.partition("callout")[2])
        assert ("+€2,500.00" in shown) is (held == OWED + 250_000), "a surplus has its sign"
        assert reverse("players-money") in shown
        assert "(&#x27;" not in shown, "a tuple"


def test_a_total_says_of_what_its_moments_are(demo: None) -> None:
    shown = page(f"{LIST}{total_of(DAY).pk}/change/")
    assert "Balances as of" in shown and "Total calculated at" in shown


def test_amounts_stand_in_columns_and_the_state_in_the_first_line(demo: None) -> None:
    total_of(DAY)
    shown = page()
    for column in ("owed", "difference"):
        head, cell = f"column-{column}_display figure", f"field-{column}_display figure cell"
        assert (head in shown and cell in shown) is (column == "owed"), "an unknown difference is no amount"
    assert "field-cover_badge state cell" in shown


def test_a_day_that_nobody_compared_is_unknown(demo: None) -> None:
    total_of(DAY)
    assert "has not been read" in page()


def test_a_longer_list_asks_the_database_no_more(demo: None, django_assert_max_num_queries: Any) -> None:
    client, counts = signed_in("caixa@feltro.example"), []
    for days in (1, 20):
        for number in range(days):
            day = DAY - timedelta(days=number)
            if not DayTotal.objects.filter(day=day).exists():
                total_of(day)
        with django_assert_max_num_queries(200) as asked:
            client.get(LIST)
        counts.append(len(asked))
    assert counts[1] <= counts[0]
