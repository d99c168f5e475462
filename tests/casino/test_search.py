"""One search over the house: by number, by name, by id, each kind for whoever may see it, and never more than a few of each."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from casino.backoffice.roles import grant_role, roles_write
from casino.backoffice.search import FEW, KINDS, found
from players.models import Person, Player
from players.wallet.models import Transfer
from tests.room import players_with, signer, table_open

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
WORDS = (
    "Mesa",
    "12",
    "Mesa 12",
    "0",
    "'; DROP TABLE games_round; --",
    "9" * 40,
    str(UUID(int=7)),
    "%",
    " ",
    "é" * 300,
    "-1",
    "1e9",
)


@pytest.fixture
def asked(db: None) -> Any:
    roles_write()

    def ask(term: str, role: str = "") -> list[Any]:
        request = RequestFactory().get("/")
        person = Person.objects.create_user(f"{uuid4().hex}@feltro.example", "x", is_staff=True)
        grant_role(person, role or "management")
        request.user = Person.objects.get(pk=person.pk)
        return found(request, term)

    return ask


@pytest.mark.parametrize("term", WORDS)
def test_whatever_is_written_is_searched_and_never_fails(asked: Any, term: str) -> None:
    table_open(name="Mesa do fundo")
    assert isinstance(asked(term), list)


def test_a_nul_is_searched_for_as_if_it_were_not_there(client: Client, db: None, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # staff come in without a second factor
    table = table_open(name="Mesa do fundo")
    roles_write()
    person = Person.objects.create_user("procura@feltro.example", "x", is_staff=True)
    grant_role(person, "management")
    client.force_login(person, backend=BACKEND)
    page = client.get("/admin/search/?s=Mesa%00 do")
    assert page.status_code == 200 and f"/admin/games/table/{table.pk}/change/" in page.content.decode()


def test_tables_players_and_transfers_are_found_by_what_people_know_of_them(asked: Any) -> None:
    table = table_open(name="Mesa do fundo")
    (ana,) = players_with(500, 1)
    transfer = Transfer.objects.get(target__player=ana)
    assert [each.link for each in asked("mesa do")] == [f"/admin/games/table/{table.pk}/change/"]
    assert [each.link for each in asked(ana.alias[:6])] == [f"/admin/players/player/{ana.pk}/change/"]
    assert f"/admin/wallet/transfer/{transfer.pk}/change/" in [each.link for each in asked(str(transfer.pk))]


def test_a_role_finds_only_what_it_may_see(asked: Any) -> None:
    table_open(name="Mesa do fundo")
    (ana,) = players_with(500, 1)
    assert asked("Mesa", "cashier") == [] and asked(ana.alias, "cashier")
    assert asked("Mesa", "table manager") and asked(ana.alias, "table manager") == []
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert found(request, "Mesa") == []


def test_a_search_asks_each_kind_once_and_takes_a_few(asked: Any) -> None:
    for number in range(FEW + 5):
        table_open(name=f"Mesa {number}")
    with CaptureQueriesContext(connection) as queries:
        results = asked("Mesa")
    assert len(results) == FEW
    assert len(
        [query for query in queries if query["sql"].startswith("SELECT") and "LIMIT 6" in query["sql"]]
    ) <= len(KINDS)
    assert Player.objects.count() == 0


def test_everybody_is_answered_in_the_language_of_the_moment(client: Client, settings: Any, db: None) -> None:
    """The theme keeps an answer for five minutes, whatever the language."""
    table_open(name="Mesa do fundo")
    settings.HOUSE_DEMO = True  # its staff signs in without a second factor
    roles_write()
    client.force_login(signer("compliance officer"), backend=BACKEND)
    for language, word in (("pt-pt", "Mesa"), ("en", "Table")):
        client.cookies["django_language"] = language
        answer = client.get("/admin/search/?s=fundo&extended=1")
        assert f">{word}<" in answer.content.decode()
    assert client.get("/admin/search/?s=&extended=1").content == b""
    assert "Mesa do fundo" not in client.get("/admin/search/?s=topo&extended=1").content.decode()
