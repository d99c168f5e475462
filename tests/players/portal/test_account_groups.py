"""The account's pages stand in four groups in one order; the overview shows money under review."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from players.models import Player
from players.protection.models import Exclusion
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in

ANA = "ana@feltro.example"
GROUPS = ["Play", "Money", "Protection", "Account"]
PAGES = {"account": "Account", "sessions": "Play", "cashier": "Money", "limits": "Protection"}
GROUP = re.compile(r'<nav class="tabs groups".*?</nav>', re.DOTALL)
LINK = re.compile(r"<a [^>]*?(data-open)?>\s*(\w+)")


@pytest.mark.parametrize(("name", "group"), PAGES.items())
def test_the_groups_keep_their_order_on_every_page(demo: None, name: str, group: str) -> None:
    page = signed_in(ANA, "en").get(reverse(name)).content.decode()
    navigation = GROUP.search(page)
    assert navigation is not None
    links = LINK.findall(navigation[0])
    assert [text for _, text in links] == GROUPS
    assert [text for is_open, text in links if is_open] == [group]


def test_a_deposit_is_one_press_away_on_every_page(demo: None) -> None:
    for address in ("/", "/lobby/", "/rules/"):
        page = signed_in(ANA, "en").get(address).content.decode()
        assert 'class="button small masthead-deposit" href="/account/deposit/"' in page


def test_no_page_offers_a_deposit_to_an_excluded_player(demo: None) -> None:
    client = signed_in(ANA, "en")
    Exclusion.objects.create(
        player=Player.objects.get(alias="Ana"),
        starts=timezone.now() - timedelta(days=1),
        ends=timezone.now() + timedelta(days=100),
    )
    assert "masthead-deposit" not in client.get("/lobby/").content.decode()


def test_money_under_review_is_shown_on_the_overview(demo: None) -> None:
    client = signed_in(ANA, "en")
    assert "Withdrawals under review" not in client.get("/account/").content.decode()
    Payment.objects.create(
        id=uuid4(),
        player=Player.objects.get(alias="Ana"),
        direction=Payment.Direction.WITHDRAWAL,
        status=Payment.Status.HELD,
        cents=12_300,
    )
    page = client.get("/account/").content.decode()
    assert "Withdrawals under review" in page and "€123.00" in page
