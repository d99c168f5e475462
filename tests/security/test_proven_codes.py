"""A web process that was taken over claims that a second factor was shown.

It has the rights of `house_web`, SECRET_KEY, and perhaps the password or the cookie of its victim. It has no
code: it can neither make one, nor say that one was right, nor use one twice.

Red before, unless a test says otherwise: web processes read the secrets and compared the codes, and no law
asked for a second factor.
"""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import Group
from django.db import transaction

from players.identity.models import PaymentAccount, SignIn
from players.identity.models.sign_in_evidence import CodeAttempt
from players.identity.sign_in import code_proof, proving
from players.identity.sign_in.proven_sessions import session_holders
from players.identity.sign_in.session_store import proof_digest
from players.models import Person, Player
from players.password_hashers import prove
from players.protection.eligibility import eligibility_of
from players.shared import sealing
from players.shared.bound_queries import call
from tests.hostile_web import PASSWORD, UNPROVEN, Web, ana, person_with, random_proof, show_proof, web
from tests.security.conftest import refused
from tests.security.test_allowed_to_write import laws
from tests.sessions import sign_in as session_of

__all__ = ["ana", "web"]
pytestmark = pytest.mark.usefixtures("lasting_db")
UNCONFIRMED = "has not confirmed"
ENTER = "SELECT identity_sign_in(%s, %s, %s, NULL, '', '')"


def person_with_app() -> tuple[Person, str]:
    person, secret = person_with(), generate_totp_secret()
    TOTP.activate(person, secret)
    return person, secret


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def give_password(web: Web, person: Person) -> str:
    """The victim shows the password. Returns the proof of the session in which it was."""
    proof = random_proof()
    shown, _ = prove(PASSWORD, Person.objects.values_list("password", flat=True).get(pk=person.pk))
    assert web.execute(
        "SELECT identity_prove_password(%s, %s, %s)", [person.pk, shown, proof]
    ).fetchone() == (True,)
    return proof


def hand_in(web: Web, person: Person, proof: str, code: str) -> tuple[int | None, bool]:
    sealed = b64encode(sealing.seal(code_proof.PURPOSE, code)).decode()
    row = web.execute("SELECT * FROM identity_code_answer(%s, %s, %s)", [proof, person.pk, sealed]).fetchone()
    assert row is not None
    return row[0], row[1]


def is_accepted(web: Web, person: Person, proof: str, code: str) -> bool:
    attempt, _ = hand_in(web, person, proof, code)
    return attempt is not None and code_proof.verify_code(attempt)


def test_the_password_signs_in_nobody_who_has_a_second_factor(web: Web) -> None:
    person, secret = person_with_app()
    proof = give_password(web, person)
    assert "no proof of the second factor" in refused(web, ENTER, person.pk, proof, proof_digest(b"x"))
    proof = give_password(web, person)
    assert not is_accepted(web, person, proof, "000000x")
    assert "no proof of the second factor" in refused(web, ENTER, person.pk, proof, proof_digest(b"x"))
    proof = give_password(web, person)
    assert is_accepted(web, person, proof, code_of(secret))
    assert web.execute(ENTER, [person.pk, proof, proof_digest(proof.encode())]).fetchone()


def test_a_code_is_accepted_once_and_only_for_its_owner_and_session(web: Web) -> None:
    person, secret = person_with_app()
    other, _ = person_with_app()
    code, mine, theirs = code_of(secret), give_password(web, person), give_password(web, other)
    assert not is_accepted(web, other, theirs, code)
    assert is_accepted(web, person, mine, code)
    replayed = give_password(web, person)
    assert not is_accepted(web, person, replayed, code), "used"
    assert "no proof of the second factor" in refused(web, ENTER, person.pk, replayed, proof_digest(b"x"))


def test_a_recovery_code_is_accepted_once(web: Web) -> None:
    person, _ = person_with_app()
    codes = RecoveryCodes.activate(person).get_unused_codes()
    for code, is_right in ((codes[0], True), (codes[3], True), (codes[0], False), (codes[3], False)):
        assert is_accepted(web, person, give_password(web, person), code) is is_right
    row = Authenticator.objects.get(user=person, type="recovery_codes")
    assert row.data["used_mask"] == 0b1001


def test_it_says_of_no_code_that_it_was_right(web: Web) -> None:
    person, _ = person_with_app()
    attempt, _ = hand_in(web, person, give_password(web, person), "123456")
    factor = Authenticator.objects.get(user=person)
    entry = SignIn.objects.create(person=person)
    for statement, values in (
        ("SELECT identity_code_verified(%s, %s, 1)", [attempt, factor.pk]),
        ("SELECT identity_factor_enter(%s, 'x')", [person.pk]),
        ("UPDATE identity_codeattempt SET is_right = true WHERE id = %s", [attempt]),
        ("DELETE FROM identity_codeattempt WHERE id = %s", [attempt]),
        ("SELECT FROM identity_codeattempt WHERE id = %s", [attempt]),
        ("UPDATE identity_signinevidence SET factor = true WHERE person_id = %s", [person.pk]),
        ("UPDATE identity_signin SET confirmed = now() WHERE id = %s", [entry.pk]),
        ("UPDATE identity_signin SET epoch = 7 WHERE id = %s", [entry.pk]),
    ):
        assert "permission denied" in refused(web, statement, *values), statement


