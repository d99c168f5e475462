"""A web process that was taken over has the rights of `house_web`, SECRET_KEY and every row it can read.

It has the cookie of nobody who is not there. So it can neither open a session for others, change what they
sign in with, act for them, nor name them as the author of a decision.

Red before, unless a test says otherwise: it entered sign-ins and set passwords, factors, addresses and names.
"""

from __future__ import annotations

from hashlib import sha256
from uuid import uuid4

import psycopg
import pytest
from allauth.mfa.models import Authenticator
from django.db import connection, transaction

from players.identity.models import PasskeyAttempt, ResetToken
from players.identity.models import SignIn as SignInRow
from players.identity.sign_in import proving
from players.identity.sign_in.recovery_links import ResetTokens, token_digest
from players.identity.sign_in.session_store import proof_digest
from players.models import Person, Player
from players.password_hashers import prove
from players.shared.bound_queries import call
from tests.hostile_web import (
    PASSWORD,
    UNPROVEN,
    Web,
    ana,
    person_with,
    random_proof,
    show_proof,
    web,
)
from tests.security.conftest import refused
from tests.sessions import sign_in as session_of

__all__ = ["ana", "web"]
pytestmark = pytest.mark.usefixtures("lasting_db")


def digest(proof: str) -> str:
    return proof_digest(proof.encode())


def enter(web: Web, person: Person, proof: str) -> int:
    row = web.execute(
        "SELECT identity_sign_in(%s, %s, %s, NULL, 'Firefox', 'password')",
        [person.pk, proof, digest(random_proof())],
    ).fetchone()
    assert row is not None
    return int(row[0])


def prove_password(web: Web, person: Person, password_proof: str, proof: str) -> bool:
    row = web.execute(
        "SELECT identity_prove_password(%s, %s, %s)", [person.pk, password_proof, proof]
    ).fetchone()
    assert row is not None
    return bool(row[0])


def password_of(person: Person) -> str:
    return str(Person.objects.values_list("password", flat=True).get(pk=person.pk))


# --- sign-ins


def test_a_web_process_enters_no_sign_in(web: Web) -> None:
    person, proof = person_with(), random_proof()
    message = refused(
        web,
        "INSERT INTO identity_signin (person_id, session, cause, device, method) VALUES (%s, %s, '', '', '')",
        person.pk,
        digest(proof),
    )
    assert "permission denied" in message
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )


def test_it_takes_over_no_open_sign_in(web: Web) -> None:
    person, proof = person_with(), random_proof()
    session_of(person)
    entry = SignInRow.objects.get(person=person, ended=None)
    statement = "UPDATE identity_signin SET session = %s WHERE id = %s"
    assert UNPROVEN in refused(web, statement, digest(proof), entry.pk)
    for shown in (proof, entry.session, ""):
        moved = web.execute("SELECT identity_session_move(%s, %s, %s)", [entry.pk, shown, digest(proof)])
        assert moved.fetchone() == (False,)
    entry.refresh_from_db()
    assert entry.session and entry.session != digest(proof)


def test_it_opens_no_sign_in_that_has_ended(web: Web) -> None:
    person = person_with()
    entry = SignInRow.objects.get(person=person)
    statement = "UPDATE identity_signin SET ended = NULL, session = %s WHERE id = %s"
    again = "UPDATE identity_signin SET ended = NULL WHERE id = %s"
    for shown in ("", session_of(person)):
        show_proof(web, shown)
        assert UNPROVEN in refused(web, statement, digest(random_proof()), entry.pk)
        assert UNPROVEN in refused(web, again, entry.pk)


def test_what_stands_in_the_row_is_no_proof_of_the_password(web: Web) -> None:
    person, proof = person_with(), random_proof()
    stored = password_of(person)
    for shown in (stored, stored.rpartition("$")[2], PASSWORD, sha256(PASSWORD.encode()).hexdigest(), ""):
        assert not prove_password(web, person, shown, proof)
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )


def test_the_password_signs_in_once_and_only_its_owner_in_this_browser(web: Web) -> None:
    """Not red before: the way that remains."""
    person, other, proof = person_with(), person_with("another-phrase-9"), random_proof()
    right, _ = prove(PASSWORD, password_of(person))
    assert prove_password(web, person, right, proof)
    attempts = [(other, proof), (person, random_proof()), (person, digest(proof))]
    for who, shown in attempts:
        assert UNPROVEN in refused(
            web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", who.pk, shown, digest(proof)
        )
    assert SignInRow.objects.get(pk=enter(web, person, proof)).person_id == person.pk
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )


def test_evidence_grows_old_and_ends_with_the_password(web: Web) -> None:
    person, proof = person_with(), random_proof()
    right, _ = prove(PASSWORD, password_of(person))
    assert prove_password(web, person, right, proof)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE identity_signinevidence SET until = now() - interval '1 second'")
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )
    assert prove_password(web, person, right, proof)
    person.set_password("another-phrase-9")
    person.save()
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )


