"""Each way to sign in and to change a credential. Pages are answered with the rights of a web process."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.hashers import check_password, make_password
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.models import Table
from players.identity.models import SignIn
from players.identity.models.sign_in_evidence import FactorSecret
from players.identity.sign_in import code_proof, proving
from players.identity.sign_in.session_store import session_digest
from players.models import Person
from players.password_hashers import ProvenMD5, ProvenPBKDF2, ProvenScrypt, prove
from tests.players.identity.applicant import send_due_emails

ANA, PASSWORD, NEW = "ana@feltro.example", "mesa-ana-2015", "uma-frase-que-se-lembra"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def post_sign_in(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/account/sign-in/", {"login": ANA, "password": password})


def entry_of(client: Client) -> SignIn:
    """The open sign-in of this browser."""
    assert client.get("/account/").status_code == 200
    return SignIn.objects.get(session=session_digest(client.session.session_key), ended=None)


def current_code(secret: str) -> str:
    return f"{hotp_value(secret, next(iter(yield_hotp_counters_from_time()))):06}"


def test_a_code_follows_the_password_in_another_request(demo: None) -> None:
    person, secret = Person.objects.get(email=ANA), generate_totp_secret()
    TOTP.activate(person, secret)
    client = Client()
    assert "authenticate" in post_sign_in(client)["Location"]
    assert client.get("/account/").status_code == 302, "not signed in yet"
    client.post("/account/security/authenticate/", {"code": current_code(secret)})
    assert entry_of(client).method == "password + app"


def test_a_recovery_code_stands_in_for_it(demo: None) -> None:
    person = Person.objects.get(email=ANA)
    TOTP.activate(person, generate_totp_secret())
    codes = RecoveryCodes.activate(person).get_unused_codes()
    for code, is_right in ((codes[0], True), (codes[0], False), (codes[1], True)):
        client = Client()
        post_sign_in(client)
        client.post("/account/security/authenticate/", {"code": code})
        assert ("_auth_user_id" in client.session) is is_right


def test_a_second_factor_of_another_browser_completes_no_sign_in(demo: None) -> None:
    person, secret = Person.objects.get(email=ANA), generate_totp_secret()
    TOTP.activate(person, secret)
    post_sign_in(Client())
    other = Client()
    other.post("/account/security/authenticate/", {"code": current_code(secret)})
    assert "_auth_user_id" not in other.session


def test_only_who_has_just_shown_the_factor_sees_or_changes_factors(
    demo: None, django_capture_on_commit_callbacks: Any
) -> None:
    person, secret = Person.objects.get(email=ANA), generate_totp_secret()
    TOTP.activate(person, secret)
    last = RecoveryCodes.activate(person).get_unused_codes()[-1]
    client, used = Client(), current_code(secret)
    post_sign_in(client)
    client.post("/account/security/authenticate/", {"code": used})
    client.post("/account/confirm/", {"password": PASSWORD})
    page = client.get("/account/security/recovery-codes/")
    assert page["Location"].startswith("/account/security/reauthenticate/"), (
        "the password alone is not enough"
    )
    client.post("/account/security/reauthenticate/", {"code": last})
    assert "9 códigos por usar." in client.get("/account/security/").content.decode()
    codes = client.get("/account/security/recovery-codes/").context["unused_codes"]
    assert len(codes) == 9
    SignIn.objects.filter(pk=entry_of(client).pk).update(confirmed=None)
    assert "9 códigos por usar." in client.get("/account/security/").content.decode()
    for page in ("recovery-codes/", "recovery-codes/download/", "totp/deactivate/", "webauthn/add/"):
        for answer in (client.get(f"/account/security/{page}"), client.post(f"/account/security/{page}")):
            assert answer["Location"].startswith("/account/security/reauthenticate/"), page
    confirm = "/account/security/reauthenticate/"
    assert client.post(confirm, {"code": used}).status_code == 200, "this code is used up"
    cache.clear()
    assert client.post(confirm, {"code": codes[0]}).status_code == 302
    assert "8 códigos por usar." in client.get("/account/security/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/security/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=person).exists()
    assert not FactorSecret.objects.filter(person=person).exists()
    assert entry_of(client), "the session that turns it off goes on"


def test_without_the_worker_a_code_signs_nobody_in(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    person, secret = Person.objects.get(email=ANA), generate_totp_secret()
    TOTP.activate(person, secret)
    monkeypatch.setattr(code_proof, "enqueue_after_commit", lambda task, attempt: None)
    monkeypatch.setattr(proving, "WAIT", 0.01)
    client = Client(headers={"accept-language": "en"})
    post_sign_in(client)
    page = client.post("/account/security/authenticate/", {"code": current_code(secret)})
    assert "The code could not be checked." in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password_is_replaced_by_the_mailed_link_once(demo: None) -> None:
    Client().post("/account/password/forgotten/", {"email": ANA.upper()})
    send_due_emails()
    (sent,) = mail.outbox
    assert sent.to == [ANA], "to the address of the account, however it was typed"
    link = re.search(r"http://testserver(\S+)", sent.body)
    assert link is not None
    client, late = Client(), Client()
    page, second = client.get(link[1], follow=True), late.get(link[1], follow=True)
    given = {"password1": NEW, "password2": NEW}
    assert client.post(page.redirect_chain[-1][0], given).status_code == 302
    assert late.post(second.redirect_chain[-1][0], given | {"password1": PASSWORD}).status_code in (200, 403)
    assert post_sign_in(Client()).status_code == 200, "the old one is void"
    assert post_sign_in(Client(), NEW).status_code == 302


def test_somebody_without_a_password_sets_one_in_an_open_session(demo: None) -> None:
    client = Client()
    post_sign_in(client)
    person = Person.objects.get(email=ANA)
    person.set_unusable_password()
    person.save()
    client = Client()
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "webauthn", "at": 2**40}]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    assert client.post("/account/password/set/", {"password1": NEW, "password2": NEW}).status_code == 302
    assert entry_of(client)
    assert post_sign_in(Client(), NEW).status_code == 302


def test_a_visitor_who_signs_in_leaves_the_visit(demo: None) -> None:
    client = Client()
    table = Table.objects.filter(currency="DEMO").earliest("pk")
    assert client.post(f"/table/{table.pk}/visit/").status_code == 302
    visit = SignIn.objects.get(session=session_digest(client.session.session_key))
    post_sign_in(client)
    assert entry_of(client).person.email == ANA
    visit.refresh_from_db()
    assert visit.ended is not None and visit.session == ""


def test_a_browser_in_which_somebody_else_was_signed_in(demo: None) -> None:
    client = Client()
    for email in ("bruno@feltro.example", ANA):
        person = Person.objects.get(email=email)
        client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
        assert entry_of(client).person == person


def test_a_cheap_hash_is_renewed_when_its_owner_signs_in(demo: None, settings: Any) -> None:
    hashers = "players.password_hashers."
    settings.PASSWORD_HASHERS = [f"{hashers}ProvenScrypt", f"{hashers}ProvenMD5"]
    person = Person.objects.get(email=ANA)
    person.password = ProvenScrypt().encode(PASSWORD, "salt", n=2)
    person.save()
    client = Client()
    post_sign_in(client)
    assert entry_of(client)
    person.refresh_from_db()
    assert person.password.startswith("scrypt_proven$16384$")
    assert post_sign_in(Client()).status_code == 302 and post_sign_in(Client(), "wrong").status_code == 200


@pytest.mark.parametrize("hasher", [ProvenScrypt(), ProvenPBKDF2(), ProvenMD5()])
def test_what_a_row_holds_is_not_what_proves_the_password(hasher: Any, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"players.password_hashers.{type(hasher).__name__}"]
    row = make_password(PASSWORD)
    proof, _ = prove(PASSWORD, row)
    assert proof and proof not in row and row.endswith("$" + sha256(proof.encode()).hexdigest())
    assert prove("wrong", row)[0] == "" and check_password(PASSWORD, row)
