"""Visitors: demonstration tables are open to who has no account, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from players.identity import visitors
from players.models import Person, Player
from players.wallet.models import Account
from tests.room import Room, balance, bet, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    from django.core.cache import cache

    cache.clear()


def visiting(client: Client, table: int) -> Player:
    assert client.post(f"/table/{table}/visit/").status_code == 302
    return Player.objects.get(pk=client.session[visitors.VISITOR])


def test_a_visitor_has_credits_a_name_and_no_road_to_money(client: Client) -> None:
    table = table_open(currency="DEMO")
    player = visiting(client, table.pk)
    assert balance(player, "DEMO") == visitors.CREDITS
    assert not Account.objects.filter(player=player, currency="EUR").exists()
    assert not player.person.is_active and not player.person.has_usable_password()
    page = client.get(f"/table/{table.pk}/").content.decode()
    assert player.alias in page and "visit/" not in page
    assert visiting(client, table.pk) == player, "the same browser is the same visitor"
    assert client.get("/account/").status_code == 302, "and has no account pages"


def test_a_visitor_plays_where_credits_are_staked_and_is_nobody_where_money_is(
    client: Client, tmp_path: Path
) -> None:
    player = visiting(client, table_open(currency="DEMO").pk)
    demo, money = Room(tmp_path, table_open(currency="DEMO")), Room(tmp_path, table_open())
    demo.sit([player])
    demo.until("bets-opened")
    (answer,) = demo.say((player, bet(1, {"red": 500})))
    assert answer.refused is None
    (answer,) = money.say((player, protocol.Sit(uuid4())))
    assert answer.refused is not None and answer.refused.code in (Refusal.NOT_YOU, Refusal.EXCLUDED)
    assert client.post(f"/table/{money.table.pk}/visit/").status_code == 404
    assert player.alias not in client.get(f"/table/{money.table.pk}/").content.decode()


def test_so_many_visitors_do_not_come_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MOST", 3)
    table = table_open(currency="DEMO")
    for _ in range(5):
        Client().post(f"/table/{table.pk}/visit/")
    assert Player.objects.filter(status="visitor").count() == 3


def test_who_is_signed_in_is_no_visitor(client: Client, settings: Any) -> None:
    table = table_open(currency="DEMO")
    person = Person.objects.create_user("ana@feltro.example", "x")
    Player.objects.create(person=person, alias="Ana")
    client.force_login(person)
    client.post(f"/table/{table.pk}/visit/")
    assert not Player.objects.filter(status="visitor").exists()
