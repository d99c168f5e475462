"""The number of queries of every list and change page does not depend on the number of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Round, Table
from players.audit.models import Line  # its list leads to the page of the log
from players.models import Person
from tests.casino.backoffice.row_copies import made, multiplied
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet, players_with

pytestmark = pytest.mark.long  # minutes, on two cores

FEW, MANY = 3, 60
MOST_QUERIES = 40
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
# Relations that are not copied, and why.
NOT_COPIED = {
    "games.Event": "a copied event breaks the round; long rounds have a test of their own below",
    "games.Stake": "stakes must match the events of the round",
}


@pytest.fixture
def office(demo: None, busy: None) -> Client:
    return signed_in("direcao@feltro.example")


def count_queries(client: Client, address: str) -> tuple[int, Any]:
    """The number of queries of a page, after a first request."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return len(queries), response


def shown(model: type[Model]) -> Model | None:
    """The first row that the list shows."""
    request = RequestFactory().get("/")
    request.user = Person.objects.get(email="direcao@feltro.example")
    request.session = {}
    row: Model | None = admin.site._registry[model].get_queryset(request).order_by("pk").first()
    return row


def some_shown(model: type[Model]) -> Model:
    """A row that the list shows, created if there is none."""
    row = shown(model) or made(model) and shown(model) or made(model, full=False) and shown(model)
    assert row is not None, "nothing can be made that its list shows"
    return row


@pytest.mark.parametrize(
    "model", [model for model in REGISTERED if model is not Line], ids=lambda model: model._meta.label
)
def test_the_queries_of_a_list_do_not_depend_on_its_rows(office: Client, model: type[Model]) -> None:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    with transaction.atomic():
        row = some_shown(model)
        multiplied(row, FEW)
        few, _answer = count_queries(office, address)
        multiplied(row, MANY - FEW)
        many, response = count_queries(office, address)
        assert len(response.context["cl"].result_list) >= 50, "and they are there"
        transaction.set_rollback(True)
    assert many <= few and many < MOST_QUERIES, f"{few} for {FEW}, {many} for {MANY}"


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_the_queries_of_a_change_page_do_not_depend_on_related_rows(
    office: Client, model: type[Model]
) -> None:
    with transaction.atomic():
        row = some_shown(model)
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk])
        few, _answer = count_queries(office, address)
        for relation in model._meta.related_objects:
            other = relation.related_model
            one = (
                other._base_manager.filter(**{relation.field.name: row}).first()
                or other._base_manager.first()
            )
            if relation.one_to_many and one is not None and other._meta.label not in NOT_COPIED:
                multiplied(one, MANY, **{relation.field.attname: row.pk})
        many, _answer = count_queries(office, address)
        transaction.set_rollback(True)
    assert many <= few and many < MOST_QUERIES, f"{few} at first, {many} with {MANY} of everything"


def test_the_queries_of_a_round_page_do_not_depend_on_its_players(office: Client, tmp_path: Path) -> None:
    people = players_with(100_000, 8)
    (tmp_path / "porto").mkdir()
    table_room = LiveTable(tmp_path / "porto", Table.objects.get(name="Porto"))

    def play(players: list[Any]) -> int:
        table_room.until("bets-opened")
        laid = {f"straight:{number}": 200 for number in range(1, 13)}
        table_room.send(*((player, bet(table_room.round, laid)) for player in players))
        table_room.until("round-ended")
        game_round = Round.objects.get(table=table_room.table, number=table_room.round)
        return count_queries(office, f"/admin/games/round/{game_round.pk}/change/")[0]

    table_room.sit(people[:2])
    few = play(people[:2])
    table_room.sit(people[2:])
    assert play(people) <= few < MOST_QUERIES
