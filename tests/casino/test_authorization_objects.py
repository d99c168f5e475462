"""Permissions for single objects: every action on something that a person began, by every role, for their
own and for others' objects.

The expected results are in `authorization.toml`, under `own` and `other`. An address that acts on an object
with an author fails if it has no row there, and so does a row that differs from the responses.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model
from msgspec import structs

from casino.backoffice.models import SavedFilter
from games.floor.changes import propose_change
from games.models import Incident, Table
from games.rulebook import changes
from games.rulebook.forms import SheetForm
from games.rulebook.models import Impact, RuleChange, RuleStep
from games.tables.sheet_selectors import setting_of
from players.audit.models import Line
from players.models import Person, Player
from players.shared.clock import day_of, now
from players.wallet.cashier.adjustments import request_adjustment
from tests.casino.test_authorization import ADDRESSES, ROLES, Address, rows
from tests.demo_house import signed_in
from tests.games.rulebook.people import PDF

pytestmark = pytest.mark.long  # minutes, on two cores

SIGN = ("autor", "aprovador", "regulador", "mesas", "caixa")  # in every run; every role in `make long`
BEGAN = ("author", "proposer", "requested_by")  # whose a thing is
WHY = "há uma razão para isto"
Made = tuple[Model, str, dict[str, Any]]


@contextmanager
def unguarded() -> Any:
    """As only the keeper of the database could: a thing that this person began, whatever the role."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def change_of(owner: Person, endorser: Person, state: str) -> RuleChange:
    """An open request of that person, endorsed by another person if it has come that far."""
    base = changes.sheet_in_force("baccarat")
    assert base is not None
    rules = changes.decode_sheet("baccarat", base.data)
    content = changes.save_content("baccarat", structs.replace(rules, chat=not rules.chat))
    with unguarded():
        fields = {
            "system": "baccarat",
            "title": "uma alteração",
            "reason": WHY,
            "base": base,
            "content": content,
            "author": owner,
        }
        change = RuleChange.objects.create(
            state=state, reference="R-1" if state == "authorised" else "", **fields
        )
        signed = {"draft": 0, "submitted": 1}.get(state, 2)
        for verb, person in (("submit", owner), ("endorse", endorser))[:signed]:
            RuleStep.objects.create(change=change, person=person, verb=verb, digest=content.digest)
    return change


def edited(owner: Person, endorser: Person) -> Made:
    change = change_of(owner, endorser, "draft")
    form = SheetForm(None, change=change)
    values = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in values.items() if value not in (None, False)}
    return change, f"/admin/rulebook/rulechange/{change.pk}/edit/", {**data, "title": "outro título"}


def request_page(address: str, state: str = "draft") -> Callable[[Person, Person], Made]:
    def make(owner: Person, endorser: Person) -> Made:
        change = change_of(owner, endorser, state)
        return change, f"/admin/rulebook/rulechange/{change.pk}/{address}/", {"title": "outro"}

    return make


def step(verb: str, state: str) -> Callable[[Person, Person], Made]:
    def make(owner: Person, endorser: Person) -> Made:
        from django.core.files.uploadedfile import SimpleUploadedFile

        change = change_of(owner, endorser, state)
        fields: dict[str, Any] = {"verb": verb, "digest": change.content.digest, "reason": WHY}
        if verb == "authorise":
            fields |= {
                "reference": "R-1",
                "dated": day_of(now()).isoformat(),
                "document": SimpleUploadedFile(*PDF),
            }
        return change, f"/admin/rulebook/rulechange/{change.pk}/step/", fields

    return make


def table_change(verb: str) -> Callable[[Person, Person], Made]:
    def make(owner: Person, endorser: Person) -> Made:
        table = Table.objects.select_related("setting").get(name="Lisboa")
        assert table.setting is not None
        setting = structs.replace(setting_of(table.system, table.setting), minimum=200)
        change = propose_change(table=table, setting=setting, author=owner, reason=WHY)
        return change, f"/admin/floor/tablechange/{change.pk}/decide/", {"verb": verb, "reason": WHY}

    return make


def correction(verb: str) -> Callable[[Person, Person], Made]:
    def make(owner: Person, endorser: Person) -> Made:
        row = request_adjustment(Player.objects.get(alias="Ana"), 500, "T-1", WHY, owner)
        return row, f"/admin/cashier/adjustment/{row.pk}/decide/", {"verb": verb}

    return make


