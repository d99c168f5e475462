"""The number of queries of every list and change page does not depend on the number of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec import structs

from games.floor.changes import propose_change
from games.models import Round, Table
from games.tables.sheet_selectors import setting_of
from players.audit.models import Line  # its list leads to the page of the log
from players.decisions.deciding import take_step
from players.models import Person, Player
from players.wallet.cashier.adjustments import ADJUSTMENT, request_adjustment
from tests.casino.backoffice.row_copies import made, multiplied
from tests.demo_house import signed_in
from tests.games.rulebook.people import Signers, advance_to, create_draft
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


@pytest.fixture(scope="module")
def busy(seeded: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A played round, rule changes and other objects to decide, in the demonstration."""
    with django_db_blocker.unblock(), override_settings(HOUSE_DEMO=True):
        ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
        lisboa = Table.objects.select_related("setting").get(name="Lisboa")
        table_room = LiveTable(tmp_path_factory.mktemp("lisboa"), lisboa)
        table_room.sit([ana, bruno])
        table_room.until("bets-opened")
        table_room.send(
            (ana, bet(table_room.round, {"straight:17": 500, "red": 1000})),
            (bruno, bet(table_room.round, {"black": 700})),
        )
        table_room.until("round-ended")
        people = Signers(
            *(
                Person.objects.get(email=f"{name}@feltro.example")
                for name in ("autor", "aprovador", "regulador")
            )
        )
        advance_to("in-force", people, create_draft(people))
        create_draft(people, "blackjack", double_any=True)
        cashier, head = (Person.objects.get(email=f"{name}@feltro.example") for name in ("caixa", "direcao"))
        adjustment = request_adjustment(ana, 500, "T-1", "there was a reason for it", cashier)
        take_step(ADJUSTMENT, adjustment.pk, "approve", person=head)
        assert lisboa.setting is not None
        setting = structs.replace(setting_of(lisboa.system, lisboa.setting), minimum=200)
        propose_change(
            table=lisboa, setting=setting, author=people.author, reason="there was a reason for it"
        )


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