def test_it_writes_and_reads_no_evidence(web: Web) -> None:
    person = person_with()
    for statement in (
        "INSERT INTO identity_signinevidence (person_id, session, until) VALUES (%s, '', now())",
        "UPDATE identity_signinevidence SET person_id = %s",
        "SELECT FROM identity_signinevidence WHERE person_id = %s",
        "INSERT INTO identity_resettoken (person_id, digest, until) VALUES (%s, '', now())",
        "UPDATE identity_resettoken SET person_id = %s",
        "SELECT identity_evidence_enter(%s, 'proof')",
        "UPDATE identity_passkeyattempt SET person_id = %s",
        "SELECT identity_passkey_verified(%s, true)",
    ):
        assert "permission denied" in refused(web, statement, person.pk), statement


def test_only_somebody_new_signs_in_without_a_password(web: Web, ana: Player) -> None:
    """Whoever has signed in before, works here or joined long ago is not new."""
    hired = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", "x", is_staff=True)
    imported = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", "x")
    Person.objects.filter(pk=imported.pk).update(date_joined="2020-01-01T00:00Z")
    for person in (ana.person, hired, imported):
        proven = web.execute("SELECT identity_prove_new(%s, %s)", [person.pk, random_proof()]).fetchone()
        assert proven == (False,)
        assert "is not a new visitor" in refused(web, "SELECT identity_visit(%s, %s)", person.pk, "0" * 40)
    message = refused(web, "UPDATE players_person SET date_joined = now() WHERE id = %s", imported.pk)
    assert "permission denied" in message
    somebody = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", "x")
    proof = random_proof()
    assert web.execute("SELECT identity_prove_new(%s, %s)", [somebody.pk, proof]).fetchone() == (True,)
    assert enter(web, somebody, proof)
    repeated = "SELECT identity_prove_new(%s, %s)"
    assert web.execute(repeated, [somebody.pk, proof]).fetchone() == (True,), "a form submitted twice"
    assert web.execute(repeated, [somebody.pk, random_proof()]).fetchone() == (False,)


def test_it_gives_the_player_of_others_to_no_accomplice(web: Web, ana: Player) -> None:
    accomplice = person_with()
    show_proof(web, session_of(accomplice))
    message = refused(web, "UPDATE players_player SET person_id = %s WHERE id = %s", accomplice.pk, ana.pk)
    assert "permission denied" in message
    assert "permission denied" in refused(
        web, "UPDATE players_person SET id = %s WHERE id = %s", 2**40, ana.person_id
    )


# --- passwords, addresses, factors


def test_it_sets_no_password(web: Web) -> None:
    person, before = person_with(), ""
    before = password_of(person)
    for password in ("md5_proven$x$" + sha256(b"mine").hexdigest(), "!"):
        message = refused(web, "UPDATE players_person SET password = %s WHERE id = %s", password, person.pk)
        assert "permission denied" in message
    stored = before.rpartition("$")[2]
    for shown in ("", stored, before):
        changed = web.execute("SELECT identity_password_change(%s, %s, %s)", [person.pk, shown, "mine"])
        assert changed.fetchone() == (False,)
    show_proof(web, session_of(person))
    changed = web.execute("SELECT identity_password_change(%s, '', %s)", [person.pk, "mine"])
    assert changed.fetchone() == (False,), "a session without the password is not enough"
    assert password_of(person) == before


def test_who_has_no_password_is_given_none(web: Web) -> None:
    """Somebody who was hired, or signs in with a passkey."""
    person = person_with()
    person.set_unusable_password()
    person.save()
    stored = password_of(person)
    for shown in ("", stored, stored[1:], "!"):
        changed = web.execute("SELECT identity_password_change(%s, %s, 'mine')", [person.pk, shown])
        assert changed.fetchone() == (False,)
    show_proof(web, session_of(person_with()))
    changed = web.execute("SELECT identity_password_change(%s, '', 'mine')", [person.pk])
    assert changed.fetchone() == (False,)
    show_proof(web, session_of(person))
    assert web.execute("SELECT identity_password_change(%s, '', 'mine')", [person.pk]).fetchone() == (True,)


def test_a_reset_needs_the_token_that_the_worker_sent(web: Web) -> None:
    person = person_with()
    token = ResetTokens().make_token(person)
    for shown in ("", token_digest(token), token[:-1], random_proof()):
        assert web.execute("SELECT identity_password_reset(%s, 'mine')", [shown]).fetchone() == (False,)
    assert web.execute("SELECT identity_password_reset(%s, 'theirs')", [token]).fetchone() == (True,)
    assert web.execute("SELECT identity_password_reset(%s, 'mine')", [token]).fetchone() == (False,)
    assert password_of(person) == "theirs"


