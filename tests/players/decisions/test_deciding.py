"""Every kind of decision: who never decides, what is refused, what is written. A toy kind gets all of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from msgspec import structs

from players.audit.models import Line
from players.decisions.deciding import (
    AlreadyDecided,
    BaseChanged,
    SecondPersonRequired,
    propose,
    take_step,
)
from players.decisions.kinds import By, Kind, Step
from players.decisions.pages import history
from players.decisions.queue import work_source
from players.models import Person
from players.shared.staff_errors import MissingPermission
from tests.demo_house import freshly, signed_in
from tests.hostile_web import answer_to_web
from tests.players.decisions.test_kinds import KINDS
from tests.players.decisions.toy import DECIDES, POSTER, Poster, poster, poster_table
from tests.proposals import AUTHORED, WHY, named
from tests.sessions import sign_in

__all__ = ["poster_table"]
pytestmark = pytest.mark.usefixtures("demo")
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def proposed(kind: Kind[Any]) -> tuple[Any, Person, Person]:
    """A proposal, its author, who could also decide, and a colleague."""
    begin, author, colleague = AUTHORED[kind.name]
    begin(named(author))
    named(author).groups.add(*Group.objects.filter(permissions__codename=kind.decides.partition(".")[2]))
    assert named(author).has_perm(kind.decides)
    return kind.model._default_manager.order_by("pk").last(), named(author), named(colleague)


def deciding(kind: Kind[Any]) -> list[Step]:
    """The steps by which another person decides a proposal, the last one closes it."""
    return [step for step in kind.steps if step.verb and step.by is By.ANOTHER and step.start == kind.first]


def state(kind: Kind[Any], row: Model) -> str:
    row.refresh_from_db()
    return kind.state_of(row)


@every_kind
def test_the_author_never_decides(kind: Kind[Any]) -> None:
    row, author, _colleague = proposed(kind)
    ends = {step.end for step in deciding(kind)}
    for verb in {step.verb for step in deciding(kind)}:
        with transaction.atomic():
            try:
                assert kind.state_of(take_step(kind, row.pk, verb, person=author, reason=WHY)) not in ends
                transaction.set_rollback(True)
            except SecondPersonRequired as refused:
                assert all(refused.sentences(kind))
        assert state(kind, row) == kind.first


@every_kind
def test_nobody_decides_without_the_right(kind: Kind[Any]) -> None:
    row, _author, _colleague = proposed(kind)
    for step in deciding(kind):
        with pytest.raises(MissingPermission):
            take_step(kind, row.pk, step.verb, person=named("autor"), reason=WHY)
    assert state(kind, row) == kind.first


@every_kind
def test_a_stale_base_stops_all_but_the_closing(kind: Kind[Any]) -> None:
    row, _author, colleague = proposed(kind)
    stale = structs.replace(kind, base_changed=lambda row: True)
    for step in deciding(kind):
        if step.carry_out is not None:
            with pytest.raises(BaseChanged):
                take_step(stale, row.pk, step.verb, person=colleague, reason=WHY)
    assert state(kind, row) == kind.first


@every_kind
def test_it_is_decided_once_with_one_line_in_the_log(kind: Kind[Any]) -> None:
    row, author, colleague = proposed(kind)
    step, before = deciding(kind)[-1], Line.objects.count()
    take_step(kind, row.pk, step.verb, person=colleague, reason=WHY)
    line = Line.objects.latest("pk")
    assert Line.objects.count() == before + 1 and line.person == colleague
    assert step.audit == line.kind
    for again in deciding(kind):
        with pytest.raises(AlreadyDecided):
            take_step(kind, row.pk, again.verb, person=colleague, reason=WHY)
    assert Line.objects.count() == before + 1
    row.refresh_from_db()
    first, last = history(kind, row)
    assert (first.person, last.person) == (author, colleague) and first.at <= last.at


@every_kind
def test_it_is_due_after_the_time_of_its_kind(kind: Kind[Any]) -> None:
    row, _author, colleague = proposed(kind)
    source = work_source(kind)
    (item,) = [
        source.describe(waiting) for waiting in source.waiting(colleague) if str(waiting.pk) == str(row.pk)
    ]
    assert item.since == getattr(row, kind.at)
    assert item.due == (item.since + kind.target if kind.target else None)


@every_kind
def test_an_unconfirmed_session_decides_nothing_where_the_kind_says_so(kind: Kind[Any]) -> None:
    row, _author, colleague = proposed(kind)
    client = signed_in(colleague.email, "en")
    freshly(client, colleague, "password", ago=86_400)
    verb = deciding(kind)[-1].verb
    answer = {"verb": verb, "act": verb, "reason": WHY}
    response = client.post(reverse(kind.form_url, args=[kind.key(row)]), answer)
    if kind.confirmed_by:
        assert "/account/confirm/" in response["Location"]
        assert state(kind, row) == kind.first
    else:
        assert state(kind, row) != kind.first


# --- at the database: a web process that was taken over, with the proof of a session


def hostile_step(kind: Kind[Any], row: Model, step: Step, signer: Person, proof: bytes) -> str:
    """What the database says to the state and the signature of this step, written by a web process."""
    table = kind.model._meta.db_table
    person, at = step.person or kind.decider, step.at or kind.decided
    column = kind.model._meta.get_field(person).column
    key = row.pk if isinstance(row.pk, int) else str(row.pk)
    return answer_to_web(
        f"UPDATE {table} SET {kind.state} = %(end)s, {column} = %(signer)s, {at} = now() WHERE id = %(key)s",
        {"end": step.end, "signer": signer.pk, "key": key},
        proof,
    )


@every_kind
def test_the_database_refuses_the_author_the_stranger_and_the_unconfirmed(kind: Kind[Any]) -> None:
    row, author, colleague = proposed(kind)
    for step in deciding(kind):
        assert hostile_step(kind, row, step, author, sign_in(author)), "the author decides"
        assert hostile_step(kind, row, step, colleague, sign_in(author)), "in the name of a colleague"
        assert hostile_step(kind, row, step, colleague, b""), "without a session"
        assert hostile_step(kind, row, step, named("autor"), sign_in(named("autor"))), "without the right"
        if kind.confirmed_by:
            proof = sign_in(colleague, is_confirmed=False)
            assert hostile_step(kind, row, step, colleague, proof), "unconfirmed"
    assert state(kind, row) == kind.first


@every_kind
@pytest.mark.parametrize("role", ["house_web", "house_worker", ""])
def test_no_role_takes_a_step_that_is_not_declared(kind: Kind[Any], role: str) -> None:
    """Nobody, the owner of the tables included, and nothing of the proposal changes."""
    row, _author, _colleague = proposed(kind)
    table = kind.model._meta.db_table
    ends = {step.end for step in kind.steps if step.start != kind.first or step.by is By.ANYBODY}
    ends -= {step.end for step in kind.steps if step.start == kind.first}
    statements = [f"UPDATE {table} SET {kind.state} = '{end}'" for end in ends]
    statements += [
        f"UPDATE {table} SET {kind.at} = now() - interval '1 day'",
        f"UPDATE {table} SET {kind.decided} = now()",
    ]
    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            if role:
                cursor.execute(f"SET LOCAL ROLE {role}")
            cursor.execute(statement)
    assert state(kind, row) == kind.first


# --- a new kind is a declaration and one function


def hung(poster_row: Poster) -> tuple[str, str]:
    poster_row.refresh_from_db()
    return poster_row.state, poster_row.hung


def clients() -> tuple[Client, Client]:
    """Of an author who may also decide, and of a colleague."""
    return signed_in("oficial@feltro.example", "en"), signed_in("direcao@feltro.example", "en")


def test_a_toy_kind_is_proposed_waits_for_a_colleague_and_is_carried_out(poster_table: None) -> None:
    author, colleague = named("oficial"), named("direcao")
    row = propose(POSTER, person=author, details={}, text="Open on Sunday", reason=WHY)
    source = work_source(POSTER)
    assert list(source.waiting(author)) == [] and list(source.waiting(colleague)) == [row]
    item = source.describe(row)
    assert (item.title, item.detail, item.url) == ("Open on Sunday", WHY, f"/admin/toy/{row.pk}/")
    take_step(POSTER, row.pk, "hang", person=colleague)
    assert hung(row) == ("hung", "Open on Sunday")
    assert [(entry.person, entry.text) for entry in history(POSTER, row)] == [
        (author, WHY),
        (colleague, ""),
    ]
    lines = Line.objects.filter(about=f"poster:{row.pk}").order_by("pk")
    assert list(lines.values_list("kind", "person")) == [
        ("tests.poster-proposed", author.pk),
        ("tests.poster-hung", colleague.pk),
    ]


def test_a_toy_kind_has_its_page_and_its_refusals(poster_table: None) -> None:
    own, other = clients()
    row = poster(named("oficial"))
    address = f"/admin/toy/{row.pk}/"
    page = own.get(address).content.decode()
    assert "Take it back" in page and "It waits for a colleague." in page and "Hang it" not in page
    page = other.get(address).content.decode()
    assert "Hang it" in page and "Refuse" in page and "Take it back" not in page

    def answer(client: Client, **data: str) -> str:
        posted = client.post(f"{address}decide/", data)
        assert posted.status_code == 302 and posted["Location"] == address
        return str(list(client.get("/admin/").context["messages"])[-1])

    assert answer(own, verb="hang") == str(POSTER.own)
    assert answer(other, verb="tear") == "This step does not exist."
    assert "at least 8 characters" in answer(other, verb="refuse", reason="no")
    assert hung(row) == ("proposed", "")
    assert answer(other, verb="hang") == "It hangs."
    late = other.post(f"{address}decide/", {"verb": "refuse", "reason": WHY})
    assert late.status_code == 409 and "direcao@feltro.example" in late.content.decode()
    assert signed_in("autor@feltro.example").post(f"{address}decide/", {"verb": "hang"}).status_code == 403


def test_a_toy_kind_of_a_changed_base_is_closed_only(poster_table: None) -> None:
    row = poster(named("oficial"), edition=2)
    with pytest.raises(BaseChanged) as refused:
        take_step(POSTER, row.pk, "hang", person=named("direcao"))
    assert refused.value.sentences(POSTER) == ["The lobby has another edition."]
    take_step(POSTER, row.pk, "refuse", person=named("direcao"), reason=WHY)
    assert hung(row) == ("refused", "")


def test_a_toy_kind_is_refused_at_the_database_too(poster_table: None) -> None:
    author, colleague = named("oficial"), named("direcao")
    row = poster(author)
    hang = next(step for step in POSTER.steps if step.verb == "hang")
    assert author.has_perm(DECIDES)
    assert hostile_step(POSTER, row, hang, author, sign_in(author))
    assert "has not confirmed" in hostile_step(
        POSTER, row, hang, colleague, sign_in(colleague, is_confirmed=False)
    )
    assert hostile_step(POSTER, row, hang, colleague, sign_in(colleague)) == ""
    with pytest.raises(DatabaseError, match="must be a proposal"), transaction.atomic():
        poster(author, state="hung")
    with pytest.raises(DatabaseError, match="may not take this step"), transaction.atomic():
        Poster.objects.update(text="Closed on Sunday")
