"""A web process that was taken over names nobody as an author, and acts for no player, whose cookie it lacks.

Red before, unless a test says otherwise: it named two members of staff for a correction or a release, set
limits and pauses, and changed payment accounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from players.identity import proving
from players.identity.models import SignIn as SignInRow
from players.identity.session_store import proof_digest
from players.models import Person, Player
from tests.hostile_web import UNPROVEN, Web, ana, person_with, random_proof, show_proof, web
from tests.security.conftest import refused
from tests.security.test_writers import WRITTEN_BY_WEB
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
            " url, iban, holder, made, changed, held, look) VALUES (%s, %s, 'withdrawal', 100, 'held',"
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
        "UPDATE identity_identity SET name = 'Thief' WHERE player_id = %s",
        "UPDATE players_player SET alias = left(alias, 8) || 'x' WHERE id = %s",
        "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, reference, url,"
        " iban, holder, made, changed, held, look) VALUES (gen_random_uuid(), %s, 'withdrawal', 100,"
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


# --- nothing is forgotten

# Columns that name a person or a player and that a web process writes without a proof, and why it may.
NAMED_WITHOUT_PROOF = {
    "audit_line.person_id": "lines about people who failed to sign in, or did not even try",
    "audit_line.player_id": "the same",
    "backoffice_shift.successor_id": "the work is handed over to somebody else",
    "backoffice_staffchange.decided_by_id": "a law of its own: staff_change_decider_is_proven",
    "backoffice_workclaim.person_id": "the work is handed over to somebody else; a claim decides nothing",
    "games_tablesetting.author_id": "the author of a change, which is proven",
    "identity_draft.player_id": "a registration is done when its player is made",
    "identity_searchmark.player_id": "digests by which staff find players",
    "inbox_message.player_id": "messages to players who are not there",
    "collusion_party.player_id": "what a case is about",
    "mfa_authenticator.user_id": "a law of its own: identity_factors_are_proven",
    "identity_signin.person_id": "not granted: a function asks for the evidence",
    "protection_documentmark.player_id": "digests of documents",
    "protection_habits.player_id": "computed from the player's own figures",
    "reports_reportmail.person_id": "to whom a report goes",
    "wallet_account.player_id": "an account is born empty",
}
# Rows about a player whose author has to prove the session.
ABOUT_PLAYERS = {
    "administration_playernote", "administration_playertag", "care_contact", "cashier_adjustment",
    "games_chatline", "games_chatmute", "identity_erasure",
}  # fmt: skip
TRIGGERS = """
SELECT t.tgrelid::regclass::text, encode(t.tgargs, 'escape'), t.tgname FROM pg_trigger AS t
WHERE t.tgname IN ('author_is_proven', 'player_is_proven', 'player_keeps_the_person',
    'identity_factors_are_proven', 'identity_credentials_are_proven')
"""


def triggers() -> dict[tuple[str, str], set[str]]:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        return {
            (table, name): set(arguments.split("\\000")) - {""}
            for table, arguments, name in cursor.fetchall()
        }


def test_every_column_that_names_somebody_is_proven_or_says_why_not() -> None:
    """Red for a new table until its author decides."""
    laws, unproven = triggers(), set()
    for model in apps.get_models():
        table = model._meta.db_table
        if table not in WRITTEN_BY_WEB.split():
            continue
        for field in model._meta.concrete_fields:
            target = getattr(field.related_model, "__name__", "") if field.is_relation else ""
            authors = laws.get((table, "author_is_proven"), set())
            if target == "Person" and field.column not in authors:
                unproven.add(f"{table}.{field.column}")
            if target == "Player" and (table, "player_is_proven") not in laws and table not in ABOUT_PLAYERS:
                unproven.add(f"{table}.{field.column}")
    assert unproven - {"inbox_complaint.reported_id"} == set(NAMED_WITHOUT_PROOF)
    assert all((table, "author_is_proven") in laws for table in ABOUT_PLAYERS)


def test_pages_show_the_proof_wherever_the_database_asks_for_one() -> None:
    assert {table for table, _ in triggers()} <= proving.proven_tables()