def test_it_reads_no_secret(web: Web) -> None:
    person, secret = person_with_app()
    RecoveryCodes.activate(person)
    rows = {row.type: row.data for row in Authenticator.objects.filter(user=person)}
    app, seed = rows["totp"]["secret"], rows["recovery_codes"]["seed"]
    assert secret not in str(rows) and app.startswith("kept:") and seed.startswith("kept:")
    for statement in (
        "SELECT sealed FROM identity_factorsecret",
        "UPDATE identity_factorsecret SET step = 0",
        "DELETE FROM identity_factorsecret",
        "INSERT INTO identity_factorsecret (sealed) VALUES ('mine')",
    ):
        assert "permission denied" in refused(web, statement)
    show = "SELECT identity_show_secret(%s)"

    def shown(kept: str) -> bool:
        row = web.execute(show, [kept.removeprefix("kept:")]).fetchone()
        return row is not None and row[0] is not None

    for proof in (b"", session_of(person, is_confirmed=False), session_of(person_with())):
        show_proof(web, proof)
        assert not shown(app) and not shown(seed)
    show_proof(web, session_of(person))
    assert shown(seed), "the page that shows recovery codes to their owner"
    assert not shown(app), "an app is set up once"


def test_three_wrong_codes_are_the_limit_for_all_sessions_together(web: Web) -> None:
    person, secret = person_with_app()
    other, others = person_with_app()
    nobody = random_proof()
    for _ in range(5):
        assert hand_in(web, person, nobody, "000000") == (None, False), (
            "who gave no password locks nobody out"
        )
    for _ in range(3):
        assert not is_accepted(web, person, give_password(web, person), "000000x")
    assert hand_in(web, person, give_password(web, person), code_of(secret)) == (None, True)
    assert is_accepted(web, other, give_password(web, other), code_of(others)), "others are not limited"
    CodeAttempt.objects.filter(person=person).update(at=datetime(2020, 1, 1, tzinfo=UTC))
    assert is_accepted(web, person, give_password(web, person), code_of(secret))


def test_a_code_that_waited_too_long_is_void(web: Web) -> None:
    person, secret = person_with_app()
    attempt, _ = hand_in(web, person, give_password(web, person), code_of(secret))
    assert attempt is not None
    CodeAttempt.objects.filter(pk=attempt).update(at=datetime(2020, 1, 1, tzinfo=UTC))
    assert not code_proof.verify_code(attempt)


def test_it_changes_no_factor_in_a_session_that_was_left_open(web: Web) -> None:
    person, _ = person_with_app()
    delete = "DELETE FROM mfa_authenticator WHERE user_id = %s"
    show_proof(web, session_of(person, is_confirmed=False))
    assert UNCONFIRMED in refused(web, delete, person.pk)
    forged = (
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at)"
        " VALUES (%s, 'recovery_codes', jsonb_build_object('seed', %s::text, 'used_mask', 0), now())"
    )
    show_proof(web, session_of(person))
    for seed in ("mine", f"kept:{uuid4()}"):
        assert "can change only with a proof" in refused(web, forged, person.pk, seed)
    web.execute(delete, [person.pk])


def test_the_password_confirms_nobody_who_has_a_second_factor(web: Web) -> None:
    (with_app, _), without = person_with_app(), person_with()
    for person, is_enough in ((with_app, False), (without, True)):
        proof = session_of(person, is_confirmed=False)
        shown, _ = prove(PASSWORD, Person.objects.values_list("password", flat=True).get(pk=person.pk))
        confirm = "SELECT identity_confirm_password(%s, %s, %s)"
        assert web.execute(confirm, [person.pk, "wrong", proof.decode()]).fetchone() == (False,)
        assert web.execute(confirm, [person.pk, shown, proof.decode()]).fetchone() == (is_enough,)


# --- steps that need a confirmed session


def test_it_decides_nothing_in_a_session_that_was_left_open(web: Web, ana: Player) -> None:
    author = person_with(is_staff=True)
    author.groups.add(Group.objects.get(name="cashier"))
    author.refresh_from_db()
    insert = (
        "INSERT INTO cashier_adjustment (player_id, cents, ticket, reason, status, requested_by_id)"
        " VALUES (%s, 100, 'T-1', 'because', 'asked', %s)"
    )
    show_proof(web, session_of(author, is_confirmed=False))
    assert UNCONFIRMED in refused(web, insert, ana.pk, author.pk)
    show_proof(web, session_of(author))
    web.execute(insert, [ana.pk, author.pk])
    entry = SignIn.objects.filter(person=author, ended=None).latest("pk")
    SignIn.objects.filter(pk=entry.pk).update(confirmed=entry.began.replace(year=2020))
    assert UNCONFIRMED in refused(web, insert, ana.pk, author.pk), "a confirmation grows old"


