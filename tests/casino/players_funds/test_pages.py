"""The public page of totals, and the page on which players check their own money."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from casino.players_funds.models import DayTotal
from casino.public_log.models import Head
from casino.public_log.tree import EMPTY_ROOT
from players.models import Player
from players.wallet.bank.models import FundsDay
from tests.casino.players_funds.test_publishing import DAY, MIDNIGHT, people, publish_until  # noqa: F401
from tests.players.wallet.cashier.test_cashier_pages import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(people: list[Player]) -> list[Player]:
    cache.clear()
    publish_until(MIDNIGHT + timedelta(minutes=5))
    return people


def file_of(day: date = DAY, currency: str = "EUR") -> str:
    return reverse("own-money-file", args=[day, currency])


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (None, "Unknown: the bank's statement for this day is missing."),
        (78_000, "The bank has at least as much."),
        (77_999, "The bank has less than we owe."),
    ],
)
def test_the_bank_stands_beside_the_total(
    client: Client, published: list[Player], held: Any, said: str
) -> None:
    FundsDay.objects.create(day=DAY, owed=78_000, held=held)
    page = client.get(reverse("players-money"), headers={"accept-language": "en"}).content.decode()
    assert said in page and "€780.00" in page and DayTotal.objects.get(day=DAY).root in page


def test_a_day_that_nobody_compared_is_unknown(client: Client, published: list[Player]) -> None:
    page = client.get(reverse("players-money"), headers={"accept-language": "en"}).content.decode()
    assert "Unknown: the bank" in page and "at least as much" not in page


@pytest.mark.parametrize("is_logged", [True, False])
def test_only_a_house_with_a_public_log_says_that_totals_stand_in_it(
    client: Client, published: list[Player], is_logged: bool
) -> None:
    if is_logged:
        Head.objects.create(size=0, root=EMPTY_ROOT.hex(), until=MIDNIGHT, published=0)
    page = client.get(reverse("players-money"), headers={"accept-language": "en"}).content.decode()
    assert ("is in our public log" in page) is is_logged
    assert ("not in the public log yet" in page) is is_logged


def test_before_the_first_total_both_pages_say_so(client: Client) -> None:
    (player,) = players_without_totals()
    for page in (client.get(reverse("players-money")), client_of(player).get(reverse("own-money"))):
        assert page.status_code == 200 and "meia-noite" in page.content.decode()


def players_without_totals() -> list[Player]:
    from tests.live_table import players_with

    return players_with(0, 1)


def test_players_get_their_own_parts_and_nobody_elses(client: Client, published: list[Player]) -> None:
    ana, rui = published[:2]
    answer = client_of(ana).get(file_of())
    told = json.loads(answer.content)
    assert told["player"] == ana.pk and sum(part["cents"] for part in told["parts"]) == 1_000
    assert "attachment" in answer["Content-Disposition"]
    assert json.loads(client_of(rui).get(file_of() + f"?player={ana.pk}").content)["player"] == rui.pk
    assert client.get(file_of()).status_code == 302, "who is not signed in signs in first"


def test_the_page_lists_days_and_knows_the_root(published: list[Player]) -> None:
    page = client_of(published[0], "en").get(reverse("own-money")).content.decode()
    assert file_of() in page and DayTotal.objects.get(day=DAY).root in page
    assert f"Your player number is {published[0].pk}." in page


@pytest.mark.parametrize(
    "path", ["2026-02-30-EUR", "2026-03-28-EUR", "2026-03-29-MOP", "2026-03-29-DEMO", "x"]
)
def test_a_day_that_is_none_has_no_file(published: list[Player], path: str) -> None:
    assert client_of(published[0]).get(f"/account/players-money/{path}.json").status_code == 404


def test_too_many_files_at_once_are_refused_with_a_sentence(published: list[Player]) -> None:
    browser = client_of(published[0], "en")
    answers = [browser.get(file_of()) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert json.loads(answers[-1].content)["message"] == "Too many files at once. Try again in a minute."
