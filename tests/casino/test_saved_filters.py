"""Filters that staff keep: under a name, one's own alone, of a list that one may see, and always a filter that the list can show."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from casino.backoffice.filters import MOST, place_of
from casino.backoffice.models import SavedFilter
from players.audit.models import Line
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

KEEP = "/admin/filters/keep/"
ROUNDS = "/admin/games/round/"
VOID = {"place": "games.round", "name": "Nulas", "query": "status__exact=void"}


@pytest.fixture
def manager(demo: None) -> Client:  # noqa: F811
    return signed_in("mesas@feltro.example")


def kept(client: Client, **told: str) -> Any:
    return client.post(KEEP, {**VOID, **told}, follow=True)


def test_a_filter_is_kept_shown_above_its_list_marked_where_it_is_in_use_and_forgotten(
    manager: Client,
) -> None:
    page = manager.get(f"{ROUNDS}?status__exact=void").content.decode()
    assert "Guardar este filtro" in page
    page = kept(manager).content.decode()
    assert (
        'href="/admin/games/round/?status__exact=void" aria-current="true">Nulas<' in page
        and "Guardar este filtro" not in page
    )
    page = manager.get(ROUNDS).content.decode()
    assert (
        'href="/admin/games/round/?status__exact=void">Nulas<' in page and "Guardar este filtro" not in page
    )
    assert ">Nulas<" not in manager.get("/admin/games/table/").content.decode(), (
        "a filter belongs to its list"
    )
    found = SavedFilter.objects.get()
    manager.post(f"/admin/filters/{found.pk}/forget/")
    assert not SavedFilter.objects.exists() and ">Nulas<" not in manager.get(ROUNDS).content.decode()
    assert list(Line.objects.order_by("id").values_list("kind", flat=True))[-2:] == [
        "office.filter-kept",
        "office.filter-forgotten",
    ]


def test_the_page_one_is_on_is_no_part_of_a_filter_and_the_same_filter_is_written_alike(
    manager: Client,
) -> None:
    kept(manager, query="p=3&table__currency__exact=EUR&status__exact=void&e=1")
    assert SavedFilter.objects.get().query == "status__exact=void&table__currency__exact=EUR"
    page = manager.get(f"{ROUNDS}?table__currency__exact=EUR&status__exact=void&p=1").content.decode()
    assert 'aria-current="true">Nulas<' in page


def test_the_same_name_takes_the_place_of_the_first(manager: Client) -> None:
    kept(manager)
    kept(manager, query="status__exact=ended")
    assert SavedFilter.objects.get().query == "status__exact=ended"


def test_nobody_sees_or_forgets_anothers(manager: Client) -> None:
    kept(manager)
    other, found = signed_in("direcao@feltro.example"), SavedFilter.objects.get()
    assert ">Nulas<" not in other.get(ROUNDS).content.decode()
    assert other.post(f"/admin/filters/{found.pk}/forget/").status_code == 404
    kept(other)
    assert SavedFilter.objects.filter(name="Nulas").count() == 2


@pytest.mark.parametrize("place", ["wallet.transfer", "audit.line"])
def test_a_list_one_may_not_see_keeps_nothing(manager: Client, place: str) -> None:
    assert manager.post(KEEP, {**VOID, "place": place}).status_code == 403
    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"name": ""}, "Um filtro guarda-se com um nome."),
        ({"name": " \x00 \u202e"}, "Um filtro guarda-se com um nome."),
        ({"query": ""}, "Não há nada para guardar"),
        ({"query": "p=2"}, "Não há nada para guardar"),
        ({"query": "q=" + "a" * 2000}, "demasiado longo"),
    ],
)
def test_what_cannot_be_kept_is_said(manager: Client, told: dict[str, str], says: str) -> None:
    answer = kept(manager, **told)
    assert answer.status_code == 200 and says in answer.content.decode()
    assert not SavedFilter.objects.exists()


def test_there_are_so_many_and_no_more(manager: Client) -> None:
    for number in range(MOST):
        kept(manager, name=f"Filtro {number}")
    assert f"Tem {MOST} filtros desta lista" in kept(manager, name="Mais um").content.decode()
    assert SavedFilter.objects.count() == MOST
    kept(manager, name="Filtro 3", query="status__exact=open")
    assert SavedFilter.objects.filter(query="status__exact=open").count() == 1


@pytest.mark.parametrize(
    "place",
    ["", "games", "games.nothing", "games.round.x", "\x00", "../../etc", "admin.logentry", "x" * 5000],
)
def test_what_is_no_list_is_not_there(manager: Client, place: str) -> None:
    assert manager.post(KEEP, {**VOID, "place": place}).status_code == 404


@pytest.mark.parametrize("query", ["nothing__like__this=1", "q=a%00b", "%00=1"])
def test_a_filter_that_the_list_does_not_know_is_an_unfiltered_list_and_no_fault(
    manager: Client, query: str
) -> None:
    assert kept(manager, query=query).status_code == 200


def test_every_list_that_can_be_filtered_or_searched_keeps_filters(demo: None) -> None:  # noqa: F811
    client = signed_in("direcao@feltro.example")
    for model, each in admin.site._registry.items():
        if each.list_filter or each.search_fields:
            place = place_of(model)
            answer = client.post(KEEP, {"place": place, "name": f"de {place}", "query": "q=a"}, follow=True)
            assert (
                answer.status_code == 200 and f'aria-current="true">de {place}<' in answer.content.decode()
            ), place
