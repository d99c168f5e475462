"""Staff accounts change only with two people: nobody can create a second account for themselves, by any
page, role or SQL statement.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction
from django.test import Client

from casino.backoffice.models import StaffChange
from casino.backoffice.roles import grant_role
from casino.backoffice.staff_changes import (
    STAFF_CHANGE,
    StaffChangeRefusal,
    StaffRefused,
    propose_staff_change,
)
from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.identity.sign_in import emails
from players.models import Person
from players.shared.staff_errors import MissingPermission
from tests.demo_house import freshly
from tests.live_table import players_with
from tests.security.conftest import staff

pytestmark = pytest.mark.django_db
LIST = "/admin/backoffice/staffchange/"
REASON = "joins the floor team"
NEW = "nova@feltro.example"


def proposed(people: dict[str, Person], **changes: Any) -> StaffChange:
    given = {
        "kind": "hire",
        "email": NEW,
        "role": Group.objects.get(name="cashier"),
        "reason": REASON,
        "person": people["head"],
    }
    propose_staff_change(**(given | changes))
    return StaffChange.objects.latest("id")


def signed_in(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    freshly(client, person, "password")
    return client


def decide(change: StaffChange, person: Person, verb: str) -> None:
    take_step(STAFF_CHANGE, change.pk, verb, person=person)


def refuses(change: StaffChange, person: Person, refusal: type[Exception]) -> Any:
    with pytest.raises(refusal) as caught:
        decide(change, person, "approve")
    change.refresh_from_db()
    assert change.state == "proposed"
    return caught.value


def test_a_second_person_approves_and_the_audit_log_names_both(people: dict[str, Person]) -> None:
    change = proposed(people)
    assert not Person.objects.filter(email=NEW).exists()
    decide(change, people["officer"], "approve")
    person = Person.objects.get(email=NEW)
    assert (person.is_staff, person.is_superuser, person.has_usable_password()) == (True, False, False)
    assert [group.name for group in person.groups.all()] == ["cashier"]
    line = Line.objects.get(kind="staff.change-approved")
    assert (
        line.person == people["officer"]
        and line.details["proposed_by"] == people["head"].pk
        and line.details["email"] == NEW
    )


def test_no_one_approves_their_own_proposal_or_account(people: dict[str, Person]) -> None:
    refuses(proposed(people), people["head"], SecondPersonRequired)
    promotion = proposed(
        people, kind="grant", email=people["officer"].email, role=Group.objects.get(name="management")
    )
    refuses(promotion, people["officer"], SecondPersonRequired)


def test_a_role_and_an_account_of_some_age_are_needed(people: dict[str, Person]) -> None:
    change = proposed(people)
    refuses(change, people["cashier"], MissingPermission)
    assert refuses(change, people["novice"], StaffRefused).code is StaffChangeRefusal.TOO_NEW
    with pytest.raises(StaffRefused):
        proposed(people, person=people["cashier"], email="outra@feltro.example")


def test_a_person_just_hired_cannot_approve_the_next_proposal(people: dict[str, Person]) -> None:
    """The second self: hire an accomplice in one minute, let it approve in the next."""
    change = proposed(people, role=Group.objects.get(name="management"))
    decide(change, people["officer"], "approve")
    second = proposed(people, email="terceira@feltro.example")
    assert refuses(second, Person.objects.get(email=NEW), StaffRefused).code is StaffChangeRefusal.TOO_NEW


def test_a_proposal_is_decided_once(people: dict[str, Person]) -> None:
    change = proposed(people)
    decide(change, people["officer"], "refuse")
    with pytest.raises(AlreadyDecided):
        decide(change, people["officer"], "approve")
    assert not Person.objects.filter(email=NEW).exists()


def test_roles_are_taken_away_and_people_barred_in_the_same_way(people: dict[str, Person]) -> None:
    cashier = people["cashier"]
    for kind, role in (("revoke", Group.objects.get(name="cashier")), ("suspend", None)):
        change = proposed(people, kind=kind, email=cashier.email, role=role)
        decide(change, people["officer"], "approve")
    cashier.refresh_from_db()
    assert not cashier.is_active and not cashier.groups.exists()


def test_a_player_cannot_become_staff(people: dict[str, Person]) -> None:
    (ana,) = players_with(0, 1)
    with pytest.raises(StaffRefused) as caught:
        proposed(people, kind="grant", email=ana.person.email)
    assert caught.value.code is StaffChangeRefusal.NOT_FOUND


def test_superusers_do_not_exist(people: dict[str, Person]) -> None:
    with pytest.raises(IntegrityError, match="nobody_is_a_superuser"), transaction.atomic():
        Person.objects.filter(pk=people["head"].pk).update(is_superuser=True)
    with pytest.raises(ValueError, match="no superusers"):
        Person.objects.create_superuser("root@feltro.example", "x")


@pytest.mark.parametrize("role", ["house_web", "house_croupier", "house_worker"])
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE players_person SET is_staff = true WHERE email = 'somebody@example.com'",
        "UPDATE players_person SET is_superuser = true WHERE email = 'somebody@example.com'",
        "UPDATE players_person SET is_active = false WHERE email = 'head@staff.example'",
        "UPDATE players_person SET email = 'mine@example.com' WHERE email = 'head@staff.example'",
        "UPDATE players_person SET date_joined = '2000-01-01' WHERE email = 'novice@staff.example'",
        "INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, "
        "date_joined, email, language)"
        " VALUES ('', false, '', '', true, true, now(), 'mine@example.com', 'en')",
        "INSERT INTO players_person_groups (person_id, group_id) SELECT p.id, g.id "
        "FROM players_person AS p, auth_group AS g",
        "INSERT INTO players_person_user_permissions (person_id, permission_id)"
        " SELECT p.id, a.id FROM players_person AS p, auth_permission AS a",
        "UPDATE backoffice_staffpolicy SET approver_days = 0",
        "UPDATE backoffice_staffchange SET state = 'approved'",
        "INSERT INTO backoffice_staffchange (kind, email, role_id, reason, state, proposed_by_id, "
        "decided_by_id)"
        " SELECT 'hire', 'mine@example.com', min(g.id), 'x', 'approved', min(p.id), max(p.id) "
        "FROM players_person AS p, auth_group AS g",
    ],
)
def test_no_process_changes_staff_by_a_statement(people: dict[str, Person], role: str, sql: str) -> None:
    Person.objects.create_user("somebody@example.com", "x")
    with (
        pytest.raises(DatabaseError, match="two people|permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(sql)


def test_a_process_still_opens_the_accounts_of_players_and_changes_none(people: dict[str, Person]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_web")
        person = Person.objects.create_user("jogadora@example.com", "x")
        for one in (person, people["head"]):
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                one.save()
        cursor.execute("RESET ROLE")
    assert Person.objects.filter(email="jogadora@example.com", is_active=True).exists()


def test_the_pages_propose_and_decide(people: dict[str, Person], settings: Any) -> None:
    settings.HOUSE_DEMO = True  # elsewhere the back office asks for a second factor first
    head, officer = signed_in(people["head"]), signed_in(people["officer"])
    role = Group.objects.get(name="cashier").pk
    short = head.post(f"{LIST}propose/", {"kind": "hire", "email": NEW, "role": role, "reason": "short"})
    assert NEW in short.content.decode() and not StaffChange.objects.exists(), "what was typed is kept"
    head.post(f"{LIST}propose/", {"kind": "hire", "email": NEW, "role": role, "reason": REASON})
    change = StaffChange.objects.get()
    assert "Approve the change" not in head.get(f"{LIST}{change.pk}/change/").content.decode()
    page = officer.get(f"{LIST}{change.pk}/change/").content.decode()
    assert "Approve the change" in page
    assert "waiting for a second person" in page and "(&#x27;" not in page, "the status as words"
    assert head.post(f"{LIST}{change.pk}/decide/", {"verb": "approve"}).status_code == 302
    assert not Person.objects.filter(email=NEW).exists()
    officer.post(f"{LIST}{change.pk}/decide/", {"verb": "approve"})
    assert Person.objects.get(email=NEW).groups.get().name == "cashier"
    assert signed_in(people["cashier"]).post(f"{LIST}propose/", {}).status_code == 403


def test_no_other_page_of_the_back_office_writes_people_or_roles(
    people: dict[str, Person], settings: Any
) -> None:
    settings.HOUSE_DEMO = True
    client = signed_in(people["head"])
    for address in (
        "players/person/add/",
        "auth/group/add/",
        f"players/person/{people['cashier'].pk}/password/",
    ):
        assert client.get(f"/admin/{address}").status_code in (302, 403, 404)
    page = client.post(
        f"/admin/players/person/{people['cashier'].pk}/change/", {"is_active": "", "groups": []}
    )
    assert page.status_code == 403


def test_the_first_two_members_of_staff_are_made_once(db: None) -> None:
    with pytest.raises(CommandError, match="two different people"):
        call_command("first_staff", "um@casino.example", "UM@casino.example")
    call_command("first_staff", "um@casino.example", "dois@casino.example")
    assert Person.objects.filter(is_staff=True, groups__name="management").count() == 2
    with pytest.raises(CommandError, match="already"):
        call_command("first_staff", "tres@casino.example", "quatro@casino.example")


def test_a_new_member_of_staff_sets_a_password_by_the_letter_for_forgotten_ones(
    people: dict[str, Person],
) -> None:
    decide(proposed(people), people["officer"], "approve")
    client = Client()
    client.post("/account/password/forgotten/", {"email": NEW})
    for number in emails.due_emails():
        emails.send_queued_email(number)
    (email,) = [sent for sent in mail.outbox if sent.to == [NEW]]
    link = re.search(r"https?://[^/]+(/account/password/new/\S+)", email.body)
    assert link is not None
    page, password = client.get(link[1], follow=True), "quatro ameixas azuis ao luar"
    client.post(page.request["PATH_INFO"], {"password1": password, "password2": password})
    assert Person.objects.get(email=NEW).check_password(password)


# --- roles that are kept apart


def grant(people: dict[str, Person], client: Client, **data: str) -> Any:
    role = Group.objects.get(name="support")
    form = {"kind": "grant", "email": people["cashier"].email, "role": role.pk, "reason": REASON, **data}
    return client.post(f"{LIST}propose/", form)


def test_a_role_that_is_kept_apart_is_given_only_knowingly(people: dict[str, Person], settings: Any) -> None:
    """Support and cashier: nothing warned management when one person got both."""
    settings.HOUSE_DEMO = True
    client = signed_in(people["head"])
    page = grant(people, client).content.decode()
    assert "must be kept separate" in page and "despite_conflict" in page
    assert not StaffChange.objects.exists()
    assert grant(people, client, despite_conflict="on").status_code == 302
    line = Line.objects.get(kind="staff.change-proposed")
    assert line.details["conflicts"] == ["support + cashier"]


def test_the_approver_and_management_see_who_holds_both_roles(
    people: dict[str, Person], settings: Any
) -> None:
    settings.HOUSE_DEMO = True
    client = signed_in(people["head"])
    grant(people, client, despite_conflict="on")
    change = StaffChange.objects.get()
    other = staff("other", "management")
    page = signed_in(other).get(f"{LIST}{change.pk}/change/").content.decode()
    assert "must be kept separate" in page
    grant_role(people["cashier"], "support")
    page = client.get(LIST).content.decode()
    assert f"Both are held by {people['cashier'].email}." in page


def test_a_role_without_conflict_asks_nothing(people: dict[str, Person], settings: Any) -> None:
    settings.HOUSE_DEMO = True
    role = Group.objects.get(name="auditor")
    assert grant(people, signed_in(people["head"]), role=str(role.pk)).status_code == 302
    assert StaffChange.objects.get().role == role