@pytest.mark.parametrize("change", ["password", "email", "age"])
def test_a_link_ends_with_the_password_the_address_and_with_time(web: Web, change: str) -> None:
    person = person_with()
    token = ResetTokens().make_token(person)
    if change == "password":
        person.set_password("another-phrase-9")
        person.save()
    elif change == "email":
        Person.objects.filter(pk=person.pk).update(email=f"{uuid4().hex[:12]}@feltro.example")
    else:
        ResetToken.objects.filter(person=person).update(until=person.date_joined)
    assert web.execute("SELECT identity_password_reset(%s, 'mine')", [token]).fetchone() == (False,)


def test_it_changes_no_address(web: Web, ana: Player) -> None:
    email = f"{uuid4().hex[:12]}@evil.example"
    statement = "UPDATE players_person SET email = %s WHERE id = %s"
    assert UNPROVEN in refused(web, statement, email, ana.person_id)
    assert UNPROVEN in refused(
        web,
        'INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (%s, %s, true, true)',
        ana.person_id,
        email,
    )
    show_proof(web, session_of(ana.person))
    assert UNPROVEN in refused(web, statement, email, ana.person_id), "no code was sent to the new address"
    web.execute(
        "INSERT INTO identity_addresschange (person_id, before, after, requested_at, code, code_until,"
        " code_tries, withdrawn) VALUES (%s, '', %s, now(), 'hash', now() + interval '15 minutes', 0, false)",
        [ana.person_id, email],
    )
    show_proof(web, session_of(ana.person, is_confirmed=False))
    assert "has not confirmed" in refused(web, statement, email, ana.person_id)
    show_proof(web, session_of(ana.person))
    web.execute(statement, [email, ana.person_id])


def test_it_changes_no_factor(web: Web) -> None:
    person = person_with()
    factor = Authenticator.objects.create(user=person, type="totp", data={"secret": "a"})
    codes = Authenticator.objects.create(
        user=person, type="recovery_codes", data={"seed": "s", "used_mask": 1}
    )
    insert = (
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at) VALUES (%s, 'webauthn', '{}', now())"
    )
    change = """UPDATE mfa_authenticator SET data = '{"secret": "mine"}' WHERE id = %s"""
    refresh = """
        UPDATE mfa_authenticator SET data = jsonb_build_object('seed', 's', 'used_mask', %s::int)
        WHERE id = %s
    """

    def attack() -> list[str]:
        return [
            refused(web, insert, person.pk),
            refused(web, change, factor.pk),
            refused(web, "DELETE FROM mfa_authenticator WHERE id = %s", factor.pk),
            refused(web, refresh, 0, codes.pk),
            refused(web, """UPDATE mfa_authenticator SET data = '{"seed": "x"}' WHERE id = %s""", codes.pk),
        ]

    accomplice = person_with()
    assert all(UNPROVEN in message for message in attack())
    show_proof(web, session_of(accomplice))
    assert all(UNPROVEN in message for message in attack())
    mine = Authenticator.objects.create(user=accomplice, type="totp", data={"secret": "b"})
    assert "permission denied" in refused(
        web, "UPDATE mfa_authenticator SET user_id = %s WHERE id = %s", person.pk, mine.pk
    )
    assert UNPROVEN in refused(web, refresh, 3, codes.pk), "the worker marks used codes"
    web.execute("UPDATE mfa_authenticator SET last_used_at = now() WHERE id = %s", [factor.pk])
    show_proof(web, session_of(person))
    assert "can change only with a proof" in refused(web, change, factor.pk), "a secret is never replaced"
    web.execute("DELETE FROM mfa_authenticator WHERE id = %s", [factor.pk])


def test_a_passkey_signs_nobody_in_before_the_worker_has_verified_it(web: Web) -> None:
    person, proof = person_with(), random_proof()
    assert web.execute("SELECT identity_passkey_challenge(%s)", [proof]).fetchone()
    answer = "SELECT identity_passkey_answer(%s, %s, %s)"
    assert web.execute(answer, [random_proof(), person.pk, "{}"]).fetchone() == (None,)
    assert web.execute(answer, [proof, person.pk, "{}"]).fetchone() != (None,)
    assert web.execute(answer, [proof, person.pk, "{}"]).fetchone() == (None,), "one answer"
    outcome = "SELECT waits, proven FROM identity_passkey_outcome(%s, %s)"
    assert web.execute(outcome, [proof, person.pk]).fetchone() == (True, False)
    assert UNPROVEN in refused(
        web, "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')", person.pk, proof, digest(proof)
    )
    PasskeyAttempt.objects.all().delete()


# --- the text of statements


def test_other_connections_of_the_role_read_no_proof_in_the_activity_of_the_server(web: Web) -> None:
    """Not red before: there was no proof. Django would write it into the text of the statement."""
    (mine,) = call("SELECT pg_backend_pid()", [])
    proof = random_proof()
    with transaction.atomic():
        call(proving.SET_PROOF, [proof])
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('feltro.session_proof')")
            assert cursor.fetchone() == (proof,)
        call(proving.SET_PROOF, [proof])
        with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as admin:
            row = admin.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [mine]).fetchone()
    assert row == (proving.SET_PROOF.replace("%s", "$1"),)
