"""A web process that was taken over names nobody as an author, and acts for no player, whose cookie it lacks.

Red before, unless a test says otherwise: it named two members of staff for a correction or a release, set
limits and pauses, and changed payment accounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from players.identity.models import SignIn as SignInRow
from players.identity.sign_in.session_store import proof_digest
from players.models import Person, Player
from tests.hostile_web import UNPROVEN, Web, ana, person_with, random_proof, show_proof, web
from tests.security.conftest import refused
from tests.sessions import end_session
from tests.sessions import sign_in as session_of

__all__ = ["ana", "web"]
pytestmark = pytest.mark.usefixtures("lasting_db")


def staff(role: str) -> Person:
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


# --- decisions


def proofs(person: Person) -> Iterator[str]:
    """What an attacker could show for this person, none of it good."""
    entry = SignInRow.objects.filter(person=person).latest("pk")
    yield from ("", random_proof(), entry.session, str(person.pk))
    yield session_of(person_with()).decode()
    ended = session_of(person)
    SignInRow.objects.filter(session=proof_digest(ended)).update(ended=person.date_joined)
    yield ended.decode()
    gone = session_of(person)
    end_session(gone)
    yield gone.decode()


def test_it_names_nobody_for_a_correction(web: Web, ana: Player) -> None:
    asker, approver = staff("cashier"), staff("management")
    insert = (
        "INSERT INTO cashier_adjustment"
        " (player_id, cents, ticket, reason, status, requested_at, requested_by_id)"
        " VALUES (%s, 5000, 'T-1', 'because I say so', 'asked', now(), %s) RETURNING id"
    )
    decide = (
        "UPDATE cashier_adjustment SET status = 'done', decided_by_id = %s, decided = now() WHERE id = %s"
    )
    for proof in proofs(asker):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, insert, ana.pk, asker.pk)
    show_proof(web, session_of(asker))
    row = web.execute(insert, [ana.pk, asker.pk]).fetchone()
    assert row is not None
    for proof in (*proofs(approver), session_of(asker).decode()):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, decide, approver.pk, row[0])
    show_proof(web, session_of(approver))
    web.execute(decide, [approver.pk, row[0]])


def test_it_names_nobody_for_the_release_of_a_withdrawal(web: Web, ana: Player) -> None:
    cashier, payment = staff("cashier"), uuid4()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, reference,"
            " url, iban, holder, made, changed, held, next_query) VALUES (%s, %s, 'withdrawal', 100, 'held',"
            " 'player', 'first', '', '', '', '', now(), now(), 'first', NULL)",
            [payment, ana.pk],
        )
    insert = (
        "INSERT INTO cashier_decision (payment_id, person_id, verb, reason, at)"
        " VALUES (%s, %s, 'release', 'looked at', now())"
    )
    for proof in proofs(cashier):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, insert, payment, cashier.pk)
    show_proof(web, session_of(cashier))
    web.execute(insert, [payment, cashier.pk])


def test_it_names_nobody_for_a_change_of_staff(web: Web) -> None:
    author, officer = staff("management"), staff("compliance officer")
    Person.objects.filter(pk=officer.pk).update(date_joined="2020-01-01T00:00Z")
    role = Group.objects.get(name="cashier")
    insert = (
        "INSERT INTO backoffice_staffchange (kind, email, role_id, reason, state, proposed_by_id)"
        " VALUES ('hire', %s, %s, 'joins the floor team', 'proposed', %s) RETURNING id"
    )
    email = f"{uuid4().hex[:12]}@feltro.example"
    for proof in proofs(author):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, insert, email, role.pk, author.pk)
    show_proof(web, session_of(author))
    row = web.execute(insert, [email, role.pk, author.pk]).fetchone()
    assert row is not None
    for proof in (*proofs(officer), session_of(author).decode()):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, "SELECT staff_change_decide(%s, %s, 'approved')", row[0], officer.pk)
    assert not Person.objects.filter(email=email).exists()
    show_proof(web, session_of(officer))
    web.execute("SELECT staff_change_decide(%s, %s, 'approved')", [row[0], officer.pk])
    assert Person.objects.get(email=email).is_staff


# --- acting for others


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO protection_pause (player_id, starts, ends, notified)"
        " VALUES (%s, now(), now() + interval '2 days', false)",
        "INSERT INTO protection_limit (player_id, kind, period, value, requested_at, starts, notified)"
        " VALUES (%s, 'stake', 'day', 1, now(), now(), false)",
        "INSERT INTO identity_paymentaccount (player_id, iban, holder, usable, until)"
        " VALUES (%s, 'PT50003506510000000000033', 'Thief', now() + interval '3 days', NULL)",
        "UPDATE identity_paymentaccount SET until = now() WHERE player_id = %s AND until IS NULL",
        "UPDATE identity_identity SET town = 'Porto' WHERE player_id = %s",
        "UPDATE players_player SET status = 'closed' WHERE id = %s",
        "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, reference, url,"
        " iban, holder, made, changed, held, next_query) VALUES (gen_random_uuid(), %s, 'withdrawal', 100,"
        " 'refused', 'player', '', '', '', '', '', now(), now(), '', NULL)",
    ],
)
def test_it_does_nothing_for_a_player_who_is_not_there(web: Web, ana: Player, statement: str) -> None:
    for proof in ("", random_proof(), session_of(person_with()).decode()):
        show_proof(web, proof)
        assert UNPROVEN in refused(web, statement, ana.pk)
    show_proof(web, session_of(ana.person))
    with web.transaction(force_rollback=True):
        if "INTO identity_paymentaccount" in statement:  # another account takes the place of the first
            web.execute("UPDATE identity_paymentaccount SET until = now() WHERE player_id = %s", [ana.pk])
        web.execute(statement, [ana.pk])
