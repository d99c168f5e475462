"""A web process that was taken over writes rows of sessions and knows the key that seals them.

Such a row signs in nobody on the pages of honest processes, and confirms nobody: that is for the record of
sign-ins to say, which only functions of the database write. Red before: one forged row signed in as anybody,
step-up included.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Table
from games.tables.web.consumer import Viewer, _identify
from games.tables.web.sockets import Socket
from players.identity.models import SignIn
from players.identity.sign_in import visitors
from players.identity.sign_in.proven_sessions import session_holders
from players.identity.sign_in.reauthentication import has_recent_second_factor, is_recently_reauthenticated
from players.identity.sign_in.session_store import SIGN_IN, SessionStore, session_digest
from players.models import Person, Player
from tests.conftest import web_rights
from tests.demo_house import freshly, signed_in

pytestmark = pytest.mark.django_db
PLAYER, STAFF = "ana@feltro.example", "direcao@feltro.example"


def forged(email: str, **more: Any) -> SessionStore:
    """What the rights of a web process can write: a session of this person, with everything in it."""
    person = Person.objects.get(email=email)
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session["credential_epoch"] = person.credential_epoch
    session["account_authentication_methods"] = [
        {"method": method, "at": time.time(), "type": "totp", "reauthenticated": True}
        for method in ("password", "mfa")
    ]
    session["account_authentication_methods_user"] = str(person.pk)
    session.update(more)
    with web_rights():
        session.save()
    return session


def browser_of(session: SessionStore) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def is_signed_in(client: Client, path: str) -> bool:
    answer = client.get(path)
    return not (answer.status_code == 302 and "/account/sign-in/" in answer["Location"])


@pytest.mark.parametrize(("email", "path"), [(PLAYER, "/account/security/"), (STAFF, "/admin/")])
def test_a_forged_row_signs_nobody_in(demo: None, email: str, path: str) -> None:
    assert is_signed_in(signed_in(email), path), "an honest session does"
    assert not is_signed_in(browser_of(forged(email)), path)


@pytest.mark.parametrize(("email", "path"), [(PLAYER, "/account/security/"), (STAFF, "/admin/")])
def test_the_number_of_a_strangers_sign_in_does_not_help(demo: None, email: str, path: str) -> None:
    signed_in(email)
    strange = SignIn.objects.get(person__email=email, ended=None)
    forgery = forged(email, **{SIGN_IN: [strange.pk, strange.session]})
    assert not is_signed_in(browser_of(forgery), path)
    strange.refresh_from_db()
    assert strange.ended is None, "nor does it end the sign-in that it names"


@pytest.mark.parametrize(("email", "path"), [(PLAYER, "/account/security/"), (STAFF, "/admin/")])
def test_an_own_session_does_not_become_that_of_another(demo: None, email: str, path: str) -> None:
    """The attacker has an account, and rewrites the row of the own, honest session."""
    client = signed_in("bruno@feltro.example")
    assert client.session.session_key
    victim = forged(email)
    session = client.session
    session.update(dict(victim.items()))
    with web_rights():
        session.save()
    assert not is_signed_in(client, path)


def test_a_sign_in_that_has_ended_leaves_no_session_behind(demo: None) -> None:
    client = signed_in(PLAYER)
    SignIn.objects.filter(person__email=PLAYER).update(ended="2026-01-01T00:00Z", session="")
    assert not is_signed_in(client, "/account/security/")


def test_the_api_asks_the_record_too(demo: None) -> None:
    assert signed_in(PLAYER).get("/api/v1/account/").status_code == 200
    assert browser_of(forged(PLAYER)).get("/api/v1/account/").status_code in (401, 403)


def test_a_forged_row_opens_no_socket(demo: None) -> None:
    table = Table.objects.filter(currency="EUR").first()
    assert table is not None
    identify = _identify.func  # type: ignore[attr-defined]
    user = Person.objects.get(email=PLAYER)
    honest = signed_in(PLAYER).session
    viewer = identify(user, honest, table.pk)
    assert isinstance(viewer, Viewer) and viewer.person == user.pk
    assert identify(user, SessionStore(forged(PLAYER).session_key), table.pk) == "signed-out"


def test_a_forged_row_is_no_visitor(demo: None) -> None:
    guest = Client()
    table = Table.objects.filter(currency="DEMO", status="open").first()
    assert table is not None
    guest.post(f"/table/{table.pk}/visit/")
    number = guest.session[visitors.VISITOR]
    session = SessionStore()
    session[visitors.VISITOR] = number
    with web_rights():
        session.save()
    assert visitors.visitor_of(SessionStore(guest.session.session_key)) == Player.objects.get(pk=number)
    assert visitors.visitor_of(SessionStore(session.session_key)) is None


def test_an_open_socket_closes_once_the_record_names_somebody_else(demo: None) -> None:
    player = Player.objects.get(person__email=PLAYER)
    honest = signed_in(PLAYER).session
    digest = session_digest(honest.session_key)
    forgery = session_digest(forged(PLAYER).session_key)
    holders = session_holders([digest, forgery])

    async def held() -> list[bool]:
        connection_, limit = object(), object()
        socket = Socket(1, 1, player.pk, digest, connection_, limit)  # type: ignore[arg-type]
        other = Socket(2, 1, player.pk + 1, digest, connection_, limit)  # type: ignore[arg-type]
        return [
            socket.is_held_by(holders.get(digest)),
            socket.is_held_by(holders.get(forgery)),
            other.is_held_by(holders.get(digest)),
        ]

    assert asyncio.run(held()) == [True, False, False]


# --- step-up


def request_of(client: Client, person: Person) -> HttpRequest:
    request = HttpRequest()
    request.session, request.user = SessionStore(client.session.session_key), person
    return request


def long_ago(person: Person) -> None:
    SignIn.objects.filter(person=person).update(confirmed="2026-01-01T00:00Z")


def test_the_session_alone_confirms_nobody(demo: None) -> None:
    """The victim is signed in, and the process that they use writes what it likes into their session."""
    client, person = signed_in(STAFF), Person.objects.get(email=STAFF)
    freshly(client, person, "mfa")
    assert has_recent_second_factor(request_of(client, person))
    long_ago(person)
    assert not has_recent_second_factor(request_of(client, person))
    answer = client.post(reverse("admin:players_player_unmask", args=[1]), {"reason": "because I say so"})
    assert answer.status_code == 302 and "/account/" in answer["Location"]


def test_a_player_changes_no_limit_with_a_forged_confirmation(demo: None) -> None:
    client, person = signed_in(PLAYER), Person.objects.get(email=PLAYER)
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    assert is_recently_reauthenticated(request_of(client, person))
    long_ago(person)
    answer = client.post("/account/deposit/", {"amount": "20"})
    assert answer.status_code == 302 and answer["Location"].startswith("/account/confirm/")


def test_who_has_a_second_factor_is_asked_for_it_and_not_for_the_password(demo: None) -> None:
    person = Person.objects.get(email=PLAYER)
    TOTP.activate(person, generate_totp_secret())
    client = signed_in(PLAYER)
    long_ago(person)
    answer = client.post("/account/deposit/", {"amount": "20"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/security/reauthenticate/")


# --- speed


def test_the_record_is_read_with_the_session(demo: None) -> None:
    client = signed_in(PLAYER)
    client.get("/account/security/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/account/security/").status_code == 200
    statements = [query["sql"] for query in queries]
    assert sum("django_session" in sql for sql in statements) == 1
    assert not [sql for sql in statements if "identity_signin" in sql and "django_session" not in sql]
