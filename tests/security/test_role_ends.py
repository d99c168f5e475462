"""A role that two people gave for a time counts until its last day, and the database decides it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import translation

from casino.backoffice.models import StaffChange
from casino.backoffice.rights_page import Matrix
from casino.backoffice.staff_changes import StaffChangeRefusal, StaffRefused, end_roles
from players.audit.models import Line
from players.identity.sign_in import emails
from players.models import Person, RoleEnd
from players.shared import clock
from tests.casino.backoffice.row_copies import without_triggers
from tests.security.test_staff_changes import (
    LIST,
    NEW,
    REASON,
    decide,
    proposed,
    signed_in,
)

pytestmark = pytest.mark.django_db
RIGHT = "backoffice.approve_staffchange"


def today() -> date:
    return clock.day_of(clock.now())


def given(people: dict[str, Person], last_day: date | None, role: str = "compliance officer") -> Person:
    """The cashier with a second role that two people gave until a day."""
    change = proposed(
        people,
        kind="grant",
        email=people["cashier"].email,
        role=Group.objects.get(name=role),
        last_day=last_day,
    )
    decide(change, people["officer"], "approve")
    return Person.objects.get(pk=people["cashier"].pk)


def end_yesterday(person: Person) -> None:
    RoleEnd.objects.filter(person=person).update(last_day=today() - timedelta(days=1))


@contextmanager
def as_role(role: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {role}")
        yield
        cursor.execute("RESET ROLE")


def has_right(person: Person, role: str) -> bool:
    with as_role(role):
        return Person.objects.get(pk=person.pk).has_perm(RIGHT)


@pytest.mark.parametrize("role", ["house_web", "house_worker"])
def test_a_right_counts_on_the_last_day_and_not_on_the_next(people: dict[str, Person], role: str) -> None:
    person = given(people, today())
    assert has_right(person, role)
    end_yesterday(person)
    assert not has_right(person, role)
    with as_role("house_reader"), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM players_person_groups WHERE person_id = %s", [person.pk])
        assert cursor.fetchone() == (1,), "the role without an end stays"


def test_a_role_has_no_end_unless_the_proposal_names_one(people: dict[str, Person]) -> None:
    person = given(people, None)
    assert not RoleEnd.objects.exists() and has_right(person, "house_web")


@pytest.mark.parametrize(
    ("right", "role"),
    [
        ("backoffice.approve_staffchange", "compliance officer"),
        ("cashier.approve_adjustment", "management"),
        ("inbox.approve_bulknotice", "compliance officer"),
        ("rulebook.endorse_rulechange", "rules approver"),
    ],
)
def test_the_database_counts_no_role_that_has_ended(
    people: dict[str, Person],
    right: str,
    role: str,
) -> None:
    person = given(people, today(), role)
    # The cashier's own role must not hide that the other has ended.
    person.groups.through.objects.filter(person=person, group__name="cashier").delete()

    def may() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT staff_may(%s, %s)", [person.pk, right])
            return bool(cursor.fetchone()[0])

    assert may()
    end_yesterday(person)
    assert not may()


def test_who_has_only_an_ended_role_decides_nothing(people: dict[str, Person]) -> None:
    person = given(people, today())
    change = proposed(people)
    end_yesterday(person)
    with pytest.raises(StaffRefused) as caught:
        decide(change, person, "approve")
    assert caught.value.code is StaffChangeRefusal.NO_ROLE


def test_the_database_refuses_an_end_that_makes_no_sense(people: dict[str, Person]) -> None:
    yesterday = today() - timedelta(days=1)
    with pytest.raises(StaffRefused) as caught, transaction.atomic():
        proposed(people, last_day=yesterday)
    assert caught.value.code is StaffChangeRefusal.OVER
    with pytest.raises(IntegrityError, match="only for giving a role"), transaction.atomic():
        proposed(people, kind="revoke", email=people["cashier"].email, last_day=today())
    change = proposed(people, last_day=today())
    with without_triggers() as cursor:  # it waited too long
        cursor.execute(
            "UPDATE backoffice_staffchange SET last_day = %s WHERE id = %s", [yesterday, change.pk]
        )
    with pytest.raises(StaffRefused) as caught:
        decide(change, people["officer"], "approve")
    assert caught.value.code is StaffChangeRefusal.OVER
    decide(change, people["officer"], "refuse")


def test_the_newest_decision_says_when_a_role_ends(people: dict[str, Person]) -> None:
    person = given(people, today())
    given(people, today() + timedelta(days=30))
    assert RoleEnd.objects.get().last_day == today() + timedelta(days=30)
    given(people, None)
    assert not RoleEnd.objects.exists() and person.groups.count() == 2


@pytest.mark.parametrize("role", ["house_web", "house_croupier", "house_worker"])
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE players_roleend SET last_day = '2099-01-01'",
        "DELETE FROM players_roleend",
        "INSERT INTO players_roleend (person_id, role_id, last_day) VALUES (1, 1, '2099-01-01')",
        "UPDATE backoffice_staffchange SET last_day = NULL",
    ],
)
def test_no_process_moves_the_end_of_a_role(people: dict[str, Person], role: str, sql: str) -> None:
    given(people, today())
    with (
        pytest.raises(DatabaseError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(sql)


def test_the_worker_takes_the_role_away_and_tells_the_person(people: dict[str, Person]) -> None:
    person = given(people, today())
    with as_role("house_worker"):
        assert end_roles() == 0, "not on its last day"
    end_yesterday(person)
    before = Person.objects.get(pk=person.pk).credential_epoch
    with as_role("house_worker"):
        assert end_roles() == 1
        assert end_roles() == 0, "once"
    person.refresh_from_db()
    assert [group.name for group in person.groups.all()] == ["cashier"] and not RoleEnd.objects.exists()
    assert person.credential_epoch > before, "its sessions end, as with every change of a role"
    line = Line.objects.get(kind="staff.role-ended")
    assert line.about == f"person:{person.pk}" and line.details["role"] == "compliance officer"
    for number in emails.due_emails():
        emails.send_queued_email(number)
    (email,) = [sent for sent in mail.outbox if sent.to == [person.email]]
    assert "uma função sua terminou" in email.subject and "responsável de conformidade" in email.body


def test_a_web_process_ends_no_role(people: dict[str, Person]) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), as_role("house_web"):
        end_roles()


def test_the_pages_propose_an_end_and_show_it(people: dict[str, Person], settings: Any) -> None:
    settings.HOUSE_DEMO = True
    head, officer = signed_in(people["head"]), signed_in(people["officer"])
    role, last_day = Group.objects.get(name="cashier").pk, today() + timedelta(days=3)
    form = {"kind": "hire", "email": NEW, "role": role, "reason": REASON}
    late = head.post(f"{LIST}propose/", form | {"last_day": str(today() - timedelta(days=1))})
    assert "Choose today or a later day." in late.content.decode()
    wrong = form | {"kind": "revoke", "last_day": str(last_day)}
    assert "only when a role is given" in head.post(f"{LIST}propose/", wrong).content.decode()
    assert not StaffChange.objects.exists()
    head.post(f"{LIST}propose/", form | {"last_day": str(last_day)})
    change = StaffChange.objects.get()
    assert f"{last_day:%d/%m/%Y}" in officer.get(f"{LIST}{change.pk}/change/").content.decode()
    officer.post(f"{LIST}{change.pk}/decide/", {"verb": "approve"})
    assert RoleEnd.objects.get(person__email=NEW).last_day == last_day
    rights = officer.get("/admin/rights/").content.decode()
    assert "Roles that end automatically" in rights and f"until {last_day:%d/%m}" in rights
    assert NEW in rights
    assert f"cashier until {last_day:%d/%m/%Y}" in officer.get("/admin/players/person/").content.decode()


def test_the_matrix_names_the_next_end_of_each_role(people: dict[str, Person]) -> None:
    given(people, today() + timedelta(days=5))
    with translation.override("en"):
        matrix = Matrix(["compliance officer", "cashier"], only_actions=False, unused=0, now=clock.now())
    assert [ends for _name, _count, ends in matrix.columns] == [today() + timedelta(days=5), None]


def test_a_page_answers_403_after_the_last_day(people: dict[str, Person], settings: Any) -> None:
    settings.HOUSE_DEMO = True
    person = given(people, today())
    client = signed_in(person)
    assert client.get("/admin/rights/").status_code == 200
    end_yesterday(person)
    with as_role("house_web"):
        assert client.get("/admin/rights/").status_code == 403
