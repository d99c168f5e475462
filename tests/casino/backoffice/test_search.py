"""The search of the back office: by number, name and id, limited by permission, a few results per kind."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from casino.backoffice.roles import grant_role, write_roles
from casino.backoffice.search import MAX_RESULTS, SEARCHES, _plain, search_pages, search_records
from casino.compliance.reports.all_reports import REPORTS
from players.models import Person, Player
from players.wallet.models import Transfer
from tests.live_table import players_with, signer, table_open

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
def search(db: None) -> Any:
    write_roles()

    def run_search(term: str, role: str = "") -> list[Any]:
        request = RequestFactory().get("/")
        person = Person.objects.create_user(f"{uuid4().hex}@feltro.example", "x", is_staff=True)
        grant_role(person, role or "management")
        request.user = Person.objects.get(pk=person.pk)
        return search_records(request, term)

    return run_search


@pytest.mark.parametrize("term", WORDS)
def test_any_text_can_be_searched(search: Any, term: str) -> None:
    table_open(name="Mesa do fundo")
    assert isinstance(search(term), list)


def test_a_nul_is_ignored(client: Client, db: None, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # staff need no second factor
    table = table_open(name="Mesa do fundo")
    write_roles()
    person = Person.objects.create_user("procura@feltro.example", "x", is_staff=True)
    grant_role(person, "management")
    client.force_login(person, backend=BACKEND)
    page = client.get("/admin/search/?s=Mesa%00 do")
    assert page.status_code == 200 and f"/admin/games/table/{table.pk}/change/" in page.content.decode()


def test_tables_players_and_transfers_are_found(search: Any) -> None:
    table = table_open(name="Mesa do fundo")
    (ana,) = players_with(500, 1)
    transfer = Transfer.objects.get(target__player=ana)
    assert search("mesa do")[0].link == f"/admin/games/table/{table.pk}/change/"
    assert search(ana.alias[:6])[0].link == f"/admin/players/player/{ana.pk}/change/"
    assert f"/admin/wallet/transfer/{transfer.pk}/change/" in [
        result.link for result in search(str(transfer.pk))
    ]


def test_a_role_finds_only_what_it_may_see(search: Any) -> None:
    table_open(name="Mesa do fundo")
    (ana,) = players_with(500, 1)
    assert search("Mesa", "cashier") == [] and search(ana.alias, "cashier")
    assert search("Mesa", "table manager") and search(ana.alias, "table manager") == []
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert search_records(request, "Mesa") == []


def test_a_result_has_its_state_its_balance_and_what_follows(search: Any) -> None:
    table = table_open(name="Mesa do fundo")
    (ana,) = players_with(2_500, 1)
    with translation.override("en"):
        player, *steps = search(ana.alias)
        assert player.title == f"{ana.alias} · active · €25.00"
        assert [step.title for step in steps] == [
            f"{step} of {ana.alias}" for step in ("Payments", "Play sessions", "Complaints")
        ]
        found, *steps = search("Mesa do fundo", "table manager")
        assert found.title == "Mesa do fundo · open"
        assert f"/admin/games/table/{table.pk}/hours/" in [step.link for step in steps]
        (alone,) = [found for found in search(ana.alias, "identity officer") if "/player/" in found.link]
        assert alone.title == f"{ana.alias} · active", "no balance without the right to it"
        table_open(name="Mesa do lado")
        assert [result.description for result in search("Mesa do")] == ["table", "table"], "two match"


def test_a_search_makes_one_limited_query_per_kind(search: Any) -> None:
    for number in range(MAX_RESULTS + 5):
        table_open(name=f"Mesa {number}")
    with CaptureQueriesContext(connection) as queries:
        results = search("Mesa")
    assert len(results) == MAX_RESULTS
    assert len(
        [query for query in queries if query["sql"].startswith("SELECT") and "LIMIT 6" in query["sql"]]
    ) <= len(SEARCHES)
    assert Player.objects.count() == 0


def test_results_are_in_the_current_language(client: Client, settings: Any, db: None) -> None:
    """The theme would cache results for five minutes, whatever the language."""
    table_open(name="Mesa do fundo")
    settings.HOUSE_DEMO = True  # staff need no second factor
    write_roles()
    client.force_login(signer("compliance officer"), backend=BACKEND)
    for language, word in (("pt-pt", "Mesa"), ("en", "Table")):
        client.cookies["django_language"] = language
        response = client.get("/admin/search/?s=fundo&extended=1")
        assert f">{word}<" in response.content.decode()
    assert client.get("/admin/search/?s=&extended=1").content == b""
    assert "Mesa do fundo" not in client.get("/admin/search/?s=topo&extended=1").content.decode()


def test_pages_reports_and_commands_are_found_by_their_words(search: Any) -> None:
    def pages(term: str, role: str) -> list[str]:
        request = RequestFactory().get("/")
        request.user = signer(role)
        return [str(result.link) for result in search_pages(request, term)]

    assert "/admin/players/player/find/" in pages("procurar jogador", "support")
    assert "/admin/players/player/find/" not in pages("procurar jogador", "rules author")
    title = _plain(str(REPORTS["gross"].title))
    assert "/admin/compliance/reports/gross/" in pages(title, "compliance officer")
    assert pages(title, "cashier") == []
    assert "/admin/cashier/payment/" in pages("depositos levantamentos", "cashier")
    assert "/admin/games/table/add/" in pages("criar mesa", "table manager")


def test_only_roles_that_may_see_staff_find_them(search: Any) -> None:
    person = Person.objects.create_user("rita.sousa@feltro.example", "x", is_staff=True, last_name="Sousa")
    link = f"/admin/players/person/{person.pk}/change/"
    for term in ("rita.s", "sousa"):
        assert link in [result.link for result in search(term, "auditor")]
        assert link not in [result.link for result in search(term, "cashier")]


def test_the_search_says_on_every_page_that_it_is_there(client: Client, settings: Any, db: None) -> None:
    settings.HOUSE_DEMO = True  # staff need no second factor
    write_roles()
    client.force_login(signer("compliance officer"), backend=BACKEND)
    for language, text in (("pt-pt", "Procurar ou ir para…"), ("en", "Search or go to…")):
        client.cookies["django_language"] = language
        page = client.get("/admin/").content.decode()
        assert text in page and "Ctrl K" in page
