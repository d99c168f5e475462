"""The bar above a list: whole days, a player, usual periods, and the columns that a person chooses."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.backoffice.models import SavedFilter
from games.models import Round, Stake, Table
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.wallet.models import Account, Transfer
from tests.demo_house import signed_in

ROUNDS, PAYMENTS = "/admin/games/round/", "/admin/cashier/payment/"
MOST_BYTES = 130_000  # 366 KB before


@pytest.fixture
def head(demo: None) -> Client:
    return signed_in("direcao@feltro.example", "en")


@pytest.fixture
def rounds(demo: None) -> list[Round]:
    """Sixty rounds of a table, one ended on each of the last sixty days; Ana bet in every third."""
    table, ana, noon = Table.objects.get(name="Lisboa"), Player.objects.get(alias="Ana"), timedelta(hours=12)
    today = clock.day_of(clock.now())
    made = [
        Round(
            table=table, number=number + 1, status="ended", engine="roulette", commitment="c" * 64,
            opened=clock.midnight(today - timedelta(days=number)),
            ended=clock.midnight(today - timedelta(days=number)) + noon * bool(number),
            outcome="17", staked=500, returned=0,
        )
        for number in range(60)
    ]  # fmt: skip
    Round.objects.bulk_create(made)
    Stake.objects.bulk_create(
        Stake(
            round=one,
            player=ana,
            session=1,
            seat=1,
            staked=500,
            lost=500,
            back=0,
            prize=0,
            held=0,
            commission=0,
            at=one.ended,
        )
        for one in made[::3]
    )
    return made


def listed(client: Client, address: str, query: dict[str, Any]) -> list[Any]:
    response = client.get(address, query)
    assert response.status_code == 200
    return list(response.context_data["cl"].queryset)


def test_rounds_of_some_days_and_of_a_player(head: Client, rounds: list[Round]) -> None:
    today = clock.day_of(clock.now())
    week = {"ended_since": (today - timedelta(days=6)).isoformat(), "ended_until": today.isoformat()}
    assert {one.number for one in listed(head, ROUNDS, week)} == set(range(1, 8))
    assert {one.number for one in listed(head, ROUNDS, {**week, "player_name": "ANA"})} == {1, 4, 7}
    assert listed(head, ROUNDS, {"player_name": "an"}) == [], "the whole name"
    last = {"ended_until": (today - timedelta(days=59)).isoformat()}
    assert [one.number for one in listed(head, ROUNDS, last)] == [60], "open at one end"
    assert listed(head, ROUNDS, {**week, "status__exact": "void"}) == [], "beside the other filters"


def test_payments_of_some_days_and_of_a_player(head: Client) -> None:
    ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
    before, now = {payment.pk for payment in Payment.objects.all()}, clock.now()
    for player, age in ((ana, 0), (ana, 40), (bruno, 0)):
        made = now - timedelta(days=age)
        Payment.objects.create(
            id=uuid4(), player=player, direction="deposit", cents=1000, status="paid", made=made, changed=made
        )
    today = clock.day_of(now).isoformat()
    rows = listed(head, PAYMENTS, {"made_since": today, "player_name": "ana"})
    new = [payment for payment in rows if payment.pk not in before]
    assert [payment.player_id for payment in new] == [ana.pk]
    assert all(
        payment.player_id == ana.pk and clock.day_of(payment.made) == clock.day_of(now) for payment in rows
    )


def test_a_usual_period_is_one_click_and_keeps_the_other_filters(head: Client, rounds: list[Round]) -> None:
    page = unescape(head.get(ROUNDS, {"player_name": "Ana", "status__exact": "ended"}).content.decode())
    yesterday = (clock.day_of(clock.now()) - timedelta(days=1)).isoformat()
    query = f"?ended_since={yesterday}&ended_until={yesterday}&player_name=Ana&status__exact=ended"
    assert f'<a href="{query}">Yesterday</a>' in page
    page = unescape(head.get(ROUNDS + query).content.decode())
    assert f'<a href="{query}" aria-current="true">Yesterday</a>' in page
    assert '<input type="hidden" name="status__exact" value="ended">' in page, "the form keeps them too"
    assert f'value="{yesterday}"' in page and 'value="Ana"' in page


@pytest.mark.parametrize(
    "query",
    [{"ended_since": "31/12/2025"}, {"ended_until": "9999-12-31"}],
)
def test_what_is_no_day_shows_no_list(head: Client, query: dict[str, str]) -> None:
    response = head.get(ROUNDS, query)
    assert response.status_code == 400 and 'class="data-row"' not in response.content.decode()


def test_a_person_chooses_columns_and_saves_them_as_a_view(head: Client, rounds: list[Round]) -> None:
    query = {"column": ["table", "gross_display", "sealed"], "o": "1"}
    response = head.get(ROUNDS, query)
    listing, page = response.context_data["cl"], response.content.decode()
    assert list(listing.list_display) == ["table", "gross_display"], "in the order of the list, and no other"
    assert page.count('<tr class="data-row">') == 50
    first = listing.result_list[0].pk
    assert f'<a href="/admin/games/round/{first}/change/' in page, "the first column leads to the round"
    assert "Columns\N{NO-BREAK SPACE}· 2/9" in page and "Save this view" in page
    head.post(
        "/admin/filters/keep/",
        {"place": "games.round", "name": "Net", "query": "column=table&column=gross_display"},
    )
    assert SavedFilter.objects.get().query == "column=gross_display&column=table"
    response = head.get(f"{ROUNDS}?{SavedFilter.objects.get().query}")
    assert list(response.context_data["cl"].list_display) == ["table", "gross_display"]
    assert 'aria-current="true">Net<' in response.content.decode()
    everything = head.get(ROUNDS, {"column": "sealed"}).context_data["cl"]
    assert len(everything.list_display) == 9, "a column that is not shown is not a choice"


def test_a_page_of_fifty_rounds_is_light(head: Client, rounds: list[Round]) -> None:
    response = head.get(ROUNDS)
    assert len(response.context_data["cl"].result_list) == 50
    assert len(response.content) < MOST_BYTES, f"{len(response.content)} bytes"
    assert "field-staked_display figure cell" in response.content.decode(), "amounts stand in a column"
    assert "before:content-[attr(data-label)]" not in response.content.decode(), "the theme's names"


def test_small_lists_have_no_bar(head: Client) -> None:
    assert "list-bar" not in head.get("/admin/auth/group/").content.decode()


def test_accounts_and_transfers_name_their_tables(head: Client) -> None:
    bank = Account.objects.get(kind="bank", table=Table.objects.get(name="Lisboa").pk)
    page = head.get("/admin/wallet/account/?kind__exact=bank").content.decode()
    rows = page.partition('id="result_list"')[2]  # the frame of the page has numbers of its own
    assert ">Lisboa<" in rows and ">Porto<" in rows and f">{bank.table}<" not in rows
    assert ">Lisboa<" in head.get(f"/admin/wallet/account/{bank.pk}/change/").content.decode()
    stakes = Account.objects.get(kind="stakes", table=bank.table)
    Transfer.objects.create(
        id=uuid4(), kind="adjustment", source=bank, target=stakes, currency="EUR", cents=1, at=clock.now()
    )
    assert (
        "bank of the table\N{NO-BREAK SPACE}· Lisboa" in head.get("/admin/wallet/transfer/").content.decode()
    )
