"""A page of the back office costs the same however much it shows: every list and every change page that is registered, none left out."""

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

from games.floor.changes import change_propose
from games.models import Round, Table
from games.rulebook.selectors import setting_of
from players.models import Person, Player
from players.wallet.cashier.adjustments import adjustment_decide, adjustment_request
from tests.casino.crowding import made, multiplied
from tests.games.rulebook.people import Desk, brought_to, draft
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.room import Room, bet, players_with

pytestmark = pytest.mark.long  # minutes, on two cores

FEW, MANY = 3, 60
MOST_QUERIES = 40
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
# What is not copied to stand beside the thing it belongs to, and why.
APART = {
    "games.Event": "a round told twice is no round; long rounds are looked at by themselves below",
    "games.Stake": "what a round's stakes come to is proved against its events",
}


@pytest.fixture(scope="module")
def busy(seeded: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> None:  # noqa: F811
    """Something was played, and something is to be decided. It is gone with the demonstration that it stands in."""
    with django_db_blocker.unblock(), override_settings(HOUSE_DEMO=True):
        ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
        lisboa = Table.objects.select_related("setting").get(name="Lisboa")
        here = Room(tmp_path_factory.mktemp("lisboa"), lisboa)
        here.sit([ana, bruno])
        here.until("bets-opened")
        here.say(
            (ana, bet(here.round, {"straight:17": 500, "red": 1000})),
            (bruno, bet(here.round, {"black": 700})),
        )
        here.until("round-ended")
        people = Desk(
            *(
                Person.objects.get(email=f"{name}@feltro.example")
                for name in ("autor", "aprovador", "regulador")
            )
        )
        brought_to("in-force", people, draft(people))
        draft(people, "blackjack", double_any=True)
        adjustment = adjustment_request(ana, 500, "T-1", "there was a reason for it", people.author)
        adjustment_decide(adjustment.pk, people.approver, approve=True)
        assert lisboa.setting is not None
        setting = structs.replace(setting_of(lisboa.system, lisboa.setting), minimum=200)
        change_propose(
            table=lisboa, setting=setting, author=people.author, reason="there was a reason for it"
        )


@pytest.fixture
def office(demo: None, busy: None) -> Client:  # noqa: F811
    return signed_in("direcao@feltro.example")


def asked(client: Client, address: str) -> tuple[int, Any]:
    """How often a page asks the database, once it is warm."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return len(queries), answer


def shown(model: type[Model]) -> Model | None:
    """The first row that its list shows."""
    request = RequestFactory().get("/")
    request.user = Person.objects.get(email="direcao@feltro.example")
    request.session = {}  # type: ignore[assignment]
    found: Model | None = admin.site._registry[model].get_queryset(request).order_by("pk").first()
    return found


def some_shown(model: type[Model]) -> Model:
    """One, made where there is none: with everything that it may point at, unless the list is of those that do not."""
    found = shown(model) or made(model) and shown(model) or made(model, full=False) and shown(model)
    assert found is not None, "nothing can be made that its list shows"
    return found


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_a_list_asks_as_often_for_sixty_rows_as_for_three(office: Client, model: type[Model]) -> None:
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    with transaction.atomic():
        row = some_shown(model)
        multiplied(row, FEW)
        few, _answer = asked(office, address)
        multiplied(row, MANY - FEW)
        many, answer = asked(office, address)
        assert len(answer.context["cl"].result_list) >= 50, "and they are there"
        transaction.set_rollback(True)
    assert many <= few and many < MOST_QUERIES, f"{few} for {FEW}, {many} for {MANY}"


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_a_change_page_asks_as_often_however_much_belongs_to_the_thing(
    office: Client, model: type[Model]
) -> None:
    with transaction.atomic():
        row = some_shown(model)
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk])
        few, _answer = asked(office, address)
        for relation in model._meta.related_objects:
            other = relation.related_model
            one = (
                other._base_manager.filter(**{relation.field.name: row}).first()
                or other._base_manager.first()
            )
            if relation.one_to_many and one is not None and other._meta.label not in APART:
                multiplied(one, MANY, **{relation.field.attname: row.pk})
        many, _answer = asked(office, address)
        transaction.set_rollback(True)
    assert many <= few and many < MOST_QUERIES, f"{few} at first, {many} with {MANY} of everything"


def test_a_round_of_eight_players_asks_as_often_as_one_of_two(office: Client, tmp_path: Path) -> None:
    people = players_with(100_000, 8)
    (tmp_path / "porto").mkdir()
    here = Room(tmp_path / "porto", Table.objects.get(name="Porto"))

    def told(players: list[Any]) -> int:
        here.until("bets-opened")
        laid = {f"straight:{number}": 200 for number in range(1, 13)}
        here.say(*((player, bet(here.round, laid)) for player in players))
        here.until("round-ended")
        return asked(
            office, f"/admin/games/round/{Round.objects.get(table=here.table, number=here.round).pk}/change/"
        )[0]

    here.sit(people[:2])
    few = told(people[:2])
    here.sit(people[2:])
    assert told(people) <= few < MOST_QUERIES
