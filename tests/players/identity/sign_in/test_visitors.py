"""Visitors: a person without an account can use demonstration tables and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from players.identity.sign_in import visitors
from players.models import Person, Player
from players.wallet.models import Account
from tests.live_table import LiveTable, balance, bet, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    from django.core.cache import cache

    cache.clear()


def visitor_at(client: Client, table: int) -> Player:
    assert client.post(f"/table/{table}/visit/").status_code == 302
    return Player.objects.get(pk=client.session[visitors.VISITOR])


def test_a_visitor_has_credits_a_name_and_no_access_to_money(client: Client) -> None:
    table = table_open(currency="DEMO")
    player = visitor_at(client, table.pk)
    assert balance(player, "DEMO") == 500_000
    assert not Account.objects.filter(player=player, currency="EUR").exists()
    assert not player.person.is_active and not player.person.has_usable_password()
    page = client.get(f"/table/{table.pk}/").content.decode()
    assert player.alias in page and "visit/" not in page
    assert visitor_at(client, table.pk) == player, "the browser keeps its visitor"
    assert client.get("/account/").status_code == 302, "a visitor has no account pages"


def test_a_visitor_plays_at_demonstration_tables_and_not_for_money(client: Client, tmp_path: Path) -> None:
    player = visitor_at(client, table_open(currency="DEMO").pk)
    demo, money = LiveTable(tmp_path, table_open(currency="DEMO")), LiveTable(tmp_path, table_open())
    demo.sit([player])
    demo.until("bets-opened")
    (reply,) = demo.send((player, bet(1, {"red": 500})))
    assert reply.refused is None
    (reply,) = money.send((player, protocol.Sit(uuid4())))
    assert reply.refused is not None and reply.refused.code in (Refusal.NOT_YOU, Refusal.EXCLUDED)
    assert client.post(f"/table/{money.table.pk}/visit/").status_code == 404
    assert player.alias not in client.get(f"/table/{money.table.pk}/").content.decode()


def test_the_number_of_visitors_from_one_address_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_VISITORS_PER_HOUR", 3)
    table = table_open(currency="DEMO")
    for _ in range(5):
        Client().post(f"/table/{table.pk}/visit/")
    assert Player.objects.filter(status="visitor").count() == 3


def test_the_addresses_of_one_ipv6_network_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: each of its 2^64 addresses had a limit of its own."""
    monkeypatch.setattr(visitors, "MAX_VISITORS_PER_HOUR", 3)
    table = table_open(currency="DEMO")
    for number in range(5):
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number + 1:x}").post(f"/table/{table.pk}/visit/")
    assert Player.objects.filter(status="visitor").count() == 3
    Client(REMOTE_ADDR="2001:db8:1:3::1").post(f"/table/{table.pk}/visit/")
    assert Player.objects.filter(status="visitor").count() == 4


def test_behind_a_proxy_each_client_has_a_limit_of_its_own(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Red before: the proxy's address counted, so twenty guests an hour were all that a house let in."""
    monkeypatch.setattr(visitors, "MAX_VISITORS_PER_HOUR", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    table = table_open(currency="DEMO")
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.2"):
        # What a client says itself stands before what the proxy adds, and counts for nothing.
        forwarded = f"203.0.113.{Player.objects.count()}, {address}"
        Client().post(f"/table/{table.pk}/visit/", HTTP_X_FORWARDED_FOR=forwarded)
    assert Player.objects.filter(status="visitor").count() == 2


def test_a_signed_in_person_does_not_become_a_visitor(client: Client, settings: Any) -> None:
    table = table_open(currency="DEMO")
    person = Person.objects.create_user("ana@feltro.example", "x")
    Player.objects.create(person=person, alias="Ana")
    client.force_login(person)
    client.post(f"/table/{table.pk}/visit/")
    assert not Player.objects.filter(status="visitor").exists()