def incident(verb: str) -> Callable[[Person, Person], Made]:
    def make(owner: Person, endorser: Person) -> Made:
        fields = {
            "reason": "x",
            "opened": now(),
            "proposer": owner,
            "proposed": now(),
            "proposal": "release",
            "note": WHY,
        }
        row = Incident.objects.create(table=Table.objects.get(name="Lisboa"), **fields)
        return row, f"/admin/games/incident/{row.pk}/decide/", {"verb": verb, "reason": WHY}

    return make


def kept(owner: Person, endorser: Person) -> Made:
    row = SavedFilter.objects.create(person=owner, place="games.round", name="x", query="status__exact=void")
    return row, f"/admin/filters/{row.pk}/forget/", {}


ACTS: dict[str, Callable[[Person, Person], Made]] = {
    "rulebook_rulechange_change": request_page("change"),
    "rulebook_rulechange_edit": edited,
    "rulebook_rulechange_rebase": request_page("rebase"),
    "rulebook_rulechange_impact": request_page("impact"),
    "rulebook_rulechange_step submit": step("submit", "draft"),
    "rulebook_rulechange_step endorse": step("endorse", "submitted"),
    "rulebook_rulechange_step return": step("return", "submitted"),
    "rulebook_rulechange_step withdraw": step("withdraw", "submitted"),
    "rulebook_rulechange_step authorise": step("authorise", "endorsed"),
    "rulebook_rulechange_step refuse": step("refuse", "endorsed"),
    "rulebook_rulechange_step return the endorsed": step("return", "endorsed"),
    "rulebook_rulechange_step schedule": step("schedule", "authorised"),
    "floor_tablechange_decide confirm": table_change("confirm"),
    "floor_tablechange_decide refuse": table_change("refuse"),
    "cashier_adjustment_decide approve": correction("approve"),
    "cashier_adjustment_decide refuse": correction("refuse"),
    "games_incident_decide confirm": incident("confirm"),
    "games_incident_decide propose": incident("propose"),
    "office_filter_forget": kept,
}


def has_author(address: Address) -> bool:
    """Whether it acts on one object, and on one with an author."""
    known = {field.name for field in address.model._meta.get_fields()} if address.model is not None else set()
    return "<" in address.route and bool(known & set(BEGAN))


def test_every_action_on_an_object_with_an_author_has_rows_for_own_and_other() -> None:
    written = rows()
    acts = {
        address.name
        for address in ADDRESSES
        if has_author(address) and "x" in written["post"].get(address.name, "")
    }
    assert acts, "the search for acts finds them"
    assert acts - {name.partition(" ")[0] for name in ACTS} == set(), "an act of this test is missing"
    for whose in ("own", "other"):
        assert written[whose].keys() == ACTS.keys(), whose


def happened() -> tuple[int, int]:
    """Whatever a person does leaves a line; what is counted leaves its request."""
    return Line.objects.count(), Impact.objects.count()


@pytest.mark.parametrize(
    "everybody", [False, pytest.param(True, marks=pytest.mark.long)], ids=["who signs", "everybody"]
)
@pytest.mark.parametrize("whose", ["own", "other"])
@pytest.mark.parametrize("act", ACTS)
def test_actions_on_own_and_others_objects(demo: None, whose: str, act: str, everybody: bool) -> None:
    expected = dict(zip(ROLES, rows()[whose][act].split(), strict=True))
    third, endorser = (
        Person.objects.create_user(f"{name}@feltro.example", "x", is_staff=True)
        for name in ("terceira", "visto")
    )
    done = {}
    for role in ROLES if everybody else SIGN:
        client = signed_in(f"{role}@feltro.example")
        with transaction.atomic():
            owner = Person.objects.get(email=f"{role}@feltro.example") if whose == "own" else third
            _thing, url, fields = ACTS[act](owner, endorser)
            before = happened()
            response = client.post(url, fields)
            assert response.status_code < 500, f"{role}: {response.status_code}"
            done[role] = "x" if happened() != before else "."
            transaction.set_rollback(True)
    assert done == {role: expected[role] for role in done}
