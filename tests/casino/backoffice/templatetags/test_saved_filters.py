"""Saved filters: personal, named, and only of lists that the person may see."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory

from casino.backoffice.filters import MAX_FILTERS, list_name
from casino.backoffice.models import SavedFilter
from players.audit.models import Line
from players.models import Person
from tests.demo_house import signed_in

KEEP = "/admin/filters/keep/"
ROUNDS = "/admin/games/round/"
VOID = {"place": "games.round", "name": "Nulas", "query": "status__exact=void"}


@pytest.fixture
def manager(demo: None) -> Client:
    return signed_in("mesas@feltro.example")


def save_filter(client: Client, **data: str) -> Any:
    return client.post(KEEP, {**VOID, **data}, follow=True)


def test_a_filter_is_saved_shown_marked_as_current_and_deleted(
    manager: Client,
) -> None:
    page = manager.get(f"{ROUNDS}?status__exact=void").content.decode()
    assert "Guardar esta vista" in page
    page = save_filter(manager).content.decode()
    assert (
        'href="/admin/games/round/?status__exact=void" aria-current="true">Nulas<' in page
        and "Guardar esta vista" not in page
    )
    page = manager.get(ROUNDS).content.decode()
    assert 'href="/admin/games/round/?status__exact=void">Nulas<' in page and "Guardar esta vista" not in page
    assert ">Nulas<" not in manager.get("/admin/games/table/").content.decode(), (
        "a filter belongs to its list"
    )
    saved = SavedFilter.objects.get()
    manager.post(f"/admin/filters/{saved.pk}/forget/")
    assert not SavedFilter.objects.exists() and ">Nulas<" not in manager.get(ROUNDS).content.decode()
    assert list(Line.objects.order_by("id").values_list("kind", flat=True))[-2:] == [
        "office.filter-kept",
        "office.filter-forgotten",
    ]


def test_a_filter_has_no_page_and_a_fixed_order(
    manager: Client,
) -> None:
    save_filter(manager, query="p=3&table__currency__exact=EUR&status__exact=void&e=1")
    assert SavedFilter.objects.get().query == "status__exact=void&table__currency__exact=EUR"
    page = manager.get(f"{ROUNDS}?table__currency__exact=EUR&status__exact=void&p=1").content.decode()
    assert 'aria-current="true">Nulas<' in page


def test_the_same_name_replaces_a_filter(manager: Client) -> None:
    save_filter(manager)
    save_filter(manager, query="status__exact=ended")
    assert SavedFilter.objects.get().query == "status__exact=ended"


def test_filters_are_personal(manager: Client) -> None:
    save_filter(manager)
    other, saved = signed_in("direcao@feltro.example"), SavedFilter.objects.get()
    assert ">Nulas<" not in other.get(ROUNDS).content.decode()
    assert other.post(f"/admin/filters/{saved.pk}/forget/").status_code == 404
    save_filter(other)
    assert SavedFilter.objects.filter(name="Nulas").count() == 2


@pytest.mark.parametrize("place", ["wallet.transfer", "audit.line"])
def test_a_hidden_list_saves_no_filter(manager: Client, place: str) -> None:
    assert manager.post(KEEP, {**VOID, "place": place}).status_code == 403
    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": ""}, "Dê um nome à vista."),
        ({"name": " \x00 \u202e"}, "Dê um nome à vista."),
        ({"query": ""}, "Não há nada para guardar"),
        ({"query": "p=2"}, "Não há nada para guardar"),
        ({"query": "q=" + "a" * 2000}, "demasiado longa"),
    ],
)
def test_an_invalid_filter_shows_why(manager: Client, data: dict[str, str], message: str) -> None:
    response = save_filter(manager, **data)
    assert response.status_code == 200 and message in response.content.decode()
    assert not SavedFilter.objects.exists()


def test_the_number_of_filters_is_limited(manager: Client) -> None:
    for number in range(MAX_FILTERS):
        save_filter(manager, name=f"Filtro {number}")
    assert f"Já tem {MAX_FILTERS} vistas desta lista" in save_filter(manager, name="Mais um").content.decode()
    assert SavedFilter.objects.count() == MAX_FILTERS
    save_filter(manager, name="Filtro 3", query="status__exact=open")
    assert SavedFilter.objects.filter(query="status__exact=open").count() == 1


@pytest.mark.parametrize(
    "place",
    ["", "games", "games.nothing", "games.round.x", "\x00", "../../etc", "admin.logentry", "x" * 5000],
)
def test_an_unknown_list_is_not_found(manager: Client, place: str) -> None:
    assert manager.post(KEEP, {**VOID, "place": place}).status_code == 404


@pytest.mark.parametrize(
    ("query", "status"), [("nothing__like__this=1", 400), ("q=a%00b", 200), ("%00=1", 400)]
)
def test_an_unknown_field_in_a_filter_is_told(manager: Client, query: str, status: int) -> None:
    """Not ignored: the list would show every row under the name of the filter."""
    assert save_filter(manager, query=query).status_code == status


def test_every_list_with_filters_or_search_saves_filters(demo: None) -> None:
    client, request = signed_in("direcao@feltro.example"), RequestFactory().get("/")
    request.user = Person.objects.get(email="direcao@feltro.example")
    for model, model_admin in admin.site._registry.items():
        is_shown = model_admin.has_view_permission(request)
        if is_shown and (model_admin.list_filter or model_admin.search_fields):
            place = list_name(model)
            response = client.post(KEEP, {"place": place, "name": f"de {place}", "query": "q=a"}, follow=True)
            assert (
                response.status_code == 200
                and f'aria-current="true">de {place}<' in response.content.decode()
            ), place