# What the pages guard with step_up_required, where they name who decides.
CONFIRMED = {
    "backoffice_staffchange": "",
    "cashier_adjustment": "",
    "cashier_decision": "",
    "identity_check": "",
    "identity_erasure": "",
    "identity_identity": " by_id",
    "collusion_step": " verb=hands",
    "reports_closingsignature": "",
}


@pytest.mark.parametrize("table", CONFIRMED)
def test_every_step_that_pages_guard_asks_for_a_confirmed_session(table: str) -> None:
    """That the database refuses a session without it: the attacks of each table."""
    of_staff = [
        who for what, who in laws(table)
        if "may " in who and all(word in re.split(r"[ ,]+", what) for word in CONFIRMED[table].split())
    ]  # fmt: skip
    assert of_staff
    assert all("confirmed" in who.split(", ") for who in of_staff), of_staff


def test_no_money_goes_to_a_changed_account_without_a_second_factor(web: Web, ana: Player) -> None:
    insert = (
        "INSERT INTO identity_paymentaccount (player_id, iban, holder, usable, until)"
        " VALUES (%s, 'PT50003506510000000000033', 'Thief', now() + interval '3 days', NULL)"
    )
    withdraw = (
        "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, reference, url,"
        " iban, holder, made, changed, held, next_query) VALUES (gen_random_uuid(), %s, 'withdrawal', 100,"
        " 'held', 'player', 'new-account', '', '', '', '', now(), now(), 'new-account', NULL)"
    )
    end = "UPDATE identity_paymentaccount SET until = now() WHERE player_id = %s AND until IS NULL"
    show_proof(web, session_of(ana.person, is_confirmed=False))
    assert UNCONFIRMED in refused(web, end, ana.pk)
    assert UNCONFIRMED in refused(web, insert, ana.pk)
    show_proof(web, session_of(ana.person))
    web.execute(end, [ana.pk])
    web.execute(insert, [ana.pk])
    assert PaymentAccount.objects.filter(player=ana, until=None).exclude(usable=None).exists()
    assert "has not left the wallet" in refused(web, withdraw, ana.pk), "the law that follows"
    show_proof(web, session_of(ana.person, is_confirmed=False))
    assert UNCONFIRMED in refused(web, withdraw, ana.pk)


# --- a session that has ended

CHECKED = (
    "INSERT INTO protection_realitycheck (player_id, session, minutes, net, answer)"
    " VALUES (%s, 1, 60, 0, 'continue')"
)


@pytest.mark.parametrize("change", ["password", "factor", "role"])
def test_a_session_proves_nothing_from_the_moment_the_credentials_change(
    web: Web, ana: Player, change: str
) -> None:
    """Red before: it proved rows until its owner's next page."""
    proof = session_of(ana.person)
    digest = proof_digest(proof)
    statement = CHECKED
    show_proof(web, proof)
    web.execute(statement, [ana.pk])
    assert session_holders([digest]) and eligibility_of([ana.pk], "EUR", [digest])[ana.pk].sessions == {
        digest
    }
    if change == "password":
        ana.person.set_password("another-phrase-9")
        ana.person.save()
    elif change == "factor":
        TOTP.activate(ana.person, generate_totp_secret())
    else:
        ana.person.groups.add(Group.objects.get_or_create(name="any role")[0])
    assert UNPROVEN in refused(web, statement, ana.pk)
    assert not session_holders([digest])
    assert not eligibility_of([ana.pk], "EUR", [digest])[ana.pk].sessions


def test_the_session_that_changes_the_credentials_goes_on_and_no_other(web: Web, ana: Player) -> None:
    current, other = session_of(ana.person), session_of(ana.person)
    statement = CHECKED
    with transaction.atomic():
        call(proving.SET_PROOF, [current.decode()])
        TOTP.activate(ana.person, generate_totp_secret())
    show_proof(web, other)
    assert UNPROVEN in refused(web, statement, ana.pk)
    # What ended does not come back with the next change.
    web.execute("SELECT set_config('feltro.session_proof', %s, false)", [other.decode()])
    Person.objects.filter(pk=ana.person_id).update(is_active=True, email=f"{uuid4().hex[:12]}@feltro.example")
    assert UNPROVEN in refused(web, statement, ana.pk)
    show_proof(web, current)
    assert UNPROVEN in refused(web, statement, ana.pk), "the address was changed elsewhere"
